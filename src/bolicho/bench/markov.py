"""How fast the Markov player is: the paper's training against itself with learning, a decision, and its memory.

The training is the real one, with its snapshots, in a folder that is thrown away. It is broken off when its time is up;
then what is missing of the 5,000 matches is reckoned at the pace of those played, and the report says so.
"""

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from bolicho.bench.rows import Measure
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.learn.markov.file import BUNDLED
from bolicho.parallel.jobs import share_out
from bolicho.play.watchers import Watcher
from bolicho.train.markov.design import MATCHES, MarkovDesign

if TYPE_CHECKING:
    from bolicho.agents.markov.player import Markov
    from bolicho.play.table import Table

Watch = Callable[[str], None]
ROUNDS = 10
BUDGET = 180.0
"""Seconds of training for each second of ``--seconds``."""
PAPER_SECONDS = 150 * 3600.0
"""What the paper took for its 5,000 matches: 200 took six hours (Rossato, section 5.3)."""
SAMPLE, TRACED = 40, 200
"""Matches whose decisions are asked for again; matches played while memory is watched, so that tables fill."""


@dataclass(frozen=True)
class Player:
    """What one of the players needs."""

    name: str
    decisions: int
    """How many decisions were asked for, as they came up in matches."""
    microseconds: tuple[float, ...]
    """One decision on average, from the view to the explanation; one number a round."""
    processor: float
    """The same as time of the processor, which a busy machine does not stretch; over all rounds."""
    arrays: float
    """Megabytes of the matrices."""
    grown: float
    """By how many megabytes a new process grew while the player was made, played and learned."""

    @property
    def summary(self) -> tuple[Measure, ...]:
        """The numbers to remember."""
        memory = max(self.arrays, self.grown)
        return (
            Measure(f"microseconds a decision of {self.name}", min(self.microseconds)),
            Measure(f"megabytes of {self.name}", memory),
        )


@dataclass(frozen=True)
class MarkovReport:
    """All that was measured."""

    seed: int
    matches: int
    """How many were played."""
    hands: int
    seconds: float
    """How long they took, with learning and saving."""
    processor: float
    """The same as time of the processor, which a busy machine does not stretch."""
    players: tuple[Player, ...]

    @property
    def reckoned(self) -> float:
        """Seconds of 5,000 matches; measured if so many were played."""
        return self.seconds * MATCHES / self.matches

    @property
    def extrapolated(self) -> bool:
        """Whether the time was up before."""
        return self.matches < MATCHES

    @property
    def summary(self) -> tuple[Measure, ...]:
        """The numbers to remember."""
        how = ", extrapolated" if self.extrapolated else ""
        return (
            Measure(f"seconds of {MATCHES:,} matches against itself{how}", self.reckoned),
            *(measure for player in self.players for measure in player.summary),
        )

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "what": "markov",
            **asdict(self),
            "extrapolated": self.extrapolated,
            "seconds_of_5000": self.reckoned,
            "times_paper": PAPER_SECONDS / self.reckoned,
            "summary": [asdict(measure) for measure in self.summary],
            "python": sys.version.split()[0],
            "platform": sys.platform,
        }


def run(seed: int = 0, budget: float = BUDGET, matches: int = MATCHES, watch: Watch = lambda _: None) -> MarkovReport:
    """Measure everything."""
    players = []
    for name in ("markov", *(["markov:best"] if BUNDLED.exists() else [])):
        watch(f"decisions of {name}")
        count, microseconds, processor = decisions(seed, name)
        watch(f"memory of {name}")
        players.append(Player(name, count, microseconds, processor, *apart(memory, seed, name)))
    return MarkovReport(seed, *training(seed, budget, matches, watch), tuple(players))


def training(seed: int, budget: float, matches: int, watch: Watch) -> tuple[int, int, float, float]:
    """Train for a while; return matches, hands, seconds, and those of the processor."""
    from bolicho.train.markov.training import MarkovTraining

    with TemporaryDirectory(prefix="bolicho-") as folder:
        began, busy = time.perf_counter(), time.process_time()
        trained = MarkovTraining(Path(folder), MarkovDesign(matches=matches, seed=seed))

        def moved(done: int, total: int) -> None:
            if done % 100 == 0:
                watch(f"{done:,} of {total:,} matches against itself")

        trained.train(moved, lambda: bool(trained.done) and time.perf_counter() - began > budget)
        hands = sum(row["hands"] for row in trained.rows)
        return trained.done, hands, time.perf_counter() - began, time.process_time() - busy


def decisions(seed: int, name: str = "markov", matches: int = SAMPLE) -> tuple[int, tuple[float, ...], float]:
    """Ask for every decision of some matches again, in rounds; return how many, and microseconds for one."""
    seen = Decisions()
    agent = _played(seed, name, matches, seen).sit()
    rng, found, busy = Random(seed), [], time.process_time()
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for view in seen.views:
            agent.choose(view, rng)
        found.append(1e6 * (time.perf_counter() - began) / len(seen.views))
    busy = time.process_time() - busy
    return len(seen.views), tuple(found), 1e6 * busy / ROUNDS / len(seen.views)


class Decisions(Watcher):
    """Keeps every view that was decided on."""

    def __init__(self) -> None:
        self.views: list[Any] = []
        self._next: object = None

    def unit_begins(self, table: "Table") -> None:
        """The first decision is to come."""
        self._next = table.state.view(table.seat)

    def moved(self, table: "Table", seat: int, decision: Decision) -> None:  # noqa: ARG002
        """It was made; so is the next one, unless the hand is over."""
        self.views.append(self._next)
        self._next = None if table.state.over else table.state.view(table.seat)


def memory(seed: int, name: str = "markov", matches: int = TRACED) -> tuple[float, float]:
    """Return the megabytes of the matrices, and by how many memory grew while a player was made, played and learned.

    What a process has already worked out for another player is shared and not counted twice.
    """
    import gc

    import bolicho.agents.markov.player
    import bolicho.play.table  # noqa: F401  (code is no part of it)

    gc.collect()
    tracemalloc.start()
    agent = _played(seed, name, matches)
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return agent.matrices.nbytes / 1e6, grown / 1e6


def apart(measured: Callable[[int, str], tuple[float, float]], seed: int, name: str) -> tuple[float, float]:
    """Measure in a new process, which knows nothing yet."""
    ((_, (arrays, grown)),) = share_out({name: partial(measured, seed, name)}, workers=1)
    return arrays, grown


def _played(seed: int, name: str, matches: int, *watchers: Watcher) -> "Markov":
    """Return a player that has played some matches against itself and learned from them."""
    from bolicho.agents import make
    from bolicho.games.truco import Truco
    from bolicho.play.table import play_match

    game = Truco()
    agent: Markov = make(name, game)
    for match in range(matches):
        agent.learn(play_match(game, [agent, agent], seed, match=match, watchers=watchers))
    return agent
