"""A report in a terminal: the same tables and findings as on its page, as lines of text."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure, Value, plus_minus, say, small, with_interval
from bolicho.core.words import Words
from bolicho.report.document import Report, Table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

LONGEST = 24
"""Letters of a name in the first column that is not broken on a narrow screen either."""
EIGHTHS = " ▏▎▍▌▋▊▉"
ENDLESS = 10_000
"""Signs of a screen on which any table has room."""


def show(report: Report, language: str, after: Iterable[object] = ()) -> None:
    """Print a report: its lead, findings and tables, then a line for each of ``after``."""
    paper = console()
    for line in (report.lead, *(f"- {finding}" for finding in report.findings)):
        paper.print(line, soft_wrap=True)
    for table in report.tables:
        show_table(table, language)
    for more in after:
        paper.print(str(more), soft_wrap=True)


def show_table(table: Table, language: str) -> None:
    """Print a table; what does not fit the screen gives up its margins first."""
    from rich.measure import Measurement

    paper, made = console(), grid(table, language)
    if Measurement.get(paper, paper.options.update_width(ENDLESS), made).maximum > paper.width:
        made.padding, made.pad_edge = (0, 0, 0, 0), False
    paper.print(made)


def console() -> "Console":
    """Return where words are printed as they are."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def grid(table: Table, language: str) -> "Grid":
    """Return a table for Rich: text at the left, numbers at the right.

    The interval of a share stands in a column of its own, or beside it where several columns have one; an amount is
    said with half the width of its interval. A chart of bars with ``signs`` is drawn too: so many for ``most`` (1).
    """
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    made = Grid(title=Text(table.title) if table.title else None, title_justify="left", box=box.SIMPLE_HEAD)
    columns: list[list[str]] = []
    sure = [] if table.brief else [place for place in range(len(table.columns)) if any(_ends(table, place, language))]
    for place, title in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        text = _text(values, first=not place)
        name = text and not place and max(len(str(value)) for value in values) <= LONGEST
        # a number that is cut off is another number, so what has no room goes on below
        made.add_column(Text(title), justify="left" if text else "right", overflow="fold", no_wrap=name)
        columns.append([_cell(value, table, language, beside=len(sure) > 1) for value in values])
        if sure == [place]:
            made.add_column(Text(Words("bolicho.report", language)("interval")), justify="right", no_wrap=True)
            columns.append(_ends(table, place, language))
        if table.chart and "signs" in table.chart and table.keys[place] == table.chart["value"]:
            made.add_column("", no_wrap=True)
            columns.append([_bar(value, table.chart.get("most", 1), table.chart["signs"]) for value in values])
    for row in zip(*columns, strict=True):
        made.add_row(*map(Text, row))
    return made


def bar(share: float, length: int) -> str:
    """Return a bar for a share of 1.

    >>> bar(0.5, 12), bar(0.0, 12)
    ('██████', '')
    """
    whole, part = divmod(round(min(max(share, 0.0), 1.0) * length * 8), 8)
    return ("█" * whole + EIGHTHS[part]).rstrip()


def _bar(value: Value, most: float, length: int) -> str:
    return bar((value.mean or 0.0) / most, length) if isinstance(value, Figure) else ""


def _cell(value: Value, table: Table, language: str, *, beside: bool) -> str:
    if not isinstance(value, Figure) or table.brief:
        return say(value, language)
    if value.percent:
        return with_interval(value, language) if beside else say(value, language)
    return plus_minus(value, language)


def _ends(table: Table, place: int, language: str) -> list[str]:
    """Return the intervals of the shares in a column, without their sizes."""
    values = [row[place] for row in table.rows]
    return [small(replace(v, n=None), language) if isinstance(v, Figure) and v.percent else "" for v in values]


def _text(values: Sequence[Value], *, first: bool) -> bool:
    """Whether a column holds words: a first one that is text, another where every cell has a letter."""
    texts = [value for value in values if isinstance(value, str)]
    return bool(texts) and (first or (len(texts) == len(values) and all(map(_lettered, texts))))


def _lettered(text: str) -> bool:
    return any(sign.isalpha() for sign in text)
