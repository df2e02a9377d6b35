"""``bolicho bench markov``: the paper's training, a decision, and the memory of the Markov player."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, measure_and_show, summary
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.markov import MarkovReport


def bench_markov(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure all there is to measure about the Markov player, and print it."""
    from bolicho.bench.markov import BUDGET, run

    del hands  # matches are what counts here
    return measure_and_show(lambda watch: run(seed, BUDGET * seconds, watch=watch), show, as_json)


def show(report: "MarkovReport") -> None:
    """Print a table for people."""
    from bolicho.bench.markov import PAPER_SECONDS

    paper = console()
    summary(f"the Markov player, seed {report.seed}", report.summary)
    pace = f"{report.matches:,} matches ({report.hands:,} hands) were played and learned from in {report.seconds:.1f} s"
    pace += f" ({report.processor:.1f} s of the processor)"
    rest = f"; 5,000 at that pace take {report.reckoned:.0f} s" if report.extrapolated else ""
    times = PAPER_SECONDS / report.reckoned
    paper.print(f"{pace}{rest}. The paper took {PAPER_SECONDS / 3600:.0f} hours, {times:,.0f} times as long.")
    for player in report.players:
        rounds = len(player.microseconds)
        each = f"{player.decisions:,} decisions of matches in {rounds} rounds, the best of which counts"
        busy = f"{player.processor:.0f} µs of the processor each"
        paper.print(f"{player.name}: {each} ({busy}); its matrices alone are {player.arrays:.1f} MB.")
