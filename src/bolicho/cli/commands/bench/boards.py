"""``bolicho bench boards``: learning and searching beside OpenSpiel, and what solving each board game takes."""

import json
from typing import TYPE_CHECKING

import typer

from bolicho.cli.commands.bench.shell import Rows, Told, amount, tabled

if TYPE_CHECKING:
    from bolicho.bench.boards import SearchSpeed, SolvingRow
    from bolicho.bench.qlearning import LearningSpeed

Rates = list[tuple[str, float]]
EVERYBODY = 3
"""The kernel, the plain rules, and OpenSpiel."""


def bench_boards(seed: int, seconds: float, hands: int, as_json: bool) -> Told:  # noqa: ARG001
    """Measure all there is to measure about board games, and print it."""
    from rich.console import Console

    from bolicho.bench.boards import search_speed, solving_table
    from bolicho.bench.qlearning import learning_speed

    with Console(stderr=True).status("Q-learning") as status:
        learned = learning_speed(seconds, seed)
        status.update("alpha-beta")
        searched = search_speed(seconds)
        status.update("solving")
        solved = solving_table()
    told: Told = {"what": "boards", "seed": seed, "learning": learned.to_dict()}
    told |= {"search": searched.to_dict(), "solving": [row.to_dict() for row in solved]}
    if as_json:
        typer.echo(json.dumps(told, indent=2))
        return told
    _rates("Q-learning of jogo-da-velha, best of three", "episodes a second", _learned(learned))
    _rates("Alpha-beta over all of jogo-da-velha, best of three", "nodes a second", _searched(searched))
    _solving(solved)
    return told


def _learned(speed: "LearningSpeed") -> Rates:
    return [(one.name, one.episodes_per_second) for one in (speed.kernel, speed.plain, speed.openspiel) if one]


def _searched(speed: "SearchSpeed") -> Rates:
    return [(one.name, one.nodes_per_second) for one in (speed.kernel, speed.plain, speed.openspiel) if one]


def _rates(title: str, unit: str, rates: Rates) -> None:
    """Print who does how many, the peer last where it is installed."""
    peer = rates[-1][1] if len(rates) == EVERYBODY else None
    times = {name: f"{rate / peer:,.1f} ×" if peer else "not installed" for name, rate in rates}
    tabled(title, ("", unit, "of OpenSpiel"), [[name, amount(rate), times[name]] for name, rate in rates])


def _solving(rows: list["SolvingRow"]) -> None:
    cells: Rows = [
        [row.game, row.positions, row.edges, *(amount(time, 2) for time in (row.graph_seconds, row.solve_seconds)),
         amount(row.megabytes, 1)]
        for row in rows
    ]  # fmt: skip
    tabled("Solving", ("game", "positions", "moves", "graph (s)", "solution (s)", "MB"), cells)
