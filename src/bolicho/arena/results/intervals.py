"""95 % intervals with the board as the unit: matches of one board share their deals, so they are not independent.

`share` is for a rate between 0 and 1, `ratio` for points a hand. Both take one (weight, total) a board. `side`,
`beside` and `within` are the only places that decide what an interval says: above, below, or open.
"""

from collections.abc import Sequence
from math import isclose, sqrt
from typing import NamedTuple, Protocol

from bolicho.core.intervals import student, wilson

FEW = 30
"""With fewer boards than this their spread is too uncertain to be trusted without bounds."""
ROUNDING = 1e-9
"""What is nearer than this is the same number."""
ABOVE, BELOW, OPEN = "above", "below", "open"
"""On which side of something an interval lies; open where it may be either."""


class Estimate(NamedTuple):
    """A mean with its 95 % interval; None where there is nothing, or no spread of boards, to tell it by."""

    mean: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """Return plain JSON data."""
        return self._asdict()


class Board(NamedTuple):
    """What one board says: how much was played on it (matches, hands), and what came out in all."""

    size: float
    total: float


def share(boards: Sequence[Board]) -> Estimate:
    """Estimate a rate: Wilson's interval with the number of independent matches that the boards are worth.

    The variance of the rate p over K boards (a ratio estimator, which for boards of one size is s²/K with s² the
    variance of the board means) gives an effective size n = p (1 - p) / variance: above the number of matches when
    the swap of seats takes luck away, below when the matches of a board go the same way. With fewer than 30 boards n
    is kept between K and the number of matches. When every board says the same (2,000 wins of 2,000, or one win
    each) the spread tells nothing and n is K, so certainty is never claimed.

    >>> share([Board(2, 2)] * 1000)
    Estimate(mean=1.0, low=0.996173, high=1.0)
    """
    boards = [board for board in boards if board.size]
    matches, count = sum(board.size for board in boards), len(boards)
    if not count:
        return Estimate(None, None, None)
    rate = sum(board.total for board in boards) / matches
    spread = _variance(boards, rate)
    effective = float(count) if not spread or rate in (0, 1) else rate * (1 - rate) / spread
    if count < FEW:
        effective = min(max(effective, count), matches)
    low, high = wilson(rate, effective)
    return _rounded(rate, low, high)


def ratio(boards: Sequence[Board]) -> Estimate:
    """Estimate an amount a unit (points a hand): the sum of totals over the sum of sizes, with Student's t over boards.

    Boards that all say the same tell nothing of their spread, so there is no interval then.

    >>> ratio([Board(10, 5), Board(4, 2)])
    Estimate(mean=0.5, low=None, high=None)
    >>> ratio([Board(10, 4), Board(12, 9), Board(8, 2)])
    Estimate(mean=0.5, low=-0.157294, high=1.157294)
    """
    size = sum(board.size for board in boards)
    boards = [board for board in boards if board.size]
    if not size:
        return Estimate(None, None, None)
    mean = sum(board.total for board in boards) / size
    if all(isclose(board.total, mean * board.size, abs_tol=ROUNDING) for board in boards):
        return Estimate(round(mean, 6), None, None)
    margin = student(len(boards) - 1) * sqrt(_variance(boards, mean))
    return _rounded(mean, mean - margin, mean + margin)


class Interval(Protocol):
    """Whatever has the two ends of an interval: an estimate, a figure of a report."""

    @property
    def low(self) -> float | None:
        """Where it begins; None where there is no interval."""

    @property
    def high(self) -> float | None:
        """Where it ends."""


def side(found: Interval, value: float) -> str:
    """Tell on which side of a value an interval lies.

    The edge is open: an interval is above a value only if all of it is, its end too. The ends of an interval are among
    the numbers that were not ruled out, so one that ends at the value has not ruled the value out; and ends are
    rounded, so that equality at the edge may be an accident of the last digit. Without an interval all is open.

    >>> [side(Estimate(0.6, low, 0.7), 0.5) for low in (0.51, 0.5, 0.49, None)]
    ['above', 'open', 'open', 'open']
    >>> [side(Estimate(0.4, 0.3, high), 0.5) for high in (0.49, 0.5)]
    ['below', 'open']
    """
    if found.low is None or found.high is None:
        return OPEN
    return ABOVE if found.low > value else BELOW if found.high < value else OPEN


def beside(one: Interval, other: Interval) -> str:
    """Tell on which side of another interval one lies: above it where they share nothing, not even an end.

    >>> [beside(Estimate(0.6, 0.5, 0.7), Estimate(0.4, 0.3, high)) for high in (0.49, 0.5)]
    ['above', 'open']
    """
    if other.low is None or other.high is None:
        return OPEN
    if side(one, other.high) == ABOVE:
        return ABOVE
    return BELOW if side(one, other.low) == BELOW else OPEN


def within(found: Interval, least: float, most: float) -> bool | None:
    """Tell whether an interval lies between two limits, which are allowed themselves; None while that is open.

    >>> [within(Estimate(5, low, high), 4, 6) for low, high in ((4, 6), (3.9, 6), (6, 7), (6.1, 7))]
    [True, None, None, False]
    """
    if found.low is None or found.high is None:
        return None
    if least <= found.low and found.high <= most:
        return True
    return False if side(found, least) == BELOW or side(found, most) == ABOVE else None


def mirrored(found: Estimate, at: float) -> Estimate:
    """Return an estimate as the other side sees it: of a rate at 1, of a difference at 0.

    >>> mirrored(Estimate(0.6, 0.5, 0.75), 1.0)
    Estimate(mean=0.4, low=0.25, high=0.5)
    """
    mean, high, low = (None if end is None else round(at - end, 6) for end in found)
    return Estimate(mean, low, high)


def _variance(boards: Sequence[Board], mean: float) -> float:
    """Variance of a ratio of sums, the boards being independent."""
    count, size = len(boards), sum(board.size for board in boards)
    if count < 2:
        return 0.0
    return count / (count - 1) * sum((board.total - mean * board.size) ** 2 for board in boards) / size**2


def _rounded(*numbers: float) -> Estimate:
    return Estimate(*(round(number, 6) for number in numbers))
