"""Indexes of cases by their distinct rows, for queries that know every attribute: plain, or a tree compiled by Numba.

A base has many equal rows, the more the fewer attributes are asked for; only distinct ones are compared with a query
and then written out as cases, by cost and case number.
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import Cells
from bolicho.learn.cases.retrieval.costs import LARGEST, Columns, Costs, Units

if TYPE_CHECKING:
    from bolicho.learn.cases.retrieval.box_kernel import Tree

Ints = NDArray[np.int32]


class Index(Protocol):
    """Cases by cost and number, for queries that know all attributes of the index."""

    nbytes: int
    size: int
    """How many distinct rows."""

    def nearest(self, query: Costs, k: int) -> tuple[Ints, Costs]:
        """Return the k cases of least cost."""
        ...

    def within(self, query: Costs, limit: int) -> tuple[Ints, Costs]:
        """Return the cases that cost no more than a limit."""
        ...


def index_of(cells: Cells, units: Units) -> Index:
    """Index cases by their distinct rows: a tree where Numba is installed, else one array after another."""
    starts, cases = distinct(cells)
    rows = cells[cases[starts[:-1]]]
    if not compiled() or not len(cells):
        return PlainIndex(rows, starts, cases, units)
    from bolicho.learn.cases.retrieval.box_kernel import grow

    return TreeIndex(grow(rows, starts, cases, units.weights, units.most), units)


class PlainIndex:
    """All distinct rows are compared."""

    def __init__(self, rows: Cells, starts: Ints, cases: Ints, units: Units) -> None:
        self.columns, self.starts, self.cases, self.units = Columns(rows, units), starts, cases, units
        self.size = len(rows)
        self.nbytes = self.columns.nbytes + starts.nbytes + cases.nbytes

    def nearest(self, query: Costs, k: int) -> tuple[Ints, Costs]:
        """Return the k cases of least cost."""
        paid = self.columns.costs(query)
        limit = np.partition(paid, k - 1)[k - 1] if k < len(paid) else self.units.most * len(query)
        cases, costs = self._upto(paid, int(limit))
        return cases[:k], costs[:k]

    def within(self, query: Costs, limit: int) -> tuple[Ints, Costs]:
        """Return the cases that cost no more than a limit."""
        return self._upto(self.columns.costs(query), limit)

    def _upto(self, paid: Costs, limit: int) -> tuple[Ints, Costs]:
        rows = np.flatnonzero(paid <= limit)
        return write_out(rows, paid[rows], self.starts, self.cases)


class TreeIndex:
    """Only the rows in boxes that can hold an answer are compared (``box_kernel.py``)."""

    def __init__(self, tree: "Tree", units: Units) -> None:
        from bolicho.learn.cases.retrieval.box_kernel import nearest, within

        self.tree, self.units = tree, units
        self._nearest, self._within = nearest, within  # not their module: a base goes to worker processes
        self.size = len(tree.rows)
        self.nbytes = sum(part.nbytes for part in tree if isinstance(part, np.ndarray))

    def nearest(self, query: Costs, k: int) -> tuple[Ints, Costs]:
        """Return the k cases of least cost."""
        found: tuple[Ints, Costs] = self._nearest(self.tree, query, self.units.weights, self.units.most, k)
        return found

    def within(self, query: Costs, limit: int) -> tuple[Ints, Costs]:
        """Return the cases that cost no more than a limit."""
        rows, paid = self._within(self.tree, query, self.units.weights, self.units.most, limit)
        return write_out(rows, paid, self.tree.starts, self.tree.cases)


# ── rows and cases ────────────────────────────────────────────────────────────────────────────────────────────────
def distinct(cells: Cells) -> tuple[Ints, Ints]:
    """Group equal rows: where each group starts (and one more at the end), and the cases group after group."""
    keys, sizes = np.zeros(len(cells), dtype=np.int64), 1
    for column in cells.T:
        place = column.view(np.uint16) if column.flags.c_contiguous else column.astype(np.int16).view(np.uint16)
        numbers = np.zeros(2**16, dtype=np.int64)
        numbers[place] = 1
        values = int(numbers.sum())
        numbers = np.cumsum(numbers) - 1
        if sizes * values >= LARGEST:
            seen, keys = np.unique(keys, return_inverse=True)
            sizes = len(seen)
        keys *= values
        keys += numbers[place]
        sizes *= values
    cases = np.argsort(keys, kind="stable").astype(np.int32)
    keys = keys[cases]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(cells) else np.empty(0, int)
    return np.append(starts, len(cells)).astype(np.int32), cases


def write_out(rows: NDArray[np.int_] | Ints, costs: Costs, starts: Ints, cases: Ints) -> tuple[Ints, Costs]:
    """Return the cases of rows by cost and number."""
    sizes = starts[rows + 1] - starts[rows]
    shift = starts[rows] - (np.cumsum(sizes) - sizes)
    found, paid = cases[np.repeat(shift, sizes) + np.arange(sizes.sum())], np.repeat(costs, sizes)
    order = np.lexsort((found, paid))
    return found[order], paid[order]


@lru_cache(maxsize=1)
def compiled() -> bool:
    """Tell whether Numba is installed."""
    return find_spec("numba") is not None
