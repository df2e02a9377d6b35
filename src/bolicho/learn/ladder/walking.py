"""Walks of a tree by one or more threads: the parts below the first card are walked apart and put together in order."""

from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any

import numpy as np

from bolicho.learn.ladder.classes import Float32s
from bolicho.learn.ladder.endgame_kernel import COLUMNS, NODES, ROWS
from bolicho.learn.ladder.tree import QUERO, Tree
from bolicho.learn.ladder.walk_kernel import EVALUATE, FINISH, GATHER, RESPOND, STACK, TRAIN, WHOLE, walk

NOTHING = np.zeros(0, np.float32)


class Walker:
    """Walks one tree; whatever the number of threads, the numbers are the same."""

    def __init__(self, tree: Tree, threads: int = 1) -> None:
        self.tree = tree
        self.threads = threads
        classes = tree.classes
        fresh = (tree.form >> 5 & 0b1111) == (3 << 2 | 2)  # the mão has led, the pé has three cards
        self.cuts = np.flatnonzero(fresh & (tree.edge >= 0) & (tree.edge < QUERO))
        size = tree.end[self.cuts] - self.cuts
        self._order = np.argsort(-size, kind="stable")
        wide = max(classes.width)
        self._reach = np.zeros((len(self.cuts), wide), np.float32)
        self._value = np.zeros((len(self.cuts), wide), np.float32)
        self._live = np.zeros(len(self.cuts), np.int8)
        self._desk = local()
        self._deepest = int(tree.depth.max()) + 2
        self._tables = (
            tree.form, tree.beat, tree.end, tree.slot, tree.edge, tree.compact, classes.widths, classes.cards,
            classes.up, classes.legal, classes.kinds, classes.both, classes.one,
        )  # fmt: skip
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def train(
        self, me: int, regrets: Float32s, averages: Float32s, regret_weight: float, average_weight: float
    ) -> float:
        """Update this player's regrets and the rival's averages; the value is that of the strategies as they were."""
        return self._walk(me, TRAIN, regrets, averages, regret_weight, average_weight)

    def respond(self, me: int, table: Float32s) -> float:
        """What this player wins a hand with the best response to the table."""
        return self._walk(me, RESPOND, table, NOTHING, 0, 0)

    def evaluate(self, me: int, table: Float32s) -> float:
        """What this player wins a hand when both play by the table."""
        return self._walk(me, EVALUATE, table, NOTHING, 0, 0)

    def _walk(
        self, me: int, mode: int, first: Float32s, second: Float32s, regret_weight: float, average_weight: float
    ) -> float:
        classes = self.tree.classes
        how = (me, mode, first, second, np.float32(regret_weight), np.float32(average_weight))
        start = (classes.prior / classes.deals).astype(np.float32)
        self._live[:] = 0
        self._part(0, (), start, how, GATHER)
        parts = [int(part) for part in self._order if self._live[part]]

        def one(part: int) -> None:
            cut = int(self.cuts[part])
            self._value[part] = self.part(cut, (int(self.tree.edge[cut]),), self._reach[part], how)

        if self._pool is None:
            for part in parts:
                one(part)
        else:
            list(self._pool.map(one, parts))
        values = self._part(0, (), start, how, FINISH)
        return float(values[: classes.width[3]].astype(np.float64) @ classes.prior)

    def part(self, node: int, played: tuple[int, ...], reach: Float32s, how: tuple[object, ...]) -> Float32s:
        """Walk the subtree of a node that is come to by these cards, with the rival's weights; returns my values.

        ``how``: player, mode, the two tables and their weights, as `walk` takes them.
        """
        return self._part(node, played, reach, how, WHOLE)

    def _part(
        self, node: int, played: tuple[int, ...], reach: Float32s, how: tuple[object, ...], gate: int
    ) -> Float32s:
        if not hasattr(self._desk, "scratch"):
            wide, deep = max(self.tree.classes.width), self._deepest
            rows = [np.zeros((deep, wide), np.float32) for _ in range(2)]
            blocks = [np.zeros((deep, 5 * wide), np.float32) for _ in range(2)]
            spare = [np.zeros(size, np.float32) for size in (wide, len(self.tree.classes.counts))]
            shapes = ((NODES, COLUMNS), (NODES, COLUMNS), (NODES, ROWS, COLUMNS))
            ends: list[Any] = [*(np.zeros(shape, np.float32) for shape in shapes), np.zeros((NODES, 2), np.int64)]
            ends.append(np.zeros((ROWS, COLUMNS), np.float32))
            self._desk.scratch = (np.zeros((deep, STACK), np.int64), *rows, *blocks, *spare, *ends)
        scratch = self._desk.scratch
        counts = np.array(self.tree.classes.counts, np.float32)
        for level in played:
            counts[level] -= 1
        scratch[1][0, : len(reach)] = reach
        cut = (gate, self.cuts, self._live, self._reach, self._value)
        compiled: Any = walk
        compiled(*self._tables, counts, node, *how, *scratch, *cut)
        found: Float32s = scratch[2][0].copy()
        return found
