"""Rows for other tools: the same table in Parquet and CSV, opened in one line."""

import csv
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.arena.coins import by_strength, thrown

from bolicho.arena.matches.rows import Fault
from bolicho.arena.results.frame import columns, write_csv, write_parquet

NAMES = ("ana", "bento")


def test_parquet_opens_in_pandas_and_says_what_the_rows_say(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not on this machine")
    rows = thrown(by_strength((1, 0)), 2, 30, Random(1))
    rows[5] = replace(rows[5], forfeit=Fault(1, "slept, and more"), winner=0, tally={"truco": 3})
    write_parquet(tmp_path / "rows.parquet", rows, NAMES)
    table = pandas.read_parquet(tmp_path / "rows.parquet")
    assert len(table) == 60
    assert (table["winner"] == "ana").sum() == sum(row.winner == 0 for row in rows)
    assert table["score_1"].dtype == "int64"
    assert list(table.loc[5, ["forfeit", "why", "tally"]]) == ["bento", "slept, and more", '{"truco": 3}']
    assert table["forfeit"].isna().sum() == 59
    assert (table["began"] == "ana").sum() == sum(row.seats[row.began or 0] == 0 for row in rows)


def test_csv_has_the_same_columns(tmp_path: Path) -> None:
    rows = thrown(by_strength((1, 0)), 2, 3, Random(2))
    write_csv(tmp_path / "rows.csv", rows, NAMES)
    with (tmp_path / "rows.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    table = columns(rows, NAMES)
    assert list(lines[0]) == list(table)
    assert [line["agent_1"] for line in lines] == table["agent_1"]
    assert lines[0]["forfeit"] == ""


def test_no_rows_make_an_empty_table(tmp_path: Path) -> None:
    write_parquet(tmp_path / "none.parquet", [], NAMES)
    assert (tmp_path / "none.parquet").exists()
