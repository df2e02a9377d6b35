"""A question looked up in a group of cases, compiled by Numba: who is alike enough, counted by cluster and action.

It says the same as ``retrieve`` and the counting of ``consult.py``, in one walk over the cases and a second over their
costs, without the lists in between.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.learn.cases.base import UNKNOWN, Cells

Ints = npt.NDArray[np.int64]
NOBODY = -1


class Counts(NamedTuple):
    """What was found, by the key of a cluster and an action; the last keys are those of actions in all clusters."""

    found: int
    close: int
    threshold: float
    cases: Ints
    wins: Ints
    points: Ints
    nearest: Ints
    """The row of the nearest case of each key, the first of equals."""
    farthest: Ints
    """The row of the farthest, the last of equals."""
    best: Ints
    """The rows of the nearest cases of all, the nearest first."""


@njit(cache=True)
def count(
    cells: Cells,
    query: Ints,
    weights: Ints,
    most: int,
    keys: Ints,
    won: Ints,
    points: Ints,
    size: int,
    kinds: int,
    how: tuple[float, int, float, float, float],
    rounding: float,
    shown: int,
) -> tuple[int, int, float, Ints, Ints, Ints, Ints, Ints, Ints]:
    """Count the cases of a group that are alike enough; there are ``size`` keys and ``kinds`` actions."""
    first, least, step, alone, near = how
    rows, asked = cells.shape[0], 0
    for place in range(len(query)):
        asked += query[place] != UNKNOWN
    whole = most * asked
    costs = np.empty(rows, np.int64)
    few = max(min(least, rows), 1)
    smallest = np.full(few, np.iinfo(np.int64).max, np.int64)
    for row in range(rows):
        paid = 0
        for place in range(len(query)):
            if query[place] == UNKNOWN:
                continue
            cell = np.int64(cells[row, place])
            price = most if cell == UNKNOWN else min(most, abs(cell - query[place]) * weights[place])
            paid += price
        costs[row] = paid
        if paid < smallest[few - 1]:
            _insert(smallest, paid)
    threshold = first
    if least and rows:
        steps = _steps(smallest[few - 1], whole, first, step, rounding)
        if steps and alone:
            below = int(np.floor((first - alone + rounding) / step)) + 1
            steps = min(steps, max(1, below, _steps(smallest[0], whole, first, step, rounding)))
        threshold = max(0.0, first - steps * step)
    cases, wins, sums = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    nearest, farthest = np.full(size + kinds, NOBODY, np.int64), np.full(size + kinds, NOBODY, np.int64)
    best = np.full(shown, NOBODY, np.int64)
    found = close = 0
    for row in range(rows):
        alike = _alike(costs[row], whole)
        close += alike >= near - rounding
        if alike < threshold - rounding:
            continue
        key, found = keys[row], found + 1
        cases[key] += 1
        wins[key] += won[row]
        sums[key] += points[row]
        for one in (key, size + key % kinds):
            if nearest[one] == NOBODY or costs[row] < costs[nearest[one]]:
                nearest[one] = row
            if farthest[one] == NOBODY or costs[row] >= costs[farthest[one]]:
                farthest[one] = row
        last = shown - 1
        if best[last] == NOBODY or costs[row] < costs[best[last]]:
            while last > 0 and (best[last - 1] == NOBODY or costs[row] < costs[best[last - 1]]):
                best[last] = best[last - 1]
                last -= 1
            best[last] = row
    return found, close, threshold, cases, wins, sums, nearest, farthest, best


@njit(cache=True)
def _alike(cost: int, whole: int) -> float:
    return 1 - cost / whole if whole else 0.0


@njit(cache=True)
def _steps(cost: int, whole: int, first: float, step: float, rounding: float) -> int:
    return max(0, int(np.ceil((first - _alike(cost, whole) - rounding) / step)))


@njit(cache=True)
def _insert(smallest: Ints, paid: int) -> None:
    place = len(smallest) - 1
    while place > 0 and smallest[place - 1] > paid:
        smallest[place] = smallest[place - 1]
        place -= 1
    smallest[place] = paid
