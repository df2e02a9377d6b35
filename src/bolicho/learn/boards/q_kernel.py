"""Q-learning in bulk: ``q_episode.py`` once more, compiled by Numba.

``tests/learn/boards/test_qlearning.py`` keeps them equal.

The same draws in the same order and the same sums in the same order, so that tables are equal to the last bit.
"""

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import GOLDEN, mixed, njit
from bolicho.learn.boards.q_episode import Terms, Walk

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]

GOES_ON = -2
WIN, DRAW, LOSS = 0, 1, 2
THIRD = 3
S11 = np.uint64(11)


def train(
    walk: Walk, terms: Terms, q: Floats, visits: Longs, counts: Longs, seed: int, begin: int, end: int, seat: int
) -> None:
    """Play the episodes from ``begin`` to ``end``; ``counts`` gets how they ended. For ``seat`` see ``SEATS``."""
    _train(*walk, *terms, q, visits, counts, np.uint64(seed), begin, end, seat)


def judge(walk: Walk, q: Floats, plies: int, seed: int, games: int, learner: int) -> Longs:
    """Play games by the table alone against somebody who draws every move; return wins, draws, losses."""
    counts = np.zeros(3, np.int64)
    _judge(*walk[:6], q, counts, plies, np.uint64(seed), games, learner)
    return counts


@njit(cache=True, inline="always")
def _random(state):
    """A number in [0, 1) of a state that was moved on."""
    return np.float64(mixed(state + GOLDEN) >> S11) * 2.0**-53


@njit(cache=True, inline="always")
def _best(q, low, high):
    """The best value among edges, and how many share it."""
    best, equal = q[low], 1
    for edge in range(low + 1, high):
        if q[edge] > best:
            best, equal = q[edge], 1
        elif q[edge] == best:
            equal += 1
    return best, equal


@njit(cache=True, inline="always")
def _nth(q, low, best, skip):
    """The edge that is the best but ``skip``."""
    edge = low
    while q[edge] != best or skip > 0:
        if q[edge] == best:
            skip -= 1
        edge += 1
    return edge


@njit(cache=True, inline="always")
def _again(seen, times, here, number):
    """How often this game has been here, this time included; ``seen`` says to which game ``times`` belongs."""
    if seen[here] != number:
        seen[here], times[here] = number, 0
    times[here] += 1
    return times[here]


@njit(cache=True)
def _train(
    first, after, turn, result, start, anywhere, reply_first, reply,
    alpha, gamma, epsilon_0, decay, plies, q, visits, counts, seed, begin, end, seat_mode,
):  # fmt: skip
    played = np.empty(2, np.int64)
    seen, times = np.full(len(turn), -1), np.zeros(len(turn), np.int64)
    key = mixed(seed + GOLDEN)
    for number in range(begin, end):
        chance = mixed((key ^ np.uint64(number)) + GOLDEN)
        past = number / decay
        epsilon = epsilon_0 * max(0.0, 1.0 - past * past * past)
        learner = number % 2 if seat_mode == 2 else seat_mode
        played[:] = -1
        here, ply = start, 0
        seen[start], times[start] = number, 1
        again = 0
        while result[here] == GOES_ON and ply < plies and again < THIRD:
            seat = turn[here]
            if learner < 0 or learner == seat:
                low, high = first[here], first[here + 1]
                best, equal = _best(q, low, high)
                last = played[seat]
                if last >= 0:
                    q[last] += alpha * (gamma * best - q[last])
                    if low <= last < high:  # a position that follows itself: look again
                        best, equal = _best(q, low, high)
                chance += GOLDEN
                if _random(chance) < epsilon:
                    chance += GOLDEN
                    edge = np.int64(low + np.int64(_random(chance) * (high - low)))
                else:
                    skip = np.int64(0)
                    if equal > 1:
                        chance += GOLDEN
                        skip = np.int64(_random(chance) * equal)
                    edge = np.int64(_nth(q, low, best, skip))
                visits[edge] += 1
                played[seat] = edge
            else:
                low, high = reply_first[here], reply_first[here + 1]
                chance += GOLDEN
                edge = np.int64(reply[low + np.int64(_random(chance) * (high - low))])
            here = after[edge]
            again = _again(seen, times, here, number) if anywhere or here == start else 0
            ply += 1
        winner = result[here]
        for seat in range(2):
            last = played[seat]
            if last >= 0:
                target = 0.0 if winner < 0 else 1.0 if winner == seat else -1.0
                q[last] += alpha * (target - q[last])
        counts[DRAW if winner < 0 else WIN if winner == max(learner, 0) else LOSS] += 1


@njit(cache=True)
def _judge(first, after, turn, result, start, anywhere, q, counts, plies, seed, games, learner):
    seen, times = np.full(len(turn), -1), np.zeros(len(turn), np.int64)
    key = mixed(seed + GOLDEN)
    for number in range(games):
        chance = mixed((key ^ np.uint64(number)) + GOLDEN)
        here, ply = start, 0
        seen[start], times[start] = number, 1
        again = 0
        while result[here] == GOES_ON and ply < plies and again < THIRD:
            low, high = first[here], first[here + 1]
            if turn[here] == learner:
                best, equal = _best(q, low, high)
                skip = np.int64(0)
                if equal > 1:
                    chance += GOLDEN
                    skip = np.int64(_random(chance) * equal)
                edge = np.int64(_nth(q, low, best, skip))
            else:
                chance += GOLDEN
                edge = np.int64(low + np.int64(_random(chance) * (high - low)))
            here = after[edge]
            again = _again(seen, times, here, number) if anywhere or here == start else 0
            ply += 1
        winner = result[here]
        counts[DRAW if winner < 0 else WIN if winner == learner else LOSS] += 1
