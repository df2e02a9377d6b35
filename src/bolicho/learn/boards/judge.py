"""What a move of a board game was worth: the judge of the learning mode.

Exact from retrograde analysis where a game is small enough to be solved; else a plain search of a few plies, which
calls draw what it cannot see the end of. The draw rules about repetition are left out: endless play is a draw anyway.
"""

from typing import NamedTuple

from bolicho.games.boards.board import Board
from bolicho.games.boards.graph import most_positions
from bolicho.games.boards.rules import Position, moves, result
from bolicho.games.boards.walk import looks
from bolicho.learn.boards.retrograde import DRAW, LOSS, WIN
from bolicho.learn.boards.solution import Worth, worth_at
from bolicho.learn.search import alphabeta

SOLVABLE = 200_000
"""Positions up to which a person may be asked to wait for the exact answer."""
PLIES = 4
"""How far the search looks in a larger game, at most."""
NODES = 20_000
"""Lines that a person may be asked to wait for."""


class Judgement(NamedTuple):
    """A move beside the best ones: what the position was worth, what it is worth after the move, what to play."""

    before: Worth
    after: Worth
    best: tuple[str, ...]
    exact: bool
    """Whether the values are proven, or only as far as the search saw."""

    @property
    def gave_away(self) -> bool:
        """Whether the move turned a win into less, or a draw into a loss."""
        return self.after.value < self.before.value


def judge(board: Board, position: Position, move: str) -> Judgement:
    """Judge a legal move at a position.

    >>> from bolicho.games import GAMES
    >>> from bolicho.games.boards.rules import parse_position
    >>> board = GAMES.make("tapatan").board
    >>> judge(board, parse_position(board, "121000212 1"), "a3-a2").gave_away
    False
    """
    values = worths(board, position)
    best = max(worth.rank for worth in values.values())
    before = next(worth for worth in values.values() if worth.rank == best)
    advice = tuple(other for other, worth in values.items() if worth.rank == best)
    return Judgement(before, values[move], advice, solvable(board))


def worths(board: Board, position: Position) -> dict[str, Worth]:
    """Return what each legal move is worth to who makes it, in the order of the moves."""
    if result(board, position) is not None:
        return {}
    legal = moves(board, position)
    if solvable(board):
        return dict(zip(legal, worth_at(board, position).moves, strict=True))
    # without its table the search does not stop at the first win: every move gets its own value
    values = alphabeta.search(position, looks(board), plies(board, position), table=False).values
    return dict(zip(legal, map(_worth, values), strict=True))


def plies(board: Board, position: Position) -> int:
    """How far the search looks here: where there are many moves, not so far."""
    many = len(moves(board, position))
    return next((depth for depth in range(PLIES, 1, -1) if many**depth <= NODES), 1)


def _worth(value: float) -> Worth:
    """Read the value of a search: a win in n plies is 100 - n."""
    if abs(value) <= 1:
        return Worth(DRAW, 0)
    return Worth(WIN if value > 0 else LOSS, int(alphabeta.WIN - abs(value)))


def solvable(board: Board) -> bool:
    """Whether a game is small enough to be solved while somebody waits."""
    return most_positions(board) <= SOLVABLE
