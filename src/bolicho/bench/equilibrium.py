"""How fast equilibria are learned: iterations of the ladder solver, traversals of the full game, and its decisions.

Time of the processor, so that a busy machine tells the same. A training of the full game gets faster as bad moves are
passed over, so its speed is told from nothing on, and after a while.
"""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from time import process_time, thread_time

import numpy as np

from bolicho.core.json_text import JsonObject

Watch = Callable[[str], None]
ITERATIONS, TRAINED, DECISIONS = 3, 10.0, 2000
"""Iterations of the ladder solver, seconds of the full game's training, decisions."""


@dataclass(frozen=True)
class EquilibriumReport:
    """All that was measured; rates are for a second of one processor."""

    seed: int
    ladder_iterations: int
    ladder_rate: float
    traversals: int
    rate_at_first: float
    rate_at_last: float
    situations: int
    decisions: int
    p50: float
    p99: float
    """Milliseconds of a decision of ``equilibrium``."""

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        about = {"python": sys.version.split()[0], "platform": sys.platform}
        return {"what": "equilibrium", **asdict(self), **about}


def run(seed: int = 0, share: float = 1.0, watch: Watch = lambda _: None) -> EquilibriumReport:
    """Measure everything; ``share`` of the usual effort."""
    watch("iterations of the ladder game")
    iterations, ladder = _ladder(max(1, round(share * ITERATIONS)))
    watch("traversals of the full game")
    traversals, first, last, situations = _traversals(share * TRAINED, seed)
    watch("decisions")
    times = _decisions(max(10, int(share * DECISIONS)), seed)
    p50, p99 = (float(np.percentile(times, at)) for at in (50, 99))
    return EquilibriumReport(seed, iterations, ladder, traversals, first, last, situations, len(times), p50, p99)


def _ladder(iterations: int) -> tuple[int, float]:
    from bolicho.learn.ladder.solver import Solver

    solver = Solver()
    solver.run(1)  # compiled or loaded
    began = process_time()
    solver.run(1 + iterations)
    return iterations, iterations / (process_time() - began)


def _traversals(seconds: float, seed: int) -> tuple[int, float, float, int]:
    """Train the points table from nothing: traversals, those a second in the first and last quarter, situations."""
    from bolicho.games.truco import Truco
    from bolicho.learn.equilibrium.shape import record_of
    from bolicho.learn.equilibrium.table import Table
    from bolicho.learn.equilibrium.training import BLOCK, PARTS, POINTS, learner

    part = PARTS["points"]
    learn = learner(Truco().rules, record_of(part.shape), part.tuning)
    learn(Table.empty(10, 1 << 10), np.zeros(1, np.uint64), POINTS, 0, 2)  # compiled or loaded
    table, chance = Table.empty(part.bits, part.room), np.array([seed], np.uint64)
    spent, done, marks = 0.0, 0, [(0.0, 0)]
    while spent < seconds or done < 2 * BLOCK:
        began = process_time()
        done += learn(table, chance, POINTS, done, BLOCK)
        spent += process_time() - began
        marks.append((spent, done))
    quarter = next(mark for mark in marks if mark[0] >= spent / 4)
    three = next(mark for mark in marks if mark[0] >= spent * 3 / 4)
    last = (done - three[1]) / (spent - three[0]) if spent > three[0] else done / spent
    return done, quarter[1] / quarter[0], last, int(table.counts[0])


def _decisions(count: int, seed: int) -> list[float]:
    """Milliseconds of decisions as they come up in play."""
    from bolicho.agents.equilibrium import Equilibrium
    from bolicho.games.truco import Truco

    game = Truco()
    agent, rng, times = Equilibrium(game), Random(seed), list[float]()
    while len(times) < count:
        state = game.start(game.deal(rng))
        while state.seat is not None:
            view = state.view(state.seat)
            began = thread_time()
            move = agent.choose(view, rng).move
            times.append(1e3 * (thread_time() - began))
            state = state.play(move)
    return times
