"""Truco Paulista for two: rules, options, notation, views and worlds (docs/games/paulista.md).

Some lines of its state and view stand in `games/truco` too. They are meant to: each game is read by itself, from its
sources, and a rule that changes in one changes nothing in the other.
"""

from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Context, Game, Scores
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.fields import Field
from bolicho.games.paulista.cards import DECK, HELD, Deal, sorted_hand
from bolicho.games.paulista.options import Rules, rules
from bolicho.games.paulista.state import State
from bolicho.games.paulista.view import View

__all__ = ["Deal", "Paulista", "Rules", "State", "View"]


class Paulista(Game[State, View, Deal]):
    """Truco Paulista, two players (mano a mano); the options are in ``options.py``."""

    name: ClassVar[str] = "paulista"
    version: ClassVar[str] = "1"
    seats: ClassVar[int] = 2

    def __init__(self, /, **options: Any) -> None:
        self.rules = rules(**options)

    @property
    def options(self) -> JsonObject:
        """The value of every option."""
        return self.rules._asdict()

    def deal(self, rng: Random) -> Deal:
        """Turn the vira and deal three cards to each seat from a shuffled deck."""
        cards = tuple(rng.sample(DECK, 1 + 2 * HELD))
        return Deal(cards[0], (cards[1 : 1 + HELD], cards[1 + HELD :]))

    def parse_deal(self, text: str) -> Deal:
        """Read ``7d / 3c 2h As / Kd Jc 4h``."""
        return Deal.parse(text)

    def start(self, deal: Deal | str, score: tuple[int, int] = (0, 0), mano: int = 0) -> State:
        """Begin a hand at a match score, everything by seat; the deal may be given as text."""
        if not isinstance(deal, Deal | str):
            raise BadInput(f"deal {deal!r}: expected a Deal or its text")
        deal = Deal.parse(deal) if isinstance(deal, str) else deal.checked()
        if type(mano) is not int or mano not in (0, 1):
            raise BadInput(f"mano {mano!r}: expected seat 0 or 1")
        points = tuple(score) if isinstance(score, list | tuple) else ()
        if len(points) != 2 or not all(type(p) is int and 0 <= p < self.rules.target for p in points):
            raise BadInput(f"score {score!r}: expected two numbers from 0 to {self.rules.target - 1}")
        state = State(self.rules, deal, mano, (points[0], points[1]), mano, mano, deal.hands)
        if state.blind:
            return state
        first, second = (sorted_hand(hand, deal.vira) for hand in deal.hands)
        decides = max((0, 1), key=lambda seat: points[seat]) if state.deciding else mano
        return state._replace(hands=(first, second), seat=decides)

    def worlds(self, view: View, rng: Random) -> State:
        """Sample a full hand, all that is hidden from the seat drawn uniformly."""
        from bolicho.games.paulista.worlds import sample

        return sample(self, view, rng)

    def encoding(self) -> tuple[tuple[str, ...], tuple[Field, ...]]:
        """Return its moves and the fields of its arrays, for learners."""
        from bolicho.games.paulista.encoding import fields, vocabulary

        return vocabulary(self.rules), fields(self.rules)

    def opening(self, rng: Random) -> Context:
        """Start at nothing; the first mão is drawn."""
        return {"score": [0, 0], "mano": rng.randrange(2)}

    def following(self, context: Context, scores: Scores) -> Context | None:
        """Go on to the target, the mão alternating."""
        before = context.get("score", (0, 0))  # what a context leaves out is as `start` takes it
        score = [had + got for had, got in zip(before, scores, strict=True)]
        return None if max(score) >= self.rules.target else {"score": score, "mano": 1 - context.get("mano", 0)}
