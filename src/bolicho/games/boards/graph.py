"""All positions of a board game as one graph: what solver, search and learners walk on, in arrays.

A game without chance and with few positions is its graph; the draw rules about repetition are left out, since on
positions endless play *is* the draw.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.boards.board import SHARED, Board
from bolicho.games.boards.rules import Position, moves, opening, result
from bolicho.games.boards.sowing import COUNTS
from bolicho.games.boards.walk import result_and_followers

GOES_ON = -2
"""No result yet; else as in ``rules.result``."""
MOST_POSITIONS = 5_000_000
"""About 2 GB of graph; a larger game is refused with what it would need."""
HOPELESS = 20 * MOST_POSITIONS
"""A game whose bound is above this is not even begun."""
BYTES = 400
"""A position takes about so many, with its moves."""
KEPT = 16
"""Graphs that are kept; the oldest goes first."""
Watch = Callable[[int], None]


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


_MADE: dict[tuple[Board, Position], Graph] = {}


def graph(board: Board, begun: Position | None = None, watch: Watch | None = None) -> Graph:
    """Return the graph of a game, made once: every legal position of a sliding game, else every reachable one.

    Another beginning than that of the file may be given; ``watch`` hears how many positions are done so far.
    """
    begun = begun or opening(board)
    if (board, begun) not in _MADE:
        if len(_MADE) >= KEPT:
            del _MADE[next(iter(_MADE))]
        _MADE[board, begun] = build(board, begun, watch)
    return _MADE[board, begun]


def build(board: Board, begun: Position | None = None, watch: Watch | None = None) -> Graph:
    """Make a graph afresh."""
    if most_positions(board) > HOPELESS:
        raise _too_large(board)
    found: dict[Position, int] = {begun or opening(board): 0}
    results: list[int] = []
    reach: list[list[int]] = []
    _explore(board, found, results, reach, watch)
    reachable = len(found)
    if board.simple and not any(board.in_hand):
        for position in _placements(board):
            found.setdefault(position, len(found))
        _explore(board, found, results, reach, watch)
    return Graph(
        board=board,
        positions=tuple(found),
        number=found,
        turn=np.array([position.turn for position in found], np.int8),
        result=np.array(results, np.int8),
        first=np.cumsum([0, *map(len, reach)], dtype=np.int32),
        after=np.array([number for followers in reach for number in followers], np.int32),
        start=0,
        reachable=np.arange(len(found)) < reachable,
    )


def _explore(
    board: Board, found: dict[Position, int], results: list[int], reach: list[list[int]], watch: Watch | None
) -> None:
    """Number every position that follows from those found, in the order of discovery, and tell what follows it."""
    order = list(found)
    while len(reach) < len(order):
        ended, followers = result_and_followers(board, order[len(reach)])
        results.append(GOES_ON if ended is None else ended)
        numbers = []
        for follower in followers:
            number = found.setdefault(follower, len(order))
            if number == len(order):
                order.append(follower)
            numbers.append(number)
        reach.append(numbers)
        if watch is not None and len(reach) % 1000 == 0:
            watch(len(reach))
        if len(order) > MOST_POSITIONS:
            raise _too_large(board)


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


@cache
def most_positions(board: Board) -> int:
    """Return a bound of the number of positions: every way to put down every number of pieces that may be down."""
    size = len(board.points)
    mine, his = len(board.first), len(board.second)
    total = 0
    if board.dice:
        bound: int = 2 * (1 + sum(board.pieces)) ** size
        return bound
    if board.sow or board.endless or board.marks:
        stones = sum(map(COUNTS.index, board.cells)) if board.sow else 0
        return 2 * (comb(stones + size - 1, size - 1) if board.sow else (2 if SHARED in board.cells else 3) ** size)
    if not board.plain:
        kinds = [len(signs) for signs in board.signs]
        special = max(kinds) > 1 and "promote" in board.then
        for first in range(board.few[0], mine + board.in_hand[0] + 1):
            for second in range(board.few[1], his + board.in_hand[1] + 1):
                ways = comb(size, first) * comb(size - first, second)
                total += (
                    ways * (2 ** (first + second) if special else 1) * (1 + max(board.in_hand)) ** bool(board.fly_at)
                )
        return 2 * total
    for first in range(mine, mine + board.in_hand[0] + 1):
        for second in range(his, his + board.in_hand[1] + 1):
            if abs((first - mine) - (second - his)) <= 1 + abs(board.in_hand[0] - board.in_hand[1]):
                total += comb(size, first) * comb(size - first, second)
    return 2 * total


def _too_large(board: Board) -> BadInput:
    bound = most_positions(board)
    need = f"{MOST_POSITIONS * BYTES / 1e9:.0f} to {bound * BYTES / 1e9:,.0f} GB"
    return BadInput(f"{board.name} has too many positions to be solved here (at most {bound:,}): it would need {need}")
