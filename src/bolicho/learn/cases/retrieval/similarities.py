"""How alike two numbers are, by name: the house's straight line, and what others bring by ``bolicho.similarities``.

One is a function ``(asked, found, span) -> similarity``, 1 where the two are equal and never outside 0 to 1; ``span``
is how far apart the values of that attribute can be. It replaces the straight line wherever numbers are compared
(cards, points, scores); what can only be equal or not stays so. ``cbr:PVCNPS,similarity=NAME`` plays by it.

>>> how = Similarity({"high": Interval(52), "mano": equal})
>>> SIMILARITIES.add("square", lambda asked, found, span: max(0.0, 1 - (abs(asked - found) / span) ** 2))
>>> shaped(how, "square")({"high": 26, "mano": 1}, {"high": 0, "mano": 1}).parts
{'high': 0.75, 'mano': 1.0}
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.core.registry import Registry
from bolicho.learn.cases.base import UNKNOWN
from bolicho.learn.cases.questions import Answers, IndexGroup
from bolicho.learn.cases.retrieval.similarity import Interval, Local, Similarity, Values, equal

Alike = Callable[[int, int, float], float]

HOUSE = "interval"
SIMILARITIES = Registry(
    "similarity", "bolicho.similarities", {HOUSE: "bolicho.learn.cases.retrieval.similarities:straight"}
)


def straight(asked: int, found: int, span: float) -> float:
    """Fall in a straight line from 1 to 0 over the span, as the thesis does."""
    return Interval(span)(asked, found)


@dataclass(frozen=True)
class GuestSimilarity:
    """A function of somebody's, at one attribute."""

    name: str
    function: Alike
    span: float

    def __call__(self, asked: int, found: int) -> float:
        """Compare two numbers."""
        alike = self.function(asked, found, self.span)
        if not 0 <= alike <= 1:
            raise BadInput(f"similarity {self.name!r}: {alike} for {asked} and {found}, expected a number from 0 to 1")
        return float(alike)


def shaped(similarity: Similarity, name: str) -> Similarity:
    """Return a similarity in which numbers are compared in another way."""
    if name == HOUSE:
        return similarity
    function = SIMILARITIES.factory(name)
    local: dict[str, Local] = {
        attribute: GuestSimilarity(name, function, one.span) if one.span else equal
        for attribute, one in similarity.local.items()
    }
    return Similarity(local)


def alike(found: Answers, group: IndexGroup, values: Values, name: str) -> NDArray[np.float64]:
    """Return how similar the cases of a group are to a situation; each value is compared once."""
    parts = []
    for column, (attribute, local) in zip(group.cells.T, shaped(found.similarity, name).local.items(), strict=True):
        asked = values.get(attribute)
        if asked is not None:
            seen, where = np.unique(column, return_inverse=True)
            told = np.array([0.0 if cell == UNKNOWN else local(asked, int(cell)) for cell in seen])
            parts.append(told[where])
    return np.mean(parts, axis=0) if parts else np.zeros(len(group.places))
