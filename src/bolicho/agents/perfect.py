"""The perfect player of every board game: it looks up the exact solution (retrograde analysis).

The quickest win, the slowest loss; among drawing moves it draws lots. It knows positions, not the history: where a rule
draws a repeated position, it may repeat one on its way through a drawn game, never in a won one, since the way to the
end gets shorter with every move.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from bolicho.agents.boards import SMALL_BOARDS, SmallBoards
from bolicho.agents.minimax import uniform
from bolicho.core.contract import Decision
from bolicho.core.hooks import Analysis, MoveValue
from bolicho.games.boards import BoardGame, View


class Perfect:
    """Never gives away what it has."""

    name = "perfect"
    plays: ClassVar[SmallBoards] = SMALL_BOARDS
    character: ClassVar[dict[str, str]] = {
        "en": "knows every position of the game and never gives anything away",
        "pt-BR": "conhece todas as posições do jogo e nunca entrega nada",
    }

    def __init__(self, game: BoardGame) -> None:
        self.game = game

    def choose(self, view: View, rng: Random) -> Decision:
        """Draw one of the best moves."""
        from bolicho.learn.boards.solution import NAMES, worth_at

        known = worth_at(view.board, view.position)
        legal, worths = view.moves, known.moves
        chosen = rng.choice(known.best)
        value, distance = worths[chosen]
        facts = {
            "value": value,
            "distance": distance,
            "own": (distance + 1) // 2,
            **({"telling": "now"} if value > 0 and distance == 1 else {}),
            "values": {move: worth.value for move, worth in zip(legal, worths, strict=True)},
            "distances": {move: worth.distance for move, worth in zip(legal, worths, strict=True)},
        }
        loses = [move for move, worth in zip(legal, worths, strict=True) if worth.value < value]
        if loses and value <= 0:
            facts["instead"] = loses[0]
        why = {"rule": f"perfect-{NAMES[value]}", "words": "bolicho.agents", "facts": facts}
        return Decision(legal[chosen], float(value), why)

    def analyse(self, view: View) -> Analysis:
        """Every move, won, drawn or lost, and how far from the end."""
        from bolicho.learn.boards.solution import worth_at

        worths = zip(view.moves, worth_at(view.board, view.position).moves, strict=True)
        return Analysis(
            "game", tuple(MoveValue(move, float(worth.value), distance=int(worth.distance)) for move, worth in worths)
        )

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Every best move equally likely."""
        from bolicho.learn.boards.solution import worth_at

        return [uniform(len(view.moves), worth_at(view.board, view.position).best) for view in views]
