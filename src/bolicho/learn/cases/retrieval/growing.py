"""Rows that come and go, searched exactly while they do: most of them in boxes, the latest in a short tail.

A tail that has grown long beside the boxes is put into them; so is what is left when much has died.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import Cells
from bolicho.learn.cases.retrieval.boxes import Boxes, costs, far
from bolicho.learn.cases.retrieval.costs import Costs, Units

Ids = NDArray[np.int64]

TAIL = 512
"""A tail of so many rows is short, however few others there are."""
SHARE = 16
"""And so is one of less than this part of the rest."""


class Stack:
    """An array that grows at its end."""

    def __init__(self, rows: NDArray[Any]) -> None:
        self._space, self._size = rows.copy(), len(rows)

    def __len__(self) -> int:
        return self._size

    @property
    def rows(self) -> NDArray[Any]:
        """All rows so far."""
        return self._space[: self._size]

    def push(self, rows: NDArray[Any]) -> None:
        """Add rows."""
        size = self._size + len(rows)
        if size > len(self._space):
            space = np.empty(
                (max(size, len(self._space) * 3 // 2, 16), *self._space.shape[1:]), dtype=self._space.dtype
            )
            space[: self._size] = self.rows
            self._space = space
        self._space[self._size : size] = rows
        self._size = size


class Growing:
    """Rows by ascending number."""

    def __init__(self, cells: Cells, ids: Ids, units: Units) -> None:
        self.units = units
        self._tail: tuple[Ids, NDArray[np.int32]] | None = None
        self._begin(cells, ids)

    def add(self, cells: Cells, ids: Ids) -> None:
        """Add rows, with numbers above all that are there."""
        self._cells.push(cells)
        self._ids.push(ids)
        self._alive.push(np.ones(len(ids), dtype=bool))
        self._tail = None
        if len(self._ids) - self._boxed > max(TAIL, self._boxed // SHARE):
            self._again()

    def remove(self, ids: Ids) -> None:
        """Forget rows; numbers that are not here are left aside."""
        places = np.searchsorted(self._ids.rows, ids)
        inside = places < len(self._ids)
        places = places[inside][self._ids.rows[places[inside]] == ids[inside]]
        self._alive.rows[places] = False
        self._boxes.remove(ids)
        self._tail = None
        if self._boxes.gone > max(TAIL, self._boxed // 2):
            self._again()

    def nearest(self, query: Costs, k: int, power: int = 1) -> tuple[Ids, Costs]:
        """Return the k rows of least cost, by cost and number, and their costs."""
        ids, paid = self._boxes.nearest(query, k, power)
        late, tail = self._latest()
        if not len(late):
            return ids, paid
        theirs = costs(tail, query, self.units, power)
        if len(paid) == k:  # the tail's numbers are higher: a tie is lost
            better = np.flatnonzero(theirs < paid[-1])
            late, theirs = late[better], theirs[better]
        ids, paid = np.concatenate((ids, late)), np.concatenate((paid, theirs))
        order = np.argsort(paid, kind="stable")[:k]  # in the order of numbers before, so ties stay in it
        return ids[order], paid[order]

    def _latest(self) -> tuple[Ids, NDArray[np.int32]]:
        """Return the living rows of the tail."""
        if self._tail is None:
            late = self._alive.rows[self._boxed :]
            cells = self._cells.rows[self._boxed :][late]
            self._tail = self._ids.rows[self._boxed :][late], np.ascontiguousarray(far(cells).T)
        return self._tail

    def _again(self) -> None:
        alive = self._alive.rows
        self._begin(self._cells.rows[alive], self._ids.rows[alive])

    def _begin(self, cells: Cells, ids: Ids) -> None:
        self._cells, self._ids, self._alive = Stack(cells), Stack(ids), Stack(np.ones(len(ids), dtype=bool))
        self._boxed = len(ids)
        self._boxes = Boxes(cells, ids, self.units)
        self._tail = None
