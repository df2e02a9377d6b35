"""Tables for a web page: each with a chart that is drawn from the columns of that very table, as JSON and as CSV.

So the numbers of a chart are those of its table, and its CSV is that table: there is no second place they could be in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import NOTHING, Agent, Chance, Figure, Value, number, say, small
from bolicho.core.words import Words
from bolicho.report.csv_text import csv_text
from bolicho.report.document import Table

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so is a formula to a spreadsheet; names and comments are written by anybody."""


@dataclass(frozen=True)
class Column:
    """One column: its key in CSV, its title, and how its numbers are said."""

    key: str
    title: str
    kind: str = "text"
    """text, agent (a spec, shown by the name in ``names`` of its chart), whole, number, percent, chance or yes."""
    digits: int = 2
    signed: bool = False
    """Whether a number is said with its sign."""
    grouped: bool = True
    """Whether thousands are set apart."""


@dataclass(frozen=True)
class Chart:
    """A table with its chart; or, where there are frames, a slider over charts that are fetched one by one."""

    name: str
    title: str
    columns: Sequence[Column] = ()
    rows: Sequence[Sequence[object]] = ()
    chart: JsonMapping | None = None
    """``kind`` (bars, line, heat, scatter) and which columns are drawn how."""
    note: str = ""
    picture: str = ""
    """A drawing of the lab of the same numbers, below the files of the job."""
    frames: Sequence[tuple[str, str]] = ()
    """Label and name of each frame."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What the agents of a column are called on a page; the table and its CSV keep their specs."""

    def csv(self) -> str:
        """Return the table as CSV, numbers as they are."""
        rows = [["" if value is None else _harmless(value) for value in row] for row in self.rows]
        return csv_text([column.key for column in self.columns], rows)

    def texts(self, language: str) -> list[list[str]]:
        """Return the rows as people read them."""
        both = [zip(row, self.columns, strict=True) for row in self.rows]
        return [[_said(value, column, self.names, language) for value, column in row] for row in both]

    def to_dict(self, language: str) -> JsonObject:
        """Return plain JSON data."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": [vars(column) for column in self.columns],
            "rows": [list(row) for row in self.rows],
            "said": self.texts(language),
            "chart": None if self.chart is None else dict(self.chart),
            "note": self.note,
            "picture": self.picture,
            "frames": [{"label": label, "name": name} for label, name in self.frames],
            "names": dict(self.names),
        }


def _said(value: object, column: Column, names: Mapping[str, str], language: str) -> str:
    """Say one value of a column.

    >>> _said(0.9995, Column("p", "P", "chance"), {}, "pt-BR"), _said(0.5, Column("r", "R", "percent"), {}, "en")
    ('> 99,9 %', '50.0 %')
    """
    if value is None or value == "":
        return NOTHING
    if column.kind == "agent" or not isinstance(value, int | float):
        return names.get(str(value), str(value)) if column.kind == "agent" else str(value)
    if isinstance(value, bool):
        return say(value, language)
    if column.kind in ("percent", "chance"):
        return say(Chance(value) if column.kind == "chance" else Figure(value), language)
    if column.kind == "number":
        return number(value, column.digits, language, signed=column.signed, grouped=column.grouped)
    return say(value, language)


@dataclass(frozen=True)
class Cell:
    """A value of a table as a page shows it."""

    said: str
    beside: str
    """In small print: its interval and its size."""


def cells(table: Table, language: str, called: Callable[[str], str] = str) -> list[list[Cell]]:
    """Return the rows of a table of a report for a page that draws them itself."""
    return [
        [
            Cell(called(value) if isinstance(value, Agent) else say(value, language), small(value, language))
            for value in row
        ]
        for row in table.rows
    ]


def chart_of(table: Table, language: str, called: Callable[[str], str] = str) -> Chart:
    """Return a table of a report for a page: a figure becomes its mean, the ends of its interval and its size.

    ``called`` says what an agent is called there.
    """
    words = Words("bolicho.report", language)
    columns: list[Column] = []
    cells: list[list[Any]] = [[] for _ in table.rows]
    agents: dict[str, str] = {}
    for place, title in enumerate(table.columns):
        key = table.keys[place] if table.keys else f"c{place}"
        values = [row[place] for row in table.rows]
        figures = [value for value in values if isinstance(value, Figure)]
        if figures:
            parts = ["mean", *(part for part in ("low", "high", "n") if not table.brief and _some(figures, part))]
            columns += [_part(key, title, part, figures[0], words) for part in parts]
            for line, value in zip(cells, values, strict=True):
                line += [_of(value, part) for part in parts]
        else:
            columns.append(Column(key, title, kind_of(values), 3))
            agents |= {value: called(value) for value in values if isinstance(value, Agent)}
            for line, value in zip(cells, values, strict=True):
                line.append(value)
    return Chart(table.name, table.title, columns, cells, table.chart, table.note, names=agents)


def bars(label: str, value: str, *, interval: bool = True, **more: Any) -> JsonObject:
    """A bar for each row, with whiskers where there is an interval."""
    whiskers = {"low": f"{value}_low", "high": f"{value}_high"} if interval else {}
    return {"kind": "bars", "label": label, "value": value, **whiskers, **more}


def lines(x: str, *ys: str, interval: bool = False, **more: Any) -> JsonObject:
    """A line for each column named, with a band where there are intervals."""
    drawn = [{"y": y, **({"low": f"{y}_low", "high": f"{y}_high"} if interval else {})} for y in ys]
    return {"kind": "line", "x": x, "lines": drawn, **more}


def kind_of(values: Sequence[Value]) -> str:
    """Return of what kind the values of a column are.

    >>> kind_of([True, None]), kind_of([1, 2]), kind_of([1, 0.5]), kind_of(["a", 1]), kind_of([Agent("sound")])
    ('yes', 'whole', 'number', 'text', 'agent')
    """
    known = [value for value in values if value is not None]
    if not known:
        return "text"
    if all(isinstance(value, Agent) for value in known):
        return "agent"
    if all(isinstance(value, bool) for value in known):
        return "yes"
    if all(isinstance(value, int) and not isinstance(value, bool) for value in known):
        return "whole"
    return "number" if all(isinstance(value, int | float) for value in known) else "text"


def _part(key: str, title: str, part: str, figure: Figure, words: Words) -> Column:
    if part == "n":
        return Column(f"{key}_n", f"{title}, {words('n')}", "whole", 3)
    kind, digits = ("percent", 1) if figure.percent else ("number", figure.digits)
    kind = "chance" if isinstance(figure, Chance) else kind
    signed = figure.signed and not figure.percent
    if part == "mean":
        return Column(key, title, kind, digits, signed, figure.grouped)
    return Column(f"{key}_{part}", f"{title}, {words(part)}", kind, digits, signed, figure.grouped)


def _of(value: Value, part: str) -> Any:
    """A part of a figure; what is none stands where its mean would."""
    return getattr(value, part) if isinstance(value, Figure) else value if part == "mean" else None


def _some(figures: Sequence[Figure], part: str) -> bool:
    return any(getattr(figure, part) is not None for figure in figures)


def _harmless(value: object) -> Any:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return str(value).lower() if isinstance(value, bool) else value
