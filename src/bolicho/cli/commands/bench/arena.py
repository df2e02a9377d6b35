"""``bolicho bench arena``: what a tournament costs beside bare play, two workers, the paper's first stage."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, measure_and_show, summary
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.arena import ArenaReport


def bench_arena(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure all there is to measure about tournaments, and print it."""
    from bolicho.bench.arena import run

    del hands  # matches are what counts here
    return measure_and_show(lambda watch: run(seed, seconds, watch=watch), show, as_json)


def show(report: "ArenaReport") -> None:
    """Print a table for people."""
    paper = console()
    summary(f"tournaments, seed {report.seed}", report.summary)
    told = {"by itself": report.bare, "in a tournament": report.arena}
    processor = ", ".join(f"{name} {_each(found)}" for name, found in told.items())
    paper.print(f"A match, ms of the processor, {report.matches:,} in each of {len(report.bare)} rounds: {processor}.")
    paper.print(f"On the wall: one worker {_each(report.one)}, two {_each(report.two)}.")
    stage = report.stage
    rest = "" if stage.complete else f"; all of it at that pace {stage.projected:.0f} s, which is a projection"
    busy = f"{stage.processor:.1f} s of the processor"
    paper.print(f"First stage: {stage.matches:,} matches in {stage.seconds:.1f} s with two workers ({busy}){rest}.")
    paper.print(f"Their standings took {stage.standings:.1f} s.")
    if report.load:
        paper.print(f"{report.cores} processors, load {report.load[0]:.1f} before we began.")


def _each(rounds: tuple[float, ...]) -> str:
    return " / ".join(f"{found:.2f}" for found in rounds)
