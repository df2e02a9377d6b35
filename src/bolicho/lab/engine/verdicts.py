"""What an interval says of a claim: the words that the judges of all works share, on `arena.results.intervals`."""

from collections.abc import Collection

from bolicho.arena.results.intervals import ABOVE, BELOW, Interval, beside, side, wilson, within
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN

WORD = {ABOVE: HOLDS, BELOW: FAILS}


def above(found: Interval, value: float) -> str:
    """Judge "it is more than this": it holds where the whole interval is above, fails where it is below, or is open."""
    return WORD.get(side(found, value), OPEN)


def larger(one: Interval, other: Interval) -> str:
    """Judge "one is more than the other" by two intervals."""
    return WORD.get(beside(one, other), OPEN)


def between(found: Interval, least: float, most: float) -> str:
    """Judge "it lies between these"."""
    inside = within(found, least, most)
    return OPEN if inside is None else HOLDS if inside else FAILS


def near(found: Interval, value: float, most: float) -> str:
    """Judge "it is this number": the whole interval lies no farther than ``most`` from it.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [near(Estimate(0.5, low, high), 0.5, 0.05) for low, high in ((0.46, 0.54), (0.52, 0.6), (0.56, 0.6))]
    ['holds', 'open', 'fails']
    """
    return between(found, value - most, value + most)


def own_margin(rate: float, size: float) -> float:
    """Return how far a rate that a paper printed may lie from the truth by the luck of its own matches.

    >>> round(own_margin(0.42, 50), 3), round(own_margin(0.114, 500), 3)
    (0.132, 0.028)
    """
    low, high = wilson(rate, size)
    return (high - low) / 2


def opposite(word: str) -> str:
    """Return the verdict on the contrary."""
    return {HOLDS: FAILS, FAILS: HOLDS}.get(word, OPEN)


def all_of(words: Collection[str]) -> str:
    """Return the verdict on a claim that says several things; of one that says nothing there is none.

    >>> all_of(["holds", "open"]), all_of(["holds", "fails"]), all_of(["holds", "holds"]), all_of([])
    ('open', 'fails', 'holds', 'open')
    """
    return FAILS if FAILS in words else HOLDS if words and OPEN not in words else OPEN


def when(condition: bool) -> str:
    """Judge what can be counted without doubt."""
    return HOLDS if condition else FAILS
