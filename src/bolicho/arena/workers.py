"""Many matches in worker processes, under a watchdog: the same rows whatever the number of workers.

The parent hands out small chunks of the schedule and collects rows as they finish. Each worker writes on its clock
who is deciding since when; an agent that thinks past its limit is ended with its process and forfeits the match, one
that brings its process down (a crash, an exit, no memory) likewise, and a fresh worker goes on with the rest. What may
have come from outside (somebody killed the process) is tried once more before it is a forfeit.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.sharedctypes import RawArray
from time import monotonic
from typing import Any

from bolicho.arena.clock import NO_MATCH, SIZE, Thinking, read
from bolicho.arena.forfeits import forfeited_record, forfeited_row
from bolicho.arena.plan import Plan
from bolicho.arena.rows import Row
from bolicho.arena.schedule import Pairing
from bolicho.arena.series import Series, Unit
from bolicho.arena.worker import Failed, Message, Played, Unfit, work
from bolicho.core.errors import BadInput, BolichoError

Done = Callable[[Row, str | None], None]
"""Called with each row as it comes, in no order, and with its record as JSON where the plan keeps records."""

GRACE = 0.5
"""Seconds past the limit before a process is ended; a decision that comes inside them forfeits by the table."""
BUILD_LIMIT = 600.0
"""Seconds an agent may take to be built."""
TICK = 0.2
CHUNK = 16
MYSTERIES = 3
"""How often workers may die with nobody deciding before we stop trying."""
FROM_OUTSIDE = ("SIGKILL", "SIGTERM")
"""Deaths that need not be the agent's doing."""


def run(plan: Plan, schedule: Iterable[Unit], *, workers: int = 1, done: Done | None = None) -> list[Row]:
    """Play a schedule and return its rows, sorted by match."""
    rows: list[Row] = []

    def keep(row: Row, record: str | None) -> None:
        rows.append(row)
        if done is not None:
            done(row, record)

    with Crew(plan, workers) as crew:
        crew.play(schedule, keep)
    return sorted(rows, key=lambda row: row.match)


def never() -> bool:
    """Go on to the end."""
    return False


class _Worker:
    """A worker process as its parent knows it."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.clock = RawArray("d", SIZE)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(plan, theirs, self.clock), daemon=True)
        self.chunk: list[Pairing] = []
        """Handed out and not come back; the first is being played, or in a series one before it."""
        self.series: Series | None = None
        """The series that they belong to."""
        self.ready = False
        with no_interrupt():
            self.process.start()
        theirs.close()

    def messages(self) -> Iterator[Message]:
        """Take what has come from the worker, also from one that is gone."""
        try:
            while self.pipe.poll():
                yield self.pipe.recv()
        except (EOFError, OSError):
            return  # gone, perhaps in the middle of a message

    def end(self) -> None:
        self.process.kill()
        self.process.join()

    def close(self) -> None:
        self.end()
        self.pipe.close()
        self.process.close()


class Crew:
    """Worker processes, which play one schedule after the other with the agents that they have built once."""

    def __init__(self, plan: Plan, workers: int = 1) -> None:
        plan.check()
        if workers < 1:
            raise BadInput(f"workers {workers}: expected at least 1")
        self.plan, self.size = plan.sealed(), workers
        self.done: Done = lambda _row, _record: None
        self.todo: deque[Unit] = deque()
        self.workers: list[_Worker] = []
        self.mysteries = 0
        self.killed: set[int] = set()
        """Matches whose process somebody killed once."""

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.dismiss()

    def play(self, schedule: Iterable[Unit], done: Done, stop: Callable[[], bool] = never) -> bool:
        """Play a schedule and tell each row as it comes; return whether all is played, or somebody said stop."""
        self.todo, self.done = deque(schedule), done
        while (left := len(self.todo) + sum(bool(worker.chunk) for worker in self.workers)) and not stop():
            while len(self.workers) < min(self.size, left):
                self.workers.append(_Worker(self.plan))
            wait([thing for w in self.workers for thing in (w.pipe, w.process.sentinel)], TICK)
            for worker in list(self.workers):
                self._attend(worker)
        if left:
            self.dismiss()
        return not left

    def dismiss(self) -> None:
        """End the workers, whatever they are at."""
        for worker in self.workers:
            worker.close()
        self.workers = []

    def _attend(self, worker: _Worker) -> None:
        alive = worker.process.is_alive()  # asked first: what it sent before it died is read below
        self._hear(worker)
        if not alive:
            self._bury(worker, late=False)
        elif self._is_late(read(worker.clock)):
            thinking = read(worker.clock)
            worker.end()
            self._hear(worker)
            self._bury(worker, late=thinking == read(worker.clock))
        elif worker.ready and not worker.chunk and self.todo:
            self._hand_out(worker)

    def _hear(self, worker: _Worker) -> None:
        for message in worker.messages():
            if isinstance(message, Unfit):
                raise BadInput(message.why)
            if isinstance(message, Failed):
                raise BolichoError(message.why)
            worker.ready = True
            if isinstance(message, Played):
                worker.chunk.pop(0)
                self.done(message.row, message.record)

    def _hand_out(self, worker: _Worker) -> None:
        """Give a worker a series, or some matches that stand alone."""
        first = self.todo[0]
        worker.series = first if isinstance(first, Series) else None
        if worker.series is not None:
            self.todo.popleft()
            worker.chunk = worker.series.wanted
        else:
            worker.chunk = self._matches(max(1, min(CHUNK, len(self.todo) // (4 * len(self.workers)))))
        try:
            worker.pipe.send(worker.series or worker.chunk)
        except OSError:
            return  # it has just died, and is seen to at the next round

    def _matches(self, most: int) -> list[Pairing]:
        found: list[Pairing] = []
        while self.todo and len(found) < most and isinstance(self.todo[0], Pairing):
            found.append(self.todo[0])
            self.todo.popleft()
        return found

    def _is_late(self, thinking: Thinking | None) -> bool:
        if thinking is None:
            return False
        limit = BUILD_LIMIT if thinking.match == NO_MATCH else self.plan.time_limit
        return limit is not None and monotonic() - thinking.began > limit + GRACE

    def _bury(self, worker: _Worker, *, late: bool) -> None:
        """See to a worker that is gone: whose fault it was, and who plays what it left."""
        thinking, code, pending = read(worker.clock), worker.process.exitcode or 0, worker.chunk
        how = _how(code)
        self.workers.remove(worker)
        worker.close()
        if not worker.ready and (thinking is not None or code >= 0):
            raise self._unbuilt(thinking, how, late=late)
        if thinking is not None and pending and thinking.match == pending[0].match:
            if not late and how in FROM_OUTSIDE and thinking.match not in self.killed:
                self.killed.add(thinking.match)
            else:
                self._forfeit(pending[0], thinking.agent, self._why(how, late=late))
                self._go_on(worker.series, pending[1:], broken=pending[0].match)
                return
        else:
            self.mysteries += 1
            if self.mysteries >= MYSTERIES:
                raise BolichoError(self._mystery(pending, how))
        self._go_on(worker.series, pending)

    def _mystery(self, pending: list[Pairing], how: str) -> str:
        """Tell of workers that died with nobody deciding: whose fault it is nobody knows, so nobody forfeits."""
        told = f"workers died {MYSTERIES} times with nobody deciding, the last by {how}"
        if not pending:
            return told
        who = " and ".join(self.plan.agents[agent] for agent in dict.fromkeys(pending[0].seats))
        return f"{told}, in match {pending[0].match} between {who}"

    def _go_on(self, series: Series | None, pending: list[Pairing], broken: int | None = None) -> None:
        """Put back what a worker has left: of a series, all that its learners must see again."""
        if series is None:
            self.todo.extendleft(reversed(pending))
        elif pending:
            told = {p.match for p in series.pairings} - {p.match for p in pending}
            lost = series.broken | ({broken} if broken is not None else set())
            self.todo.appendleft(series._replace(told=frozenset(told), broken=lost))

    def _why(self, how: str, *, late: bool) -> str:
        if late and self.plan.time_limit is not None:
            return f"still thinking after {self.plan.time_limit:g} s, so its process was ended"
        return f"brought its process down ({how})"

    def _unbuilt(self, thinking: Thinking | None, how: str, *, late: bool) -> BolichoError:
        if thinking is None:
            hint = 'a script that uses workers must do so under `if __name__ == "__main__":`'
            return BolichoError(f"a worker could not begin ({how}); {hint}")
        why = f"not ready after {BUILD_LIMIT:g} s" if late else f"it brought its process down ({how})"
        return BadInput(f"agent {self.plan.agents[thinking.agent]!r} cannot be built: {why}")

    def _forfeit(self, pairing: Pairing, agent: int, why: str) -> None:
        record = forfeited_record(self.plan, pairing, agent, why).to_json() if self.plan.records else None
        self.done(forfeited_row(pairing, agent, why), record)


def _how(code: int) -> str:
    if code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"


@contextmanager
def no_interrupt() -> Iterator[None]:
    """A child is born deaf to Ctrl-C, or one pressed while it starts would have it print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # or it is begun with the first child, and lets Ctrl-C through again just then
    before: Any = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
