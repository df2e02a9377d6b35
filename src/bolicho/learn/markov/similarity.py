"""Which states are alike: the same level pattern, or near by a kernel (Rossato, chapter 6). Made once, then shared."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.learn.markov.matrices import Floats
from bolicho.learn.markov.states import ENVIDO, FLOR, TRUCO, State

Ints = npt.NDArray[np.intp]

LEVEL_OF = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5)
"""A level for each strength, finer than low, medium and high ("new levels, of fewer cards each")."""
BAND = 2
"""Envido and flor states are alike when their points fall in the same band of so many."""
LEAST = 0.1
"""A kernel's weight below this counts as nothing."""
SPACES: dict[str, tuple[State, ...]] = {"truco": TRUCO, "envido": ENVIDO, "flor": FLOR}


class Likeness(NamedTuple):
    """How much of its evidence a state shares with each other one: 1 with itself, up to ``share`` with the others."""

    weight: Floats
    near: tuple[Ints, ...]
    """For each state those that share something with it, itself included."""
    total: Floats
    """The sum of each row of weights."""

    def mean(self, rows: Ints) -> Floats:
        """Return the weights of some rows, each adding up to 1."""
        shares: Floats = self.weight[rows] / self.total[rows, None]
        return shares


@cache
def likeness(module: str, kind: str, share: float, width: float) -> Likeness | None:
    """Return how alike a module's states are, by ``levels`` or by ``kernel``; None where every state is its own."""
    if module not in SPACES or kind == "off":
        return None
    states = SPACES[module]
    weight = share * (_by_levels(states, module) if kind == "levels" else _by_distance(states, module, width))
    np.fill_diagonal(weight, 1.0)
    near = tuple(np.flatnonzero(row) for row in weight)
    return Likeness(weight, near, weight.sum(1))


def _by_levels(states: tuple[State, ...], module: str) -> Floats:
    """Cards replaced by others of their level; points by others of their band."""
    patterns = [
        tuple(LEVEL_OF[card - 1] for card in state) if module == "truco" else sum(state) // BAND for state in states
    ]
    return np.array([[float(a == b) for b in patterns] for a in patterns])


def _by_distance(states: tuple[State, ...], module: str, width: float) -> Floats:
    """A bell around each hand: over its three strengths, or over its points."""
    points = np.array([state if module == "truco" else (sum(state),) for state in states], np.float64)
    apart = ((points[:, None, :] - points[None, :, :]) ** 2).sum(2)
    bell: Floats = np.exp(-apart / (2 * width * width))
    return np.where(bell < LEAST, 0.0, bell)
