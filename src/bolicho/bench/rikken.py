"""How fast Rikken is: random deals and playouts beside OpenSpiel's hearts, decisions, the solver, the paper's analysis.

Whoever deals and plays at random takes turns with the others, three rounds, and the best round counts; OpenSpiel plays
hearts, its game of four with thirteen tricks, by its C++ bots and by the C++ rollouts of its tree search.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from random import Random

from bolicho.bench.hands import Play, Player, Rate, Watch, measure, openspiel_bots, peak_megabytes
from bolicho.core.chance import stream
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken import Rikken, State

ROUNDS = 3
RULES, KERNEL = "Rikken, the rules", "Rikken, the kernel"
HEARTS_BOTS, HEARTS_ROLLOUTS = "OpenSpiel hearts, C++ bots", "OpenSpiel hearts, C++ rollouts"
REPETITIONS, GAMES = 10, 96
HEARTS = "hearts(pass_cards=False)"
"""OpenSpiel's name of it."""


@dataclass(frozen=True)
class RikkenReport:
    """All that was measured."""

    seed: int
    rates: tuple[Rate, ...]
    """Deals with their playouts."""
    decision_ms: float
    """One card of ``mc``: thirteen cards, 100 guessed deals each, from the view to the explanation."""
    solver_ms: float
    """One yes-or-no of the goal solver with five tricks left, the mean of many."""
    analysis_seconds: float
    """Ten repetitions of 96 games, ``mc`` against ``rules``, on two threads."""
    peak_megabytes: tuple[float | None, float | None]
    """The most memory held after a few and after many random deals of the kernel."""

    @property
    def ratio(self) -> float | None:
        """How many times as many deals a second as the faster of OpenSpiel's; None where it is not installed."""
        rates = {rate.name: rate.games_per_second for rate in self.rates}
        peers = [rates[name] for name in (HEARTS_BOTS, HEARTS_ROLLOUTS) if name in rates]
        return rates[KERNEL] / max(peers) if peers else None

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {"what": "rikken", **asdict(self), "ratio": self.ratio}


def run(seed: int, seconds: float, hands: int, watch: Watch = lambda _: None) -> RikkenReport:
    """Measure everything; needs Numba."""
    from bolicho.agents.rikken import engine
    from bolicho.games.rikken.kernel import play_deals

    watch("the kernels get ready")
    engine.warm_up(wait=True)
    play_deals(seed, min(hands, 1000))
    few = peak_megabytes()
    for first in range(0, hands, 100_000):
        play_deals(seed, min(100_000, hands - first), first)
    memory = (few, peak_megabytes())
    players = [player for player in PLAYERS if player.here]
    rates = measure(players, seed, seconds, watch)
    watch("decisions")
    decision, solver = best_of(lambda: decision_ms(seed)), best_of(lambda: solver_ms(seed))
    watch("the analysis of the paper")
    return RikkenReport(seed, rates, decision, solver, analysis_seconds(seed), memory)


def best_of(measured: Callable[[], float]) -> float:
    """Measure three times; the best counts."""
    return min(measured() for _ in range(ROUNDS))


def decision_ms(seed: int, times: int = 20) -> float:
    """Let ``mc`` lead the first card of a solo again and again."""
    from bolicho.agents.rikken.carlo import MonteCarlo

    game = Rikken()
    agent, view = MonteCarlo(game), _first_lead(game, stream(seed, "bench")).view(0)
    rng = Random(seed)
    began = time.perf_counter()
    for _ in range(times):
        agent.choose(view, rng)
    return 1000 * (time.perf_counter() - began) / times


def _first_lead(game: Rikken, rng: Random) -> State:
    return game.start(game.deal(rng), dealer=3, contract="solo-8", declarer=0).play("trump:h")


def solver_ms(seed: int, endings: int = 300) -> float:
    """Ask of many endings of five tricks whether a random side can make so many tricks, none known before."""
    from bolicho.learn.search.goal import Ending, Solver

    rng, solve = stream(seed, "bench", "solver"), Solver(compiled=True)
    asked = []
    for _ in range(endings):
        cards = rng.sample(range(52), 20)
        first, second, third, fourth = (sum(1 << card for card in cards[i::4]) for i in range(4))
        ending = Ending((first, second, third, fourth), rng.randrange(4), (), rng.randrange(-1, 4))
        asked.append((ending, rng.choice((1, 2, 4, 8, 3, 5, 6)), rng.randrange(1, 5)))
    solve(*asked[0], 13)
    began = time.perf_counter()
    for ending, side, low in asked:
        solve(ending, side, low, rng.choice((13, low)))
    return 1000 * (time.perf_counter() - began) / endings


def analysis_seconds(seed: int) -> float:
    """Play the paper's play analysis of rik once: ``mc`` as declarer against three ``rules``."""
    import numpy as np

    from bolicho.agents.rikken.bulk import deal_hands, fitting_hand, play_deals

    def repetition(number: int) -> int:
        hands = deal_hands(seed, GAMES, number * GAMES, hand=fitting_hand("rik", seed, number))
        how: JsonObject = {"contract": "rik", "declarer": 0, "seed": seed, "first": number * GAMES}
        seats = ("mc", "rules", "rules", "rules")
        return int(play_deals(hands, leader=np.arange(GAMES) % 4, techniques=seats, **how).made.sum())

    repetition(0)
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:  # compiled code lets go of the interpreter
        list(pool.map(repetition, range(REPETITIONS)))
    return time.perf_counter() - began


# ── who deals and plays at random ─────────────────────────────────────────────────────────────────────────────────


def rikken_rules(seed: int) -> Play:
    """Rikken by the readable rules, solo-8 with a trump suit."""
    game, rng = Rikken(), stream(seed, "bench", "rules")

    def play(count: int) -> int:
        for _ in range(count):
            state = _first_lead(game, rng)
            while not state.over:
                state = state.play(rng.choice(state.moves()))
        return 52 * count

    return play


def rikken_kernel(seed: int) -> Play:
    """Rikken by the compiled kernel, with a trump suit."""
    from bolicho.games.rikken.kernel import play_deals

    def play(count: int) -> int:
        play_deals(seed, count, trump=1)
        return 52 * count

    return play


def hearts_bots(seed: int) -> Play:
    """OpenSpiel's hearts, dealt and played by its uniform random bots."""
    bots = openspiel_bots(seed, HEARTS)
    return lambda count: bots(count) or 52 * count


def hearts_rollouts(seed: int) -> Play:
    """OpenSpiel's hearts rolled out at random from a deal, as its tree search does it."""
    import pyspiel

    game = pyspiel.load_game(HEARTS)
    rng = stream(seed, "bench", "rollouts")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))

    def play(count: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(count, rng.getrandbits(30))
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).step(state)
        return 52 * count

    return play


PLAYERS = (
    Player(RULES, rikken_rules, batch=20),
    Player(KERNEL, rikken_kernel, batch=100_000, needs="numba", extra="fast"),
    Player(HEARTS_BOTS, hearts_bots, batch=200, needs="pyspiel"),
    Player(HEARTS_ROLLOUTS, hearts_rollouts, batch=200, needs="pyspiel"),
)
