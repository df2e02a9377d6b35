"""Hands of Rikken drawn by their trick per cent count, uniformly among all that have it, however rare.

TPC is a sum over suits, so hands are counted rather than tried: the 8,192 holdings of a suit fall into some hundreds of
kinds (how many cards, how many tricks), a hand is two pairs of kinds with thirteen cards in all, and the pairs stand in
order of their tricks. One number below the number of hands then names one hand. To try until a hand of TPC 13 comes up
would take some ninety million deals.

>>> [hands_with(*of_value(value)) for value in (0, 5, 13)]
[8892445920, 79743796120, 7148]
"""

from bisect import bisect_right
from collections import defaultdict
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.agents.rikken.guess import UNIT, hand_tpc
from bolicho.core.errors import BadInput
from bolicho.games.rikken.bits import RANKS

Longs = npt.NDArray[np.int64]
HANDS = 635_013_559_600
"""All hands of thirteen."""
MOST = RANKS
"""The highest TPC: AKQJ AKQ AKQ AKQ."""

Bounds = tuple[int, int]
"""TPC from the first up to, not including, the second, in units of 1 / 360360 trick."""


def of_value(value: int) -> Bounds:
    """Return the bounds of hands whose TPC rounds to a whole number, halves up."""
    return (2 * value - 1) * UNIT // 2, (2 * value + 1) * UNIT // 2


def between(low: Fraction, high: Fraction) -> Bounds:
    """Return the bounds of hands with a TPC from one limit to another, both included."""
    return -int(-low * UNIT // 1), int(high * UNIT // 1) + 1


MARGINS: dict[str, Bounds] = {
    "rik": (4 * UNIT, 15 * UNIT // 2),
    "solo-8": (15 * UNIT // 2, MOST * UNIT + 1),
    "piek": (UNIT // 2 + 1, 3 * UNIT // 2),
    "misere": (0, UNIT // 2 + 1),
}
"""Of the four contracts that the paper analyses (Quadro 16)."""


def hands_with(low: int, high: int) -> int:
    """Return how many hands lie within bounds."""
    return _plan(low, high).total


def share_with(low: int, high: int) -> float:
    """Return which part of all hands lies within bounds."""
    return hands_with(low, high) / HANDS


def draw_hand(rng: Random, low: int, high: int) -> int:
    """Draw a hand among all within bounds, each as likely as the others."""
    plan = _plan(low, high)
    if not plan.total:
        raise BadInput(f"no hand has a TPC of {low / UNIT:g} to {high / UNIT:g}")
    pairs = _pairs()
    number = rng.randrange(plan.total)
    first = bisect_right(plan.upto, number)
    number -= int(plan.upto[first - 1]) if first else 0
    ways = int(pairs.ways[plan.first[first]])
    number, mine = divmod(number, ways)
    second = int(np.searchsorted(pairs.upto, plan.base[first] + number, "right"))
    theirs = number - int(pairs.upto[second - 1] - plan.base[first] if second else -plan.base[first])
    return _held(int(plan.first[first]), mine) | _held(second, theirs) << 2 * RANKS


# ── counting ──────────────────────────────────────────────────────────────────────────────────────────────────────


class _Pairs(NamedTuple):
    """All pairs of kinds, ordered by cards and then by tricks."""

    kinds: list[list[int]]
    """The holdings of a suit, by kind."""
    left: Longs
    right: Longs
    cards: Longs
    tricks: Longs
    ways: Longs
    upto: Longs
    """Ways of this pair and of all before it."""
    start: Longs
    """Where the pairs of so many cards begin."""


class _Plan(NamedTuple):
    """The pairs that can be the first two suits within bounds, and what the last two may then be."""

    total: int
    first: Longs
    upto: Any
    """Hands with this first pair or one before it."""
    base: Any
    """Ways of all pairs before those that may follow."""


@cache
def _pairs() -> _Pairs:
    by_kind: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for held in range(1 << RANKS):
        by_kind[held.bit_count(), hand_tpc(held)].append(held)
    kinds = sorted(by_kind)
    cards, tricks = (np.array(column, np.int64) for column in zip(*kinds, strict=True))
    ways = np.array([len(by_kind[kind]) for kind in kinds], np.int64)
    left, right = (side.ravel() for side in np.indices((len(kinds), len(kinds))))
    order = np.lexsort((tricks[left] + tricks[right], cards[left] + cards[right]))
    left, right = left[order], right[order]
    both = cards[left] + cards[right]
    ways = ways[left] * ways[right]
    start = np.searchsorted(both, np.arange(RANKS + 2))
    return _Pairs([by_kind[kind] for kind in kinds], left, right, both, tricks[left] + tricks[right], ways,
                  np.cumsum(ways), start)  # fmt: skip


@cache
def _plan(low: int, high: int) -> _Plan:
    pairs = _pairs()
    upto = np.concatenate(([0], pairs.upto))
    firsts, counts, bases = [], [], []
    for cards in range(RANKS + 1):
        mine = np.arange(pairs.start[cards], pairs.start[cards + 1])
        begin, end = pairs.start[RANKS - cards], pairs.start[RANKS - cards + 1]
        theirs = pairs.tricks[begin:end]
        from_, to = (begin + np.searchsorted(theirs, bound - pairs.tricks[mine]) for bound in (low, high))
        firsts.append(mine)
        counts.append((upto[to] - upto[from_]) * pairs.ways[mine])
        bases.append(upto[from_])
    first, count, base = (np.concatenate(parts) for parts in (firsts, counts, bases))
    some = np.flatnonzero(count)
    total = np.cumsum(count[some])
    return _Plan(int(total[-1]) if len(total) else 0, first[some], total, base[some])


def _held(pair: int, number: int) -> int:
    pairs = _pairs()
    left, right = pairs.kinds[int(pairs.left[pair])], pairs.kinds[int(pairs.right[pair])]
    one, other = divmod(number, len(right))
    return left[one] | right[other] << RANKS
