"""Peers in one run: our speed beside that of other libraries, on the same kind of work, as ratios.

A work is a row: who does it of ours, who of theirs, in which unit, and how far the two are the same. Of each kind of
work everybody takes part once, in turn, three times round, and the best round counts (``bench.measure``). Who is not
installed is said to be missing.
"""

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bolicho.bench.hands import ROUNDS, Player, Rate, measure
from bolicho.core.json_text import JsonObject

Progress = Callable[[int, int, str], None]
"""How much is done, of how much, and what comes now."""

PACKAGES = {
    "pyspiel": ("OpenSpiel", "open_spiel"),
    "rlcard": ("RLCard", "rlcard"),
    "pettingzoo": ("PettingZoo", "pettingzoo"),
    "pgx": ("Pgx", "pgx"),
    "pygame": ("pygame", "pygame-ce"),
    "sklearn": ("scikit-learn", "scikit-learn"),
    "scipy": ("SciPy", "scipy"),
    "cbrkit": ("cbrkit", "cbrkit"),
    "numba": ("Numba", "numba"),
}
"""A module -> what the library is called, and the package it comes in."""

BY_MOVES = ("moves", "nodes")
"""What is counted within a game; everything else is counted as games are."""


@dataclass(frozen=True)
class Work:
    """What is done by ours and by a peer."""

    kind: str
    what: str
    unit: str
    """What is counted: games, moves, steps, episodes, nodes, questions."""
    ours: Player
    peer: Player
    same: bool
    """Whether both do the very same; if not, the remark says what differs."""
    remark: str = ""


@dataclass(frozen=True)
class Side:
    """How fast one of the two was."""

    name: str
    library: str
    version: str | None
    rate: float | None
    """The best round, in units a second; None for who could not take part."""
    rounds: tuple[float, ...] = ()
    processor: float | None = None
    """The same by the time of the processor, all threads together; a busy machine does not stretch it."""
    moves_per_game: float | None = None
    """Where games are played and somebody counts."""


@dataclass(frozen=True)
class Row:
    """A work, measured."""

    kind: str
    what: str
    unit: str
    ours: Side
    peer: Side
    same: bool
    remark: str

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the peer we are; None where one of the two is missing."""
        return self.ours.rate / self.peer.rate if self.ours.rate and self.peer.rate else None

    @property
    def ratio_of_the_processor(self) -> float | None:
        """The same by the time of the processor."""
        return self.ours.processor / self.peer.processor if self.ours.processor and self.peer.processor else None

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {**asdict(self), "ratio": self.ratio, "ratio_of_the_processor": self.ratio_of_the_processor}


@dataclass(frozen=True)
class PeersReport:
    """All that was measured, when and where."""

    seed: int
    seconds: float
    date: str
    machine: str
    load: tuple[float, ...]
    """The load averages before we began; none where the system does not tell."""
    rows: tuple[Row, ...]
    missing: dict[str, str]
    """A library that is not installed -> what to type."""

    @property
    def versions(self) -> dict[str, str]:
        """The version of every library that took part."""
        sides = (side for row in self.rows for side in (row.ours, row.peer))
        return {side.library: side.version for side in sides if side.rate is not None and side.version is not None}

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        told = {**asdict(self), "versions": self.versions, "rows": [row.to_dict() for row in self.rows]}
        return {"what": "peers", "rounds": ROUNDS, **told}


def run(works: Sequence[Work], seed: int, seconds: float, progress: Progress = lambda *_: None) -> PeersReport:
    """Measure every work."""
    load, players = loads(), {work.kind: _players(works, work.kind) for work in works}
    total, done = sum(ROUNDS * len(here) for here in players.values()), 0

    def watch(now: str) -> None:
        nonlocal done
        progress(done, total, now)
        done += 1

    rates: dict[tuple[str, str], Rate] = {}
    for kind, here in players.items():
        progress(done, total, f"{kind}: getting ready")
        rates |= {(kind, rate.name): rate for rate in measure(here, seed, seconds, watch)}
    progress(total, total, "done")
    rows = tuple(_row(work, rates) for work in works)
    date = datetime.now(UTC).date().isoformat()
    return PeersReport(seed, seconds, date, machine(), load, rows, _missing(works))


def machine() -> str:
    """Say what we run on: the processor, how many of it, the system, the version of Python."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass  # not Linux, or a processor that has no name
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def loads() -> tuple[float, ...]:
    """Return how busy the machine is; nothing where the system does not tell."""
    return tuple(round(load, 2) for load in os.getloadavg()) if hasattr(os, "getloadavg") else ()


def _players(works: Sequence[Work], kind: str) -> list[Player]:
    """Return who takes part in a kind of work, each once."""
    sides = (player for work in works if work.kind == kind for player in (work.ours, work.peer))
    return list({player.name: player for player in sides if player.here}.values())


def _row(work: Work, rates: dict[tuple[str, str], Rate]) -> Row:
    def side(player: Player, library: str, package: str) -> Side:
        rate = rates.get((work.kind, player.name))
        if rate is None:
            return Side(player.name, library, None, None)
        each = rate.moves_per_game if work.unit in BY_MOVES else 1.0
        rounds = tuple(games * each for games in rate.rounds)
        moves = rate.moves_per_game or None
        return Side(player.name, library, _version(package), max(rounds), rounds, rate.processor * each, moves)

    library, package = PACKAGES[work.peer.needs.split()[0]]
    ours, peer = side(work.ours, "Bolicho", "bolicho"), side(work.peer, library, package)
    return Row(work.kind, work.what, work.unit, ours, peer, work.same, work.remark)


def _missing(works: Sequence[Work]) -> dict[str, str]:
    players = [player for work in works for player in (work.ours, work.peer)]
    return {
        PACKAGES[module][0]: player.install
        for player in players
        for module in player.needs.split()
        if not Player("", player.ready, 1, module).here
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
