"""A report in a terminal: the same tables and findings as on its page, as lines of text."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure, Value, number, say, small
from bolicho.core.words import Words
from bolicho.report.document import Report, Table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

LONGEST = 24
"""Letters of a name in the first column that is not broken on a narrow screen either."""


def show(report: Report, language: str, after: Iterable[object] = ()) -> None:
    """Print a report: its lead, findings and tables, then a line for each of ``after``."""
    paper = console()
    for line in (report.lead, *(f"- {finding}" for finding in report.findings)):
        paper.print(line, soft_wrap=True)
    for table in report.tables:
        paper.print(grid(table, language))
    for more in after:
        paper.print(str(more), soft_wrap=True)


def show_table(table: Table, language: str) -> None:
    """Print a table."""
    console().print(grid(table, language))


def console() -> "Console":
    """Return where words are printed as they are."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def grid(table: Table, language: str) -> "Grid":
    """Return a table for Rich: text at the left, numbers at the right.

    The interval of a share stands in a column of its own; an amount is said with half the width of its interval.
    """
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    made = Grid(title=Text(table.title) if table.title else None, title_justify="left", box=box.SIMPLE_HEAD)
    columns: list[list[str]] = []
    for place, title in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        text = _text(values, first=not place)
        name = text and not place and max(len(str(value)) for value in values) <= LONGEST
        # a number that is cut off is another number, so what has no room goes on below
        made.add_column(Text(title), justify="left" if text else "right", overflow="fold", no_wrap=name)
        columns.append([_cell(value, table, language) for value in values])
        ends = [_ends(value, language) for value in values]
        if not table.brief and any(ends):
            made.add_column(Text(Words("bolicho.report", language)("interval")), justify="right", no_wrap=True)
            columns.append(ends)
    for row in zip(*columns, strict=True):
        made.add_row(*map(Text, row))
    return made


def _cell(value: Value, table: Table, language: str) -> str:
    if not isinstance(value, Figure) or value.percent or value.low is None or value.high is None or table.brief:
        return say(value, language)
    return f"{say(value, language)} ± {number((value.high - value.low) / 2, value.digits, language)}"


def _ends(value: Value, language: str) -> str:
    return small(replace(value, n=None), language) if isinstance(value, Figure) and value.percent else ""


def _text(values: Sequence[Value], *, first: bool) -> bool:
    """Whether a column holds words: a first one that is text, another where every cell has a letter."""
    texts = [value for value in values if isinstance(value, str)]
    return bool(texts) and (first or (len(texts) == len(values) and all(map(_lettered, texts))))


def _lettered(text: str) -> bool:
    return any(sign.isalpha() for sign in text)
