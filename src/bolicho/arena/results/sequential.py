"""Stop when it is decided: is A better than B, looked at after every board, and still wrong at most once in twenty.

Looking at an ordinary 95 % interval again and again, and stopping when it leaves one half out, is wrong far more often
than 5 %: sooner or later luck alone carries it there. Here the evidence is a purse: somebody who does not believe in
"A wins m of the matches" bets a fraction f of it on every board at fair odds. Were it true, the purse could not grow
on average, and would ever reach k times what it was with a chance of at most 1/k, however often one looks (Ville's
inequality). So the shares m at which no purse has grown enough are a confidence sequence, valid at all times at once
(I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, JRSS B 86, 2024; here with a
fixed mixture of fractions, so that the order of the boards does not matter).

Nothing is assumed but that boards are independent and that what is looked at was not picked by its outcome: hand in
the boards in the order of their numbers, not those that happen to be finished (quick matches may be won by others
than long ones).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from bolicho.arena.matches.outcomes import beat, by_board
from bolicho.arena.matches.rows import Row
from bolicho.arena.results.intervals import ABOVE, OPEN, Estimate, mirrored, side
from bolicho.core.errors import BadInput

FRACTIONS = (0.01, 0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.32, 0.45, 0.6, 0.75, 0.9, 0.98)
"""Parts of a purse that are bet on a board, small ones for small differences; the purse is split evenly among them."""
HALVINGS = 40

Shares = Mapping[float, int]
"""How many boards gave the first agent which share of their matches."""


class Ruling(NamedTuple):
    """The answer to "is A better than B", once there is one."""

    better: int
    worse: int
    rate: Estimate
    """How often the better one won, with the interval that holds at all looks together."""
    boards: int
    matches: int


def decided(rows: Sequence[Row], first: int, second: int, error: float = 0.05) -> Ruling | None:
    """Say which of two agents is better; None as long as that is not decided.

    May be asked after every board and acted upon: with agents that are equally strong the chance that it ever rules
    is at most ``error``, and that it ever rules for the weaker of two at most half of that. Boards of which not every
    seating has been played are left out. Of several pairs each has this chance to go wrong.
    """
    rate = sequence(rows, first, second, error)
    where = side(rate, 0.5)
    if where == OPEN:
        return None
    found = whole_boards(rows, first, second)
    boards, matches = len(found), sum(map(len, found))
    if where == ABOVE:
        return Ruling(first, second, rate, boards, matches)
    return Ruling(second, first, mirrored(rate, 1.0), boards, matches)


def sequence(rows: Sequence[Row], first: int, second: int, error: float = 0.05) -> Estimate:
    """Return how often the first agent beats the second, with an interval that may be looked at after every board."""
    if not 0 < error < 1:
        raise BadInput(f"error {error:g}: expected a share between 0 and 1")
    found = whole_boards(rows, first, second)
    if not found:
        return Estimate(None, None, None)
    shares = Counter(sum(beat(row, first, second) for row in board) / len(board) for board in found)
    mean = sum(share * count for share, count in shares.items()) / len(found)
    mirror = {1 - share: count for share, count in shares.items()}
    low, high = _lowest(shares, mean, error), 1 - _lowest(mirror, 1 - mean, error)
    return Estimate(round(mean, 6), round(min(low, mean), 6), round(max(high, mean), 6))


def whole_boards(rows: Sequence[Row], first: int, second: int) -> list[list[Row]]:
    """Return the matches between two agents by board, those boards left out that lack one."""
    found = by_board([row for row in rows if row.seats.count(first) == row.seats.count(second) == 1]).values()
    size = max(map(len, found), default=0)
    return [board for board in found if len(board) == size]


def evidence_for(shares: Shares, share: float = 0.5) -> float:
    """Return the logarithm of the purse of who bets that the true share is above the one named.

    >>> round(exp(evidence_for({1.0: 8})), 1), round(exp(evidence_for({0.5: 8})), 1)
    (41.6, 1.0)
    """
    purses = [
        sum(count * log((1 - fraction) + fraction * seen / share) for seen, count in shares.items())
        for fraction in FRACTIONS
    ]
    most = max(purses)
    return most + log(sum(exp(purse - most) for purse in purses) / len(purses))


def _lowest(shares: Shares, mean: float, error: float) -> float:
    """Find the lowest share that stands: the purse against a share is smaller the higher it is."""
    if not mean:
        return 0.0
    enough, low, high = log(2 / error), 0.0, mean
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if evidence_for(shares, middle) < enough:
            high = middle
        else:
            low = middle
    return low
