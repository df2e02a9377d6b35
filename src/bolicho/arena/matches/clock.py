"""Agents under the clock: who is deciding in which match, and since when (`parallel/clock.py`)."""

from collections.abc import Callable
from random import Random
from typing import Any

from bolicho.core.contract import Decision, Question, Scores, View
from bolicho.core.hooks import be_brief
from bolicho.core.record import Record
from bolicho.parallel.clock import Clock, Mark, timed


class ClockedAgent:
    """An agent under the clock; nothing else is changed for those who ask it."""

    def __init__(self, agent: Any, index: int, clock: Clock, mark: Mark | None = None) -> None:
        self.agent, self.index, self.clock, self.mark = agent, index, clock, mark
        self.name: str = agent.name
        if hasattr(agent, "saw"):
            self.saw = self._saw
        if hasattr(agent, "rise"):
            self.rise = self._rise

    def choose(self, view: View, rng: Random) -> Decision | Question:
        """Ask the agent, with the clock running."""
        decision: Decision | Question = self._timed(self.agent.choose, view, rng)
        return decision

    def sit(self) -> "ClockedAgent":
        """Seat the agent, with the clock running."""
        seated = self._timed(self.agent.sit) if hasattr(self.agent, "sit") else self.agent
        return ClockedAgent(seated, self.index, self.clock, self.mark)

    def brief(self) -> None:
        """Let the agent know that nobody reads why, with the clock running."""
        self._timed(be_brief, self.agent)

    def learn(self, record: Record) -> None:
        """Let the agent learn from a match, with the clock running."""
        self._timed(self.agent.learn, record)

    def _saw(self, view: View) -> None:
        self._timed(self.agent.saw, view)

    def _rise(self, scores: Scores, winner: int | None) -> None:
        self._timed(self.agent.rise, scores, winner)

    def _timed(self, call: Callable[..., Any], *args: object) -> Any:
        return timed(call, self.index, self.clock, self.mark, *args)
