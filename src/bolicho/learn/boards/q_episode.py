"""One game of a Q-learner in plain Python: the readable truth beside which ``q_kernel.py`` is tested, move by move.

A learner looks up Q(position, move), plays the best move it knows (or, with probability epsilon, any), and when its
next turn comes moves the value of what it played towards what it got for it (Watkins and Dayan 1992):

    Q(s, m) += alpha * (reward + gamma * max Q(s', .) - Q(s, m))

where s' is the learner's next position, after the rival's reply. Rewards come only at the end: +1 for a win, -1 for a
loss, 0 for a draw or a game that reaches its last ply. In self-play both sides learn, in one table: a position knows
whose turn it is. The repetition rules are left out, as in the graph; the ply cap stands for them.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

WIN, DRAW, LOSS = 0, 1, 2
"""How an episode ended for the learner (in self-play: for who began)."""
GOES_ON = -2
MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


THIRD = 3
"""A position that comes so often is a draw."""


class Walk(NamedTuple):
    """The game as arrays, and how the rival replies; moves are numbers of edges in ``after``."""

    first: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    turn: npt.NDArray[np.int8]
    result: npt.NDArray[np.int8]
    start: int
    anywhere: bool
    """Whether any position that comes a third time is a draw, or only the start."""
    reply_first: npt.NDArray[np.int32]
    reply: npt.NDArray[np.int32]
    """The rival draws among the edges ``reply[reply_first[i]:reply_first[i + 1]]`` of position i."""


class Terms(NamedTuple):
    """The numbers of the learning rule."""

    alpha: float
    gamma: float
    epsilon: float
    decay: float
    """Exploration falls slowly, then fast, ``epsilon * (1 - (episode / decay) ** 3)``, to nothing after so many."""
    plies: int


class Chance:
    """The generator of one episode (SplitMix64), the same numbers in Python and in the kernel."""

    def __init__(self, seed: int, episode: int) -> None:
        self.state = mixed(mixed(seed & MASK) ^ (episode & MASK))

    def random(self) -> float:
        """Return a number in [0, 1)."""
        self.state = (self.state + GOLDEN) & MASK
        return (mixed(self.state) >> 11) * 2.0**-53

    def below(self, count: int) -> int:
        """Return a whole number below a count."""
        return int(self.random() * count)


def mixed(word: int) -> int:
    """Stir 64 bits (the finaliser of SplitMix64)."""
    word = (word + GOLDEN) & MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def episode(
    walk: Walk,
    terms: Terms,
    q: npt.NDArray[np.float64],
    visits: npt.NDArray[np.int64],
    seed: int,
    number: int,
    learner: int,
) -> int:
    """Play and learn from one game; ``learner`` is a seat, or -1 when both sides learn. Return how it ended."""
    chance = Chance(seed, number)
    past = number / terms.decay
    epsilon = terms.epsilon * max(0.0, 1.0 - past * past * past)
    played = [-1, -1]
    here, ply = walk.start, 0
    seen = Counter({here: 1})
    while walk.result[here] == GOES_ON and ply < terms.plies and seen[here] < THIRD:
        seat = int(walk.turn[here])
        if learner in (seat, -1):
            edges = range(int(walk.first[here]), int(walk.first[here + 1]))
            _learn(q, played[seat], terms, terms.gamma * max(q[edge] for edge in edges))
            explores = chance.random() < epsilon
            edge = edges[chance.below(len(edges))] if explores else greedy(q, edges, chance)
            visits[edge] += 1
            played[seat] = edge
        else:
            low, high = int(walk.reply_first[here]), int(walk.reply_first[here + 1])
            edge = int(walk.reply[low + chance.below(high - low)])
        here = int(walk.after[edge])
        seen[here] += walk.anywhere or here == walk.start
        ply += 1
    winner = int(walk.result[here])
    for seat in (0, 1):
        _learn(q, played[seat], terms, 0.0 if winner < 0 else 1.0 if winner == seat else -1.0)
    return DRAW if winner < 0 else WIN if winner == max(learner, 0) else LOSS


def greedy(q: npt.NDArray[np.float64], edges: range, chance: Chance) -> int:
    """Draw among the best of the edges."""
    best = max(q[edge] for edge in edges)
    equal = [edge for edge in edges if q[edge] == best]
    return equal[0] if len(equal) == 1 else equal[chance.below(len(equal))]


def _learn(q: npt.NDArray[np.float64], edge: int, terms: Terms, target: float) -> None:
    if edge >= 0:
        q[edge] += terms.alpha * (target - q[edge])


def play_out(walk: Walk, q: npt.NDArray[np.float64], plies: int, seed: int, number: int, learner: int) -> int:
    """Play one game by the table alone, without learning, against somebody who draws every move."""
    chance = Chance(seed, number)
    here, ply = walk.start, 0
    seen = Counter({here: 1})
    while walk.result[here] == GOES_ON and ply < plies and seen[here] < THIRD:
        edges = range(int(walk.first[here]), int(walk.first[here + 1]))
        edge = greedy(q, edges, chance) if walk.turn[here] == learner else edges[chance.below(len(edges))]
        here = int(walk.after[edge])
        seen[here] += walk.anywhere or here == walk.start
        ply += 1
    winner = int(walk.result[here])
    return DRAW if winner < 0 else WIN if winner == learner else LOSS
