"""Many board games at once: a lane stands on a position of a graph and remembers what the draw rules ask for.

``games/boards/state.py`` and ``field/encode/boards.py`` are the truth; ``tests/field/rl/vector`` plays in lockstep.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit

GOES_ON = -2
"""As in ``games/boards/graph.py``: no result yet."""
NOBODY = -1
LANE = np.dtype([("node", "i4"), ("begun", "i4"), ("plies", "i4"), ("again", "i4"), ("before", "i4")])
"""Where a lane stands, where it began, how many moves were made; how often this position stood before, how often the
first one did."""
Records = npt.NDArray[np.void]
Which = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


class LaneRow(Protocol):
    """A row of LANE."""

    node: int
    begun: int
    plies: int
    again: int
    before: int


@njit(cache=True, nogil=True)
def begin(lanes: Records, start: int, turns: Bytes, turn: Bytes, which: Which) -> None:
    """Put the pieces where they begin."""
    for n in which:
        lane: LaneRow = lanes[n]
        lane.node = lane.begun = start
        lane.plies = lane.again = lane.before = 0
        turn[n] = turns[start]


@njit(cache=True, nogil=True)
def play(
    first: Ints, after: Ints, actions_of: Ints, turns: Bytes, result: Bytes, every: bool, longest: int,
    lanes: Records, past: Ints, moves: Ints, turn: Bytes, paid: Floats, which: Which, actions: Which,
) -> None:  # fmt: skip
    """Play a legal action on some lanes. ``every``: all positions count for the draw rule, not the first one alone."""
    for i in range(len(which)):
        n = which[i]
        lane: LaneRow = lanes[n]
        here = lane.node
        there = -1
        for edge in range(first[here], first[here + 1]):
            if actions_of[edge] == actions[i]:
                there = after[edge]
                break
        past[n, lane.plies] = here
        moves[n, lane.plies] = actions[i]
        lane.plies += 1
        lane.before += here == lane.begun
        lane.node, lane.again = there, 0
        if every:
            for step in range(lane.plies):
                lane.again += past[n, step] == there
        elif there == lane.begun:
            lane.again = lane.before
        winner = result[there]
        drawn = winner == GOES_ON and (lane.again == 2 or lane.plies >= longest)
        turn[n] = turns[there] if winner == GOES_ON and not drawn else NOBODY
        lead = np.float32(0)
        if winner >= 0:
            lead = np.float32(1 - 2 * winner)
        paid[n, 0], paid[n, 1] = lead, -lead


@njit(cache=True, nogil=True)
def masks(first: Ints, actions_of: Ints, lanes: Records, turn: Bytes, out: Bytes, which: Which) -> None:
    """Write 1 for each legal action of who is to move, 0 for the rest."""
    for n in which:
        row = out[n]
        row[:] = 0
        if turn[n] != NOBODY:
            node = lanes[n].node
            for edge in range(first[node], first[node + 1]):
                row[actions_of[edge]] = 1


@njit(cache=True, nogil=True)
def observe(
    cells: Bytes, hands: Floats, longest: int, lanes: Records, turn: Bytes, seats: Bytes, out: Floats, which: Which
) -> None:
    """Write what a seat of each lane sees; the fields stand in the order of ``field/encode/boards.py``."""
    size = cells.shape[1]
    for n in which:
        row = out[n]
        row[:] = 0
        me = int(seats[n])
        lane: LaneRow = lanes[n]
        row[me] = 1
        if turn[n] != NOBODY:
            row[2 + (turn[n] != me)] = 1
        for point in range(size):
            whose = cells[lane.node, point]
            if whose != NOBODY:
                row[4 + (whose != me) * size + point] = 1
        at = 4 + 2 * size
        row[at], row[at + 1] = hands[lane.node, me], hands[lane.node, 1 - me]
        row[at + 2] = min(1.0, lane.again / 2)
        row[at + 3] = min(1.0, lane.before / 2)
        row[at + 4] = min(1.0, lane.plies / longest)
