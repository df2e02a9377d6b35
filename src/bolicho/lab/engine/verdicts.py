"""What an interval says of a claim: the words that the judges of all works share, on `arena.results.intervals`."""

from collections.abc import Collection
from math import inf

from bolicho.arena.results.intervals import ABOVE, BELOW, Interval, beside, side, within
from bolicho.core.intervals import wilson
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Undecided
from bolicho.lab.engine.needed import half, middle, together, undecided

WORD = {ABOVE: HOLDS, BELOW: FAILS}
LITTLE = 0.03
"""Of two players at Truco: who surely wins less than this share of matches more than the other does not win more."""


def above(found: Interval, value: float) -> str:
    """Judge "it is more than this": it holds where the whole interval is above, fails where it is below, or is open."""
    word = WORD.get(side(found, value), OPEN)
    return word if word != OPEN else undecided(found, abs(middle(found) - value), when(middle(found) > value))


def better(found: Interval, little: float, than: float = 0.0) -> str:
    """Judge "it is more than this", where what is surely less than a little more counts as no more.

    So that who is as good as another can be told from who is better: an interval around 0 never lies on one side of it.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [better(Estimate(None, *ends), 0.1) for ends in ((0.01, 0.3), (-0.1, 0.09), (-0.1, 0.3))]
    ['holds', 'fails', 'open']
    """
    return _sooner(above(found, than), above(found, than + little))


def worse(found: Interval, little: float, than: float = 0.0) -> str:
    """Judge "it is less than this", where what is surely less than a little below counts as no less.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [worse(Estimate(None, *ends), 0.1, 0.5) for ends in ((0.2, 0.49), (0.41, 0.6), (0.2, 0.6))]
    ['holds', 'fails', 'open']
    """
    return _sooner(opposite(above(found, than)), opposite(above(found, than - little)))


def _sooner(word: str, edge: str) -> str:
    """Return what holds by the first of two verdicts or fails by the second; else the one that less play decides."""
    if word == HOLDS or edge == FAILS:
        return HOLDS if word == HOLDS else FAILS
    return min(word, edge, key=lambda one: one.times if isinstance(one, Undecided) else inf)


def larger(one: Interval, other: Interval) -> str:
    """Judge "one is more than the other" by two intervals."""
    word, reaches = WORD.get(beside(one, other), OPEN), (half(one), half(other))
    if word != OPEN or reaches[0] is None or reaches[1] is None:
        return word
    apart = middle(one) - middle(other)
    return undecided(one, abs(apart), when(apart > 0), reaches[0] + reaches[1])


def between(found: Interval, least: float, most: float) -> str:
    """Judge "it lies between these"."""
    inside, at = within(found, least, most), middle(found)
    if inside is not None:
        return when(inside)
    return undecided(found, min(abs(at - least), abs(at - most)), when(least < at < most))


def near(found: Interval, value: float, most: float) -> str:
    """Judge "it is this number": the whole interval lies no farther than ``most`` from it.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [near(Estimate(0.5, low, high), 0.5, 0.05) for low, high in ((0.46, 0.54), (0.52, 0.6), (0.56, 0.6))]
    ['holds', 'open', 'fails']
    """
    return between(found, value - most, value + most)


def printed_range(rate: float, size: float, within: float) -> tuple[float, float]:
    """Return between which rates a printed one may lie by the luck of its own matches, at least so far around it.

    >>> [[round(end, 3) for end in printed_range(rate, size, 0.05)] for rate, size in ((0.42, 50), (0.114, 500))]
    [[0.294, 0.558], [0.064, 0.164]]
    """
    low, high = wilson(rate, size)
    return min(low, rate - within), max(high, rate + within)


def opposite(word: str) -> str:
    """Return the verdict on the contrary."""
    if isinstance(word, Undecided):
        return Undecided(word.times, opposite(word.leans), word.n)
    return {HOLDS: FAILS, FAILS: HOLDS}.get(word, OPEN)


def at_least(words: Collection[str], count: int) -> str:
    """Judge "so many of these hold, or more".

    >>> [at_least(["holds", "open", "fails"], count) for count in (1, 2, 3)]
    ['holds', 'open', 'fails']
    """
    listed = list(words)
    if listed.count(HOLDS) >= count:
        return HOLDS
    return FAILS if listed.count(FAILS) > len(listed) - count else together(listed, count)


def exactly(words: Collection[str], count: int) -> str:
    """Judge "so many of these hold, and no more".

    >>> [exactly(["holds", "open", "fails"], count) for count in (0, 1, 2, 3)]
    ['fails', 'open', 'open', 'fails']
    """
    return all_of([at_least(words, count), opposite(at_least(words, count + 1))])


def all_of(words: Collection[str]) -> str:
    """Return the verdict on a claim that says several things; of one that says nothing there is none.

    >>> all_of(["holds", "open"]), all_of(["holds", "fails"]), all_of(["holds", "holds"]), all_of([])
    ('open', 'fails', 'holds', 'open')
    """
    return at_least(words, len(words)) if words else OPEN


def when(condition: bool) -> str:
    """Judge what can be counted without doubt."""
    return HOLDS if condition else FAILS
