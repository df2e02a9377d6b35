"""The bootstrap over boards: the luck of the deals again and again, the same for everybody who played them.

A draw gives every board a weight of its own, exponential with mean 1 (the Bayesian bootstrap: D. B. Rubin, The
Bayesian bootstrap, Annals of Statistics 9, 1981). All matches of a board share its weight, whoever played them, so
that what a draw says of one pair and of another goes together as the deals do. The weights are a pure function of
the seed and the number of boards.

A share has, besides its boards, half a board won and half a board lost (Jeffreys' prior): for a plain coin the draws
are then exactly Jeffreys' posterior, and who won all of twenty boards is not thereby certain to win for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from bolicho.arena.results.intervals import Estimate
from bolicho.core.chance import stream
from bolicho.core.intervals import student

Numbers = NDArray[np.float64]
DRAWS = 2000
CHUNK = 512
"""Boards whose weights are in memory at one time."""
TAIL = 0.025
HALF = 0.5


@dataclass(frozen=True)
class Resample:
    """So many draws of weights for so many boards."""

    boards: int
    seed: int = 0
    draws: int = DRAWS

    def sums(self, columns: Numbers) -> Numbers:
        """Return, for each draw, the weighted sum of every column; ``columns`` has one line a board."""
        total = np.zeros((self.draws, columns.shape[1]))
        for first, weights in self._weights():
            total += weights @ columns[first : first + weights.shape[1]]
        return total

    def parts(self, part: float, count: int, name: str) -> Numbers:
        """Return weights of parts of boards that nobody played, one column each; the name keeps streams apart."""
        return _generator(self.seed, name, self.boards).standard_gamma(part, (self.draws, count))

    def shares(self, size: Numbers, won: Numbers, unit: Numbers, name: str) -> Numbers:
        """Return drawn shares from drawn sums: one column a share, ``unit`` matches a board in each."""
        count = size.shape[1]
        plus, minus = (self.parts(HALF, count, f"{name} {end}") * unit for end in ("won", "lost"))
        shares: Numbers = (won + plus) / (size + plus + minus)
        return shares

    def _weights(self) -> Iterator[tuple[int, Numbers]]:
        rng = _generator(self.seed, "boards", self.boards)
        for first in range(0, self.boards, CHUNK):
            yield first, _exponential(rng, (self.draws, min(CHUNK, self.boards - first)))


def estimate(
    mean: float, drawn: Numbers, *, low: float = -np.inf, high: float = np.inf, tail: float = TAIL
) -> Estimate:
    """Return the middle 95 % of the draws around what was seen; at the edge of what can be, up to the edge."""
    below, above = (float(end) for end in np.quantile(drawn, (tail, 1 - tail)))
    below, above = min(below, mean), max(above, mean)
    below, above = (low if mean <= low else below), (high if mean >= high else above)
    return Estimate(round(mean, 6), round(below, 6), round(above, 6))


def tail_of(boards: int) -> float:
    """Return how far out the ends of an interval lie where few boards vary too little, as Student's t says.

    The expanded percentiles of T. C. Hesterberg, What teachers should know about the bootstrap, American Statistician
    69, 2015, section 4.4; here for weights that make the spread smaller by (n - 1) / (n + 1).

    >>> [round(tail_of(boards), 4) for boards in (2, 10, 30, 1000)]
    [0.0, 0.0062, 0.0172, 0.0247]
    """
    if boards < 2:
        return 0.0
    return NormalDist().cdf(-student(boards - 1) * sqrt((boards + 1) / (boards - 1)))


def _generator(seed: int, name: str, boards: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(stream(seed, "bootstrap", name, boards).getrandbits(128)))


def _exponential(rng: np.random.Generator, shape: tuple[int, int]) -> Numbers:
    # from plain uniforms, which every version of numpy draws alike
    weights: Numbers = -np.log1p(-rng.random(shape))
    return weights
