"""Local and global similarity: small callables that keep their parts (Paulus, section 3.1 and Table 5).

>>> how = Similarity({"high": interval(52), "medium": interval(52), "low": interval(52), "mano": equal})
>>> found = how({"high": 24, "medium": 12, "low": 6, "mano": 1}, {"high": 24, "medium": 8, "low": 7, "mano": 1})
>>> round(found.value, 7), {name: round(part, 4) for name, part in found.parts.items()}
(0.9759615, {'high': 1.0, 'medium': 0.9231, 'low': 0.9808, 'mano': 1.0})
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

Values = Mapping[str, int | None]


class Local(Protocol):
    """The similarity of two values of one attribute, from 0 to 1."""

    @property
    def span(self) -> float:
        """How far apart two numbers can be; 0 for equality."""

    def __call__(self, asked: int, found: int) -> float:
        """Compare what is asked with what a case holds."""


@dataclass(frozen=True)
class Interval:
    """1 for equal numbers, falling in a straight line to 0 where they are a whole span apart."""

    span: float

    def __call__(self, asked: int, found: int) -> float:
        """Compare two numbers."""
        return max(0.0, 1 - abs(asked - found) / self.span)


@dataclass(frozen=True)
class Equal:
    """1 for the same value, else 0."""

    span: float = 0

    def __call__(self, asked: int, found: int) -> float:
        """Compare two values."""
        return float(asked == found)


def interval(span: float) -> Interval:
    """Return a similarity that falls to 0 over a span."""
    return Interval(span)


equal = Equal()


class SimilarityParts(NamedTuple):
    """A similarity and what it is made of."""

    value: float
    parts: dict[str, float]


@dataclass(frozen=True)
class Similarity:
    """The mean of the local similarities over the attributes that the query knows; a blank in the case is worth 0."""

    local: Mapping[str, Local]

    def __call__(self, query: Values, case: Values) -> SimilarityParts:
        """Compare a query with a case."""
        parts = {}
        for name, alike in self.local.items():
            asked, found = query.get(name), case.get(name)
            if asked is not None:
                parts[name] = 0.0 if found is None else alike(asked, found)
        return SimilarityParts(sum(parts.values()) / len(parts) if parts else 0.0, parts)
