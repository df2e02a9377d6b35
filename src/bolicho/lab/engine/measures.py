"""What several works measure alike: differences of two shares or amounts, and whether two orders go together."""

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bolicho.arena.results.intervals import Board, Estimate, Interval
from bolicho.core.intervals import student

Boards = dict[int, Board]
"""What each board says, by its number; a unit may also be a match, or a training."""


class Measure(Interval, Protocol):
    """A number with its interval."""

    @property
    def mean(self) -> float | None:
        """What was seen."""


def gap(first: Mapping[int, Board], second: Mapping[int, Board]) -> Estimate:
    """Estimate the difference of two ratios of sums over boards, some of which both may share.

    >>> gap({0: Board(2, 2), 1: Board(2, 1), 2: Board(2, 2)}, {0: Board(2, 1), 1: Board(2, 0), 2: Board(2, 1)})
    Estimate(mean=0.5, low=0.5, high=0.5)
    """
    ends: list[tuple[float, float]] = []
    for sheet in (first, second):
        size = sum(board.size for board in sheet.values())
        if not size:
            return Estimate(None, None, None)
        ends.append((size, sum(board.total for board in sheet.values()) / size))
    (size, mean), (other, than) = ends
    pulls = []
    for number in sorted(first.keys() | second.keys()):
        one, two = first.get(number, Board(0, 0)), second.get(number, Board(0, 0))
        pulls.append((one.total - mean * one.size) / size - (two.total - than * two.size) / other)
    if len(pulls) < 2:
        return Estimate(mean - than, None, None)
    margin = student(len(pulls) - 1) * sqrt(len(pulls) / (len(pulls) - 1) * sum(pull * pull for pull in pulls))
    return Estimate(*(round(end, 6) for end in (mean - than, mean - than - margin, mean - than + margin)))


def difference(first: Measure, second: Measure) -> Estimate:
    """Return the difference of two independent shares, its interval made of theirs (Newcombe; Zou and Donner).

    >>> difference(Estimate(0.6, 0.5, 0.7), Estimate(0.2, 0.1, 0.3))
    Estimate(mean=0.4, low=0.258579, high=0.541421)
    >>> difference(Estimate(0.6, None, None), Estimate(0.2, 0.1, 0.3))
    Estimate(mean=0.4, low=None, high=None)
    """
    if first.mean is None or second.mean is None:
        return Estimate(None, None, None)
    mean = round(first.mean - second.mean, 6)
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(mean, None, None)
    below = hypot(first.mean - first.low, second.high - second.mean)
    above = hypot(first.high - first.mean, second.mean - second.low)
    middle = first.mean - second.mean
    return Estimate(mean, round(middle - below, 6), round(middle + above, 6))


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation, ties sharing their mean rank.

    >>> round(correlation([1, 2, 3, 4], [1, 2, 4, 3]), 3)
    0.8
    """
    one, two = (_ranks(np.asarray(values, dtype=float)) for values in (first, second))
    return float(np.corrcoef(one, two)[0, 1]) if one.std() and two.std() else 0.0


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    below = (values[None, :] < values[:, None]).sum(axis=1)
    ties = (values[None, :] == values[:, None]).sum(axis=1)
    ranks: NDArray[np.float64] = below + (ties + 1) / 2
    return ranks
