"""``bolicho bench rikken``: playouts beside OpenSpiel's hearts, decisions, the solver, the analysis of the seed."""

import json
from typing import TYPE_CHECKING

import typer

from bolicho.core.errors import BadInput

if TYPE_CHECKING:
    from bolicho.lab.bench_rikken import Report


def bench_rikken(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure all there is to measure about Rikken, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_rikken import can_run, run

    if not can_run():
        raise BadInput("bench rikken measures compiled code: pip install 'bolicho[bench]'")
    with Console(stderr=True).status("getting ready") as status:
        report = run(seed, seconds, hands, watch=status.update)
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        show(report, hands)


def show(report: "Report", hands: int) -> None:
    """Print a table for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from bolicho.lab import bench_rikken as asked

    title = f"rikken, random deals played to the end, best of three, seed {report.seed}"
    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    grid.add_column("")
    grid.add_column("deals a second", justify="right")
    for rate in report.rates:
        grid.add_row(rate.name, f"{rate.games_per_second:,.0f}")
    console = Console(highlight=False, markup=False)
    console.print(grid)
    ratio = "OpenSpiel is not installed" if report.ratio is None else f"{report.ratio:,.1f} × OpenSpiel's hearts"
    few, many = report.peak_megabytes
    for line in (
        f"The kernel: {ratio} (asked: {asked.RATIO_ASKED:g}).",
        f"One card of mc, 13 cards x 100 deals: {report.decision_ms:.2f} ms (asked: {asked.DECISION_ASKED:g}).",
        f"The goal solver, five tricks left: {report.solver_ms:.3f} ms (asked: {asked.SOLVER_ASKED:g}).",
        f"10 x 96 games, mc against rules, two threads: {report.analysis_seconds:.1f} s "
        f"(asked: {asked.ANALYSIS_ASKED:g}).",
    ):
        console.print(line)
    if few is not None and many is not None:
        console.print(f"Peak memory after 1,000 and {hands:,} deals of the kernel: {few:.0f} and {many:.0f} MB.")
