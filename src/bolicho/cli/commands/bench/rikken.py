"""``bolicho bench rikken``: playouts beside OpenSpiel's hearts, decisions, the solver, the analysis of the paper."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, amount, measure_and_show, tabled
from bolicho.core.extras import need
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.rikken import RikkenReport


def bench_rikken(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure all there is to measure about Rikken, and print it."""
    from bolicho.bench.rikken import run

    need("numba")
    return measure_and_show(
        lambda watch: run(seed, seconds, hands, watch=watch), lambda report: show(report, hands), as_json
    )


def show(report: "RikkenReport", hands: int) -> None:
    """Print a table for people."""
    title = f"rikken, random deals played to the end, best of three, seed {report.seed}"
    tabled(title, ("", "deals a second"), [[rate.name, amount(rate.games_per_second)] for rate in report.rates])
    paper = console()
    ratio = "OpenSpiel is not installed" if report.ratio is None else f"{report.ratio:,.1f} × OpenSpiel's hearts"
    few, many = report.peak_megabytes
    for line in (
        f"The kernel: {ratio}.",
        f"One card of mc, 13 cards x 100 deals: {report.decision_ms:.2f} ms.",
        f"The goal solver, five tricks left: {report.solver_ms:.3f} ms.",
        f"10 x 96 games, mc against rules, two threads: {report.analysis_seconds:.1f} s.",
    ):
        paper.print(line)
    if few is not None and many is not None:
        paper.print(f"Peak memory after 1,000 and {hands:,} deals of the kernel: {few:.0f} and {many:.0f} MB.")
