"""``bolicho bench search``: how long a decision of the searching player takes."""

import json
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bolicho.lab.bench_search import Report


def bench_search(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure decisions of Truco and Rikken, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_search import run

    del hands  # decisions are what counts here
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

    title = f"a decision of ismcts:{report.iterations}, seed {report.seed}, milliseconds"
    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(("game", "by", "decisions", "p50", "p99", "p50, wall", "p99, wall")):
        grid.add_column(column, justify="right" if number > 1 else "left")
    for speed in report.speeds:
        times = (speed.p50, speed.p99, speed.wall_p50, speed.wall_p99)
        grid.add_row(speed.game, speed.runner, f"{speed.decisions:,}", *(f"{found:,.2f}" for found in times))
    console = Console(highlight=False, markup=False)
    console.print(grid)
    for bar in report.bars:
        console.print(f"{bar.name}: {bar.measured:.2f}, asked ≤ {bar.asked:g}: {'yes' if bar.held else 'no'}.")
    console.print(f"The kernels were ready after {report.warmup:.1f} s.")
