"""What a tournament leaves behind in its directory: the page, its drawings, every table as CSV, the rows as Parquet."""

import json
import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.frame import write_csv, write_parquet
from bolicho.arena.results.summary import Results, flat
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.lab.tournament.report import Circumstances, arena_report
from bolicho.report.about import About, versions
from bolicho.report.csv_text import csv_text
from bolicho.report.document import Section
from bolicho.report.html import page
from bolicho.report.markdown import markdown


def write_arena(
    folder: Path,
    rows: Sequence[Row],
    results: Results,
    what: Circumstances,
    *,
    language: str = "en",
    again: str = "",
    seconds: float = 0.0,
    workers: int = 1,
    sections: Sequence[Section] = (),
) -> Path | None:
    """Write everything and return the page; ``again`` is what to type for the same rows.

    ``report.html``, ``report.md``, drawings as SVG, ``standings.csv``, ``pairs.csv``, ``triples.csv``,
    ``forfeits.csv``, ``results.json``, ``rows.csv`` and, where pyarrow is installed, ``rows.parquet``. Without
    matplotlib there are neither page nor drawings, and None is returned.
    """
    _write_data(folder, rows, results)
    if find_spec("matplotlib") is None:
        for name in DRAWN:
            (folder / name).unlink(missing_ok=True)  # one of fewer rows would be worse than none
        return None
    report = arena_report(results, what, language, sections)
    about = About(
        name=f"arena {what.game}",
        scale="",
        seed=what.seed,
        cells=0,
        seconds=seconds,
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        workers=workers,
        versions=versions(),
        platform=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        again=again,
    )
    for plot in report.plots:
        write_whole(folder / f"{plot.name}.svg", plot.svg)
        if plot.csv:
            write_whole(folder / f"{plot.name}.csv", plot.csv)
    write_whole(folder / "report.md", markdown(report, about, language))
    write_whole(folder / "report.html", page(report, about, language))
    return folder / "report.html"


def _write_data(folder: Path, rows: Sequence[Row], results: Results) -> None:
    data = results.to_dict()
    for name in ("standings", "pairs", "triples", "forfeits"):
        write_whole(folder / f"{name}.csv", _csv(data[name], HEADS[name]))
    write_whole(folder / "results.json", json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    write_csv(folder / "rows.csv", rows, results.names)
    if find_spec("pyarrow") is None:
        (folder / "rows.parquet").unlink(missing_ok=True)  # as above
    else:
        write_parquet(folder / "rows.parquet", rows, results.names)


PLOTS = ("ratings", "cross-map", "profiles")
DRAWN = ("report.html", "report.md", *(f"{plot}.{kind}" for plot in PLOTS for kind in ("svg", "csv")))
"""What only matplotlib can make."""
HEADS = {
    "standings": ("agent",),
    "pairs": ("first", "second"),
    "triples": ("agents_1", "agents_2", "agents_3", "rates_1", "rates_2", "rates_3", "probability", "doubt", "sure"),
    "forfeits": ("match", "agent", "why"),
}
"""Columns that a table has even when it is empty."""


def _csv(entries: Sequence[JsonObject], head: Sequence[str]) -> str:
    lines = [dict(flat(entry)) for entry in entries]
    columns = list(dict.fromkeys([*head, *(key for line in lines for key in line)]))
    return csv_text(columns, [[_cell(line.get(column)) for column in columns] for line in lines])


def _cell(value: object) -> object:
    return "" if value is None else value
