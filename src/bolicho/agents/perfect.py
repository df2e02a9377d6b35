"""The perfect player of every board game: it looks up the exact solution (retrograde analysis).

The quickest win, the slowest loss; among drawing moves it draws lots. It knows positions, not the history: where a rule
draws a repeated position, it may repeat one on its way through a drawn game, never in a won one, since the way to the
end gets shorter with every move.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from bolicho.agents.boards import BOARD_GAMES, BoardGames
from bolicho.agents.minimax import uniform
from bolicho.core.contract import Decision
from bolicho.games.boards import BoardGame, View


class Perfect:
    """Never gives away what it has."""

    name = "perfect"
    plays: ClassVar[BoardGames] = BOARD_GAMES
    character: ClassVar[dict[str, str]] = {
        "en": "knows every position of the game and never gives anything away",
        "pt-BR": "conhece todas as posições do jogo e nunca entrega nada",
    }

    def __init__(self, game: BoardGame) -> None:
        self.game = game

    def choose(self, view: View, rng: Random) -> Decision:
        """Draw one of the best moves."""
        from bolicho.learn.boards.solved import NAMES, solved_at

        known = solved_at(view.board, view.position)
        number = known.graph.number[view.position]
        legal, worths = view.moves, known.moves(number)
        chosen = rng.choice(known.best(number))
        value, distance = worths[chosen]
        facts = {
            "value": value,
            "distance": distance,
            "values": {move: worth.value for move, worth in zip(legal, worths, strict=True)},
            "distances": {move: worth.distance for move, worth in zip(legal, worths, strict=True)},
        }
        why = {"rule": f"perfect-{NAMES[value]}", "words": "bolicho.agents", "facts": facts}
        return Decision(legal[chosen], float(value), why)

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Every best move equally likely."""
        from bolicho.learn.boards.solved import solved_at

        chances = []
        for view in views:
            known = solved_at(view.board, view.position)
            chances.append(uniform(len(view.moves), known.best(known.graph.number[view.position])))
        return chances
