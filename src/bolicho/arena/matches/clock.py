"""The clock on the wall: who is deciding in which match, and since when, written where a watchdog can read it.

A clock is three numbers in shared memory (or a plain list, where nobody watches). Writing them costs well under a
microsecond a decision.
"""

from collections.abc import Callable, MutableSequence
from math import isfinite
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from bolicho.core.contract import Decision, Question, Scores
from bolicho.core.record import Record
from bolicho.parallel import copies

Clock = MutableSequence[float]
Mark = Callable[[int], None]
"""Told which agent is about to be asked."""
BEGAN, MATCH, AGENT = range(3)
SIZE = 3
NO_MATCH = -1
"""What stands for the match while the agents are being built."""
NOBODY = -2


class Thinking(NamedTuple):
    """What a clock says while somebody is deciding."""

    began: float
    match: int
    agent: int


def read(clock: Clock) -> Thinking | None:
    """Return who is deciding, None when nobody is."""
    began, match, agent = clock[BEGAN], clock[MATCH], clock[AGENT]
    # a decision that ended or began between the readings shows by its beginning
    return Thinking(began, whole(match), whole(agent)) if began and clock[BEGAN] == began else None


def whole(number: float) -> int:
    """Return a match or an agent on a clock; one that an agent has written over is nobody's."""
    return int(number) if isfinite(number) else NOBODY


class Clocked:
    """An agent under the clock; nothing else is changed for those who ask it."""

    def __init__(self, agent: Any, index: int, clock: Clock, mark: Mark | None = None) -> None:
        self.agent, self.index, self.clock, self.mark = agent, index, clock, mark
        self.name: str = agent.name
        if hasattr(agent, "saw"):
            self.saw = self._saw
        if hasattr(agent, "rise"):
            self.rise = self._rise

    def choose(self, view: Any, rng: Random) -> Decision | Question:
        """Ask the agent, with the clock running."""
        decision: Decision | Question = self._timed(self.agent.choose, view, rng)
        return decision

    def sit(self) -> "Clocked":
        """Seat the agent, with the clock running."""
        seated = self._timed(self.agent.sit) if hasattr(self.agent, "sit") else self.agent
        return Clocked(seated, self.index, self.clock, self.mark)

    def learn(self, record: Record) -> None:
        """Let the agent learn from a match, with the clock running."""
        self._timed(self.agent.learn, record)

    def _saw(self, view: Any) -> None:
        self._timed(self.agent.saw, view)

    def _rise(self, scores: Scores, winner: int | None) -> None:
        self._timed(self.agent.rise, scores, winner)

    def _timed(self, call: Callable[..., Any], *args: Any) -> Any:
        return timed(call, self.index, self.clock, self.mark, *args)


def timed(call: Callable[..., Any], agent: int, clock: Clock, mark: Mark | None, *args: Any) -> Any:
    """Call an agent's code, with the clock running."""
    if mark is not None:
        mark(agent)
    clock[AGENT] = agent
    clock[BEGAN] = monotonic()
    try:
        return call(*args)
    except KeyboardInterrupt:  # which workers never hear: the agent pretends that somebody pressed Ctrl-C
        raise RuntimeError("called for an interrupt") from None
    finally:
        try:
            copies.settle()
        finally:
            clock[BEGAN] = 0.0
            if mark is not None:
                mark(NOBODY)
