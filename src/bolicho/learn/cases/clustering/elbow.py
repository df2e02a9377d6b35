"""Where a curve bends, without eyes: how many clusters to take (Paulus, section 4.3, Equations 6 to 9).

The curve is the sum of squared distances within clusters (WCSS) for k = 1, 2, 3, ... It falls steeply as long as a
further cluster separates something; the elbow is the k after which it falls least, compared with the fall before.

>>> found = elbow([100, 40, 12, 10, 9])
>>> found.k, [round(ratio, 2) for ratio in found.ratios]
(3, [0.47, 0.07, 0.5])
"""

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from bolicho.core.errors import BadInput

EPSILON = 1e-9
"""On a curve that starts at 1, a slope smaller than this is none, and ratios closer than this are equal."""


class Elbow(NamedTuple):
    """The k at the elbow, and what led to it."""

    k: int | None
    """None when the curve has no elbow: whoever asks keeps the k there was."""
    wcss: tuple[float, ...]
    """The curve divided by its maximum, from k = 1."""
    slopes: tuple[float, ...]
    """From each k to the next, from k = 1; one fewer."""
    ratios: tuple[float | None, ...]
    """From k = 2 to the last but one: the slope after k over that before it; None where they have no common sign."""


def elbow(wcss: Sequence[float]) -> Elbow:
    """Find the elbow of a curve that has one value for each k from 1.

    It is the k with the smallest ratio, among equals the smallest k; so it is never 1 nor the last one. A flat piece
    has no sign and gives no ratio: a constant curve, or one that has come down to nothing, has no elbow there.
    """
    if any(not isfinite(value) or value < 0 for value in wcss):
        raise BadInput(f"elbow: expected sums of squares, found {list(wcss)}")
    largest = max(wcss, default=0.0)
    curve = tuple(value / largest for value in wcss) if largest > 0 else (0.0,) * len(wcss)
    slopes = tuple(_slope(here, there) for here, there in pairwise(curve))
    ratios = tuple(_ratio(before, after) for before, after in pairwise(slopes))
    smallest = min((ratio for ratio in ratios if ratio is not None), default=None)
    if smallest is None:
        return Elbow(None, curve, slopes, ratios)
    first = next(place for place, ratio in enumerate(ratios) if ratio is not None and ratio <= smallest + EPSILON)
    return Elbow(first + 2, curve, slopes, ratios)


def _slope(here: float, there: float) -> float:
    slope = there - here
    return slope if abs(slope) > EPSILON else 0.0


def _ratio(before: float, after: float) -> float | None:
    return after / before if before * after > 0 else None
