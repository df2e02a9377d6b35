"""The clauses that every similarity of numbers keeps, tried on all values of the spans that Truco's cases have."""

from collections.abc import Callable
from itertools import pairwise

from bolicho.conformance.broken import must, works

SPANS = (24.0, 33.0, 38.0, 52.0)
"""Scores, envido points, flor points, cards."""


def check_similarity(alike: Callable[[int, int, float], float], *, spans: tuple[float, ...] = SPANS) -> None:
    """Raise ``Broken`` unless the function is a similarity: from 0 to 1, 1 for equals, and less is never more."""
    for span in spans:
        for asked in range(int(span) + 1):
            told = [_alike(alike, asked, found, span) for found in range(int(span) + 1)]
            must(told[asked] == 1, "equal numbers are wholly alike", f"{asked}, span {span:g}: {told[asked]}")
            rises = all(far <= near for far, near in pairwise(told[: asked + 1]))
            falls = all(near >= far for near, far in pairwise(told[asked:]))
            must(rises and falls, "what is farther apart is not more alike", f"{asked}, span {span:g}")


def _alike(alike: Callable[[int, int, float], float], asked: int, found: int, span: float) -> float:
    with works("two numbers of the span can be compared", f"{asked} and {found}, span {span:g}"):
        told, again = alike(asked, found, span), alike(asked, found, span)
    must(type(told) in (int, float) and 0 <= told <= 1, "a similarity is a number from 0 to 1", told)
    must(told == again, "the same numbers are always alike in the same way", f"{asked} and {found}")
    return told
