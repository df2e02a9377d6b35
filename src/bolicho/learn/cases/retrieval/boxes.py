"""Distinct rows in boxes of neighbours: an exact search that looks only where an answer can be, in plain numpy.

Rows are divided in two, again and again, by the attribute in which they are most unlike, until a box holds few. What a
query would cost at the nearest point of a box is no more than any row inside costs: so boxes are looked at from the
cheapest on, and those that cannot beat what has been found are left out. Few rows are compared at once without boxes.

Costs are those of ``costs.py``, or the sum of their squares (``power`` 2), which orders rows by Euclidean distance.
"""

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import UNKNOWN, Cells
from bolicho.learn.cases.retrieval.costs import Costs, Units

Ids = NDArray[np.int64]

BLANK = 1 << 20
"""What stands for a blank: farther from every value than the widest span."""
WIDEST = BLANK - 2**16
NEVER = 1 << 61
"""What a row costs that no living case has."""
BOX = 64
"""Rows that are no longer divided."""
AT_ONCE = 2048
"""Up to so many rows are compared without boxes."""
FIRST = 12
"""How many boxes are looked at before the rest is judged by what they gave."""
SAMPLE = 96
"""Rows looked at to find by which attribute to divide; which one is taken changes the speed and never the answer."""


class Boxes:
    """Cases by their numbers, which ascend; equal rows are kept once."""

    def __init__(self, cells: Cells, ids: Ids, units: Units) -> None:
        self.ids, self.units = ids, units
        starts, self.cases = distinct(cells)
        rows = far(cells[self.cases[starts[:-1]]])
        self.begin = np.zeros(1, dtype=np.int64)
        if len(rows) > AT_ONCE:
            order, self.begin = divided(rows, units)
            rows = rows[order]
            sizes = np.diff(starts)[order]
            moved = np.concatenate(([0], np.cumsum(sizes)))
            shift = np.repeat(starts[:-1][order] - moved[:-1], sizes)
            self.cases, starts = self.cases[shift + np.arange(len(self.cases))], moved
            self.low = np.minimum.reduceat(rows, self.begin, axis=0).T.copy()
            self.high = np.maximum.reduceat(
                np.where(rows == BLANK, np.int32(-BLANK), rows), self.begin, axis=0
            ).T.copy()
        self.rows, self.starts = np.ascontiguousarray(rows.T), starts
        self.end = np.append(self.begin[1:], len(rows))
        self.living = np.diff(starts)
        self.first = self.cases[starts[:-1]] if len(rows) else starts[:0]
        self.row_of = np.empty(len(ids), dtype=np.int32)
        self.row_of[self.cases] = np.repeat(np.arange(len(rows), dtype=np.int32), self.living)
        self.alive: NDArray[np.bool_] | None = None
        self.gone = 0

    def __len__(self) -> int:
        return len(self.ids) - self.gone

    def remove(self, ids: Ids) -> None:
        """Forget cases; those that are not here are left aside."""
        places = np.searchsorted(self.ids, ids)
        inside = places < len(self.ids)
        places = places[inside][self.ids[places[inside]] == ids[inside]]
        if not len(places):
            return
        if self.alive is None:
            self.alive, self.living, self.first = (
                np.ones(len(self.ids), dtype=bool),
                self.living.copy(),
                self.first.copy(),
            )
        self.alive[places] = False
        self.gone += len(places)
        np.subtract.at(self.living, self.row_of[places], 1)
        for row in np.unique(self.row_of[places]):
            left = self._cases(row)
            self.first[row] = left[0] if len(left) else NEVER

    def nearest(self, query: Costs, k: int, power: int) -> tuple[Ids, Costs]:
        """Return the k cases of least cost, by cost and number."""
        if len(self.begin) == 1:
            return self._best(np.arange(self.rows.shape[1]), self._costs(slice(None), query, power), k)
        bounds = self._bounds(query, power)
        near = np.argpartition(bounds, FIRST)[:FIRST]
        rows = self._inside(near)
        paid = self._costs(rows, query, power)
        bounds[near] = NEVER + 1  # they have been looked at
        more = np.flatnonzero(bounds <= self._limit(rows, paid, k))
        if len(more):
            others = self._inside(more)
            rows, paid = np.concatenate((rows, others)), np.concatenate((paid, self._costs(others, query, power)))
        return self._best(rows, paid, k)

    def _costs(self, rows: Ids | slice, query: Costs, power: int) -> Costs:
        return costs(self.rows[:, rows], query, self.units, power)

    def _bounds(self, query: Costs, power: int) -> Costs:
        asked = query[:, None]
        outside = np.maximum(np.maximum(self.low - asked, asked - self.high), 0)
        return _summed(outside, self.units, power)

    def _inside(self, boxes: Ids) -> Ids:
        sizes = self.end[boxes] - self.begin[boxes]
        shift = np.repeat(self.begin[boxes] - (np.cumsum(sizes) - sizes), sizes)
        return shift + np.arange(len(shift))

    def _limit(self, rows: Ids, paid: Costs, k: int) -> int:
        """Return the cost that k cases of these rows do not exceed; NEVER where there are not so many."""
        living = self.living[rows]
        paid = np.where(living > 0, paid, NEVER)
        best = np.argpartition(paid, k - 1)[:k] if k < len(paid) else np.arange(len(paid))
        best = best[np.argsort(paid[best])]
        enough = np.searchsorted(np.cumsum(living[best]), k)
        return int(paid[best[enough]]) if enough < len(best) else NEVER

    def _best(self, rows: Ids, paid: Costs, k: int) -> tuple[Ids, Costs]:
        """Write out the first k living cases of some rows; the k best rows, by cost and first case, hold them."""
        limit = min(self._limit(rows, paid, k), NEVER - 1)
        some = np.flatnonzero((paid <= limit) & (self.living[rows] > 0))
        if len(some) > k:
            some = some[np.lexsort((self.first[rows[some]], paid[some]))[:k]]
        found = [
            (cost, int(case))
            for row, cost in zip(rows[some].tolist(), paid[some].tolist(), strict=True)
            for case in self._cases(row, k)
        ]
        found.sort()
        cases = np.array([case for _, case in found[:k]], dtype=np.int64)
        return self.ids[cases], np.array([cost for cost, _ in found[:k]], dtype=np.int64)

    def _cases(self, row: int, most: int | None = None) -> NDArray[np.int64]:
        """Return the living cases of a row, ascending."""
        cases = self.cases[self.starts[row] : self.starts[row + 1]]
        return cases[:most] if self.alive is None else cases[self.alive[cases]][:most]


# ── costs ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def costs(rows: NDArray[np.int32], query: Costs, units: Units, power: int) -> Costs:
    """Return what each row costs; rows stand in columns, blanks are far."""
    return _summed(np.abs(rows - query[:, None]), units, power)


def _summed(away: Costs, units: Units, power: int) -> Costs:
    away = np.minimum(away * units.weights[:, None], units.most)
    found: Costs = (away if power == 1 else away * away).sum(axis=0)
    return found


def far(cells: Cells) -> NDArray[np.int32]:
    """Return rows with blanks far from everything."""
    return np.where(cells == UNKNOWN, np.int32(BLANK), cells.astype(np.int32))


# ── making them ───────────────────────────────────────────────────────────────────────────────────────────────────
def distinct(cells: Cells) -> tuple[Ids, Ids]:
    """Group equal rows: where each group starts (and one more at the end), and the cases group after group."""
    if not len(cells) or not cells.shape[1]:
        return np.array([0, len(cells)][: 1 + bool(len(cells))]), np.arange(len(cells))
    cases = np.lexsort(cells.T)  # stable: equal rows stay in their order
    ordered = cells[cases]
    fresh = np.concatenate(([True], (ordered[1:] != ordered[:-1]).any(axis=1)))
    return np.append(np.flatnonzero(fresh), len(cells)), cases


def divided(rows: NDArray[np.int32], units: Units) -> tuple[Ids, Ids]:
    """Return an order of rows in which those of a box stand together, and where each box begins."""
    order, begin = np.arange(len(rows)), []
    waiting = [(0, len(rows))]
    while waiting:
        low, high = waiting.pop()
        if high - low <= BOX:
            begin.append(low)
            continue
        here = order[low:high]
        attribute = _widest(rows[here[:: max(1, len(here) // SAMPLE)]], units)
        if attribute < 0:
            attribute = max(_widest(rows[here], units), 0)
        values = rows[here, attribute]
        order[low:high] = here[np.argsort(values, kind="stable")]
        middle = low + _cut(np.sort(values))
        waiting += [(middle, high), (low, middle)]
    return order, np.array(begin, dtype=np.int64)


def _widest(rows: NDArray[np.int32], units: Units) -> int:
    """Return the attribute in which rows are most unlike their median; -1 where they are all alike."""
    median = np.sort(rows, axis=0)[len(rows) // 2]
    wide = np.minimum(np.abs(rows - median) * units.weights, units.most).sum(axis=0)
    attribute = int(wide.argmax())
    return attribute if wide[attribute] else -1


def _cut(values: NDArray[np.int32]) -> int:
    """Return where to cut sorted values: between two different ones, as near to the middle as can be."""
    middle = len(values) // 2
    under, upto = (int(np.searchsorted(values, values[middle], side)) for side in ("left", "right"))
    if under == 0 or (upto < len(values) and upto - middle < middle - under):
        return upto if upto < len(values) else middle
    return under
