"""Tournaments of known coins: agents with a strength, whose matches are thrown rather than played."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import exp
from random import Random

from bolicho.arena import Row

Chance = Callable[[int, int], float]
"""How often the first agent beats the second."""


def by_strength(strengths: Sequence[float]) -> Chance:
    """The chances that Bradley and Terry's model gives."""
    return lambda a, b: 1 / (1 + exp(strengths[b] - strengths[a]))


def thrown(
    chance: Chance,
    agents: int,
    boards: int,
    rng: Random,
    *,
    luck: float = 0.0,
    pairs: Iterable[tuple[int, int]] | None = None,
    first_board: int = 0,
) -> list[Row]:
    """All against all on the same boards; ``luck`` is the correlation of the two matches of a board."""
    rows: list[Row] = []
    for a, b in combinations(range(agents), 2) if pairs is None else pairs:
        rate = chance(a, b)
        bound = max(luck, -(1 - rate) / rate, -rate / (1 - rate))
        both = rate * rate + bound * rate * (1 - rate)
        for board in range(first_board, first_board + boards):
            draw = rng.random()
            first, second = (True, True) if draw < both else (False, False)
            if both <= draw < 2 * rate - both:
                first = rng.random() < 0.5
                second = not first
            for seats, won in (((a, b), first), ((b, a), second)):
                winner = a if won else b
                scores = (24, 12) if seats[0] == winner else (12, 24)
                rows.append(Row(len(rows), board, seats, scores, winner, 20, scores, began=board % 2))
    return rows
