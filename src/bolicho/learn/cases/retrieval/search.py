"""Exact search in a base of cases: every similarity, the k most similar cases, all cases above a threshold.

Similarity is that of ``similarity.py``: the mean, over the attributes known in the query, of ``interval(span)``, or of
equality where the span is 0; a blank in a case is worth 0. It is counted in whole numbers (``costs.py``), so equally
similar cases tie, and are then in the order of their numbers.

>>> cells = np.array([[24, 8, 7, 1], [24, 12, 6, 2], [24, 12, UNKNOWN, 1], [24, 8, 7, 1]], dtype=np.int16)
>>> index = Nearest(cells, spans=(52, 52, 52, 0))
>>> cases, alike = index.nearest((24, 12, 6, 1), k=3)
>>> cases.tolist(), [round(value, 7) for value in alike.tolist()]
([0, 3, 1], [0.9759615, 0.9759615, 0.75])
>>> index.at_least((24, 12, None, 1), 0.98)[0].tolist()
[2]
"""

from math import floor
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import UNKNOWN, Cells
from bolicho.learn.cases.retrieval.costs import Costs, Query, Similarities, Spans, plain_costs, query_numbers, units_of
from bolicho.learn.cases.retrieval.indexes import Index, Ints, compiled, index_of

ROUNDING = 1e-12
"""A threshold that was computed (0.98 - 0.02) may be so much above what was meant."""
MANY = 256
"""The most cases for which a sorted list is kept while searching; more are sorted at the end."""


class Neighbours(NamedTuple):
    """Cases, the most similar first, equally similar ones by number; and how similar each is."""

    cases: Ints
    similarities: Similarities


# ── all similarities ──────────────────────────────────────────────────────────────────────────────────────────────
def scan(cells: Cells, spans: Spans, query: Query) -> Similarities:
    """Return the similarity of every case to a query, compiled where Numba is installed."""
    paying = plain_costs
    if compiled():
        from bolicho.learn.cases.retrieval.box_kernel import costs as paying
    return _scan(cells, spans, query, paying)


def plain_scan(cells: Cells, spans: Spans, query: Query) -> Similarities:
    """Return the same in plain numpy."""
    return _scan(cells, spans, query, plain_costs)


class Costing(Protocol):
    """What each row costs, given the known part of a query, the weights and the most an attribute can cost."""

    def __call__(self, cells: Cells, query: Costs, weights: Costs, most: int) -> Costs:
        """Return a cost a row."""
        ...


def _scan(cells: Cells, spans: Spans, query: Query, paying: Costing) -> Similarities:
    units, asked = units_of(spans), query_numbers(query, cells.shape[1])
    known = asked != UNKNOWN
    paid = paying(_some(cells, known), asked[known], units.weights[known], units.most)
    return units.similarities(paid, int(known.sum()))


def _some(cells: Cells, known: NDArray[np.bool_]) -> Cells:
    return cells if known.all() else np.ascontiguousarray(cells[:, known])


# ── the index ─────────────────────────────────────────────────────────────────────────────────────────────────────
class Nearest:
    """An exact index of cases. It searches distinct rows only, of the attributes that a query knows.

    One index for each set of known attributes is made when a query first needs it, and kept.
    """

    def __init__(self, cells: Cells, spans: Spans) -> None:
        if len(spans) != cells.shape[1]:
            raise BadInput(f"{len(spans)} spans for cases of {cells.shape[1]} attributes")
        self.cells, self.units = cells, units_of(spans)
        self._indexes: dict[bytes, Index] = {}

    def nearest(self, query: Query, k: int = 10) -> Neighbours:
        """Return the k most similar cases, or all when there are fewer."""
        if k < 1:
            raise BadInput(f"k {k}: expected at least 1")
        asked, index = self._index(query)
        many = k > MANY
        cases, paid = index.within(asked, self.units.most * len(asked)) if many else index.nearest(asked, k)
        return Neighbours(cases[:k], self.units.similarities(paid[:k], len(asked)))

    def at_least(self, query: Query, threshold: float) -> Neighbours:
        """Return every case whose similarity is a threshold or more."""
        if not 0 <= threshold <= 1:
            raise BadInput(f"threshold {threshold}: a similarity is between 0 and 1")
        asked, index = self._index(query)
        whole = self.units.most * len(asked)
        limit = floor((1 - threshold + ROUNDING) * whole)
        if not whole and threshold > 0:  # nothing asked: no case is similar
            limit = -1
        cases, paid = index.within(asked, limit)
        return Neighbours(cases, self.units.similarities(paid, len(asked)))

    def rows(self, query: Query) -> int:
        """Return how many distinct rows there are of what a query knows."""
        return self._index(query)[1].size

    @property
    def nbytes(self) -> int:
        """The memory of all indexes made so far, without the cells they were made of."""
        return sum(index.nbytes for index in self._indexes.values())

    def _index(self, query: Query) -> tuple[Costs, Index]:
        asked = query_numbers(query, self.cells.shape[1])
        known = asked != UNKNOWN
        index = self._indexes.get(key := known.tobytes())
        if index is None:
            index = self._indexes[key] = index_of(_some(self.cells, known), self.units.of(known))
        return asked[known], index
