"""The table that Q-learning would end with: the exact values against somebody who draws every move.

Value iteration over all positions at once. Repetition and the last ply of an episode are left out, as in the graph.
"""

import numpy as np
import numpy.typing as npt

from bolicho.games.boards.graph import GOES_ON, Graph

SWEEPS = 1_000
"""More than any discount below one needs to settle; with a discount of one the walk is cut off here."""
SETTLED = 1e-12


def exact_table(graph: Graph, gamma: float) -> npt.NDArray[np.float64]:
    """Return the value of every move, in the order of ``graph.after``, for who makes it."""
    counts = np.diff(graph.first)
    going = np.flatnonzero(counts)
    starts = graph.first[going].astype(np.int64)
    over = graph.result != GOES_ON
    ended = np.where(graph.result < 0, 0.0, np.where(graph.result == graph.turn, 1.0, -1.0))
    table = np.zeros(len(graph.after))
    for _ in range(SWEEPS):
        best = np.zeros(len(graph.positions))
        best[going] = np.maximum.reduceat(table, starts)
        mine = np.where(over, ended, gamma * best)
        drawn = np.zeros(len(graph.positions))
        drawn[going] = np.add.reduceat(mine[graph.after], starts) / counts[going]
        better = np.where(over, -ended, drawn)[graph.after]
        if np.abs(better - table).max() < SETTLED:
            break
        table = better
    return table
