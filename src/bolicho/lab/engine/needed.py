"""How much would have to be played until an interval decides: its width shrinks with the root of what was played.

An interval that reaches h to a side, with its estimate d from the edge, is clear of the edge when it is h / d times as
narrow: after (h / d)² times as much. That is rough, since the estimate will move too.
"""

from math import inf

from bolicho.arena.results.intervals import ROUNDING, Interval
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Undecided


def undecided(found: Interval, distance: float, leans: str, reach: float | None = None) -> str:
    """Return the word of an open verdict, with how much more play would decide it.

    ``distance`` is how far the estimate lies from the edge, ``reach`` how far its interval goes to a side (half of its
    width). Without an interval nobody knows.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> found = undecided(Estimate(0.55, 0.45, 0.65), 0.05, HOLDS)
    >>> found, round(found.times, 6)
    ('open', 4.0)
    """
    if reach is None:
        reach = half(found)
    if reach is None:
        return OPEN
    times = (reach / distance) ** 2 if distance > ROUNDING else inf
    return Undecided(max(1.0, times), leans, getattr(found, "n", None))


def half(found: Interval) -> float | None:
    """Return how far an interval reaches to a side."""
    return None if found.low is None or found.high is None else (found.high - found.low) / 2


def middle(found: Interval) -> float:
    """Return the estimate of an interval; where it has none, the middle."""
    mean: float | None = getattr(found, "mean", None)
    return mean if mean is not None else ((found.low or 0.0) + (found.high or 0.0)) / 2


def together(words: list[str], count: int) -> str:
    """Return the open verdict on "at least so many of these hold": it is decided when enough of them are.

    >>> words = [HOLDS, Undecided(4.0, HOLDS), Undecided(9.0, HOLDS), Undecided(2.0, FAILS)]
    >>> together(words, 2).times, together(words, 3).times, together(words, 4).times
    (4.0, 9.0, 2.0)
    """
    open_ = [word for word in words if isinstance(word, Undecided)]
    for side, wanted in ((HOLDS, count), (FAILS, len(words) - count + 1)):
        leaning = sorted((word for word in open_ if word.leans == side), key=lambda word: word.times)
        missing = wanted - words.count(side)
        if 0 < missing <= len(leaning):
            return Undecided(leaning[missing - 1].times, side, leaning[missing - 1].n)
    return OPEN
