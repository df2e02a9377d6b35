"""Similarity in whole numbers: what a case costs in the eyes of a query.

With ``most`` a common multiple of the spans, an attribute costs its difference times ``most / span``, and ``most``
where it is a whole span away, is not equal (span 0), or is blank. So ``similarity == 1 - cost / (most * attributes)``,
and cases that are equally similar cost the same, with no rounding in between.

>>> units = units_of((52, 33, 0))
>>> units.most, units.weights.tolist()
(1716, [33, 52, 1716])
>>> plain_costs(np.array([[24, 29, 1], [22, UNKNOWN, 2]], dtype=np.int16), np.array([24, 30, 1]), *units).tolist()
[52, 3498]
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import UNKNOWN, Cells

Costs = NDArray[np.int64]
Similarities = NDArray[np.float64]
Query = Sequence[int | None] | Cells
Spans = Sequence[float] | NDArray[np.float64]

LARGEST = 2**62
"""Sums stay below it."""


def plain_costs(cells: Cells, query: Costs, weights: Costs, most: int) -> Costs:
    """Return what each case costs."""
    paid = cells.T.astype(np.int64, order="C")  # all attributes at once: a base is small, and each call has its price
    blank = paid == UNKNOWN
    paid -= query[:, None]
    np.abs(paid, out=paid)
    paid *= weights[:, None]
    np.minimum(paid, most, out=paid)
    paid[blank] = most
    found: Costs = paid.sum(axis=0)
    return found


class Columns:
    """The attributes of cases, each a row counted in units once: what every query then compares is a subtraction.

    >>> units = units_of((52, 33, 0))
    >>> columns = Columns(np.array([[24, 29, 1], [22, UNKNOWN, 2]], dtype=np.int16), units)
    >>> columns.costs(np.array([24, 30, 1])).tolist()
    [52, 3498]
    """

    def __init__(self, cells: Cells, units: "Units") -> None:
        self.units = units
        short = (
            -UNKNOWN * int(units.weights.max(initial=0)) + units.most < 2**30 and units.most * cells.shape[1] < 2**31
        )
        self._type: type[np.signedinteger[Any]] = np.int32 if short else np.int64
        far = 2**30 if short else 2**61
        counted = cells.T.astype(np.int64, order="C") * units.weights[:, None]
        counted[cells.T == UNKNOWN] = far  # from everywhere
        self._numbers = counted.astype(self._type)

    @property
    def nbytes(self) -> int:
        """The memory they take."""
        return self._numbers.nbytes

    def costs(self, query: Costs) -> Costs:
        """Return what each case costs, as ``plain_costs`` does."""
        most, size = self._type(self.units.most), self._numbers.shape[1]
        paid, difference = np.zeros(size, self._type), np.empty(size, self._type)
        for column, asked in zip(self._numbers, query * self.units.weights, strict=True):
            np.subtract(column, self._type(asked), out=difference)
            np.abs(difference, out=difference)
            np.minimum(difference, most, out=difference)
            paid += difference
        return paid.astype(np.int64)


class Units(NamedTuple):
    """What a difference of 1 costs in each attribute, and the most that an attribute can cost."""

    weights: Costs
    most: int

    def of(self, known: NDArray[np.bool_]) -> "Units":
        """Return those of some attributes."""
        return Units(self.weights[known], self.most)

    def similarities(self, costs: Costs, attributes: int) -> Similarities:
        """Turn costs into similarities; where nothing was asked nothing is similar."""
        return 1 - costs / (self.most * attributes) if attributes else np.zeros(len(costs))


def units_of(spans: Spans) -> Units:
    """Return the least whole numbers in which all spans can be counted; spans are read as decimals."""
    return _units(tuple(spans.tolist() if isinstance(spans, np.ndarray) else spans))


@lru_cache(maxsize=256)
def _units(spans: tuple[float, ...]) -> Units:
    for span in spans:
        if not 0 <= span < np.inf:
            raise BadInput(f"span {span}: expected 0 (equality) or a number above it")
    exact = [Fraction(str(span)) for span in spans]
    most = lcm(*(span.numerator for span in exact if span))
    weights = [int(most / span) if span else most for span in exact]
    if max((most, *weights)) * max(2**17, len(spans)) >= LARGEST:
        raise BadInput(f"spans {', '.join(map(str, spans))}: too fine to be counted together")
    return Units(np.array(weights, dtype=np.int64), most)


def query_numbers(query: Query, attributes: int) -> Costs:
    """Return a query as numbers, blanks as UNKNOWN."""
    if not isinstance(query, np.ndarray):
        query = np.array([UNKNOWN if value is None else value for value in query], dtype=np.int64)
    if query.shape != (attributes,):
        raise BadInput(f"query: {query.size} values for {attributes} attributes")
    if query.dtype != np.int16 and not (np.int64(UNKNOWN) <= query).all() & (query < -UNKNOWN).all():
        raise BadInput(f"query {query.tolist()}: values go from {UNKNOWN + 1} to {-UNKNOWN - 1}")
    return query.astype(np.int64)
