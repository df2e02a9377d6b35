"""The random player: every legal move equally likely. Nobody may lose to it."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Decision, Game
from bolicho.core.json_text import JsonObject

LOTS = {"rikken": "bolicho.agents.rikken.lots:RikkenRandom"}
"""Games in which lots are drawn otherwise: an auction among all bids would always end at the highest."""


class RandomAgent:
    """Draws among the legal moves of any game."""

    name = "random"
    timing_blind = True
    """It does not look at when in a hand a truco was called, only at what stands (docs/exploit.md)."""
    character: ClassVar[dict[str, str]] = {
        "en": "draws lots for every move",
        "pt-BR": "tira na sorte cada jogada",
    }

    def __new__(cls, game: Game | None = None) -> "RandomAgent":
        """Some games have a draw of their own (``LOTS``); without a game it is unpickled."""
        own = LOTS.get(game.name) if cls is RandomAgent and game is not None else None
        if own is None:
            return super().__new__(cls)
        module, _, name = own.partition(":")
        drawer: type[RandomAgent] = getattr(import_module(module), name)
        return super().__new__(drawer)

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, rng: Random) -> Decision:
        """Draw one of the legal moves."""
        return Decision(rng.choice(view.moves), why=_drawn(len(view.moves)))

    def policies(self, views: Sequence[Any]) -> list[tuple[float, ...]]:
        """Every legal move equally likely."""
        return [(1 / len(view.moves),) * len(view.moves) for view in views]

    def ladder_table(self) -> tuple[Any, Any]:
        """Its strategy on the whole ladder game, for the measure of exploitability (docs/exploit.md)."""
        from bolicho.learn.exploit.even import even

        rules: Any = getattr(self.game, "rules", None)
        return even(rules)


def _drawn(among: int) -> JsonObject:
    return {"rule": "drawn" if among > 1 else "drawn-only", "facts": {"among": among}, "words": "bolicho.agents"}
