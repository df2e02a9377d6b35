"""``bolicho solve``: every position of a board game, won, drawn or lost; and how often agents play right."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.core.errors import BadInput

if TYPE_CHECKING:
    from bolicho.games.boards import BoardGame
    from bolicho.learn.solved import Solved


def solve(
    game: Annotated[str, typer.Argument(help="The board game.")],
    agent: Annotated[
        list[str] | None, typer.Option("--agent", "-a", metavar="NAME", help="Tell how often this agent plays right.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table: FILE.npz and FILE.csv.")] = None,
    at_most: Annotated[
        int, typer.Option("--positions", min=1, help="Positions in which an agent is tried; if there are more, drawn.")
    ] = 5000,
    asks: Annotated[int, typer.Option(min=1, help="How often an agent that cannot tell its chances is asked.")] = 1,
    seed: Annotated[int, typer.Option(help="Everything drawn comes from it.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Solve a board game exactly, by retrograde analysis.

    Values are for who is to move, distances in plies to the end with best play. An agent plays right where its move
    keeps the value of the position; "at stake" counts only positions in which a move could throw something away.
    """
    from bolicho.cli.progress import progress
    from bolicho.learn import table_file
    from bolicho.learn.solved import solved

    table = _board_game(game)
    agents = _agents(agent or [], table)
    if out is not None:
        table_file.files(out)  # what cannot be written says so before the work
    began = time.perf_counter()
    with progress(f"{game}: positions") as show:
        known = solved(table.board, watch=lambda done: show(done, max(done, 1)))
    result = {**facts(known), "seconds": round(time.perf_counter() - began, 3)}
    if agents:
        result["agents"] = [_measure(name, player, table, seed, at_most, asks) for name, player in agents.items()]
    if out is not None:
        result["files"] = [str(file) for file in table_file.save(known, out)]
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        _show(result)


def facts(known: "Solved") -> dict[str, Any]:
    """Count what was found."""
    from bolicho.games.boards.graph import GOES_ON
    from bolicho.learn.retrograde import DRAW, LOSS, WIN
    from bolicho.learn.solved import NAMES

    made, solution = known
    start = known.worth(made.start)
    return {
        "game": made.board.name,
        "positions": len(made.positions),
        "reachable": int(made.reachable.sum()),
        "over": int((made.result != GOES_ON).sum()),
        **{NAMES[value]: int((solution.value == value).sum()) for value in (WIN, DRAW, LOSS)},
        "start": NAMES[start.value],
        "distance": start.distance,
        "longest": int(solution.distance.max()),
        "memory": known.memory,
    }


def _board_game(name: str) -> "BoardGame":
    from bolicho.games import BOARDS, GAMES
    from bolicho.games.boards import BoardGame

    game = GAMES.make(name)
    if not isinstance(game, BoardGame):
        raise BadInput(f"{name} cannot be solved: it is not a board game; those are {', '.join(BOARDS)}")
    return game


def _agents(names: list[str], game: "BoardGame") -> dict[str, Any]:
    from bolicho.agents import make

    return {name: make(name, game) for name in names}


def _measure(name: str, agent: Any, game: "BoardGame", seed: int, at_most: int, asks: int) -> dict[str, Any]:
    from bolicho.cli.progress import progress
    from bolicho.learn.optimal import optimality

    with progress(name) as show:
        found = optimality(agent, game, seed=seed, at_most=at_most, asks=asks, watch=show)
    return {
        "agent": name,
        "exact": found.exact,
        "all": found.everywhere.to_dict(),
        "at_stake": found.at_stake.to_dict(),
    }


def _show(result: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    counts = ("positions", "reachable", "over", "win", "draw", "loss")
    grid = Table(title=f"{result['game']}, values for who is to move", title_justify="left", box=box.SIMPLE_HEAD)
    for title in counts:
        grid.add_column(title, justify="right")
    grid.add_row(*(f"{result[title]:,}" for title in counts))
    console.print(grid)
    far = f" in {result['distance']} plies" if result["distance"] else ""
    console.print(f"The start is a {result['start']}{far}; the longest way to the end is {result['longest']} plies.")
    console.print(f"Solved in {result['seconds']:.2f} s; {result['memory'] / 1e6:.1f} MB.")
    if "agents" in result:
        _show_agents(console, result["agents"])
    for file in result.get("files", ()):
        console.print(f"Wrote {file}")


def _show_agents(console: Any, agents: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    grid = Table(title="how often the move is right", title_justify="left", box=box.SIMPLE_HEAD)
    for title in ("agent", "all positions", "right", "95 %", "at stake", "right", "95 %"):
        grid.add_column(title, justify="left" if title == "agent" else "right", overflow="fold", min_width=5)
    for row in agents:
        cells = [row["agent"]]
        for share in (row["all"], row["at_stake"]):
            rate = "–" if share["share"] is None else f"{100 * share['share']:.1f} %"
            ends = "exact" if share["low"] is None else f"{100 * share['low']:.1f}–{100 * share['high']:.1f}"
            cells += [f"{share['positions']:,}", rate, ends]
        grid.add_row(*cells)
    console.print(grid)
