"""Bases of cases, and recorded hands of the group."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.learn.cases.truco.played_cases import played_base
from tests.learn.cases.truco.ufsm.group_server import written
from tests.readers.mutations import BYTES, JSON, TEXT
from tests.readers.reader import Files, Reader, files_of

import bolicho
from bolicho.learn.cases.base import CaseBase


@cache
def _clustered() -> CaseBase:
    from bolicho.learn.cases.truco.grouping import cluster_base

    base = played_base(3)
    base.clusterings = dict(cluster_base(base, k=2))
    return base


def _cases(suffix: str) -> Callable[[], Files]:
    def sample() -> Files:
        from bolicho.learn.cases.files import write

        return files_of(lambda folder: write(_clustered(), folder / f"c{suffix}"))

    return sample


def _read_cases(suffix: str) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        from bolicho.learn.cases.files import read

        base = read(folder / f"c{suffix}")
        f"{base.name} {base.note} {base.source}".encode()

    return read


def _group_hands() -> Files:
    import csv
    from io import StringIO

    game = bolicho.game("truco")
    agents = [bolicho.agent(name, game) for name in ("random", "bluffer")]
    hands = [state for state in bolicho.replay(bolicho.play_match(game, agents, 7), game) if state.over]
    rows = [written(hand, 0, number, Random(1)) for number, hand in enumerate(hands)]
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    columns, said = ", ".join(rows[0]), ",\n".join(f"({', '.join(map(_sql, row.values()))})" for row in rows)
    return {"g.csv": out.getvalue().encode(), "g.sql": f"INSERT INTO maos ({columns}) VALUES {said};\n".encode()}


def _sql(value: Any) -> str:
    return "NULL" if value is None else f"'{value}'" if isinstance(value, str) else str(value)


def _read_group_hands(folder: Path) -> None:
    from bolicho.learn.cases.truco.ufsm import import_ufsm

    for suffix in ("csv", "sql"):
        import_ufsm(folder / f"g.{suffix}", "group")


READERS = {
    "cases-csv": Reader(_cases(".csv"), {"c.csv": TEXT, "c.json": JSON}, _read_cases(".csv")),
    "cases-parquet": Reader(_cases(".parquet"), {"c.parquet": BYTES}, _read_cases(".parquet")),
    "cases-group": Reader(_group_hands, {"g.csv": TEXT, "g.sql": TEXT}, _read_group_hands),
}
