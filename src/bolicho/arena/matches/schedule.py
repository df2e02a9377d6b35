"""Schedules: who sits where in which match, on whose deals; a pure function, so everybody can draw it up again.

Duplicate play: all matches of one board get the same deals and the same first mão, and the seats go round, so that
the luck of the cards falls on every agent alike.

>>> [(pairing.board, pairing.seats) for pairing in duplicate((0, 1), 3)]
[(0, (0, 1)), (0, (1, 0)), (1, (0, 1))]
>>> round_robin(3)
[(0, 1), (0, 2), (1, 2)]
>>> [[(p.board, p.seats) for p in session] for session in sessions([*duplicate((0, 1), 2), *duplicate((2, 3), 1)])]
[[(0, (0, 1)), (0, (2, 3))], [(0, (1, 0))]]
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple


class Pairing(NamedTuple):
    """One match to be played."""

    match: int
    """Its number: the rows are sorted by it and the randomness of its decisions is keyed by it."""
    board: int
    """Whose deals it gets: matches of one board share them."""
    seats: tuple[int, ...]
    """The index of the agent in each seat."""


def duplicate(agents: Sequence[int], matches: int, *, first_match: int = 0, first_board: int = 0) -> list[Pairing]:
    """Return so many matches between some agents, every rotation of the seats on each board.

    With two agents matches 2k and 2k + 1 share board k. When the number does not divide, the last board is played
    fewer times.
    """
    turns = len(agents)
    return [Pairing(first_match + n, first_board + n // turns, _rotate(agents, n % turns)) for n in range(matches)]


def sessions(matches: Iterable[Pairing]) -> list[list[Pairing]]:
    """Divide matches into sessions that can be played at the same time: nobody sits at two tables of one.

    Pairs are taken as they stand on a circle that turns (all against all then needs no more sessions than must be),
    their second matches after all first ones.
    """
    found: list[list[Pairing]] = []
    busy: list[set[int]] = []
    for pairing in _on_circle(list(matches)):
        here = next((at for at, players in enumerate(busy) if players.isdisjoint(pairing.seats)), len(found))
        if here == len(found):
            found.append([])
            busy.append(set())
        found[here].append(pairing)
        busy[here].update(pairing.seats)
    return found


def _on_circle(matches: Sequence[Pairing]) -> list[Pairing]:
    players = 1 + max((agent for pairing in matches for agent in pairing.seats), default=0)
    points = players - 1 + players % 2
    met: Counter[frozenset[int]] = Counter()

    def place(pairing: Pairing) -> tuple[int, int]:
        again = met[frozenset(pairing.seats)]
        met[frozenset(pairing.seats)] += 1
        others = [agent for agent in pairing.seats if agent < points]  # of an even number the last stands in the middle
        return again, sum(others) * (1 + (len(others) == 1)) % points

    return sorted(matches, key=place)


def round_robin(agents: int) -> list[tuple[int, int]]:
    """Return every pair of agents once, by index."""
    return list(combinations(range(agents), 2))


def _rotate(agents: Sequence[int], by: int) -> tuple[int, ...]:
    return (*agents[by:], *agents[:by])
