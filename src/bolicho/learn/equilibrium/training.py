"""Learning the full game: what is trained, the compiled learner of its rules, and what a strategy makes of a match.

Two tables are trained: ``points`` plays a hand at 0-0 for its points, ``match`` a hand at any score for the chance to
win the match. The match-value table and the match table take turns: after so many traversals (`VALUED`) hands are
played out at every score by the strategy of the moment, and what they paid gives the values for what follows.
`train/equilibrium/full.py` goes through it.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from bolicho.games.truco import Truco
from bolicho.games.truco.options import Rules
from bolicho.learn.equilibrium.match_worth import LONGEST, Floats, induced
from bolicho.learn.equilibrium.shape import Shape, ShapeRow, record_of
from bolicho.learn.equilibrium.table import Float32s, Keys, Places, Table

BLOCK = 2000
"""Traversals between two looks at the clock; even, since the two seats of a deal are traversed in turn."""
VALUED = (300_000, 1_000_000, 2_000_000, 8_000_000)
"""After so many traversals of the match table its values are made anew."""
HANDS_A_SCORE = 1200
"""Hands that are played out at each score to value it."""
NEAR = 14
"""Points that the leader lacks, at most, where the match table is trained; before that a hand is played for points."""
FIRST = ((0, 0),)
"""The score of a hand that is played for its points."""
Learn = Callable[[Table, Keys, Floats, int, int], int]


class Part(NamedTuple):
    """What is trained: its shape, the points to win, how it is tuned, and the size of its table."""

    shape: Shape
    target: int
    tuning: tuple[float, float, float]
    """See ``cfr_kernel.py``: prune, revisit, gamma."""
    bits: int = 24
    room: int = 1 << 27
    """How many numbers; checkpoints of earlier versions have it by this name."""


POINTS: Floats = np.zeros((0, 0, 2))
"""The match values of who plays for points: none."""
TUNING = (10.0, 0.05, 1.0)
"""Prune, revisit, gamma."""
PARTS = {
    "points": Part(Shape(), 24, TUNING, 25),
    "match": Part(
        Shape(
            past=(11,), late=(), points=(20, 25, 27, 28, 29, 30, 31, 32), number=(27,), qualities=5, timing=1,
            scores=True,
        ),
        24, TUNING, 25, 1 << 28,
    ),
}  # fmt: skip
"""The two tables of the full game."""


def learner(rules: Rules, shape: ShapeRow, tuning: Sequence[float], scores: Sequence[tuple[int, int]] = FIRST) -> Learn:
    """Return the compiled learner of these rules: table, chance, what scores are worth, traversals done, how many."""
    from bolicho.games.truco.kernel import book_of
    from bolicho.learn.equilibrium.cfr_kernel import train

    book, listed, tuned = book_of(rules), np.array(scores, np.int8), np.array(tuning)
    compiled: Any = train

    def learn(table: Table, chance: Keys, paid: Floats, done: int, count: int) -> int:
        return int(compiled(book, shape, *table, chance, paid, listed, done, count, tuned))

    return learn


def near_scores(target: int) -> list[tuple[int, int]]:
    """The scores that the match table is for: one side, at least, may come near the end in this hand."""
    return [(a, b) for a in range(target) for b in range(target) if target - max(a, b) <= NEAR]


def strategy_of(table: Table) -> tuple[Keys, Places, Float32s]:
    """Return keys, the places of the summed strategies, and the numbers of a table."""
    cells = np.flatnonzero(table.keys)
    cells = cells[np.argsort(table.places[cells])]
    starts = table.places[cells]
    places = table.places.copy()
    places[cells] = starts + np.diff(np.append(starts, table.counts[1])) // 2
    return table.keys, places, table.pool


def match_values(shape: Shape, strategy: tuple[Keys, Places, Float32s], chance: Keys, hands: int) -> Floats:
    """Return the chance to win the match from every score when both play a strategy."""
    from bolicho.games.truco.kernel import book_of
    from bolicho.learn.equilibrium.match_kernel import outcomes

    book, record = book_of(Truco(target=LONGEST).rules), record_of(shape)
    paid = {}
    for mano in range(1, LONGEST + 1):
        for pe in range(1, LONGEST + 1):
            square = np.zeros((LONGEST + 1, LONGEST + 1))
            score = np.array([LONGEST - mano, LONGEST - pe], np.int8)
            outcomes(book, record, *strategy, chance, score, hands, square)
            paid[mano, pe] = square
    return induced(paid)
