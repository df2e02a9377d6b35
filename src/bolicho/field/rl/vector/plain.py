"""Lanes of any game, against any agents: plain tables of the house, one after the other."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.contract import Agent
from bolicho.field.rl.episode import Episode, Outside, Seeds, Terms
from bolicho.field.rl.vector.lanes import NOBODY, Bytes, Floats, Lanes, Opponent, Which


class PlainLanes(Lanes):
    """Each lane is an episode as the Gymnasium environment of one seat has it, with the same deals from its seed."""

    def __init__(self, terms: Terms, count: int, opponents: Sequence[Agent]) -> None:
        """``opponents``: of the other seats, clockwise from the one that is played from outside; or nobody."""
        super().__init__(terms, count)
        self.opponents = list(opponents)
        self._seeds = [Seeds() for _ in range(count)]
        self._episodes: dict[int, Episode] = {}

    def seed(self, seeds: Sequence[int]) -> None:
        """Begin anew, each lane from its seed."""
        for kept, seed in zip(self._seeds, seeds, strict=True):
            kept.seed, kept.number = int(seed), -1

    def draw_seats(self, which: Which) -> Bytes:
        """Draw as the environment of one seat does."""
        seats = self.terms.game.seats
        keys = ((self._seeds[lane].seed or 0, self._seeds[lane].number + 1) for lane in which)
        return np.array([stream(seed, "seat", number).randrange(seats) for seed, number in keys], np.int8)

    def begin(self, which: Which, seats: Bytes) -> None:
        """Sit down and deal."""
        count = self.terms.game.seats
        for lane in which:
            agents: list[Agent] = [Outside() for _ in range(count)]
            for turn, opponent in enumerate(self.opponents):
                agents[(int(seats[lane]) + 1 + turn) % count] = opponent
            self._episodes[lane] = Episode(self.terms, agents, *self._seeds[lane].next(None))
            self._turn(lane)

    def play(self, which: Which, actions: Which) -> None:
        """Play a move from outside."""
        for lane, action in zip(which, actions, strict=True):
            self._pay(lane, self._episodes[lane].play(self.terms.coder.move(int(action))))

    def advance(self, which: Which) -> None:
        """Let the agent whose turn it is move."""
        for lane in which:
            self._pay(lane, self._episodes[lane].advance())

    def masks(self, which: Which, out: Bytes) -> None:
        """Write the legal actions."""
        for lane in which:
            state = self._episodes[lane].state
            out[lane] = 0 if state.seat is None else self.terms.coder.mask(state.view(state.seat))

    def observe(self, which: Which, seats: Bytes, out: Floats) -> None:
        """Write what a seat sees."""
        for lane in which:
            out[lane] = self.terms.coder.array(self._episodes[lane].state.view(int(seats[lane])))

    def state(self, lane: int) -> Any:
        """Return the state at a table."""
        return self._episodes[lane].state

    def close(self) -> None:
        """Leave the tables."""
        self._episodes.clear()

    def _pay(self, lane: int, paid: tuple[float, ...] | None) -> None:
        self.paid[lane] = 0 if paid is None else paid
        self._turn(lane)

    def _turn(self, lane: int) -> None:
        episode = self._episodes[lane]
        self.turn[lane] = NOBODY if episode.over else episode.table.seat


class HouseOpponent(Opponent):
    """Any agent, at plain tables."""

    def __init__(self, lanes: PlainLanes) -> None:
        self.lanes = lanes

    def move(self, which: Which) -> None:
        """Ask it, table by table."""
        self.lanes.advance(which)
