"""Five even steps of a beginner, for each game: how far ahead each level looks, and how often one ply further.

Level 1 looks at its own move only, level 5 sees everything; between them the share of right moves grows evenly, worked
out from the exact table of the game. What was worked out for the games of the house stands in ``data/levels.toml``;
``python -m bolicho.learn.boards.levels`` writes it anew. Larger games have the same five steps of `LARGE`.
"""

import tomllib
from functools import cache
from typing import NamedTuple

from bolicho.games import GAMES
from bolicho.games.boards import Board, board_game
from bolicho.learn.boards.horizon import FAR, shares
from bolicho.learn.boards.judge import solvable
from bolicho.learn.boards.shipped_tables import DATA, SHIPPED
from bolicho.learn.boards.solution import SolvedBoard, solved

LEVELS = 5
FILE = DATA / "levels.toml"
DEEP = 60
"""Plies up to which each horizon is tried."""


class Step(NamedTuple):
    """How somebody looks ahead: so many plies, and with this chance as many as ``further`` says."""

    plies: int
    further: int
    chance: float


LARGE = (Step(1, 1, 0.0), Step(1, 2, 0.5), Step(2, 2, 0.0), Step(2, 3, 0.5), Step(3, 4, 0.5))
"""Where no table tells: plies of a search."""


def steps(known: SolvedBoard) -> tuple[Step, ...]:
    """Work out the five steps of a solved game."""
    horizons = [*range(1, DEEP), FAR]
    found = shares(known, horizons)
    first, last = found[0], found[-1]
    made = []
    for level in range(LEVELS):
        goal = first + (last - first) * level / (LEVELS - 1)
        above = next(at for at, share in enumerate(found) if share >= goal - 1e-12)
        if not above or level == LEVELS - 1:
            made.append(Step(horizons[above], horizons[above], 0.0) if level < LEVELS - 1 else Step(FAR, FAR, 0.0))
            continue
        chance = (goal - found[above - 1]) / (found[above] - found[above - 1])
        made.append(Step(horizons[above - 1], horizons[above], round(chance, 4)))
    return tuple(made)


@cache
def _kept() -> dict[str, tuple[Step, ...]]:
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: tuple(Step(*step) for step in listed) for name, listed in told["steps"].items()}


@cache
def steps_of(board: Board) -> tuple[Step, ...] | None:
    """Return the five steps of a game that is solved or can be while somebody waits; None of a larger one."""
    if board.name in _kept() and board == board_game(GAMES.make(board.name), board.name).board:
        return _kept()[board.name]
    return steps(solved(board)) if solvable(board) else None


def main() -> None:
    """Work out the levels of the games whose tables are shipped."""
    lines = ["# Five steps a game: plies, further plies, chance of those (made by learn/boards/levels.py).", "[steps]"]
    for name in SHIPPED:
        told = steps(solved(board_game(GAMES.make(name), name).board))
        lines.append(f"{name} = [{', '.join(f'[{one.plies}, {one.further}, {one.chance}]' for one in told)}]")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
