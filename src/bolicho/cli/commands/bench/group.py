"""``bolicho bench``: hands a second, beside RLCard and OpenSpiel."""

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bolicho.cli.commands.bench.shell import BenchData, amount, measure_and_show, tabled
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.files import write_whole
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.hands import HandsReport

OTHERS = {
    "boards": "bolicho.cli.commands.bench.boards:bench_boards",
    "cbr": "bolicho.cli.commands.bench.cbr:bench_cases",
    "cases": "bolicho.cli.commands.bench.cases:bench_learning",
    "rikken": "bolicho.cli.commands.bench.rikken:bench_rikken",
    "markov": "bolicho.cli.commands.bench.markov:bench_markov",
    "arena": "bolicho.cli.commands.bench.arena:bench_arena",
    "web": "bolicho.cli.commands.bench.web:bench_web",
    "search": "bolicho.cli.commands.bench.search:bench_search",
    "equilibrium": "bolicho.cli.commands.bench.equilibrium:bench_equilibrium",
    "peers": "bolicho.cli.commands.bench.peers:bench_peers",
}
"""What is measured elsewhere, and by which function; each takes the seed, seconds, hands and whether to print JSON, and
returns what it printed as data."""


def bench(
    what: str = typer.Argument(
        "truco",
        help="What to measure: truco, boards, cbr, cases, rikken, markov, arena, web, search, equilibrium or peers.",
    ),
    seconds: float = typer.Option(
        1.0, min=0.0, help="Seconds of work in each round; markov may train 180 times as long."
    ),
    hands: int = typer.Option(
        1_000_000,
        min=1,
        help="Hands to play before memory is measured; for cbr, the size of the large base.",
    ),
    seed: int = typer.Option(0, help="Random seed."),
    as_json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
    out: Path | None = typer.Option(None, metavar="FILE", help="Also write the result to this file, as JSON."),
) -> None:
    """Measure speed, beside other libraries in the same run where they are installed.

    Everybody works three times in turn, and the best time counts.

    truco: random hands by our rules and our kernel, beside RLCard and OpenSpiel. boards: Q-learning and alpha-beta
    beside OpenSpiel, and the solution of every board game. cbr: the search for similar cases beside scikit-learn and
    cbrkit, and matches of case-based agents. cases: the training of a case learner, and what a match costs by the size
    of its bases. rikken: playouts beside OpenSpiel's hearts, decisions, the goal solver, the analysis of the paper.

    markov: 5,000 matches of the Markov player against itself with learning, its decisions and its memory. arena: what a
    tournament costs beside bare play, what a second worker brings, and the first stage of Paulus. web: round trips at
    1, 50 and 200 tables (15 s each), memory, growth, and the first page. search: decisions of ismcts:1000. equilibrium:
    how fast the ladder game and the full game are learned, and its decisions.

    peers: playouts, environment steps, Q-learning, alpha-beta and neighbours beside OpenSpiel, RLCard, PettingZoo,
    scikit-learn and cbrkit, as ratios.
    """
    from bolicho.bench.hands import PLAYERS

    if what not in (*PLAYERS, *OTHERS):
        raise UnknownName("benchmark", what, (*PLAYERS, *OTHERS))
    if out is not None and (out.is_dir() or not out.parent.is_dir()):  # before minutes are spent on it
        raise BadInput(f"--out {out}: {'that is a folder' if out.is_dir() else f'there is no folder {out.parent}'}")
    if what in OTHERS:
        module, _, function = OTHERS[what].partition(":")
        told: BenchData = getattr(import_module(module), function)(seed, seconds, hands, as_json)
    else:
        told = _truco(what, seed, seconds, hands, as_json)
    if out is not None:
        write_whole(out, json.dumps(told, indent=2) + "\n")


def _truco(what: str, seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    from bolicho.bench.hands import run

    return measure_and_show(lambda watch: run(what, seed, seconds, hands, watch=watch), show, as_json)


def show(report: "HandsReport") -> None:
    """Print a table for people."""
    rows = [
        [rate.name, amount(rate.games_per_second), times and f"{times:,.1f} ×", amount(rate.moves_per_game or None, 1)]
        for rate in report.rates
        for times in [report.times_rlcard(rate)]
    ]
    title = f"{report.what}, best of three, seed {report.seed}"
    tabled(title, ("random play", "games a second", "of RLCard", "moves a game"), rows)
    paper = console()
    if report.warmup is not None:
        warmup = report.warmup
        how = "loaded from the cache" if warmup.from_cache else "compiled"
        paper.print(f"The kernel was {how} in {warmup.seconds:.1f} s, which does not count above.")
        if warmup.peak_megabytes is not None:
            paper.print(f"Peak memory after {warmup.hands:,} hands of the kernel: {warmup.peak_megabytes:.0f} MB.")
    for name, install in report.missing.items():
        paper.print(f"{name} is not installed: {install}")
