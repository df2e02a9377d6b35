"""Agents that are measured in the tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bolicho.core.contract import Decision
from bolicho.games.truco import Truco, View
from bolicho.games.truco.cards import SUIT

MINI_LADDER = Truco(deck="mini", envido="off", flor="off")
MINI = Truco(deck="mini")


class Folder:
    """Plays its lowest card and gives way to every raise; says what it does only by doing it."""

    name = "folder"

    def __init__(self, game: Any = None) -> None:
        del game

    def choose(self, view: View, rng: Random) -> Decision:
        for word in ("nao-quero", "flor", "e-bom"):
            if word in view.moves:
                return Decision(word)
        return Decision(view.hand[-1])


class Drawer(Folder):
    """Draws lots, and does not tell."""

    name = "drawer"

    def choose(self, view: View, rng: Random) -> Decision:
        return Decision(rng.choice(view.moves))


class SuitMinded(Folder):
    """Plays cards of spades first, whatever they are worth."""

    name = "suits"

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        return [self._policy(view) for view in views]

    def _policy(self, view: View) -> tuple[float, ...]:
        spades = [card for card in view.moves if SUIT.get(card) == "e"]
        wanted = spades[0] if spades else self.choose(view, Random(0)).move
        return tuple(float(move == wanted) for move in view.moves)


class Grudging(Folder):
    """Accepts a truco that was called before a card lay, and refuses a later one; raises when it has the word."""

    name = "grudging"

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        return [self._policy(view) for view in views]

    def _policy(self, view: View) -> tuple[float, ...]:
        early = bool(view.history) and view.history[0][1] == "truco"
        wanted = [move for move in (("quero", "retruco") if early else ("nao-quero", "truco")) if move in view.moves]
        half = 0.5 if wanted and view.hand and view.hand[0] in view.moves else 1.0
        chances: dict[str, float] = {wanted[0]: half} if wanted else {}
        if half < 1 or not wanted:
            chances[view.hand[-1]] = 1 - sum(chances.values())
        return tuple(chances.get(move, 0.0) for move in view.moves)


class Forgetful(Grudging):
    """The same, and says that it does not look at what it looks at."""

    name = "forgetful"
    timing_blind = True


class Liar(Folder):
    """Tells probabilities that are none."""

    name = "liar"

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        return [(0.5,) * len(view.moves) for view in views]
