"""``bolicho bench arena``: what a tournament costs beside bare play, two workers, the seed's first stage."""

import json
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bolicho.lab.bench_arena import Report


def bench_arena(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure all there is to measure about tournaments, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_arena import run

    del hands  # matches are what counts here
    with Console(stderr=True).status("getting ready") as status:
        report = run(seed, seconds, watch=status.update)
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        show(report)


def show(report: "Report") -> None:
    """Print a table for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=f"tournaments, seed {report.seed}", title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(("what is asked", "asked", "measured", "held")):
        grid.add_column(column, justify="right" if number else "left")
    for bar in report.bars:
        measured = "–" if bar.measured is None else f"{bar.measured:,.1f}"
        asked = f"{'≥' if bar.at_least else '≤'} {bar.asked:,g}"
        grid.add_row(bar.name, asked, measured, {True: "yes", False: "no", None: "–"}[bar.held])
    console = Console(highlight=False, markup=False)
    console.print(grid)
    told = {"by itself": report.bare, "in a tournament": report.arena}
    processor = ", ".join(f"{name} {_each(found)}" for name, found in told.items())
    console.print(
        f"A match, ms of the processor, {report.matches:,} in each of {len(report.bare)} rounds: {processor}."
    )
    console.print(f"On the wall: one worker {_each(report.one)}, two {_each(report.two)}.")
    stage = report.stage
    rest = "" if stage.whole else f"; all of it at that pace {stage.projected:.0f} s, which is a projection"
    busy = f"{stage.processor:.1f} s of the processor"
    console.print(f"First stage: {stage.matches:,} matches in {stage.seconds:.1f} s with two workers ({busy}){rest}.")
    console.print(f"Their standings took {stage.standings:.1f} s.")
    if report.load:
        console.print(f"{report.cores} processors, load {report.load[0]:.1f} before we began.")


def _each(rounds: tuple[float, ...]) -> str:
    return " / ".join(f"{found:.2f}" for found in rounds)
