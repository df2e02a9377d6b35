"""``bolicho bench``: hands a second, beside RLCard and OpenSpiel."""

import json
from importlib import import_module
from typing import TYPE_CHECKING

import typer

from bolicho.core.errors import UnknownName

if TYPE_CHECKING:
    from bolicho.lab.bench import Report

OTHERS = {
    "boards": "bolicho.cli.bench_boards:bench_boards",
    "cbr": "bolicho.cli.bench_cases:bench_cases",
    "cases": "bolicho.cli.bench_learning:bench_learning",
    "rikken": "bolicho.cli.bench_rikken:bench_rikken",
    "markov": "bolicho.cli.bench_markov:bench_markov",
    "arena": "bolicho.cli.bench_arena:bench_arena",
    "web": "bolicho.cli.bench_web:bench_web",
    "search": "bolicho.cli.bench_search:bench_search",
}
"""What is measured elsewhere, and by which function; each takes the seed, seconds, hands and whether to print JSON."""


def bench(
    what: str = typer.Argument(
        "truco", help="What to measure: truco, boards, cbr, cases, rikken, markov, arena, web or search."
    ),
    seconds: float = typer.Option(1.0, min=0.0, help="How long each one plays in each round; of markov, 1/180 of all."),
    hands: int = typer.Option(
        1_000_000,
        min=1,
        help="Hands before the memory is looked at; of cbr, the large base.",
    ),
    seed: int = typer.Option(0, help="Everything drawn comes from it."),
    as_json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Measure hands a second of the readable rules and of the compiled kernel, random moves by both players.

    RLCard and OpenSpiel play in the same run where they are installed. Everybody plays three times in turn and the
    best time counts. "boards" measures Q-learning and alpha-beta beside OpenSpiel, and the solving of every board game;
    "cbr" the search for similar cases beside scikit-learn and cbrkit, and matches of case-based agents; "cases" a
    training of a case learner, and what a match costs by the size of its bases; "rikken"
    playouts beside OpenSpiel's hearts, decisions, the goal solver and the seed's analysis; "markov" 5,000 matches of
    the Markov player against itself with learning, its decisions and its memory; "arena" what a tournament costs beside
    bare play, what a second worker brings, and the first stage of the seed on case-based players; "web" round
    trips at the web table with 1, 50 and 200 tables (15 s each), memory, growth, and the first page; "search" decisions
    of ismcts:1000.
    """
    from rich.console import Console

    from bolicho.lab.bench import PLAYERS, run

    if what in OTHERS:
        module, _, function = OTHERS[what].partition(":")
        getattr(import_module(module), function)(seed, seconds, hands, as_json)
        return
    if what not in PLAYERS:
        raise UnknownName("benchmark", what, (*PLAYERS, *OTHERS))

    with Console(stderr=True).status("getting ready") as status:
        report = run(what, seed, seconds, hands, watch=status.update)
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        show(report)


def show(report: "Report") -> None:
    """Print a table for people."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=f"{report.what}, best of three, seed {report.seed}", title_justify="left", box=box.SIMPLE_HEAD)
    for title in ("random play", "games a second", "of RLCard", "moves a game"):
        grid.add_column(title, justify="left" if title == "random play" else "right")
    for rate in report.rates:
        times = report.times_rlcard(rate)
        ratio = "–" if times is None else f"{times:,.1f} ×"
        moves = f"{rate.moves_per_game:.1f}" if rate.moves_per_game else "–"
        grid.add_row(rate.name, f"{rate.games_per_second:,.0f}", ratio, moves)
    console = Console(highlight=False, markup=False)
    console.print(grid)
    if report.warmup is not None:
        warmup = report.warmup
        how = "loaded from the cache" if warmup.from_cache else "compiled"
        console.print(f"The kernel was {how} in {warmup.seconds:.1f} s, which does not count above.")
        if warmup.peak_megabytes is not None:
            console.print(f"Peak memory after {warmup.hands:,} hands of the kernel: {warmup.peak_megabytes:.0f} MB.")
    for name, install in report.missing.items():
        console.print(f"{name} is not installed: {install}")
