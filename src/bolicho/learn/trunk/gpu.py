"""The forest on a GPU of NVIDIA, by CuPy: ``forest.cu`` is compiled when it is first needed.

CuPy has a package for every CUDA, so no extra of ours can bring the right one: it is installed by hand.
"""

from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.learn.trunk.entries import Entries
from bolicho.learn.trunk.forest import TRAIN, Array
from bolicho.learn.trunk.levels import NODE, Levels

THREADS = 128
WIDE, NARROW = 512, 64
"""Numbers of shared memory that a node may use: more than two cards in the two hands, or two."""
MEMORY = 6 << 30
"""Bytes for weights and values; as many trees as that allows are walked at a time."""


INSTALL = "pip install cupy-cuda12x, or cupy-cuda13x, by the CUDA that is there"


def cupy() -> Any:
    """CuPy, or a sentence that says how to get it."""
    try:
        import cupy  # type: ignore[import-not-found,unused-ignore]
    except ImportError as error:
        raise BadInput(f"CuPy is not installed: {INSTALL}") from error
    return cupy


class GpuForest:
    """All tables in the memory of the GPU: 0.44 GB a tree of the forty cards."""

    def __init__(self, tree: Levels, trees: int, pays: npt.NDArray[np.float32], memory: int = MEMORY) -> None:
        self.tree, self.trees = tree, trees
        self._begin()
        xp = self.xp
        self.regrets: Array = xp.zeros((trees, tree.slots), xp.float32)
        self.averages: Array = xp.zeros((trees, tree.slots), xp.float32)
        self._nodes = xp.asarray(tree.nodes.view(np.uint8).reshape(-1, NODE.itemsize))
        self._hands = xp.asarray(np.frombuffer(tree.hands.tobytes(), np.uint8))
        self._both, self._one = xp.asarray(tree.both), xp.asarray(tree.one)
        self._pays = xp.asarray(np.ascontiguousarray(pays, np.float32).reshape(trees, 8))
        self._live = xp.zeros(trees, xp.int32)
        self._together = max(1, min(trees, memory // (4 * tree.floats)))
        self._vectors = xp.zeros((self._together, tree.floats), xp.float32)
        self._lists = [
            tuple(xp.asarray((begin + np.flatnonzero(kind)).astype(np.int32)) for kind in (~narrow, narrow))
            for begin, narrow in (
                (tree.begins[level], tree.narrow[tree.begins[level] : tree.begins[level + 1]])
                for level in range(len(tree.begins) - 1)
            )
        ]
        self._places: dict[tuple[int, int], Array] = {}

    def _begin(self) -> None:
        self.xp: Any = cupy()
        source = (resources.files("bolicho.learn.trunk") / "forest.cu").read_text("utf-8")
        module = self.xp.RawModule(code=source, options=("--std=c++14",))
        self._kernels = {
            name: module.get_function(name) for name in ("down_wide", "down_narrow", "up_wide", "up_narrow")
        }

    def walk(self, me: int, mode: int, entries: Entries, first: int, weights: Array, weight: float) -> Array:
        """See `Forest.walk`."""
        xp = self.xp
        found: Array = xp.zeros((len(weights), len(entries.place[me])), xp.float32)
        his, mine = (self._place(entries, player) for player in (1 - me, me))
        self._live[first : first + len(weights)] = weights.sum(axis=1) > 0
        for at in range(0, len(weights), self._together):
            count = min(self._together, len(weights) - at)
            self._vectors[:count, his] = weights[at : at + count]
            for level in range(entries.level, len(self._lists)):
                self._level("down", level, first + at, count, me, mode, weight)
            for level in range(len(self._lists) - 1, entries.level - 1, -1):
                self._level("up", level, first + at, count, me, mode, weight)
            found[at : at + count] = self._vectors[:count, mine] * self._live[first + at : first + at + count, None]
        return found

    def _place(self, entries: Entries, player: int) -> Array:
        key = (entries.level, player)
        if key not in self._places:
            self._places[key] = self.xp.asarray(entries.place[player])
        return self._places[key]

    def _level(self, way: str, level: int, first: int, count: int, me: int, mode: int, weight: float) -> None:
        table = self.regrets if mode == TRAIN else self.averages
        for name, nodes in zip(("wide", "narrow"), self._lists[level], strict=True):
            if len(nodes):
                buffer = WIDE if name == "wide" else NARROW
                self._launch(
                    f"{way}_{name}", nodes, count, buffer,
                    (
                        self._nodes, nodes, np.int32(len(nodes)), self._hands, self._both, self._one, self._pays,
                        self._live,
                        np.int32(first), np.int32(me), np.int32(mode), table, self.averages, np.uint64(self.tree.slots),
                        np.float32(weight), self._vectors, np.uint64(self.tree.floats), np.int32(buffer),
                    ),
                )  # fmt: skip

    def _launch(self, name: str, nodes: Array, count: int, buffer: int, arguments: tuple[Any, ...]) -> None:
        lanes = 32 if name.endswith("wide") else 16
        blocks = -(-len(nodes) * lanes // THREADS)
        self._kernels[name]((blocks, count), (THREADS,), arguments, shared_mem=THREADS // lanes * buffer * 4)
