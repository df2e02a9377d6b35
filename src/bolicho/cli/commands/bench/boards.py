"""``bolicho bench boards``: learning and searching beside OpenSpiel, and what solving each board game takes."""

import json
from typing import TYPE_CHECKING

import typer

from bolicho.cli.commands.bench.shell import Told, grid, paper

if TYPE_CHECKING:
    from rich.table import Table

    from bolicho.bench.boards import SearchSpeed, SolvingRow
    from bolicho.bench.qlearning import LearningSpeed


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
    console = paper()
    for table in (_learning(learned), _searching(searched), _solving(solved)):
        console.print(table)
    return told


def _learning(speed: "LearningSpeed") -> "Table":
    rates = [(one.name, one.episodes_per_second) for one in (speed.kernel, speed.plain, speed.openspiel) if one]
    title = "Q-learning of jogo-da-velha, best of three"
    return _rates(title, "episodes a second", rates, rates[-1][1] if speed.openspiel else None)


def _searching(speed: "SearchSpeed") -> "Table":
    rates = [(one.name, one.nodes_per_second) for one in (speed.kernel, speed.plain, speed.openspiel) if one]
    title = "Alpha-beta over all of jogo-da-velha, best of three"
    return _rates(title, "nodes a second", rates, rates[-1][1] if speed.openspiel else None)


def _rates(title: str, unit: str, rates: list[tuple[str, float]], peer: float | None) -> "Table":
    table = grid(title, "", unit, "of OpenSpiel")
    for name, rate in rates:
        table.add_row(name, f"{rate:,.0f}", f"{rate / peer:,.1f} ×" if peer else "not installed")
    return table


def _solving(rows: list["SolvingRow"]) -> "Table":
    table = grid("Solving", "game", "positions", "moves", "graph (s)", "solution (s)", "MB")
    for row in rows:
        times = (f"{row.graph_seconds:.2f}", f"{row.solve_seconds:.2f}", f"{row.megabytes:.1f}")
        table.add_row(row.game, f"{row.positions:,}", f"{row.edges:,}", *times)
    return table
