"""Alpha-beta over the graph of a board game, compiled by Numba: ``learn/search/alphabeta.py`` once more, in numbers.

That file is the truth; ``tests/agents/test_minimax.py`` runs both on the same positions and compares values, nodes and
lines. A board is searched here only after `prepare`: compiling and counting positions take seconds, so whoever is about
to search a lot (a benchmark, a measurement) asks for it, and nobody's first move waits.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.games.boards.board import Board
from bolicho.games.boards.graph import GOES_ON, Graph, graph
from bolicho.games.boards.rules import Position

WIN, UNDECIDED, FAR = 100, -1, 1000
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
UNKNOWN = -1
NO_RESULT = 9
MOST_CELLS = 200_000_000
"""Positions times plies that a table may have, three bytes each."""

Bytes = npt.NDArray[np.int8]
Table = npt.NDArray[np.int8]
"""[position, plies to go, (value, kind of bound, best move)]."""


class Ready(NamedTuple):
    """A board as the kernel walks on it."""

    graph: Graph
    outcome: Bytes
    """The result for who is to move: 1, 0, -1, or NO_RESULT."""


_READY: dict[Board, Ready] = {}


class Values(NamedTuple):
    """As ``learn.search.alphabeta.SearchResult``."""

    values: tuple[int, ...]
    depth: int
    nodes: int
    lines: tuple[tuple[int, ...], ...]
    entries: int


def prepare(board: Board) -> None:
    """Count the positions of a board and compile (or load) the search."""
    if board not in _READY:
        made = graph(board)
        _READY[board] = Ready(made, outcomes(made))
        search(board, made.positions[0], 1)


def knows(board: Board, position: Position, depth: int) -> bool:
    """Whether the kernel can search here at once."""
    ready = _READY.get(board)
    return ready is not None and position in ready.graph.number and len(ready.outcome) * (depth + 1) <= MOST_CELLS


def outcomes(made: Graph) -> Bytes:
    """Return the result of each position for who is to move there."""
    won, drawn = made.result == made.turn, made.result < 0
    return np.where(made.result == GOES_ON, NO_RESULT, np.where(drawn, 0, np.where(won, 1, -1))).astype(np.int8)


def search(board: Board, position: Position, depth: int, *, table: bool = True) -> Values:
    """Search a position that is not over, as ``learn.alphabeta.search`` does."""
    made, outcome = _READY[board]
    root = made.number[position]
    memory = _table(len(outcome) if table else 0, depth)
    values, reached, nodes = _deepen(made.first, made.after, made.turn, outcome, memory, root, depth)
    told = tuple(values.tolist())
    lines = tuple(_line(made, memory, root, move, reached) if v == max(told) else () for move, v in enumerate(told))
    return Values(told, reached, nodes, lines, int((memory[:, :, 1] != UNKNOWN).sum()))


def everywhere(board: Board, depth: int) -> npt.NDArray[np.int8]:
    """Return the value of every position for who is to move there, searched so deep."""
    made, outcome = _READY[board]
    values = np.zeros(len(outcome), np.int8)
    for seat in (0, 1):  # what is undecided counts for the root: each seat has a table of its own
        memory = _table(len(outcome), depth)
        _all(made.first, made.after, made.turn, outcome, memory, seat, depth, values)
    return values


def _table(size: int, depth: int) -> Table:
    return np.full((size, depth + 1, 3), UNKNOWN, np.int8)


def _line(made: Graph, memory: Table, root: int, move: int, depth: int) -> tuple[int, ...]:
    line, node = [move], int(made.after[made.first[root] + move])
    while len(memory) and memory[node, depth := depth - 1, 1] != UNKNOWN:
        line.append(int(memory[node, depth, 2]))
        node = int(made.after[made.first[node] + line[-1]])
    return tuple(line)


@njit(cache=True)
def _deepen(first, after, turn, outcome, memory, root, depth):
    values = np.zeros(first[root + 1] - first[root], np.int64)
    nodes = 0
    for ply in range(1 if len(memory) else depth, depth + 1):
        best = -FAR
        for move in range(len(values)):
            node = after[first[root] + move]
            value, more = _value(first, after, turn, outcome, memory, turn[root], node, ply - 1, -FAR, FAR)
            values[move] = _back(value)
            nodes += more
            best = max(best, values[move])
        if best > -UNDECIDED or best < UNDECIDED:
            return values, ply, nodes
    return values, depth, nodes


@njit(cache=True)
def _all(first, after, turn, outcome, memory, seat, depth, values):
    for root in range(len(outcome)):
        if turn[root] == seat:
            value, _ = _value(first, after, turn, outcome, memory, seat, root, depth, -FAR, FAR)
            values[root] = value


@njit(cache=True)
def _value(first, after, turn, outcome, memory, seat, root, depth, alpha, beta):
    """The recursion of ``_Search.value`` with a stack of its own: Numba does not cache recursion safely."""
    nodes_at = np.zeros(depth + 1, np.int64)
    lows, highs, bests = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    floors, chosen, hints = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    tried = np.zeros(depth + 1, np.int64)
    nodes_at[0], lows[0], highs[0] = root, alpha, beta
    ply, nodes, value, coming = 0, 0, 0, True
    while True:
        node, left = nodes_at[ply], depth - ply
        if coming:  # down to a position: is its value known, or must its followers tell?
            nodes += 1
            known = False
            if outcome[node] != NO_RESULT:
                known, value = True, WIN * outcome[node]
            elif left == 0:
                known, value = True, UNDECIDED if turn[node] == seat else -UNDECIDED
            elif len(memory):
                value, kind = memory[node, left, 0], memory[node, left, 1]
                known = (
                    kind == EXACT
                    or (kind == AT_LEAST and value >= highs[ply])
                    or (kind == AT_MOST and value <= lows[ply])
                )
            if not known:
                bests[ply], chosen[ply], floors[ply], tried[ply] = -FAR, 0, lows[ply], 0
                hints[ply] = memory[node, left - 1, 2] if len(memory) else UNKNOWN
        else:  # back from a follower
            known = False
            value = _back(value)
            if value > bests[ply]:
                bests[ply], chosen[ply] = value, _nth(tried[ply], hints[ply])
                floors[ply] = max(floors[ply], value)
            tried[ply] += 1
            best = bests[ply]
            if best >= highs[ply] or best == WIN - 1 or tried[ply] == first[node + 1] - first[node]:
                known, value = True, best
                if len(memory):
                    memory[node, left, 0] = best
                    memory[node, left, 1] = AT_LEAST if best >= highs[ply] else EXACT if best > lows[ply] else AT_MOST
                    memory[node, left, 2] = chosen[ply]
        if known:
            if ply == 0:
                return value, nodes
            ply, coming = ply - 1, False
        else:
            nodes_at[ply + 1] = after[first[node] + _nth(tried[ply], hints[ply])]
            lows[ply + 1], highs[ply + 1] = _forth(highs[ply]), _forth(floors[ply])
            ply, coming = ply + 1, True


@njit(cache=True)
def _nth(number, hint):
    """The move tried as number so and so: the hint goes first, the others keep their order."""
    if hint == UNKNOWN or number > hint:
        return number
    return hint if number == 0 else number - 1


@njit(cache=True)
def _back(value):
    return 1 - value if value > 1 else -1 - value if value < -1 else -value


@njit(cache=True)
def _forth(value):
    return -1 - value if value > 1 else 1 - value if value < -1 else -value
