"""From a training of the full game to the opening book that a player takes along."""

from typing import Any

import numpy as np

from bolicho.learn.trunk.first_round import FirstRound, in_steps
from bolicho.learn.trunk.levels import Levels
from bolicho.learn.trunk.opening_book import TREE_MOST, TRUNK_MOST, Bytes, nodes, pack, widths
from bolicho.learn.trunk.solver import Solver, name_of_key

RARE = 1e-6
"""Where a class comes less often than this, beside the one that comes most often, the book has nothing."""


def packed(solver: Solver, rare: float = RARE, **about: Any) -> bytes:
    """Return the average strategy of a training as the bytes of a book."""
    xp, first = solver.xp, FirstRound.of(solver.tree)
    numbers = solver.forest.averages[:, xp.asarray(first.slots)]
    often = first.totals(xp, numbers)
    kept = (often > rare * often.max()).astype(xp.uint8)
    trees = solver.home(first.steps(xp, numbers, TREE_MOST, kept))
    trunk = {
        name_of_key(key): solver.home(in_steps(xp, table, TRUNK_MOST, 0).astype(xp.uint8))
        for key, table in solver.averages.items()
    }
    return pack(solver.deck, solver.numbers, trunk, _in_order(trees, first, solver.tree), **about)


def _in_order(trees: Bytes, first: FirstRound, tree: Levels) -> Bytes:
    """Put the nodes of a first round into the order of the book."""
    found, total = nodes(tree.classes.counts)
    begins = {_way(tree, int(node)): int(begin) for node, begin in zip(first.nodes, first.starts, strict=False)}
    place = np.empty(total, np.int64)
    for way, (at, public) in found.items():
        size = len(public.rows) * widths(tree.classes.counts)[public.left[public.who]]
        place[at : at + size] = np.arange(begins[way], begins[way] + size)
    return trees[:, place]


def _way(tree: Levels, node: int) -> tuple[int, ...]:
    way = []
    while node > 0:
        way.append(int(tree.edges[node]))
        node = int(tree.parents[node])
    return tuple(reversed(way))
