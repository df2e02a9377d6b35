"""Random games of a small board, compiled: a walk on its graph under the draw rules of the game.

``state.py`` is the truth; ``tests/games/boards/test_playouts.py`` replays games there, move by move.
"""

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import GOLDEN, Chance, below, njit
from bolicho.games.boards.graph import GOES_ON

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.int8]
Longs = npt.NDArray[np.int64]
SEEN_BEFORE = 2
"""The third time a position comes up the game is drawn."""


@njit(cache=True, nogil=True)
def play(
    first: Ints, after: Ints, result: Bytes, start: int, every: bool, longest: int, chance: Chance, past: Ints
) -> tuple[int, int]:
    """Play a game; return how it ended (as in the graph, GOES_ON where a draw rule ended it) and its plies.

    ``past`` gets the positions, the last one included. ``every``: all of them count for the draw rule, not the first
    one alone.
    """
    here, plies = start, 0
    past[0] = here
    while result[here] == GOES_ON and plies < longest:
        here = after[first[here] + below(chance, 0, first[here + 1] - first[here])]
        plies += 1
        past[plies] = here
        if every or here == start:
            again = 0
            for step in range(plies):
                again += past[step] == here
            if again == SEEN_BEFORE:
                break
    return result[here], plies


@njit(cache=True, nogil=True)
def play_many(
    first: Ints, after: Ints, result: Bytes, start: int, every: bool, longest: int, key: int, games: int
) -> Longs:
    """Play games; return how many the first player won, the second won and nobody, and the plies of all."""
    found, past = np.zeros(4, np.int64), np.empty(longest + 1, np.int32)
    chance = np.empty(1, np.uint64)
    for number in range(games):
        chance[0] = np.uint64(key) + np.uint64(number << 16) * GOLDEN  # each game has 65,536 draws
        ended, plies = play(first, after, result, start, every, longest, chance, past)
        found[ended if ended >= 0 else 2] += 1
        found[3] += plies
    return found
