"""Many trees of the ladder game, one table each, walked together: regrets and averages of what follows the trunk.

`Forest` is what the solver asks for; `CpuForest` walks by ``learn.ladder`` (extra ``fast``), ``gpu.GpuForest`` by
``forest.cu``. Both have the same slots.
"""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.learn.trunk.entries import Entries
from bolicho.learn.trunk.levels import Levels

Array = npt.NDArray[np.float32]
"""Of NumPy or of CuPy, as `Forest.xp` says."""
TRAIN, RESPOND, EVALUATE = range(3)
POINTS = np.array([[1, 2, 3, 4], [-1, -2, -3, -4]], np.float32)
"""[winner, worth - 1]: what the mão gets."""


class Forest(Protocol):
    """Trees with tables, wherever they are kept."""

    xp: Any
    """The module of its arrays: ``numpy`` or ``cupy``."""
    regrets: Array
    averages: Array
    """[tree, slot]."""

    def walk(self, me: int, mode: int, entries: Entries, first: int, weights: Array, weight: float) -> Array:
        """Walk the trees from ``first`` on, as many as ``weights`` has rows, from the entries of one level.

        ``weights`` are the rival's: [tree, number]. In training my regrets and his averages change, with this weight
        of the average. Returns my values, [tree, number].
        """
        ...


class CpuForest:
    """Walks tree after tree in this process."""

    def __init__(self, tree: Levels, trees: int, pays: npt.NDArray[np.float32]) -> None:
        from bolicho.learn.ladder.tree import grown
        from bolicho.learn.ladder.walking import Walker

        if not np.allclose(pays, POINTS):
            raise BadInput("the trees are walked for points on a CPU, for anything else on a GPU")
        self._ladder = grown(tree.classes.counts, compact=True)
        self._walker = Walker(self._ladder)
        self.xp: Any = np
        self.regrets: Array = np.zeros((trees, tree.slots), np.float32)
        self.averages: Array = np.zeros((trees, tree.slots), np.float32)

    def walk(self, me: int, mode: int, entries: Entries, first: int, weights: Array, weight: float) -> Array:
        """See `Forest.walk`."""
        his, mine = entries.node[1 - me], entries.node[me]
        found = np.zeros((len(weights), len(mine)), np.float32)
        nodes = [self._node(way) for way in entries.edges]
        for row, tree in enumerate(range(first, first + len(weights))):
            table = self.regrets[tree] if mode == TRAIN else self.averages[tree]
            how = (me, mode, table, self.averages[tree], np.float32(1), np.float32(weight))
            for number, node in enumerate(nodes):
                reach = weights[row, his == number]
                if reach.sum() > 0:
                    cards = tuple(card for card in entries.played[number] if card >= 0)
                    values = self._walker.part(node, cards, reach.astype(np.float32), how)
                    here = mine == number
                    found[row, here] = values[: here.sum()]
        return found

    def _node(self, way: tuple[int, ...]) -> int:
        node = 0
        for edge in way:
            node = self._ladder.child(node, edge)
        return node
