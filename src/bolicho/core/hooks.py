"""What an agent may have beside ``choose``: hooks that a table or a measurement calls where an agent has them.

An agent writes the hooks it wants and leaves the others out; nothing has to be inherited. Whoever calls one does it by
the functions below, so that the rule for agents without it is written once.
"""

from collections.abc import Sequence
from typing import Protocol, TypeGuard

from bolicho.core.contract import Agent, Policy, Scores, View
from bolicho.core.record import Record


class Hooks(Protocol):
    """Every hook there is, with what it means; all are optional."""

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """For each view, the probability of each of its legal moves, in order."""

    def learn(self, record: Record) -> object:
        """Change between matches, by a match that is over."""

    def sit(self) -> Agent:
        """Return the agent that sits at one table for one match: a memory of its own, heavy things shared."""

    def saw(self, view: View) -> None:
        """Receive the last view that the agent's seat had of a finished unit."""

    def rise(self, scores: Scores, winner: int | None) -> None:
        """Hear that the match is over, and how."""

    def timed(self, seconds: float) -> None:
        """Hear how long a decision may take."""


def tells_policies(agent: object) -> TypeGuard[Policy]:
    """Whether an agent tells its probabilities."""
    return callable(getattr(agent, "policies", None))


def learns(agent: object) -> bool:
    """Whether an agent learns from matches."""
    return callable(getattr(agent, "learn", None))


def remembers(agent: object) -> bool:
    """Whether an agent has a memory within a match: it must sit down, or be shown finished units."""
    return hasattr(agent, "sit") or hasattr(agent, "saw")


def seated(agent: Agent) -> Agent:
    """Return the agent that sits at one table for one match: its own copy if it has ``sit``, else itself."""
    sit = getattr(agent, "sit", None)
    return agent if sit is None else sit()


def show(agent: Agent, view: View) -> None:
    """Show an agent its last view of a finished unit, if it looks."""
    if hasattr(agent, "saw"):
        agent.saw(view)
