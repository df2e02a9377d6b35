"""A report in a terminal: the same tables and findings as on its page, as lines of text."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure, Value, say, with_interval
from bolicho.report.document import Report, Table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

LONGEST = 24
"""Letters of the first column that are shown on a narrow screen too."""


def show(report: Report, language: str, after: Iterable[object] = ()) -> None:
    """Print a report: its lead, findings and tables, then a line for each of ``after``."""
    paper = console()
    for line in (report.lead, *(f"- {finding}" for finding in report.findings)):
        paper.print(line, soft_wrap=True)
    for table in report.tables:
        paper.print(grid(table, language))
    for more in after:
        paper.print(str(more), soft_wrap=True)


def show_table(table: Table, language: str, *, whole: bool = False) -> None:
    """Print a table; ``whole`` breaks no cell into lines, and keeps the names in its first column."""
    console().print(grid(table, language, whole=whole))


def console() -> "Console":
    """Return where words are printed as they are."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def grid(table: Table, language: str, *, whole: bool = False) -> "Grid":
    """Return a table for Rich: text stands at the left, numbers at the right, a figure with its interval."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    made = Grid(title=Text(table.title) if table.title else None, title_justify="left", box=box.SIMPLE_HEAD)
    for place, column in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        width = min(LONGEST, max((len(str(value)) for value in values), default=0)) if whole and not place else None
        made.add_column(
            Text(column),
            justify="left" if _text(values, first=not place) else "right",
            no_wrap=whole,
            overflow="ellipsis" if whole else "fold",  # a number that is cut off is another number
            min_width=width,
        )
    for row in table.rows:
        made.add_row(*(Text(_cell(value, table, language)) for value in row))
    return made


def _text(values: Sequence[Value], *, first: bool) -> bool:
    """Whether a column holds words: a first one that is text, another where every cell has a letter."""
    texts = [value for value in values if isinstance(value, str)]
    return bool(texts) and (first or (len(texts) == len(values) and all(map(_lettered, texts))))


def _lettered(text: str) -> bool:
    return any(sign.isalpha() for sign in text)


def _cell(value: Value, table: Table, language: str) -> str:
    return with_interval(value, language) if isinstance(value, Figure) and not table.brief else say(value, language)
