"""What the end of a hand of Truco is worth: the chance to win the match from there, or the points alone.

A `Payoff` is a table by both scores, so that a better table of match values fits in its place.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
HAND_PAYS = ((1, 0.34), (2, 0.25), (3, 0.19), (4, 0.12), (5, 0.06), (6, 0.04))
"""Points that one side wins in a hand, rounded; only the shape matters."""

USUAL = 4
"""Points that a hand moves easily."""


class Payoff(NamedTuple):
    """What scores are worth to the seat that searches."""

    worth: Floats
    """[own score, rival's score] when the hand is over."""
    whole: float
    """What both sides' worths add up to."""
    step: float
    """What a point more and a point less differ by, as far as they do: the scale on which curiosity counts."""


@cache
def match_payoff(target: int, mine: int, theirs: int) -> Payoff:
    """Count the chance to win the match.

    >>> last = match_payoff(24, 23, 23)
    >>> float(last.worth[24, 23]), float(last.worth[23, 23]), last.step
    (1.0, 0.5, 0.25)
    """
    worth = match_chances(target)
    ahead, behind = worth[min(mine + USUAL, target), theirs], worth[mine, min(theirs + USUAL, target)]
    return Payoff(worth, 1.0, float(ahead - behind) / USUAL)


@cache
def points_payoff(target: int, mine: int, theirs: int) -> Payoff:
    """Count the points of this hand alone, own minus the rival's."""
    scores = np.arange(target + 1, dtype=np.float64)
    return Payoff(scores[:, None] - mine - (scores[None, :] - theirs), 0.0, 2.0)


@cache
def match_chances(target: int) -> Floats:
    """Chance to win the match from every score between equals, by backward induction over whole hands."""
    table = np.zeros((target + 1, target + 1))
    table[target, :] = 1.0
    for mine in range(target - 1, -1, -1):
        for theirs in range(target - 1, -1, -1):
            up = sum(p * table[min(mine + n, target), theirs] for n, p in HAND_PAYS)
            down = sum(p * table[mine, min(theirs + n, target)] for n, p in HAND_PAYS)
            table[mine, theirs] = (up + down) / 2
    return table


PAYOFFS = {"match": match_payoff, "points": points_payoff}
