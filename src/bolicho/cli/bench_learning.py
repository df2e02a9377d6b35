"""``bolicho bench cases``: a training of a case learner beside the seed's, and a match's cost by the base's size."""

import json
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from bolicho.lab.bench_learning import Report


def bench_learning(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure all there is to measure about learning cases, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_learning import run

    del hands  # matches are what counts here
    with Console(stderr=True).status("getting ready") as status:
        report = run(seed, seconds, watch=status.update)
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        show(report)


def show(report: "Report") -> None:
    """Print tables for people."""
    from rich.console import Console

    from bolicho.lab.bench_learning import OURS, SCAN, SEED_SECONDS, times_seed
    from bolicho.lab.varied_base import SOURCE

    console = Console(highlight=False, markup=False)
    done = report.training
    console.print(
        f"{done.bot} played and learned from {done.matches} matches ({done.hands:,} hands) in {done.seconds:.1f} s, "
        f"{done.processor:.1f} s of the processor. The seed took about {SEED_SECONDS / 3600:.0f} hours for 300: "
        f"{times_seed(done):,.0f} times as long."
    )
    console.print(_costs(report))
    console.print(f"Cases: {SOURCE}. Processor time of a match with learning, every hand kept, without a store.")
    for name in (OURS, SCAN):
        steps = ", ".join(f"{step:.2f}" for step in report.exponents(name))
        overall = report.overall(name)
        whole = "" if overall is None else f"; from the smallest size to the largest {overall:.2f}"
        console.print(f"{name}: the cost grows by these powers of the size, step by step: {steps}{whole}.")
    console.print(_bars(report))


def _costs(report: "Report") -> "Table":
    from bolicho.lab.bench_learning import OURS, SCAN

    grid = _grid(f"milliseconds a match, seed {report.seed}", "cases", OURS, SCAN, "times", "first matches")
    for ours, scan in zip(report.of(OURS), report.of(SCAN), strict=True):
        times = f"{scan.each / ours.each:,.1f} ×"
        grid.add_row(f"{ours.cases:,}", f"{ours.each:,.1f}", f"{scan.each:,.1f}", times, f"{ours.first:,.2f} s")
    return grid


def _bars(report: "Report") -> "Table":
    grid = _grid("what is asked", "", "asked", "measured", "held")
    for bar in report.bars:
        measured = "–" if bar.measured is None else f"{bar.measured:,.2f}"
        grid.add_row(bar.name, f"≤ {bar.asked:,.0f}", measured, {True: "yes", False: "no", None: "–"}[bar.held])
    return grid


def _grid(title: str, *columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        grid.add_column(column, justify="right" if number else "left")
    return grid
