"""What the players of Rikken share: one question after the other (bid, trump, ask, card), and how they explain."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from bolicho.core.contract import Decision
from bolicho.core.intervals import wilson
from bolicho.games.rikken.contracts import PAS
from bolicho.games.rikken.view import View

WORDS = "bolicho.agents.rikken"


class Player(ABC):
    """Answers by phase; a seat with one legal move plays it."""

    name: str

    def choose(self, view: View, rng: Random) -> Decision:
        """Bid, name trump, ask for a card or play one."""
        if len(view.moves) == 1:
            return because(view.moves[0], "only-move")
        if view.phase == "auction":
            return self.bid(view, rng)
        if view.phase == "trump":
            return self.trump(view, rng)
        if view.phase == "ask":
            return self.ask(view, rng)
        return self.card(view, rng)

    @abstractmethod
    def bid(self, view: View, rng: Random) -> Decision:
        """Say ``pas`` or a contract."""

    @abstractmethod
    def trump(self, view: View, rng: Random) -> Decision:
        """Name the trump suit."""

    @abstractmethod
    def ask(self, view: View, rng: Random) -> Decision:
        """Ask for the card whose holder is to be partner."""

    @abstractmethod
    def card(self, view: View, rng: Random) -> Decision:
        """Play a card."""


def because(move: str, rule: str, value: float | None = None, /, **facts: Any) -> Decision:
    """Make a decision that explains itself."""
    return Decision(move, value, {"rule": rule, "words": WORDS, "facts": facts})


def must_bid(view: View) -> bool:
    """Whether the bidder may not pass."""
    return PAS not in view.moves


def bid_or_pass(view: View, contract: str) -> str:
    """Return the contract if it may be said, else ``pas``; who must bid then says the lowest he may."""
    return contract if contract in view.moves else view.moves[0]


def interval(wins: int, n: int) -> list[float]:
    """Return the 95 % interval of a share (Wilson).

    >>> interval(50, 100), interval(0, 10)
    ([0.404, 0.596], [0.0, 0.278])
    """
    return [round(end, 3) for end in wilson(wins / n, n)]
