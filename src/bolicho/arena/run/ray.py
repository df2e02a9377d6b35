"""Tournaments on a Ray cluster (extra ``ray``): the same rows as on this machine.

Each worker is an actor that asks for one processor and has one child process, in which the agents are built once and
play under the same watchdog as here: so whoever hangs or crashes forfeits as here, and the actor is lost only with its
node. No agent plays in an actor, and what an actor answers is JSON. What the agents need goes to a node once, through
Ray's store of objects. The work of a lost actor is handed to another, and a new one is called in its place. Bolicho
must be installed on every node, in the same version.
"""

import json
import os
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.matches.series import Series, Unit
from bolicho.arena.plan.luggage import Luggage, pack, unpack
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.messages import record_from, row_from
from bolicho.arena.run.workers import CHUNK, Crew, WhenDone
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.extras import need
from bolicho.core.versions import row_versions

TICK = 0.2
AHEAD = 2
"""Pieces of work that a worker has at hand, so that it need not wait for the next."""
PATIENCE = 120.0
"""Seconds without any worker after which we give up."""
LOSSES = 3
"""How many workers may be lost with the same piece of work before we give up."""
KNOCK = 10.0
"""Seconds in which a cluster must open its door."""
HERE = "local"
"""The address that begins a cluster of this machine alone."""


class ActorAnswer(NamedTuple):
    """What an actor answers: rows with their records, or why there are none; it travels as JSON."""

    rows: list[tuple[Row, str | None]]
    wrong: str | None = None
    fatal: str | None = None

    def to_json(self) -> str:
        """Return it as text."""
        rows = [[row.to_dict(), record] for row, record in self.rows]
        return json.dumps({"rows": rows, "wrong": self.wrong, "fatal": self.fatal})

    @classmethod
    def from_json(cls, text: Any, units: list[Unit]) -> "ActorAnswer":
        """Read it back; it must tell of what was asked, every match once."""
        try:
            data = json.loads(text)
            told = cls(
                [(row_from(row), record_from(record)) for row, record in data["rows"]], data["wrong"], data["fatal"]
            )
        except (BadInput, TypeError, KeyError, ValueError, OverflowError, RecursionError):
            raise BolichoError("a worker of the cluster answered what cannot be read") from None
        asked = [pairing for unit in units for pairing in (unit.wanted if isinstance(unit, Series) else [unit])]
        found = [Pairing(row.match, row.board, row.seats) for row, _ in told.rows]
        if told.wrong is told.fatal is None and sorted(found) != sorted(asked):
            raise BolichoError("a worker of the cluster answered what it was not asked")
        return told


class Site:
    """An actor: one worker process on some node."""

    def begin(self, plan: Plan, luggage: Luggage) -> dict[str, str]:
        """Unpack what the agents need; return the versions of the code there."""
        folder = Path(tempfile.gettempdir()) / f"bolicho-{os.getuid() if hasattr(os, 'getuid') else ''}"
        folder.mkdir(mode=0o700, exist_ok=True)
        self.crew = Crew(unpack(plan, luggage, folder))
        return row_versions()

    def play(self, units: list[Unit]) -> str:
        """Play some units, and tell of them as JSON."""
        rows: list[tuple[Row, str | None]] = []
        try:
            self.crew.play(units, lambda row, record: rows.append((row, record)))
        except BadInput as error:
            return ActorAnswer([], wrong=str(error)).to_json()
        except BolichoError as error:
            return ActorAnswer([], fatal=str(error)).to_json()
        return ActorAnswer(rows).to_json()


@dataclass(frozen=True)
class RayEngine:
    """Workers of a cluster, by its address: ``auto``, ``host:port``, ``ray://host:port``; ``local`` begins one here."""

    address: str = "auto"
    workers: int | None = None
    """How many at most; None: one a processor."""

    @contextmanager
    def crew(self, plan: Plan) -> "Iterator[RayCrew]":
        """Connect, unless somebody has, and call the workers together; let go of both in the end."""
        plan.check()
        plan = plan.sealed()  # here, not in each actor: all play with one salt
        ray = _ray()
        ours = not ray.is_initialized()
        if ours:
            _connect(ray, self.address)
        try:
            crew = RayCrew(ray, plan, self.workers)
            try:
                yield crew
            finally:
                crew.dismiss()
        finally:
            if ours:
                ray.shutdown()


class _Worker:
    """An actor as we know it from here."""

    def __init__(self, ray: Any, plan: Any, luggage: Any) -> None:
        self.actor = ray.remote(Site).options(num_cpus=1, max_restarts=0).remote()
        self.beginning = self.actor.begin.remote(plan, luggage)
        self.ready = False
        self.work: dict[Any, list[Unit]] = {}
        """Handed out and not come back."""


class RayCrew:
    """The actors of one plan, and what they are at."""

    def __init__(self, ray: Any, plan: Plan, most: int | None) -> None:
        self.ray, self.most = ray, most
        self.luggage = ray.put(pack(plan))
        self.plan = replace(plan, brought=plan.packed().brought)  # files go as luggage
        self.workers: list[_Worker] = []
        self.size = 1
        """How many of them there have been at one time."""
        self.todo: deque[Unit] = deque()
        self.lost: dict[int, int] = {}
        """How many workers were lost with a piece of work, by the number of its first match."""
        self.seen = monotonic()

    def play(self, schedule: list[Unit], done: WhenDone, stop: Callable[[], bool]) -> bool:
        """Play a schedule and tell each row as it comes; return whether all is played, or somebody said stop."""
        self.todo, self.seen = deque(schedule), monotonic()
        while (left := len(self.todo) + sum(len(worker.work) for worker in self.workers)) and not stop():
            self._call(left)
            for worker in self.workers:
                self._hand_out(worker)
            waited = {worker.beginning: worker for worker in self.workers if not worker.ready}
            waited |= {ref: worker for worker in self.workers for ref in worker.work}
            found, _ = self.ray.wait(list(waited), num_returns=1, timeout=TICK)
            for ref in found:
                self._hear(waited[ref], ref, done)
            if any(worker.ready for worker in self.workers):
                self.seen = monotonic()
            elif monotonic() - self.seen > PATIENCE:
                raise BolichoError(f"the cluster had no worker for us in {PATIENCE:g} s")
        if left:
            self.dismiss()
        return not left

    def dismiss(self) -> None:
        """Let the actors go, whatever they are at."""
        for worker in self.workers:
            self.ray.kill(worker.actor)
        self.workers = []

    def _call(self, left: int) -> None:
        """Have as many workers as there are processors; a node that is gone or has come changes the number."""
        processors = int(self.ray.cluster_resources().get("CPU", 0))
        wanted = min(left, processors, self.most or processors)
        while len(self.workers) < wanted:
            self.workers.append(_Worker(self.ray, self.plan, self.luggage))
        self.size = max(self.size, len(self.workers))

    def _hand_out(self, worker: _Worker) -> None:
        while worker.ready and self.todo and len(worker.work) < AHEAD:
            size = max(1, min(CHUNK, len(self.todo) // (4 * AHEAD * len(self.workers))))
            units = [self.todo.popleft()]
            while isinstance(units[0], Pairing) and self.todo and len(units) < size and _alone(self.todo[0]):
                units.append(self.todo.popleft())
            worker.work[worker.actor.play.remote(units)] = units

    def _hear(self, worker: _Worker, ref: Any, done: WhenDone) -> None:
        if worker not in self.workers:
            return  # lost a moment ago
        try:
            answer = self.ray.get(ref)
        except self.ray.exceptions.RayActorError:
            self._lose(worker)
            return
        except self.ray.exceptions.RayTaskError as error:
            raise BolichoError(f"a worker of the cluster failed: {error.cause!r}") from None
        if ref == worker.beginning:
            self._welcome(worker, answer)
            return
        told = ActorAnswer.from_json(answer, worker.work[ref])
        if told.wrong is not None:
            raise BadInput(told.wrong)
        if told.fatal is not None:
            raise BolichoError(told.fatal)
        del worker.work[ref]
        for row, record in told.rows:
            done(row, record)

    def _welcome(self, worker: _Worker, versions: dict[str, str]) -> None:
        mine = row_versions()
        other = [name for name, version in mine.items() if versions.get(name) != version]
        if other:
            raise BolichoError(f"a node of the cluster has another version of {' and '.join(other)} than this machine")
        worker.ready = True

    def _lose(self, worker: _Worker) -> None:
        """Put back what a lost worker had; the first piece may have been what it was lost with."""
        self.workers.remove(worker)
        pieces = list(worker.work.values())
        if pieces:
            match = _first(pieces[0][0])
            self.lost[match] = self.lost.get(match, 0) + 1
            if self.lost[match] >= LOSSES:
                raise BolichoError(f"{LOSSES} workers of the cluster were lost while they played match {match}")
        self.todo.extendleft(reversed([unit for piece in pieces for unit in piece]))


def _alone(unit: Unit) -> bool:
    return isinstance(unit, Pairing)


def _first(unit: Unit) -> int:
    return unit.match if isinstance(unit, Pairing) else unit.pairings[0].match


def _ray() -> Any:
    need("ray")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    return ray


def _reach(address: str) -> None:
    """Knock at the door of a cluster first: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK):
            return
    except (OSError, ValueError, OverflowError) as error:
        raise BadInput(f"ray {address!r}: no cluster there ({error})") from None


def _connect(ray: Any, address: str) -> None:
    _reach(address)
    try:
        ray.init(
            address=None if address == HERE else address,
            log_to_driver=False,
            logging_level="error",
            include_dashboard=False if address == HERE else None,
            runtime_env={},
        )
    except Exception as error:  # Ray raises all kinds, the plain one too when a busy machine cannot begin in time
        raise BadInput(f"ray {address!r}: no cluster there ({' '.join(str(error).split())[:200]})") from None
