"""How fast Q-learning is: episodes a second at jogo-da-velha beside OpenSpiel's tabular Q-learner at tic_tac_toe.

Both learn the first seat against somebody who draws every move, in the same run; everybody learns three times in turn
and the best time counts. OpenSpiel's learner is the Python one, driven through ``rl_environment``, as its examples do.
"""

from dataclasses import asdict, dataclass
from functools import partial

from bolicho.bench.hands import Play, Player, measure
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.learn.boards.qlearning import Learner, Settings

GAME = "jogo-da-velha"
KERNEL, PLAIN, OPENSPIEL = "the kernel", "plain Python", "OpenSpiel's tabular Q-learner"


@dataclass(frozen=True)
class LearningTime:
    """How fast one of them was."""

    name: str
    episodes_per_second: float
    """The best of three rounds."""


@dataclass(frozen=True)
class LearningSpeed:
    """Ours beside OpenSpiel's; None for what is not installed."""

    kernel: LearningTime | None
    plain: LearningTime
    openspiel: LearningTime | None

    @property
    def ratio(self) -> float | None:
        """How many times as many episodes a second as OpenSpiel: the kernel, or plain Python where there is none."""
        ours = self.kernel or self.plain
        return None if self.openspiel is None else ours.episodes_per_second / self.openspiel.episodes_per_second

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {**asdict(self), "ratio": self.ratio}


def learning_speed(seconds: float = 0.5, seed: int = 0) -> LearningSpeed:
    """Let everybody learn for so many seconds, three times in turn."""
    rates = measure([player for player in PLAYERS if player.here], seed, seconds)
    told = {rate.name: LearningTime(rate.name, rate.games_per_second) for rate in rates}
    return LearningSpeed(told.get(KERNEL), told[PLAIN], told.get(OPENSPIEL))


def ours(seed: int, *, plain: bool) -> Play:
    """Return our learner, by the kernel or in plain Python."""
    settings = Settings(seat="first", seed=seed, games=0, decay=1e12)  # explores as much all the time, as OpenSpiel's
    learner = Learner(GAMES.make(GAME).board, settings, plain=plain)

    def learn(count: int) -> int:
        learner.train(learner.episodes + count)
        return 0

    return learn


def openspiel(seed: int) -> Play:
    """Return OpenSpiel's learner, with the same rates as ours."""
    import numpy as np
    from open_spiel.python import rl_environment, rl_tools
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    environment = rl_environment.Environment("tic_tac_toe")
    actions = environment.action_spec()["num_actions"]
    np.random.seed(seed % 2**32)  # its agents draw from here
    settings = Settings()
    agents = [
        tabular_qlearner.QLearner(
            player_id=0,
            num_actions=actions,
            step_size=settings.alpha,
            discount_factor=settings.gamma,
            epsilon_schedule=rl_tools.ConstantSchedule(settings.epsilon),
        ),
        random_agent.RandomAgent(player_id=1, num_actions=actions),
    ]

    def learn(count: int) -> int:
        for _ in range(count):
            step = environment.reset()
            while not step.last():
                output = agents[step.observations["current_player"]].step(step)
                step = environment.step([output.action])
            for agent in agents:
                agent.step(step)
        return 0

    return learn


PLAYERS = (
    Player(PLAIN, partial(ours, plain=True), batch=500),
    Player(KERNEL, partial(ours, plain=False), batch=50_000, needs="numba", extra="fast"),
    Player(OPENSPIEL, openspiel, batch=50, needs="pyspiel"),
)
"""Who learns; a game is an episode."""
