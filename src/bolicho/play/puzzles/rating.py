"""How hard a puzzle is: by how many of a ladder of agents find its answer, the weak and the strong alike.

The rating is Elo's: 1500 where half of them find it, 400 more for every ten times fewer. It is a first guess from
agents, not from people, so who is rated by it is told a wide deviation.
"""

from functools import cache
from math import log10
from typing import Any

from bolicho.agents import make, names
from bolicho.core.contract import Game, View

LADDER = (
    "random", "novice", "cautious", "bold", "sound", "equilibrium:1", "equilibrium:3", "equilibrium",
    "minimax:1", "minimax:2", "minimax:3", "minimax:4", "minimax:6", "qlearning",
)  # fmt: skip
"""Whoever of them plays the game is asked; all of them tell their chances."""
LEAST = 0.03
"""No share is taken for less, nor for more than one less this."""
MIDDLE, STEP = 1500, 400
ROUND = 10


@cache
def ladder(game: Game) -> tuple[Any, ...]:
    """Return the agents that are asked."""
    known = names(game)
    return tuple(make(spec, game) for spec in LADDER if spec.partition(":")[0] in known)


def shares(game: Game, view: View) -> dict[str, float]:
    """Return which share of the ladder makes each legal move."""
    asked = ladder(game)
    told = [agent.policies([view])[0] for agent in asked]
    return {move: sum(float(one[at]) for one in told) / len(asked) for at, move in enumerate(view.moves)}


def rating(share: float) -> int:
    """Return the rating of a puzzle that this share of the ladder solves.

    >>> rating(0.5), rating(0.1), rating(1.0)
    (1500, 1880, 900)
    """
    bounded = min(max(share, LEAST), 1 - LEAST)
    return round((MIDDLE + STEP * log10((1 - bounded) / bounded)) / ROUND) * ROUND
