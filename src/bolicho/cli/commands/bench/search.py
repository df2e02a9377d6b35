"""``bolicho bench search``: how long a decision of the searching player takes."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, Rows, amount, measure_and_show, tabled
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.search import SearchReport


def bench_search(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure decisions of Truco and Rikken, and print it."""
    from bolicho.bench.search import run

    del hands  # decisions are what counts here
    return measure_and_show(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "SearchReport") -> None:
    """Print a table for people."""
    title = f"a decision of ismcts:{report.iterations}, seed {report.seed}, milliseconds"
    rows: Rows = [
        [speed.game, speed.runner, speed.decisions, *(amount(time, 2) for time in times)]
        for speed in report.speeds
        for times in [(speed.p50, speed.p99, speed.wall_p50, speed.wall_p99)]
    ]
    tabled(title, ("game", "by", "decisions", "p50", "p99", "p50, wall", "p99, wall"), rows)
    console().print(f"The kernels were ready after {report.warmup:.1f} s.")
