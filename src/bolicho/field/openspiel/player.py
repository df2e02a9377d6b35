"""What every player from OpenSpiel has: settings, games it fits, and the OpenSpiel game that a view belongs to."""

from abc import ABC, abstractmethod
from functools import lru_cache, partial
from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Decision, Game, View
from bolicho.core.json_text import JsonMapping
from bolicho.field.openspiel.game import HouseGame
from bolicho.field.openspiel.registering import as_game

WORDS = "bolicho.field.openspiel"


class Player(ABC):
    """What every player has."""

    settings: ClassVar[JsonMapping] = {}
    """What can be set, with the default."""

    def __init__(self, game: Game, values: JsonMapping) -> None:
        self.game, self.values = game, values
        self.at_zero = as_game(game)

    @classmethod  # noqa: B027  (most of them fit every game)
    def fits(cls, game: Game) -> None:
        """Refuse a game that this player cannot play."""

    @abstractmethod
    def choose(self, view: View, rng: Random) -> Decision:
        """Choose a move of a view."""

    def table(self, view: View) -> HouseGame:
        """Return the OpenSpiel game of the unit that a view belongs to: its score, its mão, its dealer."""
        return game_at(self.game, tuple(self.at_zero.kind.where(view).items()))


class OpenSpielAgent:
    """Any policy or bot of OpenSpiel, as an agent of ours."""

    def __init__(self, player: Any, game: Game, name: str) -> None:
        self.player, self.game, self.name = player, game, name
        self.at_zero = as_game(game)

    def choose(self, view: View, rng: Random) -> Decision:
        """Show it a state that the view leaves open."""
        table = game_at(self.game, tuple(self.at_zero.kind.where(view).items()))
        state = table.from_view(view, rng)
        named = partial(table.kind.move, state.now.state)
        if hasattr(self.player, "action_probabilities"):
            chances = {named(n): float(c) for n, c in self.player.action_probabilities(state).items()}
            return Decision(rng.choices(list(chances), list(chances.values()))[0], why={"chances": chances})
        bot = self.player(table, view.seat, rng.getrandbits(31))
        return Decision(named(bot.step(state)))


@lru_cache(maxsize=64)
def game_at(game: Game, where: tuple[tuple[str, Any], ...]) -> HouseGame:
    """Return a game where a unit begins; a few are kept, since scores come back seldom."""
    return as_game(game, **dict(where))
