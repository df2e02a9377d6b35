"""All positions of a board game as one graph: what solver, search and learners walk on, in arrays.

A game without chance and with few positions is its graph; the draw rules about repetition are left out, since on
positions endless play *is* the draw.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.boards.board import Board
from bolicho.games.boards.rules import Position, after, moves, opening, result

GOES_ON = -2
"""No result yet; else as in ``rules.result``."""
MOST_POSITIONS = 5_000_000
"""About 2 GB of graph; a larger game is refused with what it would need."""


class Graph(NamedTuple):
    """Positions by number; i may be followed by ``after[first[i]:first[i + 1]]``, in the order of its moves."""

    board: Board
    positions: tuple[Position, ...]
    number: dict[Position, int]
    turn: npt.NDArray[np.int8]
    result: npt.NDArray[np.int8]
    first: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    start: int
    reachable: npt.NDArray[np.bool_]

    def moves(self, position: int) -> tuple[str, ...]:
        """Return the moves of a position, in the order of its followers."""
        over = self.result[position] != GOES_ON
        return () if over else moves(self.board, self.positions[position])


@cache
def graph(board: Board) -> Graph:
    """Return the graph of a game, made once: every legal position of a sliding game, else every reachable one."""
    begun = opening(board)
    found: dict[Position, int] = {begun: 0}
    reach = _explore(board, found)
    reachable = len(found)
    if not any(board.in_hand):
        for position in _placements(board):
            found.setdefault(position, len(found))
        reach += _explore(board, found, len(reach))
    results = [result(board, position) for position in found]
    return Graph(
        board=board,
        positions=tuple(found),
        number=found,
        turn=np.array([position.turn for position in found], np.int8),
        result=np.array([GOES_ON if r is None else r for r in results], np.int8),
        first=np.cumsum([0, *map(len, reach)], dtype=np.int32),
        after=np.array([number for followers in reach for number in followers], np.int32),
        start=0,
        reachable=np.arange(len(found)) < reachable,
    )


def _explore(board: Board, found: dict[Position, int], done: int = 0) -> list[list[int]]:
    """Number every position that follows from those found, in the order of discovery."""
    order = list(found)
    reach: list[list[int]] = []
    while done < len(order):
        position = order[done]
        done += 1
        followers = []
        if result(board, position) is None:
            for move in moves(board, position):
                follower = after(board, position, move)
                if follower not in found:
                    found[follower] = len(found)
                    order.append(follower)
                followers.append(found[follower])
        reach.append(followers)
        if len(found) > MOST_POSITIONS:
            need = len(found) * 400 / 1e9
            raise BadInput(f"{board.name} has more than {len(found):,} positions; its graph needs over {need:.0f} GB")
    return reach


def _placements(board: Board) -> Iterator[Position]:
    """Every way to put the pieces down in which who is to move has not won already."""
    points = range(len(board.points))
    for first in combinations(points, len(board.first)):
        free = [point for point in points if point not in first]
        for second in combinations(free, len(board.second)):
            cells = "".join("1" if i in first else "2" if i in second else "0" for i in points)
            for turn in (0, 1):
                # as its rival sees it, who is to move has just moved: so a goal of his own counts first
                if board.goal == "block" or result(board, Position(cells, 1 - turn)) != turn:
                    yield Position(cells, turn)
