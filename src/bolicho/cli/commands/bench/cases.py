"""``bolicho bench cases``: a training of a case learner beside the paper's, and a match's cost by the base's size."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, Rows, amount, measure_and_show, summary, tabled
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.learning import LearningReport


def bench_learning(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure all there is to measure about learning cases, and print it."""
    from bolicho.bench.learning import run

    del hands  # matches are what counts here
    return measure_and_show(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "LearningReport") -> None:
    """Print tables for people."""
    from bolicho.bench.learning import OURS, PAPER_SECONDS, SCAN, times_paper
    from bolicho.bench.varied_base import SOURCE

    paper = console()
    done = report.training
    paper.print(
        f"{done.bot} played and learned from {done.matches} matches ({done.hands:,} hands) in {done.seconds:.1f} s, "
        f"{done.processor:.1f} s of the processor. The paper took about {PAPER_SECONDS / 3600:.0f} hours for 300: "
        f"{times_paper(done):,.0f} times as long."
    )
    _costs(report)
    paper.print(f"Cases: {SOURCE}. Processor time of a match with learning, every hand kept, without a store.")
    for name in (OURS, SCAN):
        steps = ", ".join(f"{step:.2f}" for step in report.exponents(name))
        overall = report.overall(name)
        whole = "" if overall is None else f"; from the smallest size to the largest {overall:.2f}"
        paper.print(f"{name}: the cost grows by these powers of the size, step by step: {steps}{whole}.")
    summary("in short", report.summary, digits=2)


def _costs(report: "LearningReport") -> None:
    from bolicho.bench.learning import OURS, SCAN

    rows: Rows = [
        [
            ours.cases,
            amount(ours.each, 1),
            amount(scan.each, 1),
            f"{scan.each / ours.each:,.1f} ×",
            amount(ours.first, 2),
        ]
        for ours, scan in zip(report.of(OURS), report.of(SCAN), strict=True)
    ]
    tabled(f"milliseconds a match, seed {report.seed}", ("cases", OURS, SCAN, "times", "first matches (s)"), rows)
