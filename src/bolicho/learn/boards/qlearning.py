"""Tabular Q-learning on the graph of a board game (Lobo Brain, sections 3.2 and 6): parameters, table, training.

Training is a pure function of its settings and the number of episodes: each episode has a generator of its own, so a
table that was saved after any number of episodes and trained on is the table of one go, to the last bit.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.options import check, seed_setting, setting
from bolicho.games.boards.board import Board
from bolicho.games.boards.graph import Graph, graph
from bolicho.games.boards.rules import Position
from bolicho.learn.boards import q_episode
from bolicho.learn.boards.q_episode import MASK, Terms, Walk, mixed
from bolicho.learn.boards.retrograde import solve
from bolicho.learn.boards.rivals import SELF, depth_of, replies

SEATS = {"first": 0, "second": 1, "both": 2}
"""Which side the learner plays; ``both`` is turn about, beginning with the first."""
Counts = tuple[int, int, int]
"""Wins, draws, losses."""
EPISODES = 100_000
"""How long ``qlearning`` trains if nobody says."""
STEP, PLAIN_STEP = 200_000, 1_000
"""Episodes between two looks at whether to stop, with the kernel and without."""


@dataclass(frozen=True)
class Settings:
    """All that decides a table but its game and the number of episodes; the paper's parameters are the defaults."""

    alpha: float = setting(0.2, "How fast values move.", help_pt="Quanto os valores mudam.", low=0, high=1)
    gamma: float = setting(0.7, "What the next turn is worth.", help_pt="Quanto vale a próxima jogada.", low=0, high=1)
    epsilon: float = setting(
        0.3, "Share of moves that are drawn at first.", help_pt="Parte das jogadas sorteada no começo.", low=0, high=1
    )
    decay: float = setting(75_000.0, "Episodes until no move is drawn; by default three quarters of all.")
    """Exploration falls slowly, then fast, ``epsilon * (1 - (episode / decay) ** 3)``, and is over after so many
    episodes; the paper says "com decaimento" and no more. See `decay_of`."""
    rival: str = setting(
        "random", "Who plays against it: random, self or minimax:DEPTH.",
        help_pt="Quem joga contra ele: random, self ou minimax:PROFUNDIDADE.", metavar="random|self|minimax:DEPTH",
    )  # fmt: skip
    seat: str = setting(
        "both", "Which side learns; both: in turn.", help_pt="Que lado aprende; both: um por vez.", choices=tuple(SEATS)
    )
    plies: int = 200
    """An episode that reaches so many plies is a draw."""
    seed: int = seed_setting()
    block: int = 1_000
    """Episodes to one point of the curve."""
    games: int = 200
    """Games from each seat that the table plays against random at each point of the curve, without learning."""

    def __post_init__(self) -> None:
        depth_of(self.rival)
        check(self)
        if not self.decay > 0:
            raise BadInput(f"decay {self.decay:g}: expected a number of episodes, more than 0")
        for name, least in (("plies", 1), ("block", 1), ("games", 0)):
            if getattr(self, name) < least:
                raise BadInput(f"{name} {getattr(self, name)}: expected at least {least}")

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return asdict(self)


def decay_of(episodes: int) -> float:
    """Return the decay for so many episodes: the last quarter is played without exploring, so that values settle."""
    return max(1.0, 0.75 * episodes)


class Point(NamedTuple):
    """One block of the curve: how its episodes ended, and how the table then did against random from each seat."""

    episodes: int
    """Those played so far."""
    trained: Counts
    """The episodes of the block, with exploration, against the rival of the training."""
    first: Counts
    """Greedy against random, moving first; then second."""
    second: Counts


@dataclass
class Learner:
    """A table over (position, move) in training; ``q[first[i]:first[i + 1]]`` are the moves of position i."""

    board: Board
    settings: Settings = field(default_factory=Settings)
    episodes: int = 0
    curve: list[Point] = field(default_factory=list)
    part: list[int] = field(default_factory=lambda: [0, 0, 0])
    """How the episodes of the unfinished block ended."""
    plain: bool = False
    """Whether to learn in plain Python even where the kernel could."""

    def __post_init__(self) -> None:
        self.graph = graph(self.board)
        self.q: npt.NDArray[np.float64] = np.zeros(len(self.graph.after))
        self.visits: npt.NDArray[np.int64] = np.zeros(len(self.graph.after), np.int64)
        g = self.graph
        anywhere = self.board.draw == "position-three-times"
        self.walk = Walk(g.first, g.after, g.turn, g.result, g.start, anywhere, *replies(g, self.settings.rival))
        s = self.settings
        self.terms = Terms(s.alpha, s.gamma, s.epsilon, s.decay, s.plies)
        self.plain = self.plain or not compiled()

    def train(
        self,
        until: int,
        progress: Callable[[int, int], None] = lambda done, total: None,  # noqa: ARG005
        stop: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Play episodes until there are so many; every little while it may be stopped. Return whether it was not."""
        while self.episodes < until:
            if stop():
                return False
            block = self.settings.block
            step = self.episodes + (PLAIN_STEP if self.plain else STEP)
            self._learn(min(until, step, (self.episodes // block + 1) * block))
            if self.episodes % block == 0:
                trained = (self.part[0], self.part[1], self.part[2])
                games = self.settings.games
                self.curve.append(Point(self.episodes, trained, self.judged(games, 0), self.judged(games, 1)))
                self.part = [0, 0, 0]
            progress(self.episodes, until)
        return True

    def _learn(self, end: int) -> None:
        seed, seat = self.settings.seed & MASK, SEATS[self.settings.seat]
        seat = -1 if self.settings.rival == SELF else seat
        if self.plain:
            for number in range(self.episodes, end):
                learner = number % 2 if seat == 2 else seat
                ended = q_episode.episode(self.walk, self.terms, self.q, self.visits, seed, number, learner)
                self.part[ended] += 1
        else:
            from bolicho.learn.boards import q_kernel as kernel

            counts = np.zeros(3, np.int64)
            kernel.train(self.walk, self.terms, self.q, self.visits, counts, seed, self.episodes, end, seat)
            self.part = [old + new for old, new in zip(self.part, counts.tolist(), strict=True)]
        self.episodes = end

    def look_up(self, position: Position) -> tuple[list[float], int] | None:
        """Return the value of each move, and how often the position was met; None where no game comes."""
        here = self.graph.number.get(position)
        if here is None:
            return None
        edges = slice(self.graph.first[here], self.graph.first[here + 1])
        return self.q[edges].tolist(), int(self.visits[edges].sum())

    def judged(self, games: int, seat: int) -> Counts:
        """Let the table play greedily against random from a seat, as it is now; learns nothing."""
        seed = mixed(mixed(self.settings.seed & MASK) ^ mixed(2 * self.episodes + seat))
        plies = self.settings.plies
        if self.plain:
            ended = [q_episode.play_out(self.walk, self.q, plies, seed, number, seat) for number in range(games)]
            return (ended.count(0), ended.count(1), ended.count(2))
        from bolicho.learn.boards import q_kernel as kernel

        wins, draws, losses = kernel.judge(self.walk, self.q, plies, seed, games, seat).tolist()
        return (wins, draws, losses)


@cache
def trained(board: Board, episodes: int) -> Learner:
    """Return the table after so many episodes against random, seed 0; made once a process."""
    learner = Learner(board, Settings(decay=decay_of(episodes), games=0))
    learner.train(episodes)
    return learner


def compiled() -> bool:
    """Whether the kernel can be had."""
    return find_spec("numba") is not None


def keeping(graph: Graph) -> npt.NDArray[np.bool_]:
    """Return for every move whether it keeps what the position is worth to perfect players."""
    value = solve(graph.first, graph.after, graph.turn, graph.result, q_episode.GOES_ON).value.astype(np.int64)
    kept: npt.NDArray[np.bool_] = -value[graph.after] == np.repeat(value, np.diff(graph.first))
    return kept


def optimal_share(learner: Learner) -> tuple[float, float]:
    """Return how often a greedy move keeps the value: over all positions, and where something can be thrown away.

    Equal best moves count by their share.
    """
    g = learner.graph
    owner = np.repeat(np.arange(len(g.positions)), np.diff(g.first))
    going = np.flatnonzero(np.diff(g.first))
    starts = g.first[going].astype(np.int64)
    best = np.full(len(g.positions), -np.inf)
    best[going] = np.maximum.reduceat(learner.q, starts)
    chosen = learner.q == best[owner]
    keeps = keeping(g)
    right = np.add.reduceat((chosen & keeps).astype(float), starts) / np.add.reduceat(chosen.astype(float), starts)
    risky = ~np.logical_and.reduceat(keeps, starts)
    return float(right.mean()), float(right[risky].mean()) if risky.any() else 1.0
