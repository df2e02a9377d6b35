"""The abstraction: which situations of Truco are taken for one, as data.

Choices were measured on the ladder game (docs/agents/equilibrium.md). A shape is a few small tables: buckets of cards
that lie on the table from rounds before, of envido points while they can still be called, of numbers that were
announced, of points that a side lacks, and how exactly the times of truco calls are kept.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import LADDER

MOST_ACTIONS = 8
"""Three cards, three envidos, truco and baralho: nobody has more to choose from."""
SHAPE = np.dtype(
    [
        *((name, "?") for name in ("scores", "envido", "relative")),
        ("timing", "i1"),
        *((name, "i1", 16) for name in ("past", "late")),
        ("quality", "i1", (15, 15, 15)),
        *((name, "i1", 40) for name in ("points", "number")),
        ("lack", "i1", 128),
        ("call", "i1", 32),
    ]
)


class ShapeRow(Protocol):
    """A row of SHAPE."""

    scores: bool
    envido: bool
    relative: bool
    timing: int
    past: npt.NDArray[np.int8]
    late: npt.NDArray[np.int8]
    quality: npt.NDArray[np.int8]
    points: npt.NDArray[np.int8]
    number: npt.NDArray[np.int8]
    lack: npt.NDArray[np.int8]
    call: npt.NDArray[np.int8]


class Shape(NamedTuple):
    """How finely situations are told apart; each list holds the lowest value of every bucket after the first."""

    past: tuple[int, ...] = (3, 5, 7, 8, 9, 10, 11)
    """Strengths of cards played in round 1."""
    late: tuple[int, ...] = (8, 11)
    """Strengths of cards played in round 2."""
    points: tuple[int, ...] = (5, 20, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33)
    """Own envido points while an envido may be called."""
    number: tuple[int, ...] = (20, 27, 30)
    """Announced envido points."""
    lack: tuple[int, ...] = (2, 3, 5, 9)
    """Points that a side lacks, where scores count."""
    qualities: int = 10
    """Buckets of a whole hand's strength, when an envido or flor is answered."""
    timing: int = 2
    """0 no times of trucos, 1 the last one's round, 2 also whether its caller followed, 3 all rounds, 4 all of it."""
    relative: bool = True
    """Whether a card to beat is seen as it stands to the own cards."""
    scores: bool = False
    """Whether the score counts."""


@cache
def record_of(shape: Shape) -> ShapeRow:
    """Write a shape as the record that the kernel reads."""
    rows = np.zeros(1, SHAPE)
    row = rows[0]
    row["scores"], row["envido"], row["relative"], row["timing"] = shape.scores, True, shape.relative, shape.timing
    for name, lows in (("past", shape.past), ("late", shape.late)):
        row[name] = [0, *(1 + bucket(strength, lows) for strength in range(1, 15)), 0]
    row["points"] = [bucket(points, shape.points) for points in range(40)]
    row["number"] = [1 + bucket(points, shape.number) for points in range(40)]
    row["lack"] = [bucket(points, shape.lack) for points in range(128)]
    row["quality"] = qualities(shape.qualities)
    row["call"] = calls()
    written: ShapeRow = row
    return written


def bucket(value: int, lows: Iterable[int]) -> int:
    """Return the number of the bucket that a value falls into.

    >>> [bucket(points, (20, 27)) for points in (7, 20, 26, 27, 33)]
    [0, 1, 1, 2, 2]
    """
    return sum(value >= low for low in lows)


@cache
def qualities(buckets: int) -> npt.NDArray[np.int8]:
    """Sort hands by strength, the two best cards first of all, into buckets of about equally many deals."""
    counts = {level: len(cards) for level, cards in enumerate(LADDER, 1)}
    below = {level: 40 * counted_below(level) for level in counts}
    hands = list(combinations_with_replacement(range(14, 0, -1), 3))
    ways = {hand: _ways(hand, counts) for hand in hands}
    order = sorted(hands, key=lambda h: (below[h[0]] + 1.3 * below[h[1]] + 0.5 * below[h[2]], h))
    table, seen, total = np.zeros((15, 15, 15), np.int8), 0.0, sum(ways.values())
    for hand in order:
        table[hand] = min(int(buckets * (seen + ways[hand] / 2) / total), buckets - 1)
        seen += ways[hand]
    return table


@cache
def counted_below(level: int) -> float:
    """Return the share of the deck that a card beats, ties counted half.

    >>> counted_below(14), counted_below(1)
    (0.9875, 0.05)
    """
    return (sum(len(cards) for cards in LADDER[: level - 1]) + len(LADDER[level - 1]) / 2) / 40


def _ways(hand: Sequence[int], counts: dict[int, int]) -> int:
    product = 1
    for level in set(hand):
        left, held = counts[level], hand.count(level)
        product *= {1: left, 2: left * (left - 1) // 2, 3: left * (left - 1) * (left - 2) // 6}[held]
    return product


def calls() -> list[int]:
    """Of every envido sequence, as the kernel numbers them: one envido 0, one higher call 1, more calls 2."""
    from bolicho.games.truco.ladders import ENVIDO

    kinds = [0, *((2 if len(said) > 1 else int(said != ("envido",))) for said in ENVIDO)]
    return kinds + [0] * (32 - len(kinds))
