"""Of every tree of the forest the decisions of the first round: what a player takes along from a training.

Rounds 2 and 3 (99 % of a tree) are solved again at the table; before them stand 247 nodes, 315,842 numbers for the
forty cards.
"""

from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from bolicho.learn.trunk.levels import NOT_YET, Levels

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Number = TypeVar("Number", bound=np.generic)
"""Of NumPy or of CuPy."""


class FirstRound(NamedTuple):
    """Where the decisions of the first round stand in a tree's table, and in a vector of their own."""

    nodes: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    wide: npt.NDArray[np.int64]
    """Rows and classes of hands of each node."""
    starts: npt.NDArray[np.int64]
    """Where each node begins in the vector, and its length at the end."""
    columns: npt.NDArray[np.int64]
    """Where its classes begin among all classes of all nodes, and how many those are at the end."""
    slots: npt.NDArray[np.int64]
    """[place in the vector]: the slot of the table."""

    @classmethod
    def of(cls, tree: Levels) -> "FirstRound":
        """Those of a tree."""
        form = tree.nodes["form"].astype(np.int64)
        left = np.where(form & 1, form >> 7 & 3, form >> 5 & 3)
        rows = np.where(form >> 1 & 1, 2, left) + (form >> 4 & 1)
        nodes = np.flatnonzero(((form >> 13 & 3) - 1 == NOT_YET) & (rows > 1))
        rows, wide = rows[nodes], np.array(tree.classes.width)[left[nodes]]
        begin = tree.nodes["slot"][nodes].astype(np.int64)
        slots = [np.arange(at, at + size) for at, size in zip(begin, rows * wide, strict=True)]
        return cls(
            nodes, rows, wide, np.r_[0, np.cumsum(rows * wide)], np.r_[0, np.cumsum(wide)], np.concatenate(slots)
        )

    def block(self, numbers: npt.NDArray[Number], number: int) -> npt.NDArray[Number]:
        """Of vectors [tree, place] one node's part, [tree, row, class]."""
        part = numbers[:, int(self.starts[number]) : int(self.starts[number + 1])]
        return part.reshape(len(part), int(self.rows[number]), int(self.wide[number]))

    def totals(self, xp: Any, numbers: Array) -> Array:
        """[tree, class of any node]: sums over rows; of averages, how often its player comes there by his doing."""
        summed: Array = xp.concatenate([self.block(numbers, at).sum(axis=1) for at in range(len(self.nodes))], axis=1)
        return summed

    def steps(self, xp: Any, numbers: Array, most: int, kept: Bytes | None = None) -> Bytes:
        """Bytes proportional to the numbers of each class, the largest of them ``most``; none where it is not kept."""
        found = []
        for at in range(len(self.nodes)):
            rows = self.block(numbers, at)
            rows = in_steps(xp, rows, most, 1)
            if kept is not None:
                rows = rows * kept[:, None, int(self.columns[at]) : int(self.columns[at + 1])]
            found.append(rows.astype(xp.uint8).reshape(len(rows), -1))
        joined: Bytes = xp.concatenate(found, axis=1)
        return joined


def in_steps(xp: Any, numbers: Array, most: int, axis: int) -> Array:
    """Whole numbers proportional to these along an axis, the largest ``most``; zeros where there are none."""
    largest = numbers.max(axis=axis, keepdims=True)
    whole: Array = xp.rint(numbers * (np.float32(most) / xp.maximum(largest, np.float32(1e-30))))
    return whole
