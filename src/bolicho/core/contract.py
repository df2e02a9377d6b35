"""The contract between rules, players and tables; small on purpose (docs/architecture.md tells the whole story)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, runtime_checkable

from typing_extensions import TypeVar

from bolicho.core.json_text import JsonMapping, JsonObject

Scores = tuple[int, ...]
"""Points by seat."""
DRAWN_BY: dict[str, Callable[[Any], str]] = {}
"""Who draws a decision, a record or results for a notebook: ``bolicho/__init__.py`` says so, core has no pictures."""


@runtime_checkable
class View(Protocol):
    """What one seat may know, as typed data; built from scratch, never a state with holes."""

    @property
    def seat(self) -> int:
        """Whose eyes these are."""

    @property
    def to_move(self) -> int | None:
        """Who decides now; None when the game is over."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves when it is this seat's turn, else empty."""


@runtime_checkable
class State(Protocol):
    """A position as a frozen value: equal positions are equal and hash alike."""

    @property
    def seat(self) -> int | None:
        """Who moves; None when over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def scores(self) -> Scores:
        """Points of this unit by seat; final when over."""

    def moves(self) -> tuple[str, ...]:
        """Every legal move, in a fixed documented order: the only authority on legality."""

    def play(self, move: str) -> Self:
        """Return the next state; anything not in ``moves()`` raises IllegalMove and changes nothing."""

    def view(self, seat: int) -> View:
        """Return what this seat may know, and nothing more."""


class Deal(Protocol):
    """All the chance of one unit, as data; ``str(deal)`` is its text and ``game.parse_deal`` reads it back."""

    def __str__(self) -> str: ...


S = TypeVar("S", bound=State, default=Any)
V = TypeVar("V", bound=View, default=Any)
D = TypeVar("D", bound=Deal, default=Any)

Context = JsonObject
"""The keyword arguments of ``Game.start`` besides the deal: score, who begins, and the like (JSON data)."""


class Game(ABC, Generic[S, V, D]):
    """Rules of one game under one set of options: ``Game[S, V, D]`` names its states, views and deals.

    A unit is one hand of a card game or one whole board game. A match strings units together: ``opening`` gives the
    context of the first, ``following`` that of the next, or None when the match is over.
    """

    name: ClassVar[str]
    version: ClassVar[str]
    seats: ClassVar[int]
    presets: ClassVar[tuple[str, ...]] = ()
    unit: ClassVar[str] = "hand"
    """What people call a unit."""

    @property
    @abstractmethod
    def options(self) -> JsonMapping:
        """All options, such that ``type(game)(**game.options)`` is the same game (JSON data)."""

    @abstractmethod
    def deal(self, rng: Random) -> D:
        """Draw a deal: the only place where the rules meet chance."""

    @abstractmethod
    def start(self, *deal: Any, **context: Any) -> S:
        """``start(deal, **context)`` returns the first state; deterministic."""

    @abstractmethod
    def worlds(self, view: V, rng: Random) -> S:
        """Sample a full state consistent with all that the view's seat knows: ``worlds(v, rng).view(v.seat) == v``."""

    @abstractmethod
    def parse_deal(self, text: str) -> D:
        """Read a deal from its text; the inverse of ``str(deal)``."""

    def opening(self, rng: Random) -> Context:  # noqa: ARG002  (a game without a draw ignores it)
        """Return the context of the first unit of a match."""
        return {}

    def following(self, context: Context, scores: Scores) -> Context | None:  # noqa: ARG002
        """Return the context of the unit after one that began with ``context`` and ended with ``scores``."""
        return None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Game) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, repr(sorted(self.options.items()))))

    def __repr__(self) -> str:
        return f"bolicho.game({self.name!r}, **{dict(self.options)!r})"


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent answered: its move, how good it thinks that is, and why, as data."""

    move: str
    value: float | None = None
    why: JsonMapping = field(default_factory=dict)

    def _repr_html_(self) -> str:
        return DRAWN_BY["decision"](self)


@dataclass(frozen=True, slots=True)
class Question:
    """An agent asks a tutor; the table parks until somebody answers, or takes the agent's own choice."""

    view: Any
    fallback: Decision
    about: str = ""

    @property
    def move(self) -> str:
        """What the agent plays when nobody answers."""
        return self.fallback.move

    @property
    def value(self) -> float | None:
        """How good the agent thinks its own choice is."""
        return self.fallback.value

    @property
    def why(self) -> JsonMapping:
        """Why it would choose so, as data."""
        return self.fallback.why

    def _repr_html_(self) -> str:
        return DRAWN_BY["decision"](self)


AgentView = TypeVar("AgentView", bound=View, default=Any, contravariant=True)


@runtime_checkable
class Agent(Protocol[AgentView]):
    """Who decides, by views of one kind (``Agent[View]``), or of any (``Agent``).

    Only ``choose`` is required; what an agent may have beside it is in `bolicho.core.hooks.Hooks`.
    """

    name: str

    def choose(self, view: AgentView, rng: Random) -> Decision | Question:
        """Pick one of ``view.moves``; all randomness comes from ``rng``."""


class Policy(Protocol):
    """An agent that can tell its probabilities."""

    def policies(self, views: Sequence[object]) -> list[tuple[float, ...]]:
        """For each view, the probability of each of its legal moves, in order."""
