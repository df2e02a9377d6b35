"""How fast: hands a second of the rules and of the kernel, beside RLCard and OpenSpiel in the same run.

All play random legal moves with two players. Whoever takes part plays for a while, then the next, three times round,
and the best of the three counts, so that a busy machine wrongs nobody for long.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random

from bolicho.core.chance import stream
from bolicho.core.contract import Game
from bolicho.core.errors import UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.games.truco import Truco

Play = Callable[[int], int]
"""Plays so many games and returns how many moves the players made in them; 0 when nobody counts."""
Watch = Callable[[str], None]

RULES, KERNEL = "Truco, the rules", "Truco, the kernel"
RLCARD = "RLCard limit hold'em"
OPENSPIEL, OPENSPIEL_LOOP = "OpenSpiel leduc poker, C++ bots", "OpenSpiel leduc poker, Python loop"
ROUNDS = 3


@dataclass(frozen=True)
class Player:
    """Who takes part: how to get it ready, how many games to play between two looks at the clock."""

    name: str
    ready: Callable[[int], Play]
    """Takes a seed."""
    batch: int
    needs: str = ""
    """The modules it cannot do without, whose it is first."""
    extra: str = "bench"
    """The extra of Bolicho that brings this module; none does where it is empty."""

    @property
    def here(self) -> bool:
        """Whether it can play on this machine."""
        return all(find_spec(module) is not None for module in self.needs.split())

    @property
    def install(self) -> str:
        """What to type where it is not here."""
        return f"pip install 'bolicho[{self.extra}]'" if self.extra else f"pip install {self.needs}"


@dataclass(frozen=True)
class Rate:
    """How fast one of them was."""

    name: str
    games_per_second: float
    """The best round."""
    moves_per_game: float
    """0 when nobody counted."""
    rounds: tuple[float, ...]
    """Games a second of every round."""
    processor: float = 0.0
    """Games a second of the processor, of all threads together, in the best such round: a busy machine stretches only
    the time on the wall."""

    @property
    def moves_per_second(self) -> float:
        """Moves of all games; 0 when nobody counted."""
        return self.games_per_second * self.moves_per_game


@dataclass(frozen=True)
class Warmup:
    """What the kernel cost before it could be measured, and the memory it needed."""

    seconds: float
    """The first call: compiling, or loading what was compiled before."""
    from_cache: bool
    hands: int
    peak_megabytes: float | None
    """The most this process ever held, after so many hands; None where the system does not tell."""


@dataclass(frozen=True)
class HandsReport:
    """All that was measured."""

    what: str
    seed: int
    seconds: float
    rates: tuple[Rate, ...]
    warmup: Warmup | None
    missing: Mapping[str, str]
    """Who could not take part -> what to install."""

    def times_rlcard(self, rate: Rate) -> float | None:
        """How many times as many games a second as RLCard."""
        peer = next((r.games_per_second for r in self.rates if r.name == RLCARD), None)
        return None if peer is None else rate.games_per_second / peer

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        rates = [{**asdict(rate), "times_rlcard": self.times_rlcard(rate)} for rate in self.rates]
        return {**asdict(self), "rates": rates, "python": sys.version.split()[0], "platform": sys.platform}


def run(what: str, seed: int, seconds: float, hands: int, watch: Watch = lambda _: None) -> HandsReport:
    """Measure everything there is to measure under a name."""
    if what not in PLAYERS:
        raise UnknownName("benchmark", what, PLAYERS)
    players = [player for player in PLAYERS[what] if player.here]
    missing = {player.name: player.install for player in PLAYERS[what] if not player.here}
    warmup = None
    if KERNEL not in missing:
        watch("the kernel gets ready")
        warmup = warm_up(seed, hands)  # first, while nobody else has taken memory
    rates = measure(players, seed, seconds, watch)
    return HandsReport(what, seed, seconds, rates, warmup, missing)


def measure(players: Sequence[Player], seed: int, seconds: float, watch: Watch = lambda _: None) -> tuple[Rate, ...]:
    """Let everybody play in turn, three times round."""
    ready = [(player, player.ready(seed)) for player in players]
    for _, play in ready:
        play(2)  # whatever is made at the first game is made now
    rounds: dict[str, list[tuple[float, float, float]]] = {player.name: [] for player in players}
    for number in range(1, ROUNDS + 1):
        for player, play in ready:
            watch(f"{player.name}, round {number} of {ROUNDS}")
            rounds[player.name].append(pace(play, player.batch, seconds))
    return tuple(_best(name, paces) for name, paces in rounds.items())


def pace(play: Play, batch: int, seconds: float) -> tuple[float, float, float]:
    """Play batches until the time is over; return games a second, moves a game, and games a second of the processor."""
    games = moves = 0
    began, busy = time.perf_counter(), time.process_time()
    while (elapsed := time.perf_counter() - began) < seconds or not games:
        moves += play(batch)
        games += batch
    used = time.process_time() - busy
    return games / elapsed, moves / games, games / max(used, 1e-9)


def _best(name: str, paces: Sequence[tuple[float, float, float]]) -> Rate:
    games, moves, _ = max(paces)
    processor = max(used for _, _, used in paces)
    return Rate(name, games, moves, tuple(found for found, _, _ in paces), processor)


def warm_up(seed: int, hands: int) -> Warmup:
    """Compile the kernel, or load it, then play the hands and look at the memory."""
    from bolicho.games.truco import kernel

    began = time.perf_counter()
    kernel.play_hands(Truco(), seed, 1)
    seconds = time.perf_counter() - began
    kernel.play_hands(Truco(), seed, hands)
    return Warmup(seconds, bool(kernel.hands_kernel.stats.cache_hits), hands, peak_megabytes())


def peak_megabytes() -> float | None:
    """Return the most memory this process has held so far."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


# ── who takes part ────────────────────────────────────────────────────────────────────────────────────────────────


def truco_rules(seed: int) -> Play:
    """Truco by the readable rules: deal, start, and checked random moves until the hand is over."""
    return partial(play_rules, Truco(), stream(seed, "bench"))


def play_rules(game: Game, rng: Random, count: int) -> int:
    """Play a game by its rules, every move drawn."""
    moves = 0
    for _ in range(count):
        state = game.start(game.deal(rng))
        while not state.over:
            state = state.play(rng.choice(state.moves()))
            moves += 1
    return moves


def truco_kernel(seed: int) -> Play:
    """Truco by the compiled kernel, in bulk; the same hands every time."""
    from bolicho.games.truco.kernel import play_hands

    game = Truco()
    return lambda count: int(play_hands(game, seed, count)["plies"].sum())


def rlcard_holdem(seed: int, name: str = "limit-holdem") -> Play:
    """A game of RLCard's, limit hold'em by default, with its random agents."""
    import numpy as np
    import rlcard
    from rlcard.agents import RandomAgent

    np.random.seed(seed % 2**32)  # its agents draw from here
    env = rlcard.make(name, config={"seed": seed % 2**32})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(count: int) -> int:
        # a trajectory is state, action, state, ..., state
        return sum(len(path) // 2 for _ in range(count) for path in env.run(is_training=False)[0])

    return play


def openspiel_bots(seed: int, name: str = "leduc_poker") -> Play:
    """A game of OpenSpiel's played by its uniform random bots, all in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, seed % 2**31 + player) for player in range(game.num_players())]
    rng = stream(seed, "bench", "openspiel")

    def play(count: int) -> int:
        for _ in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(31))
        return 0  # counting would cost more than playing

    return play


def openspiel_loop(seed: int, name: str = "leduc_poker") -> Play:
    """A game of OpenSpiel's driven from Python, as a Python agent would; ``python_...`` are those with Python rules."""
    import pyspiel

    if name.startswith("python_"):
        import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")  # registers itself
    game = pyspiel.load_game(name)
    rng = stream(seed, "bench", "openspiel")

    def play(count: int) -> int:
        moves = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    moves += 1
        return moves

    return play


PLAYERS: dict[str, tuple[Player, ...]] = {
    "truco": (
        Player(RULES, truco_rules, batch=50),
        Player(KERNEL, truco_kernel, batch=100_000, needs="numba", extra="fast"),
        Player(RLCARD, rlcard_holdem, batch=25, needs="rlcard"),
        Player(OPENSPIEL, openspiel_bots, batch=500, needs="pyspiel"),
        Player(OPENSPIEL_LOOP, openspiel_loop, batch=200, needs="pyspiel"),
    )
}
"""What can be measured -> who takes part."""
