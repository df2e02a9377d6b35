"""The Q-learner (Lobo Brain, section 6): looks its move up in a table that it learned by playing.

``qlearning`` trained for 100,000 episodes against random, moving first and second in turn; its tables of the bundled
games come with the house, for another game it trains on first use. ``qlearning:N`` trains on first use with so many
episodes, which is its difficulty (share of 20,000 games won against random in Tapatan, moving first / second:
0 episodes 50 / 49 %, 100: 72 / 61 %, 300: 90 / 78 %, 1,000: 95 / 88 %, 3,000: 98 / 92 %, 20,000: 99.4 / 99.8 %,
100,000: 99.9 / 100 %);
``qlearning:FILE.npz`` takes a table of ``bolicho train qlearning``.
A table is made once a process and shared.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar

from bolicho.agents.boards import SMALL_BOARDS, SmallBoards
from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.core.files import stamp_of
from bolicho.core.paths import named
from bolicho.core.why import worst
from bolicho.games.boards import Board, BoardGame, View
from bolicho.learn.boards.q_file import load
from bolicho.learn.boards.qlearning import EPISODES, Learner, compiled, trained
from bolicho.learn.boards.shipped_tables import BoardTables, shipped

PLAIN_EPISODES = 5_000
"""How long it trains if nobody says, where Numba is missing (plain Python, about a second)."""
MOST = 100_000_000
SUFFIX = ".npz"


class QLearning:
    """Plays the move of the highest value, drawn among equals; ``argument`` is episodes or a file."""

    plays: ClassVar[SmallBoards] = SMALL_BOARDS
    character: ClassVar[dict[str, str]] = {
        "en": "learned by trial and error and looks its moves up in a table",
        "pt-BR": "aprendeu por tentativa e erro e consulta as jogadas numa tabela",
    }

    def __init__(self, game: BoardGame, argument: str = "") -> None:
        self.name = f"qlearning:{argument}" if argument else "qlearning"
        self.learner: Learner | BoardTables
        if argument.endswith(SUFFIX):
            path = named(argument, "table")
            self.learner = _loaded(path.absolute(), stamp_of(path), game.board)
        else:
            known = None if argument else shipped(game.board)
            self.learner = known or trained(game.board, _episodes(argument))

    def choose(self, view: View, rng: Random) -> Decision:
        """Look the position up and draw among the best moves."""
        values, visits = self._look_up(view)
        best = max(values)
        move = rng.choice([m for m, value in zip(view.moves, values, strict=True) if value == best])
        rounded = {m: round(value, 4) for m, value in zip(view.moves, values, strict=True)}
        facts = {
            "value": round(best, 4),
            "values": rounded,
            "visits": visits,
            "episodes": self.learner.episodes,
            **(worst(rounded, move) if visits else {"telling": "new"}),
        }
        return Decision(move, best, {"rule": "qlearning", "words": "bolicho.agents", "facts": facts})

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """The best moves equally likely, the others never."""
        found = []
        for view in views:
            values, _ = self._look_up(view)
            equal = values.count(max(values))
            found.append(tuple((value == max(values)) / equal for value in values))
        return found

    def _look_up(self, view: View) -> tuple[list[float], int]:
        """The value of each move, and how often the position was met in training."""
        return self.learner.look_up(view.position) or ([0.0] * len(view.moves), 0)


@cache
def _loaded(path: Path, stamp: tuple[int, int], board: Board) -> Learner:  # noqa: ARG001  (a new file is read anew)
    return load(path, board)


def _episodes(text: str) -> int:
    if not text:
        return EPISODES if compiled() else PLAIN_EPISODES
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST):
        raise BadInput(f"agent 'qlearning:{text}': expected a number of episodes up to {MOST:,}, or a file{SUFFIX}")
    return int(text)
