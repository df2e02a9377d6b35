"""What every benchmark does around its measuring: say what is going on, then print a table or JSON."""

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

import typer

from bolicho.core.json_text import JsonObject

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from bolicho.bench.rows import Measure

Told = JsonObject
"""What was measured, as plain JSON data."""


class BenchReport(Protocol):
    """All that was measured."""

    def to_dict(self) -> Told:
        """Return plain JSON data."""


Measured = TypeVar("Measured", bound=BenchReport)


def measured(run: Callable[[Callable[[str], None]], Measured], show: Callable[[Measured], None], as_json: bool) -> Told:
    """Measure, with a word on stderr about what is going on, then print it; return the data."""
    from rich.console import Console

    with Console(stderr=True).status("getting ready") as status:
        report = run(status.update)
    return printed(report, show, as_json)


def printed(report: Measured, show: Callable[[Measured], None], as_json: bool) -> Told:
    """Print a report as JSON, or as tables for people; return the data."""
    told = report.to_dict()
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        show(report)
    return told


def paper() -> "Console":
    """Return where tables for people are printed, words as they are."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def grid(title: str, *columns: str, left: int = 1) -> "Table":
    """Return an empty table; its first columns are words, the others numbers."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        made.add_column(column, justify="left" if number < left else "right", overflow="fold")
    return made


def summary(title: str, measures: Iterable["Measure"], digits: int = 1) -> "Table":
    """Return a table of the numbers to remember."""
    made = grid(title, "", "measured")
    for measure in measures:
        made.add_row(measure.name, "–" if measure.value is None else f"{measure.value:,.{digits}f}")
    return made
