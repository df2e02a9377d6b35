"""``bolicho bench cases``: a training of a case learner beside the paper's, and a match's cost by the base's size."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import Told, grid, measured, paper, summary

if TYPE_CHECKING:
    from rich.table import Table

    from bolicho.bench.learning import LearningReport


def bench_learning(seed: int, seconds: float, hands: int, as_json: bool) -> Told:
    """Measure all there is to measure about learning cases, and print it."""
    from bolicho.bench.learning import run

    del hands  # matches are what counts here
    return measured(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "LearningReport") -> None:
    """Print tables for people."""
    from bolicho.bench.learning import OURS, PAPER_SECONDS, SCAN, times_paper
    from bolicho.bench.varied_base import SOURCE

    console = paper()
    done = report.training
    console.print(
        f"{done.bot} played and learned from {done.matches} matches ({done.hands:,} hands) in {done.seconds:.1f} s, "
        f"{done.processor:.1f} s of the processor. The paper took about {PAPER_SECONDS / 3600:.0f} hours for 300: "
        f"{times_paper(done):,.0f} times as long."
    )
    console.print(_costs(report))
    console.print(f"Cases: {SOURCE}. Processor time of a match with learning, every hand kept, without a store.")
    for name in (OURS, SCAN):
        steps = ", ".join(f"{step:.2f}" for step in report.exponents(name))
        overall = report.overall(name)
        whole = "" if overall is None else f"; from the smallest size to the largest {overall:.2f}"
        console.print(f"{name}: the cost grows by these powers of the size, step by step: {steps}{whole}.")
    console.print(summary("in short", report.summary, digits=2))


def _costs(report: "LearningReport") -> "Table":
    from bolicho.bench.learning import OURS, SCAN

    table = grid(f"milliseconds a match, seed {report.seed}", "cases", OURS, SCAN, "times", "first matches")
    for ours, scan in zip(report.of(OURS), report.of(SCAN), strict=True):
        times = f"{scan.each / ours.each:,.1f} ×"
        table.add_row(f"{ours.cases:,}", f"{ours.each:,.1f}", f"{scan.each:,.1f}", times, f"{ours.first:,.2f} s")
    return table
