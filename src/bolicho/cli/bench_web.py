"""``bolicho bench web``: round trips, memory, growth and the first page of the web table."""

import json
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bolicho.lab.bench_web import Report


def bench_web(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure all there is to measure about the web table, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_web import run

    del hands  # tables are what counts here
    with Console(stderr=True).status("getting ready") as status:
        report = run(seed, seconds, watch=status.update)
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        show(report)


def show(report: "Report") -> None:
    """Print tables for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    grid = Table(title=f"the web table, seed {report.seed}", title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(("what is asked", "asked", "measured", "held")):
        grid.add_column(column, justify="right" if number else "left")
    for bar in report.bars:
        measured = "–" if bar.measured is None else f"{bar.measured:,.1f}"
        held = {True: "yes", False: "no", None: "–"}[bar.held]
        grid.add_row(bar.name, f"≤ {bar.asked:,.0f}", measured, held)
    console.print(grid)
    trips = Table(title="milliseconds from a move to the view with it", title_justify="left", box=box.SIMPLE_HEAD)
    for column in ("tables", "moves", "p50", "p99", "answer p50", "answer p99", "agent beside", "processor"):
        trips.add_column(column, justify="right")
    for level in report.levels:
        times = (level.p50, level.p99, level.answer_p50, level.answer_p99, level.beside, level.processor)
        told = ("–" if time is None else f"{time:,.1f}" for time in times)
        trips.add_row(f"{level.tables}", f"{level.moves:,}", *told)
    console.print(trips)
    if report.base is not None:
        console.print(f"The server with one table holds {report.base / 1024:.0f} MiB.")
