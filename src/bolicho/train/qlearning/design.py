"""What a training by Q-learning is asked to do, checked before anything is played.

>>> QLearningDesign("tapatan", episodes=2000).begun().decay, QLearningDesign("tapatan", decay=100).begun().decay
(1500.0, 100)
>>> QLearningDesign("truco")
Traceback (most recent call last):
bolicho.core.errors.BadInput: Q-learning learns board games only, not truco
"""

from dataclasses import dataclass

from bolicho.core.json_text import JsonObject
from bolicho.core.options import borrowed, check, declared, setting
from bolicho.games import GAMES
from bolicho.games.boards import board_game
from bolicho.games.boards.board import Board
from bolicho.learn.boards.qlearning import Settings, decay_of

EPISODES, SAVE_EVERY = 100_000, 50_000
MOST = 10_000_000_000
POINTS = 100
"""Points of the win-rate curve."""


@dataclass(frozen=True)
class QLearningDesign:
    """A training: which game, from how many episodes, against whom, and how values move."""

    game: str = setting(
        help="A board game, such as: tapatan.", help_pt="Um jogo de tabuleiro, como: tapatan.", type="choice",
        source="boards", argument=True, example="tapatan",
    )  # fmt: skip
    episodes: int = setting(
        EPISODES,
        "Games to learn from, in all.",
        help_pt="Jogos com que aprende, ao todo.",
        low=0,
        high=MOST,
        grows=True,
    )
    against: str = borrowed(Settings, "rival")
    seat: str = borrowed(Settings, "seat")
    alpha: float = borrowed(Settings, "alpha")
    gamma: float = borrowed(Settings, "gamma")
    epsilon: float = borrowed(Settings, "epsilon")
    decay: float | None = borrowed(Settings, "decay", default=None, page=False)
    """None: as it was begun, or by the number of episodes where it begins now."""
    seed: int = borrowed(Settings, "seed")
    save_every: int = setting(SAVE_EVERY, "Save the table every N episodes.", low=1, high=MOST, page=False)
    """Changes nothing in what is learned."""

    def __post_init__(self) -> None:
        check(self)
        self.board()
        self.begun()

    def board(self) -> Board:
        """Return the game that is learned."""
        return board_game(GAMES.make(self.game), f"Q-learning learns board games only, not {self.game}").board

    def begun(self) -> Settings:
        """Return the settings of a table that begins now; what depends on its length is decided here."""
        decay = decay_of(self.episodes) if self.decay is None else self.decay
        return Settings(
            rival=self.against, seat=self.seat, alpha=self.alpha, gamma=self.gamma, epsilon=self.epsilon, decay=decay,
            seed=self.seed, block=max(1, self.episodes // POINTS),
        )  # fmt: skip

    def to_dict(self) -> JsonObject:
        """Return what a table must have been trained with to be gone on with."""
        told = {option.name: getattr(self, option.field) for option in declared(QLearningDesign)}
        del told["game"], told["save_every"]
        return told if self.decay is not None else {name: value for name, value in told.items() if name != "decay"}
