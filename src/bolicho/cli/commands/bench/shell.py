"""What every benchmark does around its measuring: say what is going on, then print a table or JSON."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

import typer

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, Value
from bolicho.report.document import Table
from bolicho.report.terminal import show_table

if TYPE_CHECKING:
    from bolicho.bench.rows import Measure

BenchData = JsonObject
"""What was measured, as plain JSON data."""
Rows = list[list[Value]]


class BenchReport(Protocol):
    """All that was measured."""

    def to_dict(self) -> BenchData:
        """Return plain JSON data."""


R = TypeVar("R", bound=BenchReport)


def measure_and_show(run: Callable[[Callable[[str], None]], R], show: Callable[[R], None], as_json: bool) -> BenchData:
    """Measure, with a word on stderr about what is going on, then print it; return the data."""
    from rich.console import Console

    with Console(stderr=True).status("getting ready") as status:
        report = run(status.update)
    return printed(report, show, as_json)


def printed(report: R, show: Callable[[R], None], as_json: bool) -> BenchData:
    """Print a report as JSON, or as tables for people; return the data."""
    told = report.to_dict()
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        show(report)
    return told


def tabled(title: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    """Print a table for people; benchmarks speak English only."""
    show_table(Table("bench", title, columns, rows), "en")


def amount(value: float | None, digits: int = 0) -> Figure:
    """Return a number for a table, with so many digits after the point."""
    return Figure(value, percent=False, signed=False, digits=digits)


def summary(title: str, measures: Iterable["Measure"], digits: int = 1) -> None:
    """Print the numbers to remember."""
    tabled(title, ("", "measured"), [[measure.name, amount(measure.value, digits)] for measure in measures])
