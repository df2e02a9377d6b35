"""``bolicho bench equilibrium``: how fast equilibria of Truco are learned, and played."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import Told, grid, measured, paper

if TYPE_CHECKING:
    from bolicho.bench.equilibrium import EquilibriumReport


def bench_equilibrium(seed: int, seconds: float, hands: int, as_json: bool) -> Told:
    """Measure the ladder solver, the full game's training and decisions, and print it."""
    from bolicho.bench.equilibrium import run

    del hands  # what is learned from is dealt as it goes
    return measured(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "EquilibriumReport") -> None:
    """Print a table for people."""
    table = grid(f"learned in a second of one processor, seed {report.seed}", "what", "a second", "after")
    table.add_row("ladder game, iterations of CFR+", f"{report.ladder_rate:,.2f}", "–")
    table.add_row("full game, traversals of Monte-Carlo CFR", f"{report.rate_at_first:,.0f}", "nothing")
    after = f"{report.traversals:,} traversals, {report.situations:,} situations"
    table.add_row("", f"{report.rate_at_last:,.0f}", after)
    console = paper()
    console.print(table)
    console.print(f"{report.decisions:,} decisions: {report.p50:.3f} ms (p50), {report.p99:.3f} ms (p99).")
