"""Is A better than B? With what probability, and how many more matches would settle it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.evidence import Evidence
from bolicho.arena.results.intervals import OPEN, Estimate, mirrored, ratio, side
from bolicho.arena.results.rating import Ratings, rate
from bolicho.arena.results.resample import Numbers, estimate
from bolicho.arena.results.standings import boards
from bolicho.core.intervals import Z

POWER, Z_POWER = 0.8, 0.8416212335729143
"""How likely the matches that are still needed are to settle it, and the normal quantile of that."""
HOPELESS = 1_000_000
"""More matches than this are not worth naming."""


@dataclass(frozen=True)
class Comparison:
    """Two agents side by side, as the first of them sees it."""

    first: int
    second: int
    matches: int
    """Between the two."""
    rate: Estimate
    """How often the first won, over the boards they shared; None where they never met."""
    points: Estimate
    """Net points a hand of the first."""
    probability: float | None
    """That the first is the better one: of their own matches, or where they never met of the ratings; None: unknown."""
    further: int | None
    """Matches after which the 95 % interval would most likely (80 %) leave one half out, were the true rate the one
    seen; 0 when it does; None when that cannot be told, or would take more than a million."""

    @property
    def settled(self) -> bool:
        """Whether the 95 % interval leaves one half out."""
        return self.further == 0

    def turned(self) -> "Comparison":
        """Return the same as the second sees it."""
        rate, points = (mirrored(estimate, at) for estimate, at in ((self.rate, 1.0), (self.points, 0.0)))
        chance = None if self.probability is None else 1 - self.probability
        return Comparison(self.second, self.first, self.matches, rate, points, chance, self.further)


def better(rows: Sequence[Row], first: int, second: int, seed: int = 0) -> Comparison:
    """Ask whether one agent is better than another, by the matches between the two."""
    between = [row for row in rows if row.seats.count(first) == row.seats.count(second) == 1]
    return compare(Evidence(between, max(first, second) + 1, seed), first, second)


def compare(evidence: Evidence, first: int, second: int, ratings: Ratings | None = None) -> Comparison:
    """Compare two agents; who never met is compared by ratings, where they are at hand."""
    nothing = Estimate(None, None, None)
    mean = evidence.rate(first, second)
    if mean is None:
        linked = ratings is not None and ratings.linked(first, second)
        chance = _chance(ratings.drawn[:, first] - ratings.drawn[:, second]) if ratings and linked else None
        return Comparison(first, second, 0, nothing, nothing, chance, None)
    rows = [row for row in evidence.rows if first in row.seats and second in row.seats]
    drawn = evidence.drawn_rate(first, second)
    seen = estimate(mean, drawn, low=0.0, high=1.0)
    points = ratio(boards((row.board, row.hands, _gap(row, first, second)) for row in rows))
    played = len({row.board for row in rows})
    further = _further(seen, float(np.var(drawn)) * (played + 1), played, len(rows) / played)
    return Comparison(first, second, len(rows), seen, points, _chance(drawn - 0.5), further)


def comparisons(rows: Sequence[Row], agents: int, seed: int = 0) -> list[Comparison]:
    """Compare every two agents, the lower index first."""
    evidence = Evidence(rows, agents, seed)
    rated = rate(evidence)
    return [compare(evidence, a, b, rated) for a in range(agents) for b in range(a + 1, agents)]


def _further(seen: Estimate, spread: float, played: int, size: float) -> int | None:
    """Matches still needed, from the variance of the boards' shares."""
    if seen.low is None or seen.mean is None:
        return None
    if side(seen, 0.5) != OPEN:
        return 0
    gap = abs(seen.mean - 0.5)
    if gap * gap * HOPELESS < spread:
        return None
    needed = (Z + Z_POWER) ** 2 * spread / gap**2
    matches = ceil(max(needed - played, 1)) * round(size)
    return matches if matches <= HOPELESS else None


def _chance(drawn: Numbers) -> float:
    """The part of the draws above nothing; so many draws cannot tell more than that it is nearly all or none."""
    above = float((drawn > 0).sum() + 0.5 * (drawn == 0).sum())
    return round((above + 0.5) / (len(drawn) + 1), 6)


def _gap(row: Row, first: int, second: int) -> int:
    return row.points[row.seats.index(first)] - row.points[row.seats.index(second)]
