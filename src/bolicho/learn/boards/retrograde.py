"""Retrograde analysis: the value of every position of a finite game graph, and how far the end is.

Backwards from the finished positions: one from which some move reaches a lost position is won, one whose moves all
reach won positions is lost, and what is never decided is drawn, since nobody can be forced to end it.
"""

from collections import deque
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

WIN, DRAW, LOSS = 1, 0, -1


class Solution(NamedTuple):
    """For each position, for who is to move there: the value, and the plies to the end with best play (0 in a draw)."""

    value: npt.NDArray[np.int8]
    distance: npt.NDArray[np.int32]


def solve(
    first: npt.NDArray[np.int32],
    after: npt.NDArray[np.int32],
    turn: npt.NDArray[np.int8],
    result: npt.NDArray[np.int8],
    goes_on: int,
) -> Solution:
    """Solve a two-player graph: followers of i are ``after[first[i]:first[i + 1]]``; results are a seat, or drawn."""
    size = len(turn)
    value = np.zeros(size, np.int8)
    distance = np.zeros(size, np.int32)
    over = result != goes_on
    won_by = np.where(result >= 0, result, -1)
    value[over & (won_by >= 0)] = LOSS
    value[over & (won_by == turn)] = WIN
    decided = over.copy()
    left = np.diff(first).astype(np.int64)
    before_first, before = _backwards(first, after)
    queue = deque(np.flatnonzero(over & (value != DRAW)).tolist())
    while queue:
        here = queue.popleft()
        for there in before[before_first[here] : before_first[here + 1]].tolist():
            if decided[there]:
                continue
            left[there] -= value[here] == WIN
            if value[here] == LOSS or not left[there]:
                value[there] = WIN if value[here] == LOSS else LOSS
                distance[there] = distance[here] + 1
                decided[there] = True
                queue.append(there)
    return Solution(value, distance)


def _backwards(
    first: npt.NDArray[np.int32], after: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Turn every arrow round."""
    source = np.repeat(np.arange(len(first) - 1), np.diff(first))
    order = np.argsort(after, kind="stable")
    counts = np.bincount(after, minlength=len(first) - 1)
    return np.concatenate([[0], np.cumsum(counts)]), source[order]
