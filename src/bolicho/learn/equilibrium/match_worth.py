"""The match-value table by backward induction from what hands pay.

Everything is counted in points that a side lacks, so one table serves every target up to its size: falta envido is what
the leader lacks, and nothing else in the rules knows the target.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
LONGEST = 30
"""Points lacking at most."""
Paid = Mapping[tuple[int, int], Floats]
"""By points lacking (mão, pé): how often a hand paid a to the mão and b to the pé, as a square of counts."""
HAND_PAYS = ((1, 0.34), (2, 0.25), (3, 0.19), (4, 0.12), (5, 0.06), (6, 0.04))
"""Points that one side wins in a hand, before anything is known: a rough shape."""


def guessed(longest: int = LONGEST) -> Floats:
    """Return the table when either side wins a hand as often as the other: a first guess."""
    square = np.zeros((7, 7))
    for points, chance in HAND_PAYS:
        square[points, 0] = square[0, points] = chance / 2
    return induced({(a, b): square for a in range(1, longest + 1) for b in range(1, longest + 1)}, longest)


def induced(paid: Paid, longest: int = LONGEST) -> Floats:
    """Return ``worth[mine, his, m]``: my chance to win the match when we lack so much, as mão (m = 1) or pé (0)."""
    worth = np.zeros((longest + 1, longest + 1, 2))
    worth[0, :, :] = 1.0
    worth[0, 0, :] = 0.5
    for total in range(2, 2 * longest + 1):
        for mano in range(max(1, total - longest), min(longest, total - 1) + 1):
            pe = total - mano
            # a hand gives somebody a point, so what follows is known already
            worth[mano, pe, 1] = _expected(paid[mano, pe], worth, mano, pe)
            worth[pe, mano, 0] = 1.0 - worth[mano, pe, 1]
    return worth


def _expected(square: Floats, worth: Floats, mano: int, pe: int) -> float:
    chances = square / square.sum()
    value = 0.0
    for a, b in np.argwhere(chances > 0):
        left, his = max(mano - int(a), 0), max(pe - int(b), 0)
        value += float(chances[a, b] * worth[left, his, 0])  # the mão is pé in the next hand
    return value


def payoff(worth: Floats, scale: float = 40.0) -> Floats:
    """Return the table as what a learner is paid: about one for a point far from the end."""
    return np.ascontiguousarray((worth - 0.5) * scale)
