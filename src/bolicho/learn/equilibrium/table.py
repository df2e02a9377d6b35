"""The table of situations that a training grows: flat arrays, written to a file and read back as they are."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.learn.arrays import DAMAGED, read_arrays

WHAT = "the table of a training"
MOST_CELLS, MOST_NUMBERS = 1 << 30, 1 << 34
"""More than any training has room for."""
Floats = npt.NDArray[np.float64]
Float32s = npt.NDArray[np.float32]
Keys = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]


class Table(NamedTuple):
    """Open addressing: ``keys`` (0 is empty) and ``places``; ``counts`` are situations and numbers in use; ``pool``."""

    keys: Keys
    places: Places
    counts: Places
    pool: Float32s

    @classmethod
    def empty(cls, bits: int = 24, pool: int = 1 << 27) -> "Table":
        """Make room for three quarters of ``2**bits`` situations; untouched pages cost nothing."""
        size = 1 << bits
        return cls(
            np.zeros(size, np.uint64), np.zeros(size, np.int64), np.zeros(2, np.int64), np.zeros(pool, np.float32)
        )

    def known(self) -> "KnownSituations":
        """Return the situations in the order of their keys, each with its summed strategy."""
        cells = np.flatnonzero(self.keys)
        cells = cells[np.argsort(self.places[cells])]
        starts = self.places[cells]
        actions = np.diff(np.append(starts, self.counts[1])) // 2
        order = np.argsort(self.keys[cells])
        cells, starts, actions = cells[order], starts[order] + actions[order], actions[order]
        offsets = np.concatenate(([0], np.cumsum(actions)))
        inside = np.arange(offsets[-1]) - np.repeat(offsets[:-1], actions)
        return KnownSituations(
            self.keys[cells], actions, self.pool[np.repeat(starts, actions) + inside].astype(np.float64)
        )


class KnownSituations(NamedTuple):
    """Situations sorted by key (one more than ``key_of`` says), how many moves each has, and all their numbers."""

    keys: Keys
    actions: Places
    sums: Floats

    @property
    def offsets(self) -> Places:
        """Where the numbers of each situation begin, and the end."""
        return np.concatenate(([0], np.cumsum(self.actions)))

    def weight(self) -> Floats:
        """How much each situation was reached."""
        return np.add.reduceat(self.sums, self.offsets[:-1]) if len(self.keys) else np.zeros(0)

    def chances(self) -> Floats:
        """The average strategy; evenly where nothing was summed."""
        weight = np.repeat(self.weight(), self.actions)
        even = 1.0 / np.repeat(self.actions, self.actions)
        return np.where(weight > 0, self.sums / np.where(weight > 0, weight, 1.0), even)

    def keep(self, most: int) -> "KnownSituations":
        """Return the situations that were reached most."""
        if most >= len(self.keys):
            return self
        chosen = np.zeros(len(self.keys), bool)
        chosen[np.argsort(-self.weight(), kind="stable")[:most]] = True
        return KnownSituations(self.keys[chosen], self.actions[chosen], self.sums[np.repeat(chosen, self.actions)])


def save(path: Path, table: Table, **more: Any) -> None:
    """Write a table and whatever belongs to it, whole or not at all."""
    cells = np.flatnonzero(table.keys)
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as out:
            np.savez(
                out, size=len(table.keys), room=len(table.pool), cells=cells.astype(np.int32), keys=table.keys[cells],
                places=table.places[cells], counts=table.counts, pool=table.pool[: table.counts[1]], **more,
            )  # fmt: skip
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def load(path: Path) -> tuple[Table, JsonObject]:
    """Read a table and what was written with it."""
    data: JsonObject = read_arrays(path, WHAT)
    try:
        size, capacity, cells, counts = (
            int(data.pop("size")),
            int(data.pop("room")),
            data.pop("cells"),
            data.pop("counts"),
        )
        keys, places, pool = data.pop("keys"), data.pop("places"), data.pop("pool")
        if not len(cells) <= size <= MOST_CELLS or not len(pool) <= capacity <= MOST_NUMBERS:
            raise ValueError
        _agree(size, cells, keys, places, counts, pool)
        table = Table(np.zeros(size, np.uint64), np.zeros(size, np.int64), counts, np.zeros(capacity, np.float32))
        table.keys[cells], table.places[cells] = keys, places
        table.pool[: len(pool)] = pool
    except DAMAGED:
        raise BadInput(f"{path}: not {WHAT}, or damaged") from None
    return table, data


def _agree(size: int, cells: Any, keys: Any, places: Any, counts: Any, pool: Any) -> None:
    """Refuse arrays that no training has written: the kernels believe what a table says."""
    kinds = {"cells": np.int32, "keys": np.uint64, "places": np.int64, "counts": np.int64, "pool": np.float32}
    arrays = dict(zip(kinds, (cells, keys, places, counts, pool), strict=True))
    good = all(arrays[name].dtype == kind and arrays[name].ndim == 1 for name, kind in kinds.items())
    good = good and counts.tolist() == [len(cells), len(pool)] and len(keys) == len(places) == len(cells)
    good = good and bool((keys > 0).all() and np.isfinite(pool).all())
    for places_, end in ((cells, size), (places, len(pool))):
        good = good and bool(len(np.unique(places_)) == len(places_) and ((places_ >= 0) & (places_ < end)).all())
    if not good:
        raise ValueError


def merged(tables: Sequence[KnownSituations]) -> KnownSituations:
    """Add up what several runs learned."""
    if len(tables) == 1:
        return tables[0]
    keys, where = np.unique(np.concatenate([table.keys for table in tables]), return_inverse=True)
    actions = np.zeros(len(keys), np.int64)
    actions[where] = np.concatenate([table.actions for table in tables])
    offsets = np.concatenate(([0], np.cumsum(actions)))
    sums, before = np.zeros(offsets[-1]), 0
    for table in tables:
        rows = where[before : before + len(table.keys)]
        inside = np.arange(len(table.sums)) - np.repeat(table.offsets[:-1], table.actions)
        sums[np.repeat(offsets[rows], table.actions) + inside] += table.sums
        before += len(table.keys)
    return KnownSituations(keys, actions, sums)
