"""How fast equilibria are learned: iterations of the ladder solver, traversals of the full game; what its player takes.

Time of the processor, so that a busy machine tells the same. A training of the full game gets faster as bad moves are
passed over, so its speed is told from nothing on, and after a while. The player sits down in processes of their own,
one and then several beside each other.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from subprocess import PIPE, Popen
from time import process_time, thread_time
from typing import NamedTuple

import numpy as np

from bolicho.core.json_text import JsonObject

Watch = Callable[[str], None]
ITERATIONS, TRAINED, DECISIONS, WORKERS = 3, 10.0, 2000, 4
"""Iterations of the ladder solver, seconds of the full game's training, decisions, processes beside each other."""


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
    load_seconds: float
    """Until it can play."""
    memory: float | None
    """Megabytes resident after those decisions, over a bare interpreter; None where the system does not tell."""
    workers: int
    memory_of_workers: float | None
    """Megabytes of so many such processes in all, interpreters too, what they share counted once."""

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
    (one,) = _players(1, decisions := max(10, int(share * DECISIONS)), seed)
    watch("processes beside each other")
    several = [player.proportional for player in _players(WORKERS, decisions, seed)]
    return EquilibriumReport(
        seed, iterations, ladder, traversals, first, last, situations, one.decisions, one.p50, one.p99,
        one.load_seconds, one.resident, WORKERS, None if None in several else sum(filter(None, several)),
    )  # fmt: skip


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


class Player(NamedTuple):
    """What one process tells of itself; memory in megabytes."""

    decisions: int
    p50: float
    p99: float
    load_seconds: float
    resident: float | None
    """Over a bare interpreter."""
    proportional: float | None
    """In all; pages that several processes have mapped are divided among them."""


PLAYER = """
import sys
from pathlib import Path

def memory(what):
    told = Path("/proc/self/smaps_rollup")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((int(words[1]) / 1e3 for words in map(str.split, lines) if words[0] == what), None)

bare = memory("Rss:")
import json
from bolicho.bench.equilibrium import play
seconds, times = play(int(sys.argv[1]), int(sys.argv[2]))
print(flush=True)
sys.stdin.readline()  # until all have played
print(json.dumps([seconds, times, bare and memory("Rss:") - bare, memory("Pss:")]), flush=True)
sys.stdin.readline()  # until all have told
"""


def _players(count: int, decisions: int, seed: int) -> list[Player]:
    """Let processes play beside each other, and tell what they hold while all are there."""
    command = [sys.executable, "-c", PLAYER, str(decisions), str(seed)]
    crew = [Popen(command, stdin=PIPE, stdout=PIPE, text=True) for _ in range(count)]
    try:
        for _ in ("played", "told"):
            said = [one.stdout.readline() for one in crew if one.stdout]
            for one in crew:
                print(file=one.stdin, flush=True)
        found = []
        for line in said:
            seconds, times, resident, proportional = json.loads(line)
            p50, p99 = (float(np.percentile(times, at)) for at in (50, 99))
            found.append(Player(len(times), p50, p99, seconds, resident, proportional))
        return found
    finally:
        for one in crew:
            one.kill()
            one.communicate()


def play(count: int, seed: int) -> tuple[float, list[float]]:
    """Sit the player down and let it decide: seconds until it can, and milliseconds of each decision, at any score."""
    from bolicho.agents.equilibrium import Equilibrium
    from bolicho.games.truco import Truco

    game, rng, times = Truco(), Random(seed), list[float]()
    began = process_time()
    agent = Equilibrium(game)
    seconds = process_time() - began
    while len(times) < count:
        score = (rng.randrange(game.rules.target), rng.randrange(game.rules.target))
        state = game.start(game.deal(rng), score=score)
        while state.seat is not None:
            view = state.view(state.seat)
            began = thread_time()
            move = agent.choose(view, rng).move
            times.append(1e3 * (thread_time() - began))
            state = state.play(move)
    return seconds, times
