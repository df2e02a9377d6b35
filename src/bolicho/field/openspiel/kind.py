"""What OpenSpiel asks about a game of ours: chance, numbers of moves, bounds, and what a seat sees as text.

A *kind* is one of our games under its options, at one context (score, who is mão, dealer, first position), so that one
unit of it, a hand or a board game, is one OpenSpiel game. It knows nothing of pyspiel.

A guest's game has one too: a subclass of ``Kind`` that an entry point of ``bolicho.openspiel`` names, under the name of
the game. It must tell its chance (``dealing``), its bounds (``longest``, ``utilities``) and what is seen (``private``,
``public``); the rest has defaults. ``bolicho new game NAME --kind cards`` writes one.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.field.encode import encoder
from bolicho.games.face import face_of

Outcomes = tuple[int, ...]
Parameters = JsonObject


class Dealing(Protocol):
    """A deal, told as a row of chance nodes with few outcomes each."""

    nodes: int
    """How many chance nodes there are, always."""
    widest: int
    """The largest number of an outcome, plus one."""

    def chances(self, drawn: Outcomes) -> list[tuple[int, float]]:
        """Return what may be drawn next, and how likely each is."""

    def name(self, drawn: Outcomes, outcome: int) -> str:
        """Say what an outcome gives to whom."""

    def deal(self, drawn: Outcomes) -> Any:
        """Return the deal when all is drawn."""

    def drawn(self, deal: Any) -> Outcomes:
        """Return the outcomes that make a deal."""


class Kind(ABC):
    """One of our games, as OpenSpiel asks about it."""

    hidden: ClassVar[bool] = True
    """Whether a seat does not see everything."""
    spec: ClassVar[Parameters] = {}
    """The parameters beside the game's own options, with their defaults: where a unit begins."""
    recall: ClassVar[frozenset[str]] = frozenset()
    """The fields of an array that only remember: an information state has them, an observation has not."""
    dealing: Dealing | None = None
    """The chance of a unit; None where there is none."""

    def __init__(self, game: Any, **context: Any) -> None:
        """A kind takes the values of its ``spec`` and makes a unit's context of them; wrong ones are a BadInput."""
        self.game = game
        self.context = context
        self.encoder = encoder(game)
        self.names = self.encoder.vocabulary
        self.numbers = {move: number for number, move in enumerate(self.names)}

    @classmethod
    def fit(cls, game: Game | type[Game]) -> "type[Kind]":  # noqa: ARG003  (a kind of several games asks which it is)
        """Return the kind that fits a game: this one, unless the games of a kind differ."""
        return cls

    # ── bounds ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    @abstractmethod
    def longest(self) -> int:
        """No unit has more decisions than this."""

    @property
    @abstractmethod
    def utilities(self) -> tuple[float, float]:
        """The least and the most that a unit can bring a seat."""

    # ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, deal: Any) -> Any:
        """Return the first state of the unit; ``deal`` is None where there is no chance."""
        return self.game.start(deal, **self.context)

    def returns(self, state: Any) -> list[float]:
        """Return what a finished unit brought each seat, zero in all: its score over the mean of the others'."""
        whole, others = sum(state.scores), max(1, len(state.scores) - 1)
        return [float(score - (whole - score) / others) for score in state.scores]

    def history(self, state: Any) -> Sequence[str]:
        """Return the moves that led from the start to a state; ``state.history`` has them alone or behind the seat."""
        return [made if isinstance(made, str) else made[-1] for made in state.history]

    def legal(self, state: Any) -> list[int]:
        """Return the numbers of the legal moves, the smallest first."""
        return sorted([self.numbers[move] for move in state.moves()])

    def number(self, state: Any, move: str) -> int:  # noqa: ARG002  (a kind that takes moves together needs the state)
        """Return the number of a legal move."""
        return self.numbers[move]

    def move(self, state: Any, action: int) -> str:  # noqa: ARG002  (where an action is another move in every state)
        """Return the move of a number."""
        return self.encoder.move(action)

    def meant(self, view: Any, move: str) -> str:  # noqa: ARG002
        """Return which legal move of a real view is meant by a move of this kind."""
        return move

    def shares(self, view: Any, chances: Sequence[float]) -> dict[int, float]:
        """Turn probabilities over ``view.moves`` into those of numbers."""
        return {self.numbers[move]: float(chance) for move, chance in zip(view.moves, chances, strict=True)}

    def turned(self, state: Any) -> tuple[Any, int]:
        """Return a state's deal as it is dealt here, and how many seats it had to be turned for that."""
        return getattr(state, "deal", None), 0

    # ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────

    def where(self, view: Any) -> Parameters:  # noqa: ARG002  (a kind without parameters needs no view)
        """Return the parameters of the unit that a view belongs to, those of ``spec`` that are not the default."""
        return {}

    @abstractmethod
    def private(self, view: Any) -> str:
        """Tell what only this seat knows."""

    @abstractmethod
    def public(self, view: Any, recall: bool) -> str:
        """Tell what everybody knows: with ``recall`` all that was ever said and played, else what there is now."""

    def sight(self, view: Any) -> str:
        """Tell all that a seat knows and ever knew: equal texts are equal views."""
        return f"{view.seat}|{self.private(view)}|{self.public(view, True)}"


def options_spec(game: Game) -> Parameters:
    """Return a game's options as OpenSpiel parameters: nothing and 0 stand for what the preset says."""
    told = {**dict.fromkeys(face_of(game).allowed(), ""), **game.options}  # what goes unsaid as usual can be said too
    return {name: 0 if isinstance(value, int) else "" for name, value in told.items()}


def parameters_of(given: JsonMapping, spec: JsonMapping) -> Parameters:
    """Return the parameters that differ from the default, quotes taken off: ``flor_flor='6'`` is a text."""
    found = {}
    for name, value in given.items():
        if name not in spec:
            raise BadInput(f"unknown parameter {name!r}; known: {', '.join(spec)}")
        listed = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
        plain = listed.strip("'") if isinstance(listed, str) else listed
        if plain != spec[name]:
            found[name] = plain
    return found


def numbers_of(what: str, text: str, count: int) -> list[int]:
    """Read ``3 5``: a score by seat; nothing is all zeros."""
    try:
        found = [int(word) for word in text.split()]
    except ValueError:
        found = [0]
    if text and len(found) != count:
        raise BadInput(
            f"parameter {what}={text!r}: expected {count} whole numbers, as in {what}={' '.join('0' * count)}"
        )
    return found or [0] * count
