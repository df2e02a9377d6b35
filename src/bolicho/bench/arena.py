"""How fast tournaments are: what the arena costs beside bare play, what a second worker brings, a stage of a paper.

Every time is that of a longer tournament less that of a shorter one, so that processes which begin and agents that are
built do not count where a match is meant. Costs are time of the processor, which a busy machine hardly stretches; what
two workers bring can only be seen on the wall, so the load of the machine is told beside it.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bolicho.arena import Plan
from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.series import pairings
from bolicho.arena.plan.design import Design
from bolicho.arena.results.summary import results
from bolicho.arena.run.tournament import Tournament
from bolicho.bench.rows import Measure
from bolicho.core.json_text import JsonObject
from bolicho.learn.cases.decision.reuse import POLICIES

Watch = Callable[[str], None]
PLAYERS = ("sound", "bold")
"""Quick ones: beside players that think longer the arena costs less."""
SHORT, LONG = 60, 360
"""Matches of the shorter and the longer tournament, for each second of ``--seconds``."""
ROUNDS = 3
STAGE_MATCHES, STAGE_PAIR = 9_500, 50
"""The first stage of the paper: twenty policies, 190 pairs, so many matches each (Paulus 2020)."""
PART = 6
"""Of those of a pair, how many are played for each second of ``--seconds``."""
STAGE_WORKERS = 2


class TimeSpent(NamedTuple):
    """What something took: time of the processor, here and in the workers, and on the wall."""

    processor: float
    wall: float

    def each(self, less: "TimeSpent", matches: int) -> "TimeSpent":
        """Return what one match took of those that were more."""
        return TimeSpent((self.processor - less.processor) / matches, (self.wall - less.wall) / matches)


@dataclass(frozen=True)
class Stage:
    """The first stage of the paper, or the part of it that was played."""

    matches: int
    seconds: float
    processor: float
    projected: float
    """Seconds of all of it; measured if all of it was played."""
    standings: float
    """Seconds for the standings of those rows."""

    @property
    def complete(self) -> bool:
        """Whether nothing is reckoned."""
        return self.matches >= STAGE_MATCHES


@dataclass(frozen=True)
class ArenaReport:
    """All that was measured; milliseconds are of one match."""

    seed: int
    matches: int
    """Of each round."""
    bare: tuple[float, ...]
    """Milliseconds of the processor for a match played by itself, a number a round."""
    arena: tuple[float, ...]
    """The same in a tournament that is kept in a directory, one worker; all its processes together."""
    one: tuple[float, ...]
    """Milliseconds on the wall with one worker."""
    two: tuple[float, ...]
    """With two."""
    stage: Stage
    cores: int
    load: tuple[float, ...]
    """How many processes wanted a processor before we began, over 1, 5 and 15 minutes."""

    @property
    def overhead(self) -> float:
        """Per cent of play that the arena costs besides: the middle one of the rounds."""
        return median(100 * (arena / bare - 1) for arena, bare in zip(self.arena, self.bare, strict=True))

    @property
    def times(self) -> float | None:
        """How many times as fast two workers are as one; None where there is one processor."""
        if self.cores < STAGE_WORKERS:
            return None
        return median(one / two for one, two in zip(self.one, self.two, strict=True))

    @property
    def summary(self) -> tuple[Measure, ...]:
        """The numbers to remember."""
        how = "" if self.stage.complete else f", projected from {self.stage.matches:,}"
        stage = f"seconds of the paper's first stage, {STAGE_MATCHES:,} matches{how}"
        return (
            Measure("per cent that the arena costs beside play", self.overhead),
            Measure("times as fast with two workers", self.times),
            Measure(stage, self.stage.projected),
        )

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "what": "arena",
            **asdict(self),
            "overhead_per_cent": self.overhead,
            "times_two_workers": self.times,
            "stage_is_projected": not self.stage.complete,
            "summary": [asdict(measure) for measure in self.summary],
            "python": sys.version.split()[0],
            "platform": sys.platform,
        }


def run(seed: int = 0, seconds: float = 1.0, watch: Watch = lambda _: None) -> ArenaReport:
    """Measure everything."""
    load = os.getloadavg() if hasattr(os, "getloadavg") else ()
    short, long = (max(2, 2 * round(size * seconds / 2)) for size in (SHORT, LONG))
    long = max(long, short + 2)
    plain: list[TimeSpent] = []
    crews: dict[int, list[TimeSpent]] = {1: [], 2: []}
    for number in range(ROUNDS):
        watch(f"round {number + 1} of {ROUNDS}: {long:,} matches by themselves, with one worker, with two")
        plain.append(bare(seed, long).each(bare(seed, short), long - short))
        for workers, found in crews.items():
            (more, _), (less, _) = (tournament(_pair(seed, size), workers) for size in (long, short))
            found.append(more.each(less, long - short))
    watch("the first stage of the paper: twenty case-based players, all against all")
    return ArenaReport(
        seed=seed,
        matches=long - short,
        bare=tuple(1e3 * spent.processor for spent in plain),
        arena=tuple(1e3 * spent.processor for spent in crews[1]),
        one=tuple(1e3 * spent.wall for spent in crews[1]),
        two=tuple(1e3 * spent.wall for spent in crews[2]),
        stage=stage(seed, seconds),
        cores=os.cpu_count() or 1,
        load=tuple(load),
    )


def stage(seed: int, seconds: float = 1.0) -> Stage:
    """Play a part of the first stage, the same number of matches of every pair, and reckon how long all of it takes."""
    wanted = min(STAGE_PAIR, max(2, 2 * round(PART * seconds / 2)))
    spent, rows = tournament(_stage(seed, wanted), STAGE_WORKERS)
    projected = spent.wall
    if wanted < STAGE_PAIR:
        first, few = tournament(_stage(seed, 1), STAGE_WORKERS)
        each = spent.each(first, len(rows) - len(few))
        projected += (STAGE_MATCHES - len(rows)) * each.wall
    began = time.perf_counter()
    results(rows, list(POLICIES), seed)
    return Stage(len(rows), spent.wall, spent.processor, projected, time.perf_counter() - began)


def bare(seed: int, matches: int) -> TimeSpent:
    """Play the matches of a tournament one after the other, with nothing around them."""
    from bolicho.agents import make
    from bolicho.games import GAMES
    from bolicho.play import play_match

    game = GAMES.make("truco")
    agents = [make(name, game) for name in PLAYERS]
    began = _now()
    for pairing in pairings(_pair(seed, matches).draw(0, [])):
        play_match(game, [agents[seat] for seat in pairing.seats], seed, match=pairing.match, board=pairing.board)
    return _since(began)


def tournament(design: Design, workers: int) -> tuple[TimeSpent, list[Row]]:
    """Play a tournament in a directory that is thrown away."""
    with TemporaryDirectory(prefix="bolicho-") as folder:
        began = _now()
        with Tournament(Path(folder) / "run", design) as played:
            played.play(workers)
            rows = played.rows
        return _since(began), rows


def _pair(seed: int, matches: int) -> Design:
    return Design(Plan("truco", PLAYERS, seed=seed), "round-robin", matches)


def _stage(seed: int, matches: int) -> Design:
    return Design(Plan("truco", tuple(f"cbr:{name}" for name in POLICIES), seed=seed), "round-robin", matches)


def _now() -> TimeSpent:
    used = os.times()
    return TimeSpent(used.user + used.system + used.children_user + used.children_system, time.perf_counter())


def _since(began: TimeSpent) -> TimeSpent:
    return _now().each(began, 1)
