"""``bolicho bench markov``: the seed's training, a decision, and the memory of the Markov player."""

import json
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bolicho.lab.bench_markov import Report


def bench_markov(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure all there is to measure about the Markov player, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_markov import BUDGET, run

    del hands  # matches are what counts here
    with Console(stderr=True).status("getting ready") as status:
        report = run(seed, BUDGET * seconds, watch=status.update)
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        show(report)


def show(report: "Report") -> None:
    """Print a table for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from bolicho.lab.bench_markov import SEED_SECONDS

    grid = Table(title=f"the Markov player, seed {report.seed}", title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(("what is asked", "asked", "measured", "held")):
        grid.add_column(column, justify="right" if number else "left")
    for bar in report.bars:
        measured = "–" if bar.measured is None else f"{bar.measured:,.1f}"
        grid.add_row(bar.name, f"≤ {bar.asked:,.0f}", measured, "yes" if bar.held else "no")
    console = Console(highlight=False, markup=False)
    console.print(grid)
    pace = f"{report.matches:,} matches ({report.hands:,} hands) were played and learned from in {report.seconds:.1f} s"
    pace += f" ({report.processor:.1f} s of the processor)"
    rest = f"; 5,000 at that pace take {report.reckoned:.0f} s" if report.extrapolated else ""
    times = SEED_SECONDS / report.reckoned
    console.print(f"{pace}{rest}. The seed took {SEED_SECONDS / 3600:.0f} hours, {times:,.0f} times as long.")
    for player in report.players:
        rounds = len(player.microseconds)
        asked = f"{player.decisions:,} decisions of matches in {rounds} rounds, the best of which counts"
        busy = f"{player.processor:.0f} µs of the processor each"
        console.print(f"{player.name}: {asked} ({busy}); its matrices alone are {player.arrays:.1f} MB.")
