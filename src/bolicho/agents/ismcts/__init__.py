"""Information-set Monte-Carlo tree search as a player: ``ismcts:1000`` for Truco, Rikken and whatever hides cards."""

from importlib import import_module
from typing import Any, ClassVar

from bolicho.core.contract import Game

ANY = "bolicho.agents.ismcts.player:AnySearch"
SEARCHES = {
    "truco": "bolicho.agents.ismcts.player:TrucoSearch",
    "rikken": "bolicho.agents.ismcts.rikken:RikkenSearch",
}
"""Games that are searched in a way of their own; every other one by its plain rules."""


class _Factory:
    """Builds the player of a game when it is asked for; numpy is loaded only then."""

    character: ClassVar[dict[str, str]] = {
        "en": "imagines your cards a thousand times, and looks ahead in each of them (ismcts:1000)",
        "pt-BR": "imagina as tuas cartas mil vezes, e olha adiante em cada uma (ismcts:1000)",
    }

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether there may be something hidden: on a board, dice or none, this search is `mcts`."""
        from bolicho.games.boards import on_a_board
        from bolicho.games.face import face_of

        return not (face_of(game).open or on_a_board(game))

    def __call__(self, game: Game, iterations: str | int = 1000, **settings: str) -> Any:
        """``iterations`` a decision; what else can be set is in ``settings.py``."""
        module, _, search = SEARCHES.get(game.name, ANY).partition(":")
        return getattr(import_module(module), search)(game, iterations, settings)


ismcts = _Factory()
