"""Whom a learner trains against: for each position, the moves its rival draws among.

``random`` draws among all; ``minimax:DEPTH`` among the moves that a search of that depth finds best, which on a graph
of all positions is value iteration, one sweep a ply, for every position at once; ``self`` learns too.
"""

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.boards.graph import GOES_ON, Graph

SELF = "self"
DEEPEST = 64
WON, UNDECIDED = 100, -1
"""The paper's values: +100 won, -100 lost, 0 drawn, -1 undecided at the depth limit, as the searcher sees it."""

Replies = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
"""The edges of position i are ``second[first[i]:first[i + 1]]``."""


def depth_of(rival: str) -> int:
    """Return the depth of ``minimax:DEPTH``, 0 for the others; a rival that nobody knows is a BadInput."""
    if rival in ("random", SELF):
        return 0
    name, _, depth = rival.partition(":")
    if name == "minimax" and depth.isascii() and depth.isdecimal() and 1 <= int(depth) <= DEEPEST:
        return int(depth)
    raise BadInput(f"rival {rival!r}: expected random, self or minimax:DEPTH with a depth from 1 to {DEEPEST}")


def replies(graph: Graph, rival: str) -> Replies:
    """Return the moves a rival draws among in each position."""
    depth = depth_of(rival)
    if not depth:
        return graph.first, np.arange(len(graph.after), dtype=np.int32)
    value = searched(graph, depth)
    going = np.diff(graph.first)
    owner = np.repeat(np.arange(len(graph.positions)), going)
    best = np.flatnonzero(value == _best(graph, value)[owner]).astype(np.int32)
    counts = np.bincount(owner[best], minlength=len(graph.positions))
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32), best


def searched(graph: Graph, depth: int) -> npt.NDArray[np.int64]:
    """Return the value of each move after a search to a depth, for who makes it; quicker wins are worth more."""
    over = graph.result != GOES_ON
    ended = np.where(graph.result < 0, 0, np.where(graph.result == graph.turn, WON, -WON)).astype(np.int64)
    undecided = UNDECIDED if depth % 2 == 0 else -UNDECIDED  # who is to move at the limit is the searcher or its rival
    value = np.where(over, ended, undecided)
    moves = _handed_up(graph, value)
    for _ in range(depth - 1):
        value = np.where(over, ended, _best(graph, moves))
        moves = _handed_up(graph, value)
    return moves


def _handed_up(graph: Graph, value: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A follower's value as its mover's rival sees it, one ply farther from the end."""
    theirs = -value[graph.after]
    far = np.abs(theirs) > 1
    return np.where(far, theirs - np.sign(theirs), theirs)


def _best(graph: Graph, moves: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The best move's value in each position that goes on."""
    best = np.zeros(len(graph.positions), np.int64)
    going = np.flatnonzero(np.diff(graph.first))
    best[going] = np.maximum.reduceat(moves, graph.first[going].astype(np.int64))
    return best
