"""Weak hands of Truco, exactly: those that win least often against all 9,880 hands.

The chance of a hand is the share of all hands (none taken out) that it beats with both hands open and both playing
well, as mão or as pé (``games.truco.odds.strangers``; with open cards the pé, who answers, has the better of it).
Ordered by it, the lowest quarter of the 9,880 hands is weak; hands that tie with the first one above the line are not.

>>> weak(("3e", "3b", "4c"), mano=True), weak(("12e", "5b", "4c"), mano=False)
(False, True)
>>> [round(line, 4) for line in (threshold(mano=True), threshold(mano=False))]
[0.2211, 0.3204]
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from bolicho.games.truco.cards import STRENGTH, Hand
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.odds import strangers

WEAKEST = 0.25
"""The share of all hands that is weak."""


def weak(hand: Hand, *, mano: bool) -> bool:
    """Tell whether three cards (in the order of the deck) are a weak hand."""
    return weak_strengths((STRENGTH[hand[0]], STRENGTH[hand[1]], STRENGTH[hand[2]]), mano=mano)


def weak_strengths(strengths: tuple[int, ...], *, mano: bool) -> bool:
    """Tell the same by the three strengths, strongest first."""
    return _weak(mano)[strengths]


def threshold(*, mano: bool) -> float:
    """Return the chance below which a hand is weak."""
    chances = np.sort(_chances(mano)[all_hands().kind])
    return float(chances[int(WEAKEST * len(chances))])


def _chances(mano: bool) -> NDArray[np.float64]:
    return np.asarray(strangers().three[int(mano)])


def quarter(hand: Hand, *, mano: bool) -> int:
    """Return in which quarter of all hands one stands, the weakest being 0.

    >>> quarter(("1e", "1b", "7e"), mano=True), quarter(("6e", "5b", "4c"), mano=False)
    (3, 0)
    """
    return _quarters(mano)[STRENGTH[hand[0]], STRENGTH[hand[1]], STRENGTH[hand[2]]]


@cache
def _quarters(mano: bool) -> dict[tuple[int, ...], int]:
    every = np.sort(_chances(mano)[all_hands().kind])
    lines = [float(every[len(every) * part // 4]) - 1e-9 for part in (1, 2, 3)]
    told = zip(all_hands().kinds, _chances(mano), strict=True)
    return {kind: int(np.searchsorted(lines, chance, side="right")) for kind, chance in told}


@cache
def _weak(mano: bool) -> dict[tuple[int, ...], bool]:
    line = threshold(mano=mano) - 1e-9  # equal sums may differ in their last bits
    return {kind: bool(chance < line) for kind, chance in zip(all_hands().kinds, _chances(mano), strict=True)}
