"""``bolicho bench web``: round trips, memory, growth and the first page of the web table."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, Rows, amount, measure_and_show, summary, tabled
from bolicho.core.extras import WEB, need
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.web import WebReport


def bench_web(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure all there is to measure about the web table, and print it."""
    from bolicho.bench.web import run

    need(*WEB)
    del hands  # tables are what counts here
    return measure_and_show(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "WebReport") -> None:
    """Print tables for people."""
    summary(f"the web table, seed {report.seed}", report.summary)
    columns = ("tables", "moves", "p50", "p99", "answer p50", "answer p99", "agent beside", "processor")
    rows: Rows = [
        [level.tables, level.moves, *(amount(time, 1) for time in times)]
        for level in report.levels
        for times in [(level.p50, level.p99, level.answer_p50, level.answer_p99, level.beside, level.processor)]
    ]
    tabled("milliseconds from a move to the view with it", columns, rows)
    if report.base is not None:
        console().print(f"The server with one table holds {report.base / 1024:.0f} MiB.")
