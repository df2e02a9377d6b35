"""``bolicho bench equilibrium``: how fast equilibria of Truco are learned, and played."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, Rows, amount, measure_and_show, tabled
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.equilibrium import EquilibriumReport


def bench_equilibrium(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure the ladder solver, the full game's training and decisions, and print it."""
    from bolicho.bench.equilibrium import run

    del hands  # what is learned from is dealt as it goes
    return measure_and_show(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "EquilibriumReport") -> None:
    """Print a table for people."""
    after = f"{report.traversals:,} traversals, {report.situations:,} situations"
    rows: Rows = [
        ["ladder game, iterations of CFR+", amount(report.ladder_rate, 2), None],
        ["full game, traversals of Monte-Carlo CFR", amount(report.rate_at_first), "nothing"],
        ["", amount(report.rate_at_last), after],
    ]
    tabled(f"learned in a second of one processor, seed {report.seed}", ("what", "a second", "after"), rows)
    console().print(f"{report.decisions:,} decisions: {report.p50:.3f} ms (p50), {report.p99:.3f} ms (p99).")
    held = [f"{size:.0f} MB" if size is not None else "unknown" for size in (report.memory, report.memory_of_workers)]
    console().print(
        f"Loaded in {report.load_seconds:.3f} s; {held[0]} of memory over a bare interpreter; "
        f"{report.workers} processes {held[1]} in all, what they share counted once."
    )
