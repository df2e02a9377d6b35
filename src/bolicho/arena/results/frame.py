"""Rows as a flat table for other tools: one line a match, names in place of indices; Parquet (extra ``data``) or CSV.

``pandas.read_parquet("rows.parquet")`` opens it. Seats are numbered from 1: ``agent_1`` sat in the first seat,
``score_1`` and ``points_1`` are its own, ``began`` is the name of who had the first move.
"""

import csv
import json
from collections.abc import Collection, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from bolicho.arena.matches.rows import Row
from bolicho.core.extras import need
from bolicho.core.files import write_whole

Table = Mapping[str, list[Any]]
"""Columns by name, all of one length."""
TEXTS = ("began", "winner", "forfeit", "why", "tally")


def columns(rows: Sequence[Row], names: Sequence[str]) -> dict[str, list[Any]]:
    """Return the table by column, sorted by match."""
    rows = sorted(rows, key=lambda row: row.match)
    seats = range(max((len(row.seats) for row in rows), default=2))
    table: dict[str, list[Any]] = {"match": [row.match for row in rows], "board": [row.board for row in rows]}
    for seat in seats:
        table[f"agent_{seat + 1}"] = [names[row.seats[seat]] for row in rows]
    for seat in seats:
        table[f"score_{seat + 1}"] = [row.scores[seat] for row in rows]
    for seat in seats:
        table[f"points_{seat + 1}"] = [row.points[seat] for row in rows]
    return table | {
        "began": [None if row.began is None else names[row.seats[row.began]] for row in rows],
        "winner": [None if row.winner is None else names[row.winner] for row in rows],
        "hands": [row.hands for row in rows],
        "forfeit": [None if row.forfeit is None else names[row.forfeit.agent] for row in rows],
        "why": [None if row.forfeit is None else row.forfeit.why for row in rows],
        "tally": [json.dumps(dict(row.tally), ensure_ascii=False) if row.tally else None for row in rows],
    }


def write_parquet(path: Path, rows: Sequence[Row], names: Sequence[str]) -> None:
    """Write rows as a Parquet file, whole or not at all."""
    table = columns(rows, names)
    texts = {name for name in table if name in TEXTS or name.startswith("agent_")}
    write_whole(path, parquet(table, texts))


def write_csv(path: Path, rows: Sequence[Row], names: Sequence[str]) -> None:
    """Write rows as CSV, whole or not at all; what is not there is empty."""
    write_whole(path, csv_text(columns(rows, names)))


def parquet(table: Table, texts: Collection[str]) -> bytes:
    """Return a table as a Parquet file: these columns are texts, the others whole numbers or yes and no."""
    need("pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    def kind(name: str) -> Any:
        whether = any(isinstance(value, bool) for value in table[name])
        return pa.string() if name in texts else pa.bool_() if whether else pa.int64()

    out = BytesIO()
    schema = pa.schema([(name, kind(name)) for name in table])
    pq.write_table(pa.table(dict(table), schema=schema), out, compression="zstd")
    return out.getvalue()


def csv_text(table: Table) -> str:
    """Return a table as CSV; what is not there is empty."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(zip(*table.values(), strict=True))
    return out.getvalue()
