"""Rikken for four: rules, options, notation, views and worlds (docs/games/rikken.md)."""

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Context, Game, Scores
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.auction import has_troela
from bolicho.games.rikken.cards import SEATS, Deal
from bolicho.games.rikken.contracts import NAMES, TROELA
from bolicho.games.rikken.options import PRESETS, Rules, preset_of, rules
from bolicho.games.rikken.settlement import Four
from bolicho.games.rikken.shuffling import SHUFFLES
from bolicho.games.rikken.state import State
from bolicho.games.rikken.view import Trick, View

__all__ = ["Deal", "Rikken", "Rules", "State", "Trick", "View"]


class Rikken(Game[State, View, Deal]):
    """Rikken, four players; options and presets are in ``options.py``."""

    name: ClassVar[str] = "rikken"
    version: ClassVar[str] = "1"
    seats: ClassVar[int] = SEATS
    presets: ClassVar[tuple[str, ...]] = tuple(PRESETS)
    unit: ClassVar[str] = "deal"

    def __init__(self, /, preset: str = "paper", **options: Any) -> None:
        self.rules = rules(preset, **options)
        self.preset = preset_of(preset)

    @property
    def options(self) -> JsonObject:
        """The preset and the value of every option."""
        return {"preset": self.preset, **self.rules._asdict()}

    def deal(self, rng: Random) -> Deal:
        """Deal thirteen cards to each seat."""
        return SHUFFLES[self.rules.shuffle](rng)

    def parse_deal(self, text: str) -> Deal:
        """Read ``AKJ2.T9.T94.8762 / ... / ... / ...``: four hands, suits s h d c."""
        return Deal.parse(text)

    def start(
        self,
        deal: Deal | str,
        dealer: int = 0,
        score: tuple[int, ...] = (0, 0, 0, 0),
        number: int = 1,
        contract: str | None = None,
        declarer: int | None = None,
    ) -> State:
        """Begin a deal, everything by seat; the deal may be given as text.

        With ``contract`` and ``declarer`` there is no auction: the deal goes on with trump, ask and play.
        """
        if not isinstance(deal, Deal | str):
            raise BadInput(f"deal {deal!r}: expected a Deal or its text")
        deal = self.parse_deal(deal) if isinstance(deal, str) else deal.checked()
        seat = _seat("dealer", dealer)
        if type(number) is not int or not 1 <= number <= self.rules.deals:
            raise BadInput(f"number {number!r}: expected a deal from 1 to {self.rules.deals}")
        first = (seat + 1) % SEATS
        state = State(self.rules, deal, seat, _four(score), number, first, "auction", deal.hands)
        if contract is None and declarer is None:
            return state
        if not isinstance(contract, str) or contract not in NAMES:
            raise UnknownName("rikken contract", str(contract), NAMES)
        who = _seat("declarer", declarer)
        if contract == TROELA and not has_troela(deal.hands[who]):
            raise BadInput(f"contract troela: declarer {who} needs exactly three aces")
        return state.with_contract(contract, who)

    def worlds(self, view: View, rng: Random, likely: Callable[[State], float] | None = None) -> State:
        """Sample a full deal uniformly among those consistent with all that the view's seat knows.

        ``likely`` gives each sampled world a chance from 0 to 1 to be taken, by the plausibility of its auction for
        one (``worlds.by_bidding``).
        """
        from bolicho.games.rikken.worlds import sample

        return sample(view, rng, likely)

    def opening(self, rng: Random) -> Context:
        """Start at nothing; the first dealer is drawn, unless an option names him."""
        drawn = rng.randrange(SEATS)
        named = self.rules.first_dealer
        return {"dealer": drawn if named == "drawn" else int(named), "score": [0] * SEATS, "number": 1}

    def following(self, context: Context, scores: Scores) -> Context | None:
        """Go on for the number of deals of a match, the dealer moving clockwise; a given contract stands alone."""
        number = context.get("number", 1) + 1
        if number > self.rules.deals or context.get("contract") is not None:
            return None
        before = context.get("score", (0,) * SEATS)
        score = [had + got for had, got in zip(before, scores, strict=True)]
        return {"dealer": (context.get("dealer", 0) + 1) % SEATS, "score": score, "number": number}


def _seat(what: str, seat: object) -> int:
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise BadInput(f"{what} {seat!r}: expected a seat from 0 to {SEATS - 1}")
    return seat


def _four(score: object) -> Four:
    points = tuple(score) if isinstance(score, list | tuple) else ()
    if len(points) != SEATS or not all(type(p) is int for p in points):
        raise BadInput(f"score {score!r}: expected {SEATS} whole numbers")
    return points[0], points[1], points[2], points[3]
