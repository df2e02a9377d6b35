"""Formats of a tournament, as data: which matches are played in which round; pure functions, so anybody can draw again.

The Swiss and the knock-out draw a round from the rows of those before; all others know every round from the beginning.
Whoever meets, meets on the same boards as everybody else (0, 1, 2 ... and further ones when they meet again), so that
every comparison is a paired one.

>>> shape = Shape(agents=3, seats=2, matches=2, rounds=1, seed=0)
>>> [(pairing.match, pairing.board, pairing.seats) for pairing in FORMATS["gauntlet"].draw(shape, 0, [])]
[(0, 0, (0, 1)), (1, 0, (1, 0)), (2, 0, (0, 2)), (3, 0, (2, 0))]
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import ceil, comb, log2
from typing import NamedTuple

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing, duplicate
from bolicho.arena.matches.series import Series, Unit
from bolicho.arena.plan import knockout, swiss
from bolicho.core.errors import BadInput, UnknownName

FAR = 1_000_000
"""League matches of one table are so far apart in number: room for new agents and rounds without moving the old."""

MOST = 1_000_000
"""Matches of those who meet: a schedule is drawn up whole."""


class Shape(NamedTuple):
    """How large a tournament is."""

    agents: int
    seats: int
    matches: int
    """Of those who meet, each time they meet."""
    rounds: int
    seed: int

    def boards(self, meeting: int) -> int:
        """Return the first board of two agents who have met so often before."""
        return meeting * -(-self.matches // self.seats)


class Format(NamedTuple):
    """A way of holding a tournament."""

    draw: Callable[[Shape, int, Sequence[Row]], list[Unit]]
    """The matches of a round, from the rows of the rounds before it."""
    tables: Callable[[Shape], int]
    """How many meetings there are in a round."""
    rounds: Callable[[int], int] = lambda _agents: 1
    """How many rounds there are for so many agents, unless somebody says another number."""
    fixed: bool = False
    """Whether that number cannot be another."""
    grows: bool = False
    """Whether agents and rounds may be added to one that has been played."""
    pairs: bool = False
    """Whether it is for games of two seats only."""


def _all(shape: Shape, _round: int, _rows: Sequence[Row]) -> list[Unit]:
    return _meet(shape, combinations(range(shape.agents), shape.seats))


def _gauntlet(shape: Shape, _round: int, _rows: Sequence[Row]) -> list[Unit]:
    return _meet(shape, _with_first(shape))


def _swiss(shape: Shape, round: int, rows: Sequence[Row]) -> list[Unit]:
    met = swiss.meetings(rows, shape.matches)
    units: list[Unit] = []
    for table in swiss.tables(shape.agents, shape.seats, shape.matches, shape.seed, round, rows):
        again = max(met[pair] for pair in combinations(sorted(table), 2))
        first = len(rows) + len(units)
        units += duplicate(table, shape.matches, first_match=first, first_board=shape.boards(again))
    return units


def _knock_out(shape: Shape, round: int, rows: Sequence[Row]) -> list[Unit]:
    units: list[Unit] = []
    for pair in knockout.tables(shape.agents, shape.seed, round, rows):
        units += duplicate(pair, shape.matches, first_match=len(rows) + len(units))
    return units


def _league(shape: Shape, round: int, _rows: Sequence[Row]) -> list[Unit]:
    units: list[Unit] = []
    for table in combinations(range(shape.agents), shape.seats):
        number = sum(comb(agent, place) for place, agent in enumerate(table, 1))
        matches = duplicate(table, shape.matches, first_board=shape.boards(round))
        units += [p._replace(match=(round * shape.matches + p.match) * FAR + number) for p in matches]
    return sorted(units)


def _learning(shape: Shape, round: int, _rows: Sequence[Row]) -> list[Unit]:
    units: list[Unit] = []
    tables = list(_with_first(shape))
    for number, table in enumerate(tables):
        first = (round * len(tables) + number) * shape.matches
        turns = duplicate(table, shape.matches)
        boards = range(round * shape.matches, (round + 1) * shape.matches)
        units.append(
            Series(
                tuple(Pairing(first + n, board, turns[n].seats) for n, board in enumerate(boards)),
                learners=(table[0],),
            )
        )
    return units


FORMATS = {
    "round-robin": Format(_all, lambda s: comb(s.agents, s.seats), fixed=True),
    "gauntlet": Format(_gauntlet, lambda s: comb(s.agents - 1, s.seats - 1), fixed=True),
    "knock-out": Format(_knock_out, lambda s: s.agents // 2, knockout.rounds, pairs=True),
    "swiss": Format(_swiss, lambda s: s.agents // s.seats, lambda agents: ceil(log2(agents)) + 1),
    "league": Format(_league, lambda s: comb(s.agents, s.seats), grows=True),
    "learning": Format(_learning, lambda s: comb(s.agents - 1, s.seats - 1)),
}
"""All against all; the first against all others; who loses is out; by rank; all against all again and again, over
time; and series in which the first agent learns from match to match, begun anew against each other agent and in each
round."""


def format_of(name: str) -> Format:
    """Return a format that is known."""
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    return FORMATS[name]


def shape_of(name: str, agents: int, seats: int, matches: int, rounds: int | None, seed: int) -> Shape:
    """Put a shape together, with as many rounds as are usual if nobody says; what makes no sense is refused."""
    form = format_of(name)
    if agents < seats:
        raise BadInput(f"{agents} agent{'s' * (agents != 1)}: expected at least {seats}, one a seat")
    if form.pairs and seats != 2:
        raise BadInput(f"a {name} is for games of two seats, this one has {seats}; a swiss takes any number")
    if not 1 <= matches <= MOST:
        raise BadInput(f"matches {matches}: expected 1 to {MOST}")
    if rounds is not None and rounds < 1:
        raise BadInput(f"rounds {rounds}: expected at least 1")
    if form.fixed and rounds not in (None, 1):
        raise BadInput(f"rounds {rounds}: a {name} has one; more matches are asked for with --matches")
    return Shape(agents, seats, matches, rounds or form.rounds(agents), seed)


def _meet(shape: Shape, tables: Iterable[tuple[int, ...]]) -> list[Unit]:
    units: list[Unit] = []
    for table in tables:
        units += duplicate(table, shape.matches, first_match=len(units))
    return units


def _with_first(shape: Shape) -> Iterable[tuple[int, ...]]:
    return ((0, *others) for others in combinations(range(1, shape.agents), shape.seats - 1))
