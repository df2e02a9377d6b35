"""Records, rows and cases open as frames in one line; who lacks a library is told what to install."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bolicho
from bolicho.core import extras
from bolicho.learn.cases import shelf
from bolicho.learn.cases.files import write

GAME = bolicho.game("truco", target=6)
AGENTS = [bolicho.agent("sound", GAME), bolicho.agent("novice", GAME)]
RECORDS = [bolicho.play_match(GAME, AGENTS, seed=seed, match=seed, keep_why=True) for seed in (1, 2)]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_line_is_a_match_a_hand_or_a_move(kind: Any) -> None:
    pytest.importorskip("pandas", reason="pandas is not on this machine")
    lines = {by: bolicho.frame(RECORDS, kind, by=by) for by in ("match", "hand", "move")}
    assert len(lines["match"]) == 2
    assert len(lines["hand"]) == sum(len(record.units) for record in RECORDS)
    assert len(lines["move"]) == sum(len(unit.moves) for record in RECORDS for unit in record.units)
    assert list(lines["match"]["winner"]) == [record.agents[record.winner or 0] for record in RECORDS]
    assert list(lines["hand"]["points_1"])[: len(RECORDS[0].units)] == [unit.scores[0] for unit in RECORDS[0].units]


def test_a_move_is_told_with_who_made_it() -> None:
    moves = bolicho.frame(RECORDS[0], by="move")
    states = list(bolicho.replay(RECORDS[0], GAME))
    movers = [state.seat for state in states if state.seat is not None]
    assert list(moves["seat"]) == movers
    assert set(moves["agent"]) == {"sound", "novice"}
    assert moves["value"].notna().any()


def test_files_of_records_open_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    bolicho.write_records(file, RECORDS)
    assert bolicho.frame(file).equals(bolicho.frame(RECORDS))
    assert bolicho.frame(str(file), "polars").equals(bolicho.frame(RECORDS, "polars"))


def test_cases_open_by_name_file_and_object(tmp_path: Path) -> None:
    base = shelf.base("starter")
    frame = bolicho.frame("starter")
    assert frame.shape == (len(base), len(base.columns) + 1)
    write(base, tmp_path / "mine.csv")
    assert bolicho.frame(tmp_path / "mine.csv").equals(frame)
    assert bolicho.frame(base).equals(frame)
    assert bolicho.frame(base, "polars").height == len(base)
    column = base.columns[0]
    assert frame[column].isna().sum() == sum(base.case(number)[column] is None for number in range(len(base)))


def test_rows_alone_are_named_by_their_numbers() -> None:
    found = bolicho.tournament(["random", "random"], "tapatan", matches=2)
    assert list(bolicho.frame(found.rows)["agent_1"]) == ["0", "1"]


def test_what_is_no_table_is_refused_in_one_line(tmp_path: Path) -> None:
    for what, told in ((3, "int is no record"), ([RECORDS[0], 3], "must hold records"), (tmp_path, "no tournament")):
        with pytest.raises(bolicho.BadInput, match=told):
            bolicho.frame(what)
    with pytest.raises(bolicho.UnknownName, match="pandas"):
        bolicho.frame(RECORDS, "excel")  # type: ignore[call-overload]
    with pytest.raises(bolicho.UnknownName, match="hand"):
        bolicho.frame(RECORDS, by="year")
    with pytest.raises(bolicho.BadInput, match=r"missing\.jsonl"):
        bolicho.frame(tmp_path / "missing.jsonl")
    with pytest.raises(bolicho.BadInput):
        bolicho.frame(replace(RECORDS[0], version="0"), by="move")


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_who_lacks_the_library_is_told_what_to_install(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(extras.NotInstalled, match=rf"{kind} is not installed: pip install 'bolicho\[data\]'"):
        bolicho.frame(RECORDS, kind)
