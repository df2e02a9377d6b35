"""Truco Gaudério for two: rules, options, notation, views and worlds (docs/games/truco.md)."""

from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Context, Game, Scores
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.truco.cards import DECKS, Deal
from bolicho.games.truco.options import PRESETS, Rules, rules
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View

__all__ = ["Deal", "Rules", "State", "Truco", "View"]


class Truco(Game[State, View, Deal]):
    """Truco Gaudério, two players (de mano); options and presets are in ``options.py``."""

    name: ClassVar[str] = "truco"
    version: ClassVar[str] = "1"
    seats: ClassVar[int] = 2
    presets: ClassVar[tuple[str, ...]] = tuple(PRESETS)

    def __init__(self, /, preset: str = "gaucho", **options: Any) -> None:
        self.rules = rules(preset, **options)
        self.preset = preset

    @property
    def options(self) -> JsonObject:
        """The preset and the value of every option."""
        return {"preset": self.preset, **self.rules.to_dict()}

    def deal(self, rng: Random) -> Deal:
        """Deal three cards to each seat from a shuffled deck."""
        cards = rng.sample(DECKS[self.rules.deck], 6)
        return Deal.of(cards[:3], cards[3:])

    def parse_deal(self, text: str) -> Deal:
        """Read ``1e 7o 4c / 3b 2c 12o``."""
        return Deal.parse(text).within(self.rules.deck)

    def start(self, deal: Deal | str, score: tuple[int, int] = (0, 0), mano: int = 0) -> State:
        """Begin a hand at a match score, everything by seat; the deal may be given as text."""
        if not isinstance(deal, Deal | str):
            raise BadInput(f"deal {deal!r}: expected a Deal or its text")
        deal = self.parse_deal(deal) if isinstance(deal, str) else deal.checked().within(self.rules.deck)
        if type(mano) is not int or mano not in (0, 1):
            raise BadInput(f"mano {mano!r}: expected seat 0 or 1")
        points = tuple(score) if isinstance(score, list | tuple) else ()
        if len(points) != 2 or not all(type(p) is int and 0 <= p < self.rules.target for p in points):
            raise BadInput(f"score {score!r}: expected two numbers from 0 to {self.rules.target - 1}")
        return State(self.rules, deal, mano, (points[0], points[1]), mano, mano, deal.hands)

    def worlds(self, view: View, rng: Random) -> State:
        """Sample a full hand, the rival's cards uniform among those consistent with all that is public."""
        from bolicho.games.truco.worlds import sample  # numpy only where it is needed

        return sample(self, view, rng)

    def opening(self, rng: Random) -> Context:
        """Start at nothing; the first mão is drawn."""
        return {"score": [0, 0], "mano": rng.randrange(2)}

    def following(self, context: Context, scores: Scores) -> Context | None:
        """Go on to the target, the mão alternating."""
        before = context.get("score", (0, 0))  # what a context leaves out is as `start` takes it
        score = [had + got for had, got in zip(before, scores, strict=True)]
        return None if max(score) >= self.rules.target else {"score": score, "mano": 1 - context.get("mano", 0)}
