"""What an agent may have beside ``choose``: hooks that a table or a measurement calls where an agent has them.

An agent writes the hooks it wants and leaves the others out; nothing has to be inherited. Whoever calls one does it by
the functions below, so that the rule for agents without it is written once.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeGuard

from bolicho.core.contract import Agent, Policy, Scores, State, View
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.record import Record

UNITS = ("points", "match", "game")
"""Points of the unit, the chance to win the match, or 1, 0 and -1 for a won, drawn and lost game."""


ADVISED = 0.1
"""How often the analyst makes a move itself, at least, before it is advised."""


class MoveValue(NamedTuple):
    """What one legal move is worth to who decides."""

    move: str
    value: float
    chance: float | None = None
    """How often best play makes it, where it mixes."""
    distance: int | None = None
    """Plies to the end, where that is known."""
    points: float | None = None
    """What it is worth in points of the unit, where ``value`` is something else."""
    loss: float | None = None
    """What it gives away, where that was measured by play; else it is the best value less this one."""
    error: float = 0.0
    """Half of the 95 % interval of that."""


class Analysis(NamedTuple):
    """What the legal moves of a view are worth, in its order, seen only by what that seat knows."""

    unit: str
    moves: tuple[MoveValue, ...]
    gap: float | None = None
    """What both sides could still gain by perfect answers, in the unit; None where nothing, or not known."""

    @property
    def exact(self) -> bool:
        """Whether it is neither solved nearly nor measured by play."""
        return self.gap is None and all(one.loss is None for one in self.moves)

    @property
    def best(self) -> float:
        """The value of the best move."""
        return max(one.value for one in self.moves)

    @property
    def choice(self) -> MoveValue:
        """The move to advise: the best; of values that were measured by play, the best that is made often enough."""
        often = [one for one in self.moves if one.loss is None or (one.chance or 0.0) >= ADVISED]
        return max(often or self.moves, key=lambda one: (one.value, -(one.distance or 0)))

    def loss(self, one: MoveValue) -> float:
        """What a move gives away."""
        return self.best - one.value if one.loss is None else one.loss

    def surely(self, one: MoveValue) -> float:
        """What a move gives away at least, as far as that is known; nothing if its interval touches zero."""
        return max(0.0, self.loss(one) - one.error - (self.gap or 0.0))

    def to_dict(self) -> JsonObject:
        """Return it as data; ``loss`` is what a move gives away."""
        rows = [
            {key: value for key, value in one._asdict().items() if value is not None} | {"loss": self.loss(one)}
            for one in self.moves
        ]
        return {"unit": self.unit, "exact": self.exact, "gap": self.gap, "moves": rows}

    @classmethod
    def from_dict(cls, data: JsonMapping) -> "Analysis":
        """Read what `to_dict` wrote."""
        measured = data["gap"] is None and not data["exact"]
        known = [name for name in MoveValue._fields if name != "loss" or measured]
        moves = (MoveValue(**{name: one[name] for name in known if name in one}) for one in data["moves"])
        return cls(data["unit"], tuple(moves), data["gap"])


class Outlook(NamedTuple):
    """What a unit is worth to seat 0 when it begins, if both play as well as the analyst knows."""

    before: float
    """The chance to win, before anybody has seen a card."""
    dealt: float
    """The chance to win with these cards on both sides."""
    points: float
    """What these cards bring, in points of the unit."""


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

    def timed(self, seconds: float | None) -> None:
        """Hear how long a decision may take; None: as long as it wants."""

    def brief(self) -> None:
        """Hear that nobody reads why: what is dear to tell may be left out of it from now on. Moves stay the same."""

    def analyse(self, view: View) -> Analysis | None:
        """Say what every legal move of a view is worth; None where that is not known."""

    def explain(self, view: View, move: str) -> JsonObject:
        """Say why a move would be made: what ``Decision.why`` holds."""

    def outlook(self, state: State) -> Outlook | None:
        """Say what a unit that begins is worth, all cards seen; None where that is not known."""


def tells_policies(agent: object) -> TypeGuard[Policy]:
    """Whether an agent tells its probabilities."""
    return callable(getattr(agent, "policies", None))


def analyses(agent: object) -> bool:
    """Whether an agent says what moves are worth."""
    return callable(getattr(agent, "analyse", None))


def analysed(agent: object, view: View) -> Analysis | None:
    """Return what an agent knows of the moves of a view; None if it does not analyse, or not this view."""
    analyse = getattr(agent, "analyse", None)
    return None if analyse is None else analyse(view)


def reason_for(agent: object, view: View, move: str) -> JsonObject | None:
    """Return why an agent would make a move; None if it does not say."""
    explain = getattr(agent, "explain", None)
    return None if explain is None else explain(view, move)


def outlook_of(agent: object, state: State) -> Outlook | None:
    """Return what an agent knows of a unit that begins; None if it does not say, or does not know."""
    outlook = getattr(agent, "outlook", None)
    return None if outlook is None else outlook(state)


def be_brief(agent: object) -> None:
    """Tell an agent that nobody will read why it decides as it does, if it listens."""
    brief = getattr(agent, "brief", None)
    if callable(brief):
        brief()


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


def sees(agent: object) -> bool:
    """Whether an agent is shown its last view of finished units."""
    return hasattr(agent, "saw")


def tell_end(agent: Agent, scores: Scores, winner: int | None) -> None:
    """Tell an agent how the match ended, if it listens."""
    if hasattr(agent, "rise"):
        agent.rise(scores, winner)


def tell_limit(agent: Agent, seconds: float | None) -> None:
    """Tell an agent how long a decision may take, if it listens."""
    if hasattr(agent, "timed"):
        agent.timed(seconds)
