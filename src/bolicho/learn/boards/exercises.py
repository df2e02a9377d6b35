"""Exercises for a class: positions from which one move forces a win soon, or only one does not lose at once.

They are met in games played at random and proven by a search of every answer, so they hold in games that nobody has
solved. What was found for the games of the house stands in ``data/exercises.toml``;
``python -m bolicho.learn.boards.exercises`` looks for them anew.
"""

import time
import tomllib
from functools import cache
from random import Random
from typing import NamedTuple

from bolicho.core.chance import stream
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards import Board, BoardGame, Position, board_game
from bolicho.games.boards.rules import after, moves, parse_position, result
from bolicho.games.boards.walk import looks
from bolicho.learn.boards.judge import solvable
from bolicho.learn.boards.shipped_tables import DATA, shipped
from bolicho.learn.search.alphabeta import WIN, search

FILE = DATA / "exercises.toml"
KINDS = {"win": 3, "now": 1, "save": 2}
"""Force a win with two moves of one's own; win at once; do not lose at once: and how many plies prove it."""
MOST = 40_000
"""Lines of a search at most."""
TRIES, SECONDS = 400, 12.0


class Exercise(NamedTuple):
    """A position, what to find in it, and the only move that does."""

    position: str
    kind: str
    answer: str


class Known(NamedTuple):
    """What a class may be asked about a game."""

    start: str
    """Who wins with the best play of both: ``first``, ``second``, ``draw``; empty where nobody knows."""
    best: tuple[str, ...]
    """The first moves that keep this."""
    exercises: tuple[Exercise, ...]


def answer(board: Board, position: Position, kind: str) -> str:
    """Return the only move that does what an exercise asks; empty where none or several do.

    >>> board = GAMES.make("tapatan").board
    >>> answer(board, parse_position(board, "110201220 1"), "now")
    'c2-c3'
    """
    depth = KINDS[kind]
    legal = moves(board, position)
    if len(legal) < 2 or len(legal) ** depth > MOST:
        return ""
    values = search(position, looks(board), depth, table=False).values
    if kind == "save":
        found = [move for move, value in zip(legal, values, strict=True) if value > -WIN + depth]
    else:
        found = [move for move, value in zip(legal, values, strict=True) if value >= WIN - depth]
        if kind == "win" and any(value == WIN - 1 for value in values):
            return ""
    return found[0] if len(found) == 1 else ""


def find(game: BoardGame, seed: int = 0) -> tuple[Exercise, ...]:
    """Look for one exercise of each kind in games played at random."""
    board, rng = game.board, stream(seed, "exercises", game.name)
    until = time.monotonic() + SECONDS
    found: dict[str, Exercise] = {}
    for _ in range(TRIES):
        for position in _played(game, rng):
            for kind in KINDS.keys() - found.keys():
                move = answer(board, position, kind)
                if move:
                    found[kind] = Exercise(str(position), kind, move)
            if len(found) == len(KINDS) or time.monotonic() > until:
                return tuple(found[kind] for kind in KINDS if kind in found)
    return tuple(found[kind] for kind in KINDS if kind in found)


def _played(game: BoardGame, rng: Random) -> list[Position]:
    """Some positions of a game at random, those near its end first."""
    state, positions = game.start(), []
    while not state.over:
        positions.append(state.position)
        state = state.play(rng.choice(state.moves()))
    return positions[:2:-1][:12]


def known(game: BoardGame) -> Known:
    """Work out all that a class may be asked about a game."""
    from bolicho.learn.boards.solution import NAMES, worth_at

    board = game.board
    start = ""
    best: tuple[str, ...] = ()
    if shipped(board) is not None or solvable(board):
        position = game.start().position
        found = worth_at(board, position)
        named = NAMES[found.worth.value]
        winner = position.turn if named == "win" else 1 - position.turn
        start = "draw" if named == "draw" else ("first", "second")[winner]
        legal = moves(board, position)
        kept = tuple(move for move, worth in zip(legal, found.moves, strict=True) if worth.value == found.worth.value)
        best = kept if len(kept) < len(legal) else ()
    return Known(start, best, () if board.dice else find(game))


@cache
def collection() -> dict[str, Known]:
    """Return what was found for the games of the house."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Known(one["start"], tuple(one["best"]), tuple(Exercise(*each) for each in one["exercises"]))
        for name, one in told.items()
    }


def line(board: Board, exercise: Exercise) -> tuple[str, ...]:
    """Return the answer with what may follow: the answer of the rival that resists, and the move that wins."""
    position = parse_position(board, exercise.position)
    if exercise.kind != "win":
        return (exercise.answer,)
    played = [exercise.answer]
    position = after(board, position, exercise.answer)
    reply = moves(board, position)[0]
    played.append(reply)
    position = after(board, position, reply)
    wins = [move for move in moves(board, position) if result(board, after(board, position, move)) == position.turn]
    return (*played, *wins[:1])


def _written(name: str, one: Known) -> str:
    def texts(words: tuple[str, ...]) -> str:
        return "[" + ", ".join(f'"{word}"' for word in words) + "]"

    listed = ", ".join(texts(tuple(each)) for each in one.exercises)
    return f'["{name}"]\nstart = "{one.start}"\nbest = {texts(one.best)}\nexercises = [{listed}]\n'


def main() -> None:
    """Look for all of them."""
    parts = ["# What a class may be asked of each game (made by learn/boards/exercises.py).\n"]
    for name in BOARDS:
        parts.append(_written(name, known(board_game(GAMES.make(name), name))))
        print(parts[-1], flush=True)
    FILE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
