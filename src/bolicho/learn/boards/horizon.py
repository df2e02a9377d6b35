"""What somebody plays right who sees only so many plies ahead: of a solved game, worked out from its exact table.

Such a player takes the quickest win that it sees, stays away from losses that it sees, and takes all else to be alike.
"""

from collections.abc import Sequence

import numpy as np

from bolicho.learn.boards.retrograde import DRAW
from bolicho.learn.boards.solution import SolvedBoard, Worth

FAR = 1_000_000
"""A horizon beyond every end."""


def in_sight(moves: Sequence[Worth], plies: int) -> tuple[int, ...]:
    """Return the numbers of the moves that seem best to who looks so many plies ahead.

    >>> in_sight([Worth(0, 0), Worth(-1, 2), Worth(1, 3)], 1), in_sight([Worth(0, 0), Worth(-1, 2), Worth(1, 3)], 3)
    ((0, 1, 2), (2,))
    """
    seen = [worth.rank if worth.distance <= plies else (DRAW, 0) for worth in moves]
    return tuple(move for move, rank in enumerate(seen) if rank == max(seen))


def shares(known: SolvedBoard, horizons: Sequence[int]) -> list[float]:
    """Return for each horizon the share of right moves, over all positions in which something can be thrown away."""
    first, after = known.graph.first.astype(np.int64), known.graph.after
    sizes = np.diff(first)
    begins = first[:-1][sizes > 0]
    sizes = sizes[sizes > 0]
    value = -known.solution.value[after].astype(np.int64)
    distance = np.where(value != 0, known.solution.distance[after].astype(np.int64) + 1, 0)
    best = np.maximum.reduceat(value, begins)
    stake = np.minimum.reduceat(value, begins) < best
    right = value == np.repeat(best, sizes)
    found = []
    for plies in horizons:
        rank = np.where(distance <= plies, value * (FAR - distance), 0)
        taken = rank == np.repeat(np.maximum.reduceat(rank, begins), sizes)
        share = np.add.reduceat(taken & right, begins, dtype=np.int64) / np.add.reduceat(taken, begins, dtype=np.int64)
        found.append(float(share[stake].mean()))
    return found
