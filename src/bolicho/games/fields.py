"""A stretch of the array that a learner is given of a view; a game brings a list of these, in order."""

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, NamedTuple


class Field(NamedTuple):
    """A stretch of the array; it is filled by ``ones`` (which places hold 1) or by ``numbers`` (all of them)."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    ones: Callable[[Any], Iterable[int]] | None = None
    numbers: Callable[[Any], Sequence[float]] | None = None

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)
