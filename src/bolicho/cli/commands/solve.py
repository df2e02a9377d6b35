"""``bolicho solve``: every position of a board game, won, drawn or lost; and how often agents play right."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.contract import Agent
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.games.boards import BoardGame
    from bolicho.learn.boards.solution import SolvedBoard
    from bolicho.report.document import Table


def solve(
    game: Annotated[str, typer.Argument(help="The board game.")],
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", "-a", metavar="NAME", help="Also report how often this agent plays right."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table: FILE.npz and FILE.csv.")] = None,
    at_most: Annotated[
        int, typer.Option("--positions", min=1, help="Positions to try an agent in, drawn if there are more.")
    ] = 5000,
    asks: Annotated[
        int, typer.Option(min=1, help="Questions per position for an agent that cannot report its chances.")
    ] = 1,
    seed: Annotated[int, typer.Option(help="Random seed: the same seed gives the same result.")] = 0,
    variant: Annotated[str | None, typer.Option(metavar="NAME", help="Which variant of the game's rules.")] = None,
    layers: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Of a hunt of one against many: solve the layers up to N of them, one by one."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Solve a board game exactly, by retrograde analysis.

    Values are for who is to move, distances in plies to the end with best play. An agent plays right where its move
    keeps the value of the position; "at stake" counts only positions in which a move could throw something away.

    A hunt such as jogo-da-onca is solved in layers, from few dogs up (--layers); --out is then a folder, and the same
    command goes on where it was killed.
    """
    from bolicho.cli.progress import progress
    from bolicho.learn.boards import solved_file
    from bolicho.learn.boards.solution import solved

    words = Words("bolicho.cli.commands", speak(language), "solve.toml")
    table = _board_game(game, variant)
    if layers is not None:
        _layers(table, layers, out, as_json, words)
        return
    agents = _agents(agent or [], table)
    if out is not None:
        solved_file.files(out)  # what cannot be written says so before the work
    began = time.perf_counter()
    with progress(words("bar", game=game)) as show:
        known = solved(table.board, watch=lambda done: show(done, max(done, 1)))
    result = {**facts(known), "seconds": round(time.perf_counter() - began, 3)}
    if agents:
        result["agents"] = [_measure(name, player, table, seed, at_most, asks) for name, player in agents.items()]
    if out is not None:
        result["files"] = [str(file) for file in solved_file.save(known, out)]
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        _show(result, words)


def facts(known: "SolvedBoard") -> JsonObject:
    """Count what was found."""
    from bolicho.games.boards.graph import GOES_ON
    from bolicho.learn.boards.retrograde import DRAW, LOSS, WIN
    from bolicho.learn.boards.solution import NAMES

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


def _layers(game: "BoardGame", most: int, out: Path | None, as_json: bool, words: Words) -> None:
    """Solve a hunt layer by layer, and tell what is left."""
    from bolicho.cli.progress import progress
    from bolicho.core.numbers import number
    from bolicho.learn.boards.hunt import Hunt
    from bolicho.report.document import Table
    from bolicho.report.terminal import console, show_table

    hunt = Hunt(game.board, most)
    with progress(words("bar", game=game.name)) as show:
        hunt.solve(lambda others, _sweep, _changed: show(others - hunt.fewest, most + 1 - hunt.fewest), out)
    found, left = [layer.to_dict() for layer in hunt.layers.values()], hunt.positions_left()
    last = hunt.layers[most]
    speed = last.positions * last.sweeps / last.seconds if last.seconds else 0.0
    sweep_left = left / speed if speed else 0.0
    if as_json:
        told = {"game": game.name, "variant": game.board.variant, "layers": found, "positions_left": left}
        typer.echo(json.dumps({**told, "positions_a_second": round(speed)}, indent=2))
        return
    keys = ("others", "positions", "hunter", "drawn", "hunted", "sweeps", "seconds")
    rows = [[layer[key] for key in keys] for layer in found]
    show_table(
        Table("layers", words("layers", game=game.name), [words(f"layer-{key}") for key in keys], rows), words.language
    )
    facts = {"left": number(left, 0, words.language), "speed": number(speed / 1e6, 2, words.language)}
    console().print(words("layers-left", **facts, hours=number(sweep_left / 3600, 1, words.language)))


def _board_game(name: str, variant: str | None = None) -> "BoardGame":
    from bolicho.games import BOARDS, GAMES
    from bolicho.games.boards import board_game

    refusal = f"{name} cannot be solved: it is not a board game; those are {', '.join(BOARDS)}"
    return board_game(GAMES.make(name, **({"variant": variant} if variant else {})), refusal)


def _agents(names: list[str], game: "BoardGame") -> JsonObject:
    from bolicho.agents import make

    return {name: make(name, game) for name in names}


def _measure(name: str, agent: Agent, game: "BoardGame", seed: int, at_most: int, asks: int) -> JsonObject:
    from bolicho.cli.progress import progress
    from bolicho.learn.boards.optimal import optimality

    with progress(name) as show:
        found = optimality(agent, game, seed=seed, at_most=at_most, asks=asks, watch=show)
    return {
        "agent": name,
        "exact": found.exact,
        "all": found.everywhere.to_dict(),
        "at_stake": found.at_stake.to_dict(),
    }


def _show(result: JsonObject, words: Words) -> None:
    from bolicho.core.numbers import number
    from bolicho.report.document import Table
    from bolicho.report.terminal import console, show_table

    spoken, paper = words.language, console()
    counts = ("positions", "reachable", "over", "win", "draw", "loss")
    title, rows = words("title", game=result["game"]), [[result[key] for key in counts]]
    show_table(Table("solution", title, [words(key) for key in counts], rows), spoken)
    facts = {"value": words(result["start"]), "distance": result["distance"], "longest": result["longest"]}
    paper.print(words("start-far" if result["distance"] else "start", **facts))
    seconds, megabytes = number(result["seconds"], 2, spoken), number(result["memory"] / 1e6, 1, spoken)
    paper.print(words("took", seconds=seconds, megabytes=megabytes))
    if "agents" in result:
        show_table(_agents_table(result["agents"], words), spoken)
    for file in result.get("files", ()):
        paper.print(words("wrote", file=file))


def _agents_table(agents: list[JsonObject], words: Words) -> "Table":
    from bolicho.core.numbers import Figure, Value, small
    from bolicho.report.document import Table

    rows: list[list[Value]] = []
    for agent in agents:
        row: list[Value] = [agent["agent"]]
        for share in (agent["all"], agent["at_stake"]):
            ends = small(Figure(share["share"], share["low"], share["high"]), words.language) or words("exact")
            row += [share["positions"], Figure(share["share"]), ends]
        rows.append(row)
    keys = ("agent", "all", "right", "interval", "at-stake", "right", "interval")
    return Table("agents", words("agents"), [words(key) for key in keys], rows)
