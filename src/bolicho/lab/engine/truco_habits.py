"""Habits at the truco table: what is called, refused and folded, counted hand by hand as people's hands were."""

from collections import Counter
from typing import TYPE_CHECKING

from bolicho.arena.matches.local import Tally
from bolicho.core.json_text import JsonObject
from bolicho.games.truco.cards import envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View

if TYPE_CHECKING:
    from bolicho.play import Table

LOW = 20
"""Two cards of a suit give at least 20 points of envido: below, there is no pair."""

COUNTS = (
    *("hands", "truco", "retruco", "vale-quatro", "truco-refused"),
    *("envido", "envido-refused", "envido-low", "folded", "first-tied"),
)

FALTA = "falta-envido"
SIGNS = (*(name for name in COUNTS if name not in ("hands", "envido-low")), FALTA)
"""What is counted for the vital signs of a match: all that anybody at the table can see."""

PEOPLE = {
    "truco": 0.76,
    "retruco": 0.21,
    "vale-quatro": 0.06,
    "truco-refused": 0.47,
    "envido": 0.63,
    "envido-refused": 0.69,
    "envido-low": 0.30,
}
"""The same shares in the recorded hands of people (docs/games/truco.md), each of what ``OF`` says."""

TIED = 0.045
"""Of the first rounds of people 4 to 5 % are tied: a fact of the deck more than a habit."""

FOLDED = 0.37
"""Of the recorded hands of people 37 % end with a fold, most of them after an accepted truco."""

FALTAS = 0.047
"""In so many of their hands somebody says falta envido."""

HANDS = 12.6
"""Hands of a recorded match: 118 in which somebody came to 20 points or more; of some the last hand is not there."""

POINTS = 2.79
"""Points that both players together get in a recorded hand."""

OF = {"truco-refused": "truco", "envido-refused": "envido", "envido-low": "envido"}
"""What a count is a share of, where it is not of all hands."""


class Habits(Tally):
    """Counts the hands of a match in which something was done, by whichever seat."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def unit_ends(self, table: "Table") -> None:
        """Look back at a finished hand."""
        self.counts.update(habits(table.state))

    def counted(self) -> JsonObject:
        """Return the counts, those at zero left out."""
        return {name: self.counts[name] for name in COUNTS if self.counts[name]}


class VitalCounts:
    """Counts the hands of a match in which something was done that the vital signs ask for."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, hand: State | View) -> None:
        """Look back at a finished hand."""
        self.counts.update(seen_habits(hand))

    def counted(self) -> JsonObject:
        """Return the counts, those at zero left out."""
        return {name: self.counts[name] for name in SIGNS if self.counts[name]}


def habits(hand: State) -> list[str]:
    """Return what happened in a finished hand, each thing once."""
    found = seen_habits(hand)
    if hand.envido:
        caller = next(seat for seat, move in hand.history if move in ENVIDO_CALLS)
        found += ["envido-low"] * (envido_points(hand.deal.hands[caller]) < LOW)
    return found


def seen_habits(hand: State | View) -> list[str]:
    """Return what happened in a finished hand as far as both players could see it, each thing once."""
    said = [move for _, move in hand.history]
    found = ["hands", *(call for call in TRUCO_CALLS if call in said)]
    if "truco" in said and _refused_truco(hand):
        found.append("truco-refused")
    if hand.envido:
        found.append("envido")
        found += ["envido-refused"] * any(p.mode == "envido" and p.how in ("refused", "folded") for p in hand.paid)
    found += [FALTA] * (FALTA in said)
    found += ["folded"] * ("baralho" in said)
    found += ["first-tied"] * (hand.won[:1] == (None,))
    return found


def _refused_truco(hand: State | View) -> bool:
    """Whether the last word was a no to a call of truco; laying the cards down in answer to it is one too."""
    if any(payment.mode == "truco" and payment.how == "refused" for payment in hand.paid):
        return True
    moves = [move for _, move in hand.history]
    return moves[-1] == "baralho" and len(moves) > 1 and moves[-2] in TRUCO_CALLS
