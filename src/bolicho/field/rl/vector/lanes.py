"""Lanes: many tables of one game side by side, each at its own decision, as arrays.

A game's lanes are compiled where the house has a kernel for it (``compiled_lanes.py``), else they are plain tables
(``plain.py``). `LanesEnv` asks no more of them than stands here.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from bolicho.field.rl.episode import Terms

Which = npt.NDArray[np.int64]
"""Numbers of lanes, or of actions."""
Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
NOBODY = -1


class Lanes(ABC):
    """Tables of one game; every method works on the lanes that it is given."""

    compiled: ClassVar[bool] = False

    def __init__(self, terms: Terms, count: int) -> None:
        self.terms, self.count = terms, count
        self.turn: Bytes = np.full(count, NOBODY, np.int8)
        """Who decides on each lane; NOBODY when its episode is over."""
        self.paid: Floats = np.zeros((count, terms.game.seats), np.float32)
        """What the last move of a lane paid each seat."""

    @abstractmethod
    def seed(self, seeds: Sequence[int]) -> None:
        """Give each lane its own chance."""

    @abstractmethod
    def draw_seats(self, which: Which) -> Bytes:
        """Draw a seat for the next episode of each."""

    @abstractmethod
    def begin(self, which: Which, seats: Bytes) -> None:
        """Begin a new episode; ``seats`` has, by lane, the seat that is played from outside if not all are."""

    @abstractmethod
    def play(self, which: Which, actions: Which) -> None:
        """Play a legal action on each; ``turn`` and ``paid`` tell what came of it."""

    @abstractmethod
    def masks(self, which: Which, out: Bytes) -> None:
        """Write the legal actions of who decides into the rows of these lanes."""

    @abstractmethod
    def observe(self, which: Which, seats: Bytes, out: Floats) -> None:
        """Write what a seat of each lane sees into the rows of these lanes; ``seats`` is by lane."""

    @abstractmethod
    def state(self, lane: int) -> Any:
        """Return the state of a lane as the plain rules have it."""

    @abstractmethod
    def close(self) -> None:
        """Leave the tables."""


class Opponent(ABC):
    """Who moves for other seats, on many lanes at once."""

    @abstractmethod
    def move(self, which: Which) -> None:
        """Make a move on each of these lanes, for whoever decides there."""
