"""Exhibits of reproductions: the tables of a report as they stand, and the numbers of its drawings as charts again."""

import csv
from pathlib import Path
from typing import Any

from bolicho.core.json_text import JsonObject
from bolicho.report.web import Column, Exhibit, bars, kind_of
from bolicho.web.jobs.charts import FinishedJob, JobCharts, Maker, read_result
from bolicho.web.jobs.charts_of_matches import duel, profile, tournament
from bolicho.web.jobs.charts_of_trainings import cases, clustering, frame, imitation, markov, qlearning

LINES = ["line", "x", "y", "low", "high"]
"""The columns of the CSV of every drawing of curves."""
VERDICTS = ("holds", "fails", "open")
FAR = 4
"""Curves of one chart do not reach farther than so many times each other."""
MANY = 5000
"""A CSV with more lines is left to be downloaded."""

Cells = list[list[Any]]
"""Rows of a table: texts, numbers, or nothing."""


def reproduction(told: FinishedJob) -> list[Exhibit]:
    """The tables of a report, then its drawings with their numbers."""
    if "works" in told.result:
        return _works(told, told.result["works"])
    claims = [_claims(told, "claims", told.result["claims"])] if told.result.get("claims") else []
    tables = claims + [_table(told, name, table) for name, table in told.result.get("tables", {}).items()]
    return [*tables, *(found for path in sorted(told.work.glob("*.csv")) for found in _drawing(told, path))]


def _works(told: FinishedJob, works: list[JsonObject]) -> list[Exhibit]:
    """All works reproduced in one go: how many claims of each hold, then every claim."""
    columns = [told.column("work"), told.column("state"), *(told.column(word, "whole") for word in VERDICTS)]
    rows = ([one["name"], one["state"], *(one["verdicts"].get(word, 0) for word in VERDICTS)] for one in works)
    summary = told.exhibit("works", columns, rows, chart=bars("work", "holds", interval=False))
    return [summary, *(_claims(told, f"claims-{one['name']}", one["claims"], one["title"]) for one in works)]


def _claims(told: FinishedJob, name: str, claims: list[JsonObject], title: str = "") -> Exhibit:
    columns = [told.column(key) for key in ("id", "text", "word", "seen", "where")]
    rows = ([one["id"], one["text"], told.say(f"word-{one['word']}"), one["seen"], one["where"]] for one in claims)
    return told.exhibit(name, columns, rows, title=title or told.say("ex-claims"))


def _table(told: FinishedJob, name: str, table: JsonObject) -> Exhibit:
    """A table; a column of measured numbers becomes three or four: mean, low, high, n."""
    columns: list[Column] = []
    cells: Cells = [[] for _ in table["rows"]]
    measured: list[str] = []
    for place, title in enumerate(table["columns"]):
        values = [row[place] for row in table["rows"]]
        key = f"c{place}"
        if any(isinstance(value, dict) for value in values):
            wanted = [part for part in ("mean", "low", "high", "n") if part == "mean" or _has(values, part)]
            measured.append(key)
            for part in wanted:
                ending, said = ("", title) if part == "mean" else (f"_{part}", f"{title}, {told.say(part)}")
                columns.append(Column(key + ending, said, "whole" if part == "n" else "number", 3))
            for line, value in zip(cells, values, strict=True):
                given = value if isinstance(value, dict) else {"mean": value}
                line += [given.get(part) for part in wanted]
        else:
            columns.append(Column(key, title, kind_of(values), 3))
            for line, value in zip(cells, values, strict=True):
                line.append(value)
    chart = None
    if measured and len(cells) > 1 and columns[0].kind == "text" and _numeric(columns, cells, measured[0]):
        keys = {column.key for column in columns}
        chart = bars("c0", measured[0], interval={f"{measured[0]}_low", f"{measured[0]}_high"} <= keys)
    return Exhibit(f"table-{name}", table["title"], columns, cells, chart, table.get("note", ""))


def _has(values: list[Any], part: str) -> bool:
    return any(isinstance(value, dict) and value.get(part) is not None for value in values)


def _numeric(columns: list[Column], cells: Cells, key: str) -> bool:
    place = [column.key for column in columns].index(key)
    return all(line[place] is None or isinstance(line[place], int | float) for line in cells)


def _drawing(told: FinishedJob, path: Path) -> list[Exhibit]:
    """What a drawing of the lab was made of; curves are drawn again, others stand beside the lab's own drawing."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *lines = [line for line, _ in zip(csv.reader(file), range(MANY + 2), strict=False)] or [[]]
    if not head or not lines or len(lines) > MANY or any(len(line) != len(head) for line in lines):
        return []
    picture = f"{path.stem}.svg" if path.with_suffix(".svg").exists() else ""
    rows = [[_value(cell) for cell in line] for line in lines]
    kinds = [kind_of([row[place] for row in rows]) for place in range(len(head))]
    titles = [told.say(f"col-{key}").removeprefix("col-") for key in head]
    columns = [Column(key, title, kind, 3) for key, title, kind in zip(head, titles, kinds, strict=True)]
    name, title = f"plot-{path.stem}", path.stem
    if head != LINES or "text" in kinds[1:3]:
        return [Exhibit(name, title, columns, rows, picture=picture)]
    chart = {"kind": "line", "series": "line", "x": "x", "lines": [{"y": "y", "low": "low", "high": "high"}]}
    panels = _panels(rows)
    return [
        Exhibit(name + ending, title + ending.replace("-", " "), columns, part, chart, picture=picture)
        for part, ending in zip(panels, [f"-{n}" * (len(panels) > 1) for n in range(1, len(panels) + 1)], strict=True)
    ]


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
    "reproduction": reproduction,
    "clustering": clustering,
}


def shown(kind: str, result: Path, work: Path, language: str) -> JobCharts:
    """Return what there is to see of a finished job."""
    told = FinishedJob(read_result(result), work, language)
    if not told.result:
        return JobCharts()
    return JobCharts([str(line) for line in told.result.get("findings", [])], MAKERS[kind](told))


def one(kind: str, result: Path, work: Path, language: str, name: str) -> Exhibit | None:
    """Return one exhibit, or one frame, by its name."""
    told = FinishedJob(read_result(result), work, language)
    if not told.result:
        return None
    if kind == "train-markov" and (found := frame(told, name)) is not None:
        return found
    return next((exhibit for exhibit in MAKERS[kind](told) if exhibit.name == name and exhibit.columns), None)
