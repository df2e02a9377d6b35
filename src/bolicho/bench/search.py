"""How fast the searching player is: a decision of a thousand iterations of Truco and of Rikken, plain and compiled.

Every decision of some matches is asked for again. Time of the processor is told beside that of the wall, which a busy
machine stretches.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from bolicho.bench.markov import Decisions
from bolicho.core.json_text import JsonObject

Watch = Callable[[str], None]
ITERATIONS = 1000
DECISIONS = {"compiled": 600, "plain": 8}


@dataclass(frozen=True)
class Speed:
    """What a decision of one game takes one runner, in milliseconds."""

    game: str
    runner: str
    decisions: int
    p50: float
    p99: float
    wall_p50: float
    wall_p99: float
    """The first two are time of the processor."""


@dataclass(frozen=True)
class SearchReport:
    """All that was measured."""

    seed: int
    iterations: int
    warmup: float
    """Seconds until the kernels were ready, compiled or loaded from the cache."""
    speeds: tuple[Speed, ...]

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        about = {"python": sys.version.split()[0], "platform": sys.platform}
        return {"what": "search", **asdict(self), **about}


def run(seed: int = 0, share: float = 1.0, iterations: int = ITERATIONS, watch: Watch = lambda _: None) -> SearchReport:
    """Measure everything; ``share`` of the usual number of decisions."""
    from bolicho.agents.ismcts import rikken
    from bolicho.agents.rikken import engine as simulations
    from bolicho.learn.search.ismcts import engine as truco

    watch("getting the kernels ready")
    began = time.perf_counter()
    for warm in (truco.warm_up, rikken.warm_up, simulations.warm_up):
        warm(wait=True)
    warmup = time.perf_counter() - began
    speeds = []
    for game, kernel in (("truco", truco.KERNEL), ("rikken", rikken.KERNEL)):
        views = _views(game, seed, max(1, int(share * DECISIONS["compiled"])))
        watch(f"decisions of {game}, compiled")
        speeds.append(_speed(game, "compiled", views, iterations, seed))
        watch(f"decisions of {game}, plain")
        with kernel.cold():
            speeds.append(_speed(game, "plain", views[: max(1, int(share * DECISIONS["plain"]))], iterations, seed))
    return SearchReport(seed, iterations, warmup, tuple(speeds))


def _views(name: str, seed: int, count: int) -> list[Any]:
    """Return decisions as they come up in play, in any order: those with something to search."""
    from bolicho.agents import make
    from bolicho.games import GAMES
    from bolicho.play.table import play_match

    game, seen, found = GAMES.make(name), Decisions(), list[Any]()
    players = [make({"truco": "sound", "rikken": "rules"}[name], game)] * game.seats
    for match in range(count):
        play_match(game, players, seed, match=match, watchers=(seen,))
        found = [view for view in seen.views if len(view.moves) > 1 and getattr(view, "phase", "play") == "play"]
        if len(found) >= count:
            break
    Random(seed).shuffle(found)
    return found[:count]


def _speed(name: str, runner: str, views: list[Any], iterations: int, seed: int) -> Speed:
    from bolicho.agents import make
    from bolicho.games import GAMES

    agent, rng = make(f"ismcts:{iterations}", GAMES.make(name)), Random(seed)
    agent.choose(views[0], rng)
    busy, wall = [], []
    for view in views:
        began, processor = time.perf_counter(), time.thread_time()
        agent.choose(view, rng)
        busy.append(1e3 * (time.thread_time() - processor))
        wall.append(1e3 * (time.perf_counter() - began))
    percentiles = (float(np.percentile(times, at)) for times in (busy, wall) for at in (50, 99))
    return Speed(name, runner, len(views), *percentiles)
