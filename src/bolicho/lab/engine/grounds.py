"""What a verdict rests on, as data: intervals and how they are put together, so that it can be judged without rows.

A ground is a table: ``is`` names the rule of `verdicts` that judged, and beside it stand the numbers that it was asked
about. ``found`` is an interval (mean, low, high, and n where it is known), ``of`` are the grounds of several verdicts.
What was counted without doubt has its word alone.
"""

from collections.abc import Iterable

from bolicho.arena.results.intervals import Interval
from bolicho.core.json_text import JsonObject

COUNTED = "counted"
"""No interval decided it."""
DIGITS = 6
"""To which intervals are kept."""


class Word(str):
    """One of the three words, with what it rests on."""

    __slots__ = ("ground",)
    ground: JsonObject


def on_interval(rule: str, found: Interval, **asked: float) -> JsonObject:
    """Return the ground of a rule about one interval."""
    return {"is": rule, **asked, "found": ends(found)}


def on_words(rule: str, words: Iterable[str], **asked: float) -> JsonObject:
    """Return the ground of a rule about several verdicts."""
    return {"is": rule, **asked, "of": [ground_of(word) for word in words]}


def ground_of(word: str) -> JsonObject:
    """Return what a verdict rests on; a bare word was counted.

    >>> ground_of("holds")
    {'is': 'counted', 'word': 'holds'}
    """
    ground: JsonObject | None = getattr(word, "ground", None)
    return ground if ground is not None else {"is": COUNTED, "word": str(word)}


def ends(found: Interval) -> list[float | None]:
    """Return the numbers of an interval as JSON."""
    numbers, n = (getattr(found, "mean", None), found.low, found.high), getattr(found, "n", None)
    return [*(None if one is None else round(one, DIGITS) for one in numbers), *([] if n is None else [n])]
