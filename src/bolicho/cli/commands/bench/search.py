"""``bolicho bench search``: how long a decision of the searching player takes."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import Told, grid, measured, paper

if TYPE_CHECKING:
    from bolicho.bench.search import SearchReport


def bench_search(seed: int, seconds: float, hands: int, as_json: bool) -> Told:
    """Measure decisions of Truco and Rikken, and print it."""
    from bolicho.bench.search import run

    del hands  # decisions are what counts here
    return measured(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "SearchReport") -> None:
    """Print a table for people."""
    title = f"a decision of ismcts:{report.iterations}, seed {report.seed}, milliseconds"
    table = grid(title, "game", "by", "decisions", "p50", "p99", "p50, wall", "p99, wall", left=2)
    for speed in report.speeds:
        times = (speed.p50, speed.p99, speed.wall_p50, speed.wall_p99)
        table.add_row(speed.game, speed.runner, f"{speed.decisions:,}", *(f"{found:,.2f}" for found in times))
    console = paper()
    console.print(table)
    console.print(f"The kernels were ready after {report.warmup:.1f} s.")
