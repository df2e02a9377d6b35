"""One pool of worker processes under a watchdog.

A worker that is late, dead, has hung up, or says what cannot be read is ended with all that it has started, and lost.
What it was at, and whose fault that is, the kind of work decides (`lost`); a fresh worker goes on. The pool itself
knows nothing of what its workers do. What they say is data (`wire.py`), and only as much of it as `heard` takes.

Whoever may wait calls `look` in a loop; on an event loop nobody waits (`loop.py`).
"""

import signal
from abc import ABC, abstractmethod
from multiprocessing.connection import wait
from typing import Generic, NamedTuple, TypeVar

from bolicho.core.json_text import JsonObject
from bolicho.parallel.child import CUT
from bolicho.parallel.wire import Unreadable
from bolicho.parallel.worker import Worker

TICK = 0.2
"""Seconds between two looks at workers that say nothing."""
SOON = 0.01
"""The same where one has hung up, which will be gone in a moment."""
MYSTERIES = 3
"""How often workers may be lost for no reason that anybody knows before we stop trying."""
HUNG_UP = "closed its process's line to us"
FROM_OUTSIDE = ("SIGKILL", "SIGTERM")
"""Deaths that need not be the doing of what ran there."""

W = TypeVar("W", bound=Worker)


class Loss(NamedTuple):
    """How a worker was lost."""

    code: int
    """With which it ended."""
    late: bool = False
    wrong: str | None = None
    """What it did with its line that no worker of ours does."""

    @property
    def how(self) -> str:
        """The end of the process in words: ``exit code 7``, ``SIGKILL``."""
        if self.code >= 0:
            return f"exit code {self.code}"
        try:
            return signal.Signals(-self.code).name
        except ValueError:
            return f"signal {-self.code}"

    @property
    def from_outside(self) -> bool:
        """Whether somebody else may have killed the process, so that its work is worth another try."""
        return self.wrong is None and not self.late and self.how in FROM_OUTSIDE


class Pool(ABC, Generic[W]):
    """Workers, and the watchdog that looks after them; a kind of work says what is done, heard and lost."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[W] = []

    @abstractmethod
    def hire(self) -> W:
        """Begin a new worker."""

    @abstractmethod
    def provide(self, worker: W) -> None:
        """See whether a worker that is well has nothing to do, and give it some work."""

    @abstractmethod
    def heard(self, worker: W, data: JsonObject) -> None:
        """Take what a worker says; raises Unreadable for what none says, or was asked for."""

    @abstractmethod
    def lost(self, worker: W, loss: Loss) -> None:
        """Decide what becomes of what a lost worker was at."""

    def late(self, worker: W) -> bool:
        """Whether a worker has taken longer than it may."""
        return worker.late()

    def fill(self, wanted: int) -> None:
        """Have as many workers as are wanted, and no more than the pool may have."""
        while len(self.workers) < min(self.size, wanted):
            self.workers.append(self.hire())

    def look(self) -> None:
        """Wait until a worker says something, or for a moment, and look after all of them."""
        lines = [worker.wire.line for worker in self.workers if not worker.wire.ended]
        wait(lines, TICK if len(lines) == len(self.workers) else SOON)
        for worker in list(self.workers):
            self.attend(worker)

    def attend(self, worker: W) -> None:
        """Look after a worker; nobody waits for it."""
        if worker not in self.workers:
            return  # lost a moment ago
        alive = worker.process.is_alive()  # asked first: what it said before it died is heard below
        try:
            self._hear(worker)
            if not alive:
                self._lose(worker)
            elif worker.wire.ended:
                if worker.lingers():
                    self._lose(worker, wrong=HUNG_UP)
            elif self.late(worker):
                self.end(worker)
                self._hear(worker)
                self._lose(worker, late=self.late(worker))  # it may have been done at the last moment
            else:
                self.provide(worker)
        except Unreadable as error:
            self._lose(worker, wrong=str(error))

    def say(self, worker: W, thing: object) -> None:
        """Say something to a worker that listens."""
        try:
            worker.wire.say(thing)
        except OSError:
            self.end(worker)  # it has just died, or does not listen: it is seen to at the next look

    def end(self, worker: W) -> None:
        """Kill a worker, and wait until it is gone."""
        worker.kill()
        worker.process.join()

    def put_away(self, worker: W) -> None:
        """Let go of a worker that was ended."""
        worker.close()

    def dismiss(self) -> None:
        """End all workers, whatever they are at."""
        for worker in self.workers:
            self.end(worker)
            self.put_away(worker)
        self.workers = []

    def _hear(self, worker: W) -> None:
        for data in worker.wire.hear():
            self.heard(worker, data)

    def _lose(self, worker: W, *, late: bool = False, wrong: str | None = None) -> None:
        self.end(worker)
        self.workers.remove(worker)
        code = worker.process.exitcode
        self.put_away(worker)
        if wrong is None and code == CUT:
            wrong = HUNG_UP
        self.lost(worker, Loss(-signal.SIGKILL if code is None else code, late, wrong))
