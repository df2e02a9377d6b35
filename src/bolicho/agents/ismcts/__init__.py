"""Information-set Monte-Carlo tree search as a player: ``ismcts:1000`` for Truco, Rikken and whatever hides cards."""

from typing import Any, ClassVar

from bolicho.core.contract import Game


class _Factory:
    """Builds the player of a game when it is asked for; numpy is loaded only then."""

    character: ClassVar[dict[str, str]] = {
        "en": "imagines your cards a thousand times, and looks ahead in each of them (ismcts:1000)",
        "pt-BR": "imagina as tuas cartas mil vezes, e olha adiante em cada uma (ismcts:1000)",
    }

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether there may be something hidden: where all lies open this search is `mcts`."""
        from bolicho.games.boards import BoardGame

        return not isinstance(game, BoardGame)

    def __call__(self, game: Game, iterations: str | int = 1000, **settings: str) -> Any:
        """``iterations`` a decision; what else can be set is in ``settings.py``."""
        from bolicho.agents.ismcts.player import AnySearch, TrucoSearch

        if game.name == "truco":
            return TrucoSearch(game, iterations, settings)
        if game.name == "rikken":
            from bolicho.agents.ismcts.rikken import RikkenSearch

            return RikkenSearch(game, iterations, settings)
        return AnySearch(game, iterations, settings)


ismcts = _Factory()
