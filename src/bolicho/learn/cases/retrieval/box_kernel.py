"""A tree of boxes over distinct rows, and the costs of all rows, compiled by Numba; ``search.py`` says them plainly.

The cost of a row is a whole number: over the known attributes, the difference times the weight of the attribute, never
more than ``most``; a blank costs ``most``. Each node of the tree keeps the smallest box around its rows. What a query
would cost at the nearest point of the box is less than or equal to the cost of every row inside, so a node that cannot
beat what has been found is left out and nothing is lost.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.learn.cases.base import UNKNOWN, Cells

LEAF = 32
"""Rows that are no longer divided."""
SAMPLE = 127
"""Rows looked at to find where a node is best divided; which cut is taken changes the speed and never the answer."""

Ints = npt.NDArray[np.int32]
Costs = npt.NDArray[np.int64]


class Tree(NamedTuple):
    """Nodes in the order of a walk that goes left first: the left child of a node is the next one."""

    rows: Cells
    """Distinct rows, those of a leaf side by side."""
    low: Cells
    """The smallest known value of each attribute in each node; UNKNOWN where all are blank."""
    high: Cells
    begin: Ints
    end: Ints
    right: Ints
    """The right child; 0 for a leaf."""
    first: Ints
    """The smallest case number in each node."""
    starts: Ints
    """Where the cases of each row begin in `cases`; one more at the end."""
    cases: Ints
    """Case numbers, row after row, ascending within a row."""
    depth: int


@njit(cache=True)
def costs(cells: Cells, query: Costs, weights: Costs, most: int) -> Costs:
    """Return the cost of every row."""
    paid = np.empty(len(cells), np.int64)
    for row in range(len(cells)):
        paid[row] = _cost(cells, row, query, weights, most)
    return paid


# ── search ────────────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def nearest(tree: Tree, query: Costs, weights: Costs, most: int, k: int) -> tuple[Ints, Costs]:
    """Return the k cases of least cost and their costs, by cost and case number.

    The k best rows, by cost and first case, hold the k best cases: each of them has at least one case of its own.
    """
    best, costs, firsts = np.empty(k, np.int32), np.empty(k, np.int64), np.empty(k, np.int32)
    found = 0
    nodes, bounds = np.empty(tree.depth, np.int32), np.empty(tree.depth, np.int64)
    nodes[0], bounds[0], waiting = 0, 0, 1
    while waiting:
        waiting -= 1
        node, bound = nodes[waiting], bounds[waiting]
        if found == k and _after(bound, tree.first[node], costs[-1], firsts[-1]):
            continue
        while tree.right[node]:  # down to a leaf, the nearer child first; the other waits
            near, far = node + 1, tree.right[node]
            bound, other = _bound(tree, near, query, weights, most), _bound(tree, far, query, weights, most)
            if _after(bound, tree.first[near], other, tree.first[far]):
                near, far, bound, other = far, near, other, bound
            if found < k or not _after(other, tree.first[far], costs[-1], firsts[-1]):
                nodes[waiting], bounds[waiting] = far, other
                waiting += 1
            node = near
        if found == k and _after(bound, tree.first[node], costs[-1], firsts[-1]):
            continue
        for row in range(tree.begin[node], tree.end[node]):
            cost = _cost(tree.rows, row, query, weights, most)
            if found == k and cost > costs[-1]:
                continue
            first = tree.cases[tree.starts[row]]
            if found == k and _after(cost, first, costs[-1], firsts[-1]):
                continue
            place = found if found < k else k - 1
            while place and _after(costs[place - 1], firsts[place - 1], cost, first):
                best[place], costs[place], firsts[place] = best[place - 1], costs[place - 1], firsts[place - 1]
                place -= 1
            best[place], costs[place], firsts[place] = row, cost, first
            found = min(found + 1, k)
    return _cases(tree, best[:found], costs[:found], k)


@njit(cache=True)
def within(tree: Tree, query: Costs, weights: Costs, most: int, limit: int) -> tuple[Ints, Costs]:
    """Return the rows that cost no more than a limit, and their costs."""
    best, costs, found = np.empty(len(tree.rows), np.int32), np.empty(len(tree.rows), np.int64), 0
    nodes, waiting = np.empty(tree.depth + 1, np.int32), 1
    nodes[0] = 0
    while waiting:
        waiting -= 1
        node = nodes[waiting]
        if _bound(tree, node, query, weights, most) > limit:
            continue
        if tree.right[node]:
            nodes[waiting], nodes[waiting + 1] = tree.right[node], node + 1
            waiting += 2
            continue
        for row in range(tree.begin[node], tree.end[node]):
            cost = _cost(tree.rows, row, query, weights, most)
            if cost <= limit:
                best[found], costs[found] = row, cost
                found += 1
    return best[:found].copy(), costs[:found].copy()


@njit(cache=True)
def _cases(tree: Tree, rows: Ints, costs: Costs, k: int) -> tuple[Ints, Costs]:
    """Write out the first k cases of rows; rows of equal cost are mixed by case number."""
    cases, paid = np.empty(k, np.int32), np.empty(k, np.int64)
    found = 0
    for i in range(len(rows)):
        for at in range(tree.starts[rows[i]], tree.starts[rows[i] + 1]):
            case, cost = tree.cases[at], costs[i]
            if found == k and _after(cost, case, paid[-1], cases[-1]):
                break
            place = found if found < k else k - 1
            while place and _after(paid[place - 1], cases[place - 1], cost, case):
                cases[place], paid[place] = cases[place - 1], paid[place - 1]
                place -= 1
            cases[place], paid[place] = case, cost
            found = min(found + 1, k)
    return cases[:found], paid[:found]


@njit(cache=True)
def _after(cost: int, case: int, other_cost: int, other_case: int) -> bool:
    return cost > other_cost or (cost == other_cost and case > other_case)


@njit(cache=True)
def _cost(rows: Cells, row: int, query: Costs, weights: Costs, most: int) -> int:
    total = 0
    for a in range(len(query)):
        cell = rows[row, a]
        total += most if cell == UNKNOWN else min(abs(query[a] - cell) * weights[a], most)
    return total


@njit(cache=True)
def _bound(tree: Tree, node: int, query: Costs, weights: Costs, most: int) -> int:
    total = 0
    for a in range(len(query)):
        low, high = tree.low[node, a], tree.high[node, a]
        outside = max(low - query[a], query[a] - high, 0)
        total += min(outside * weights[a], most)  # where all are blank, UNKNOWN is far from any query
    return total


# ── build ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def divide(rows: Cells, order: Ints, weights: Costs, most: int) -> tuple[Ints, Ints, Ints, int]:
    """Put rows in the order of a tree, and `order` with them; return begin, end, right child of nodes and the depth."""
    nodes = [(0, 0) for _ in range(0)]
    right, deepest = [0 for _ in range(0)], 1
    waiting = [(0, len(rows), 0, 1)]  # from, to, parent, depth
    while waiting:
        low, high, parent, depth = waiting.pop()
        node = len(nodes)
        nodes.append((low, high))
        right.append(0)
        if parent < node - 1:  # the left child comes right after its parent
            right[parent] = node
        deepest = max(deepest, depth)
        if high - low > LEAF:
            middle = _cut(rows, order, low, high, weights, most)
            waiting.append((middle, high, node, depth + 1))
            waiting.append((low, middle, node, depth + 1))
    begin, end = np.array([low for low, _ in nodes], np.int32), np.array([high for _, high in nodes], np.int32)
    return begin, end, np.array(right, np.int32), deepest


@njit(cache=True)
def _cut(rows: Cells, order: Ints, low: int, high: int, weights: Costs, most: int) -> int:
    """Divide rows in two by the attribute in which they are most unlike their median; return where the right begins."""
    step = max(1, (high - low) // SAMPLE)
    attribute, value = _widest(rows[low:high:step], weights, most)
    if attribute < 0:  # the sample is all alike; distinct rows are not
        attribute, value = _widest(rows[low:high], weights, most)
    left, last = low, high - 1
    while left <= last:
        if rows[left, attribute] <= value:
            left += 1
        else:
            for a in range(rows.shape[1]):
                rows[left, a], rows[last, a] = rows[last, a], rows[left, a]
            order[left], order[last] = order[last], order[left]
            last -= 1
    return left


@njit(cache=True)
def _widest(rows: Cells, weights: Costs, most: int) -> tuple[int, int]:
    """Return the attribute to divide by and the largest value of the left side; -1 when all rows are alike."""
    attribute, value, widest = -1, 0, 0
    for a in range(rows.shape[1]):
        cells = np.sort(rows[:, a])
        if cells[0] == cells[-1]:
            continue
        median, wide = cells[len(cells) // 2], 0
        for cell in cells:
            blank = (cell == UNKNOWN) != (median == UNKNOWN)
            wide += most if blank else min(abs(np.int64(cell) - median) * weights[a], most)
        if wide > widest:
            under, upto = np.searchsorted(cells, median), np.searchsorted(cells, median, side="right")
            left = under if abs(2 * under - len(cells)) <= abs(2 * upto - len(cells)) else upto
            left = upto if under == 0 else under if upto == len(cells) else left
            attribute, value, widest = a, cells[left - 1], wide
    return attribute, value


@njit(cache=True)
def boxes(rows: Cells, begin: Ints, end: Ints, right: Ints, firsts: Ints) -> tuple[Cells, Cells, Ints]:
    """Return the smallest and the largest known values and the first case of every node."""
    low = np.full((len(begin), rows.shape[1]), UNKNOWN, np.int16)
    high, first = low.copy(), begin.copy()
    for node in range(len(begin) - 1, -1, -1):  # children come after their parent
        if right[node]:
            first[node] = min(first[node + 1], first[right[node]])
            for child in np.array((node + 1, right[node])):
                for a in range(rows.shape[1]):
                    _widen(low, high, node, a, low[child, a], high[child, a])
        else:
            first[node] = firsts[begin[node] : end[node]].min()
            for row in range(begin[node], end[node]):
                for a in range(rows.shape[1]):
                    _widen(low, high, node, a, rows[row, a], rows[row, a])
    return low, high, first


@njit(cache=True)
def _widen(low: Cells, high: Cells, node: int, a: int, least: int, largest: int) -> None:
    if least != UNKNOWN:
        low[node, a] = least if low[node, a] == UNKNOWN else min(low[node, a], least)
        high[node, a] = max(high[node, a], largest)


def grow(rows: Cells, starts: Ints, cases: Ints, weights: Costs, most: int) -> Tree:
    """Build the tree over distinct rows, each with its cases."""
    rows, order = np.ascontiguousarray(rows), np.arange(len(rows), dtype=np.int32)
    begin, end, right, depth = divide(rows, order, weights, most)
    sizes = np.diff(starts)[order]
    moved = np.zeros_like(starts)
    np.cumsum(sizes, out=moved[1:])
    cases = cases[np.repeat(starts[order] - moved[:-1], sizes) + np.arange(len(cases), dtype=np.int32)]
    low, high, first = boxes(rows, begin, end, right, cases[moved[:-1]])
    return Tree(rows, low, high, begin, end, right, first, moved, cases, depth)
