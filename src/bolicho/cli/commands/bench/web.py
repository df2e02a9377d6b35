"""``bolicho bench web``: round trips, memory, growth and the first page of the web table."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import Told, grid, measured, paper, summary
from bolicho.core.extras import WEB, need

if TYPE_CHECKING:
    from bolicho.bench.web import WebReport


def bench_web(seed: int, seconds: float, hands: int, as_json: bool) -> Told:
    """Measure all there is to measure about the web table, and print it."""
    from bolicho.bench.web import run

    need(*WEB)
    del hands  # tables are what counts here
    return measured(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "WebReport") -> None:
    """Print tables for people."""
    console = paper()
    console.print(summary(f"the web table, seed {report.seed}", report.summary))
    columns = ("tables", "moves", "p50", "p99", "answer p50", "answer p99", "agent beside", "processor")
    trips = grid("milliseconds from a move to the view with it", *columns, left=0)
    for level in report.levels:
        times = (level.p50, level.p99, level.answer_p50, level.answer_p99, level.beside, level.processor)
        told = ("–" if time is None else f"{time:,.1f}" for time in times)
        trips.add_row(f"{level.tables}", f"{level.moves:,}", *told)
    console.print(trips)
    if report.base is not None:
        console.print(f"The server with one table holds {report.base / 1024:.0f} MiB.")
