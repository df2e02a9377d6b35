"""The goal solver of ``goal_search.py`` compiled by Numba; only its memory is another: a table of 64-bit keys."""

from functools import cache

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.kernel import compile_together
from bolicho.learn.search import goal_search as search

Longs = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
Word = int | np.int64
"""Whole numbers of 64 bits, as Numba has them."""

PLACES = 1 << 17
"""Positions that are remembered; a newer one takes the place of an older."""
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
S1, S29, S32 = np.uint64(1), np.uint64(29), np.uint64(32)
LAST = np.uint64(PLACES - 1)
YES = np.uint64(1)


def memory() -> Keys:
    """Return an empty table of positions; every thread that solves needs its own."""
    return np.zeros(PLACES, np.uint64)


@cache
def compiled() -> JsonObject:
    """Return the functions of ``goal_search.py`` by name, compiled or loaded from the cache when first called."""
    return compile_together((search,), recall=recall, remember=remember)


def solve(hands: tuple[int, ...], where: tuple[int, ...], known: Keys) -> bool:
    """Search from four hands and the rest of what ``search`` wants to know."""
    stack = np.zeros((search.DEEPEST, search.FRAME), np.int64)
    return bool(compiled()["search"](np.array(hands, np.int64), *where, known, stack))


@njit(cache=True)
def recall(known: Keys, hands: Longs, seat: Word, trump: Word, side: Word, low: Word, high: Word) -> Word:
    """Return 1 or 0 if this start of a trick is known, else -1."""
    key = _key(hands, seat, trump, side, low, high)
    found = known[key & LAST]
    return np.int64(found & YES) if (found ^ key) >> S1 == 0 else -1


@njit(cache=True)
def remember(
    known: Keys, hands: Longs, seat: Word, trump: Word, side: Word, low: Word, high: Word, answer: Word
) -> None:
    """Keep what was found about the start of a trick."""
    key = _key(hands, seat, trump, side, low, high)
    known[key & LAST] = key & ~YES | np.uint64(answer)


@njit(cache=True)
def _key(hands: Longs, seat: Word, trump: Word, side: Word, low: Word, high: Word) -> np.uint64:
    """Name a position; the last bit is left for the answer."""
    goal = ((low + 16) * 64 + high + 16) * 64 + (trump + 1) * 4 + seat
    key = np.uint64(goal * 16 + side + 1) * GOLDEN
    for hand in hands:
        key = (key ^ key >> S29 ^ np.uint64(hand)) * FIRST
    key = (key ^ key >> S32) * SECOND
    return key ^ key >> S29
