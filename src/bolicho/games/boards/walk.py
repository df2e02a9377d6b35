"""One look at a position: is it over, and what may follow? As ``rules.py`` says it, without writing moves as text.

Whoever walks over many positions (graph, search, playouts) asks here; `looks` remembers what it has seen of a board.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

from bolicho.games.boards.board import Board
from bolicho.games.boards.racing import thrown, throws
from bolicho.games.boards.rules import DRAWN, EMPTY, PIECE, Position, result, turns


class _Later(Sequence[Position]):
    """What may follow a position, worked out when somebody asks: at the end of a line nobody does."""

    __slots__ = ("_board", "_made", "_position")

    def __init__(self, board: Board, position: Position) -> None:
        self._board, self._position = board, position
        self._made: tuple[Position, ...] | None = None

    def _all(self) -> tuple[Position, ...]:
        if self._made is None:
            self._made = tuple(then for _, then in turns(self._board, self._position))
        return self._made

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, number: Any) -> Any:
        return self._all()[number]


Followers = Sequence[Position]
Look = tuple[int | None, Followers]
"""The result for who is to move (1 won, 0 drawn, -1 lost, None while it goes on), and what may follow, by its moves."""
REMEMBERED = 10**8
"""Points that `looks` may keep for each board, positions times followers: about 100 MB on a small board."""


def result_and_followers(board: Board, position: Position) -> tuple[int | None, Followers]:
    """Return ``rules.result`` of a position, and the positions after each of ``rules.moves``; none when it is over."""
    if not board.simple:
        ended = result(board, position)
        return ended, () if ended is not None else _Later(board, position)
    cells, turn, *_ = position
    if board.goal != "block":
        for seat in (1 - turn, turn):
            piece = PIECE[seat]
            for line in board.lines if board.goal == "line" else (board.targets[seat],):
                for point in line:
                    if cells[point] != piece:
                        break
                else:
                    return seat, ()
    followers = _followers(board, position)
    if followers:
        return None, followers
    return (1 - turn if board.stuck == "lose" else DRAWN), ()


def _followers(board: Board, position: Position) -> Followers:
    if board.moves != ("slide",) or board.enter_beside_rival or board.placing != "anywhere":
        return tuple(then for _, then in turns(board, position))
    cells, turn, hand, _ = position
    own, other = PIECE[turn], 1 - turn
    if hand[turn]:
        held = (hand[0] - 1, hand[1]) if turn == 0 else (hand[0], hand[1] - 1)
        return tuple(
            Position(cells[:point] + own + cells[point + 1 :], other, held)
            for point, cell in enumerate(cells)
            if cell == EMPTY and point not in board.never_place
        )
    found = []
    for here, cell in enumerate(cells):
        if cell == own:
            lifted = cells[:here] + EMPTY + cells[here + 1 :]
            for there in board.near[here]:
                if cells[there] == EMPTY:
                    found.append(Position(lifted[:there] + own + lifted[there + 1 :], other, hand))
    return tuple(found)


def thrown_at(board: Board, position: Position) -> tuple[tuple[Position, float], ...]:
    """Return a position of a game of dice after each throw, and how likely that is."""
    return tuple((position._replace(note=throw), chance) for throw, chance in throws(board.dice))


def throw_once(board: Board, position: Position, rng: Random) -> Position:
    """Throw the dice in a position."""
    return position._replace(note=thrown(board, rng))


@cache
def looks(board: Board) -> Callable[[Position], Look]:
    """Return the function that looks at positions of a board and remembers them."""

    @lru_cache(max(500, min(200_000, REMEMBERED // len(board.points) ** 3)))
    def look(position: Position) -> Look:
        result, followers = result_and_followers(board, position)
        return None if result is None else 0 if result == DRAWN else 1 if result == position.turn else -1, followers

    return look
