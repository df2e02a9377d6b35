"""A packed strategy looked up by compiled code: the twin of `PackedStrategy.find`, in its mapped arrays."""

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.learn.equilibrium.packed_strategy import LEVELS

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.uint32]
Arrays = tuple[npt.NDArray[np.uint64], Places, Places, Bytes, Bytes, Bytes]
"""``firsts``, ``step_at``, ``chance_at``, ``moves``, ``steps`` and ``chances`` of a `PackedStrategy`, as a tuple."""


@njit(cache=True)
def find(arrays: Arrays, key: np.uint64, actions: int, chances: npt.NDArray[np.float64]) -> bool:
    """Fill in the chances of a situation with so many moves; False when it is not in the file."""
    firsts, step_at, chance_at, moves, steps, hundredths = arrays
    wanted = key + np.uint64(1)
    block = np.searchsorted(firsts, wanted, side="right") - 1
    if block < 0 or moves[block] != actions:
        return False
    distance, number = wanted - firsts[block], 0
    rise, shift = np.uint64(0), np.uint64(0)
    at, end = step_at[block], step_at[block + 1]
    while distance > 0:
        if at == end:
            return False
        byte = np.uint64(steps[at])
        at += 1
        rise |= (byte & np.uint64(127)) << shift
        if byte & np.uint64(128):
            shift += np.uint64(7)
            continue
        number += 1
        if rise > distance:
            return False
        distance -= rise
        rise = shift = np.uint64(0)
    begin = chance_at[block] + number * (actions - 1)
    left = LEVELS
    for action in range(actions - 1):
        said = int(hundredths[begin + action])
        chances[action] = said / LEVELS
        left -= said
    chances[actions - 1] = left / LEVELS
    return True
