"""Charts of reproductions: the tables of a report as they stand, and the numbers of its drawings as charts again."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure
from bolicho.core.words import Words
from bolicho.lab.engine.claims import WORDS, claims_table
from bolicho.lab.works.rosa.analysis_table import analysis_table, remarks
from bolicho.report.document import JudgedClaim, Table
from bolicho.report.web import Chart, bars, kind_of
from bolicho.report.worded_tables import worded
from bolicho.web.jobs.charts import FinishedJob, JobCharts, Maker, read_result
from bolicho.web.jobs.charts_of_matches import duel, profile, tournament
from bolicho.web.jobs.charts_of_trainings import cases, clustering, equilibrium, frame, imitation, markov, qlearning
from bolicho.web.jobs.commands import PICTURE

LINES = ["line", "x", "y", "low", "high"]
"""The columns of the CSV of every drawing of curves."""
FAR = 4
"""The highest curve of a chart reaches at most this many times as far as its lowest."""
MANY = 5000
"""A CSV with more lines is left to be downloaded."""

Cells = list[list[Any]]
"""Rows of a table: texts, numbers, or nothing."""


def reproduction(told: FinishedJob) -> list[Chart]:
    """The tables of a report, then its drawings with their numbers."""
    if "works" in told.result:
        return _works(told, told.result["works"])
    claims = [_claims(told, "claims", told.result["claims"])] if told.result.get("claims") else []
    tables = claims + [_table(told, name, table) for name, table in told.result.get("tables", {}).items()]
    return [*tables, *(found for path in sorted(told.work.glob("*.csv")) for found in _drawing(told, path))]


def rikken(told: FinishedJob) -> list[Chart]:
    """An analysis of Rikken as on Rosa's screen: its table with bars, and what is to be said of it."""
    words = Words("bolicho.lab.works.rosa", told.language, "analyses.toml")
    table = replace(analysis_table(told.result, words), note=" ".join(remarks(told.result, words)))
    picture = PICTURE if (told.work / PICTURE).exists() else ""
    return [replace(told.table(table), picture=picture)]


def _works(told: FinishedJob, works: list[JsonObject]) -> list[Chart]:
    """All works reproduced in one go: how many claims of each hold, then every claim."""
    rows = [[one["name"], one["state"], *(one["verdicts"].get(word, 0) for word in WORDS)] for one in works]
    chart = bars("work", "holds", interval=False)
    summary = worded("works", ("work", "state", *WORDS), rows, _words(told), chart=chart)
    return [
        told.table(summary),
        *(_claims(told, f"claims-{one['name']}", one["claims"], one["title"]) for one in works),
    ]


def _claims(told: FinishedJob, name: str, claims: list[JsonObject], title: str = "") -> Chart:
    words = _words(told)
    judged = [JudgedClaim(**one) for one in claims]
    return told.table(claims_table(name, title or words("claims-table"), judged, words))


def _words(told: FinishedJob) -> Words:
    return Words("bolicho.lab.engine", told.language, "index_words.toml")


def _table(told: FinishedJob, name: str, data: JsonObject) -> Chart:
    """A table of a report, with bars of its first measured numbers where rows are named."""
    table = Table.from_dict(f"table-{name}", data)
    made = told.table(table)
    figures = [n for n in range(len(table.columns)) if any(isinstance(row[n], Figure) for row in table.rows)]
    if not figures or len(table.rows) < 2 or made.columns[0].kind != "text":
        return made
    drawn, keys = f"c{figures[0]}", [column.key for column in made.columns]
    if not all(isinstance(row[keys.index(drawn)], int | float | None) for row in made.rows):
        return made
    return replace(made, chart=bars("c0", drawn, interval={f"{drawn}_low", f"{drawn}_high"} <= set(keys)))


def _drawing(told: FinishedJob, path: Path) -> list[Chart]:
    """What a drawing of the lab was made of; curves are drawn again, others stand beside the lab's own drawing."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *lines = [line for line, _ in zip(csv.reader(file), range(MANY + 2), strict=False)] or [[]]
    if not head or not lines or len(lines) > MANY or any(len(line) != len(head) for line in lines):
        return []
    picture = f"{path.stem}.svg" if path.with_suffix(".svg").exists() else ""
    rows = [[_value(cell) for cell in line] for line in lines]
    titles = [told.say(f"col-{key}").removeprefix("col-") for key in head]
    table = Table(f"plot-{path.stem}", path.stem, titles, rows, keys=head)
    if head != LINES or "text" in (kind_of([row[place] for row in rows]) for place in (1, 2)):
        return [replace(told.table(table), picture=picture)]
    chart = {"kind": "line", "series": "line", "x": "x", "lines": [{"y": "y", "low": "low", "high": "high"}]}
    panels = _panels(rows)
    endings = [f" {n}" for n in range(1, len(panels) + 1)] if len(panels) > 1 else [""]
    parts = [
        replace(table, name=table.name + end.replace(" ", "-"), title=table.title + end, rows=part, chart=chart)
        for part, end in zip(panels, endings, strict=True)
    ]
    return [replace(told.table(part), picture=picture) for part in parts]


def _panels(rows: Cells) -> list[Cells]:
    """Put curves together that reach about as far: those of another panel have another axis.

    >>> [len(part) for part in _panels([["a", 900, 1], ["b", 1000, 1], ["c", 8, 1]])]
    [2, 1]
    """
    reach: dict[Any, float] = {}
    for line, x, *_ in rows:
        reach[line] = max(reach.get(line, 0.0), abs(x))
    panels: Cells = []
    for line, far in reach.items():
        near = next((panel for panel in panels if max(far, reach[panel[0]]) <= FAR * min(far, reach[panel[0]])), None)
        if near is None:
            panels.append([line])
        else:
            near.append(line)
    return [[row for row in rows if row[0] in panel] for panel in panels]


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text or None


MAKERS: dict[str, Maker] = {
    "tournament": tournament,
    "duel": duel,
    "profile": profile,
    "train-qlearning": qlearning,
    "train-markov": markov,
    "train-cases": cases,
    "train-imitation": imitation,
    "train-equilibrium": equilibrium,
    "reproduction": reproduction,
    "rikken-bidding": rikken,
    "rikken-play": rikken,
    "clustering": clustering,
}


def charts_of_job(kind: str, result: Path, work: Path, language: str) -> JobCharts:
    """Return what there is to see of a finished job."""
    told = FinishedJob(read_result(result), work, language)
    if not told.result:
        return JobCharts()
    top = [told.result["headline"]] if told.result.get("headline") else []
    return JobCharts([str(line) for line in (*top, *told.result.get("findings", []))], MAKERS[kind](told))


def one(kind: str, result: Path, work: Path, language: str, name: str) -> Chart | None:
    """Return one chart, or one frame, by its name."""
    told = FinishedJob(read_result(result), work, language)
    if not told.result:
        return None
    if kind == "train-markov" and (found := frame(told, name)) is not None:
        return found
    return next((chart for chart in MAKERS[kind](told) if chart.name == name and chart.columns), None)
