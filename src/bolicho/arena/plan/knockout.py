"""The knock-out: who loses goes home. A round is a pure function of the rows of the rounds before it.

The lot decides who meets whom. In the first round so many rest that the rounds after it are full. Of two who won as
many matches the one with more points goes on, and of two who are even in that, too, whom the lot names first.

>>> survivors(5, 1, 0, [])
[1, 2, 3, 0, 4]
>>> tables(5, 1, 0, [])
[(0, 4)]
"""

from collections.abc import Sequence
from math import ceil, log2

from bolicho.arena.matches.rows import Row
from bolicho.core.chance import stream


def rounds(agents: int) -> int:
    """Return after how many rounds one is left."""
    return ceil(log2(agents))


def tables(agents: int, seed: int, round: int, rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return who plays whom in a round; who is in no pair rests."""
    return _pairs(survivors(agents, seed, round, rows))


def survivors(agents: int, seed: int, round: int, rows: Sequence[Row]) -> list[int]:
    """Return who is left before a round, in the order of the lot."""
    left = stream(seed, "knock-out").sample(range(agents), agents)
    for _ in range(round):
        out = {_loser(pair, rows) for pair in _pairs(left)}
        left = [agent for agent in left if agent not in out]
    return left


def _pairs(left: Sequence[int]) -> list[tuple[int, int]]:
    resting = 2 ** rounds(len(left)) - len(left)
    playing = left[resting:]
    return list(zip(playing[::2], playing[1::2], strict=False))  # who is left alone has won


def _loser(pair: tuple[int, int], rows: Sequence[Row]) -> int:
    met = [row for row in rows if set(row.seats) == set(pair)]

    def done(agent: int) -> tuple[float, int]:
        return sum(row.won(agent) for row in met), sum(row.net(agent) for row in met)

    first, second = pair
    return first if done(second) > done(first) else second
