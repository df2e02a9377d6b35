"""Many matches in worker processes, under a watchdog: the same rows whatever the number of workers.

The parent hands out small chunks of the schedule and collects rows as they finish. Each worker writes on its clock
who is deciding since when; an agent that thinks past its limit is ended with its process and forfeits the match, one
that brings its process down (a crash, an exit, no memory) likewise, and a fresh worker goes on with the rest. What may
have come from outside (somebody killed the process) is tried once more before it is a forfeit.

What a worker says is data, checked against what it was asked (`wire.py`, `messages.py`). When something else comes, or
the wire is cut, the clock cannot tell who did it: the match is played again by a careful worker, which says before
every decision whose it is, and then the last who was asked forfeits.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from time import monotonic, sleep
from typing import Any

from bolicho.arena.matches.clock import NO_MATCH, SIZE, Thinking, read
from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.matches.series import Series, Unit
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.forfeits import forfeited_record, forfeited_row
from bolicho.arena.run.messages import Deciding, Failed, Message, Played, Ready, Unfit, from_data
from bolicho.arena.run.worker import CUT, work
from bolicho.core.errors import BadInput, BolichoError
from bolicho.parallel.wire import Unreadable, pair

Done = Callable[[Row, str | None], None]
"""Called with each row as it comes, in no order, and with its record as JSON where the plan keeps records."""

GRACE = 0.5
"""Seconds past the limit before a process is ended; a decision that comes inside them forfeits by the table."""
BUILD_LIMIT = 600.0
"""Seconds an agent may take to be built."""
TICK = 0.2
LOOKS = 50
CHUNK = 16
MYSTERIES = 3
"""How often workers may die with nobody deciding before we stop trying."""
HUNG_UP = "closed its process's line to us"
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
        self.wire, theirs = pair()
        self.process = context.Process(target=work, args=(plan.packed(), theirs, self.clock), daemon=True)
        self.chunk: list[Pairing] = []
        """Handed out and not come back; the first is being played, or in a series one before it."""
        self.series: Series | None = None
        """The series that they belong to."""
        self.careful = False
        self.deciding: Deciding | None = None
        """Who was asked last, as a careful worker tells, and every one while it builds the agents."""
        self.answered = True
        """Whether the last who was asked has come back, so that the worker itself is at work."""
        self.ready = False
        self.played = False
        self.born = monotonic()
        self.since: float | None = None
        """Since when its clock shows a time that cannot be: some agent, not always one of its own, wrote over it."""
        with no_interrupt():
            self.process.start()
        theirs.close()

    def messages(self) -> Iterator[Message]:
        """Take what has come from the worker, also from one that is gone."""
        for data in self.wire.hear():
            message = from_data(data)
            if not self._expected(message):
                raise Unreadable("answered what it was not asked")
            yield message

    def _expected(self, message: Message) -> bool:
        if isinstance(message, Played):
            row = message.row
            return bool(self.chunk) and self.chunk[0] == Pairing(row.match, row.board, row.seats)
        if isinstance(message, Ready):
            return not self.ready
        if isinstance(message, Unfit):  # only who builds agents can say so
            return not self.ready or self.series is not None
        if isinstance(message, Failed) and not self.answered:
            return False  # the agent that is being asked has said so, not the worker
        return self.careful or not self.ready

    def gone(self) -> bool:
        """Whether a worker that has hung up goes by itself; it is given a moment."""
        for _ in range(LOOKS):
            if not self.process.is_alive():
                return True
            sleep(GRACE / LOOKS)
        return False

    def end(self) -> None:
        end_group(self.process)
        self.process.join()

    def close(self) -> None:
        self.end()
        self.wire.close()
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
        self.unclear: set[int] = set()
        """Matches in which something went wrong, and nobody knows by whom."""
        self.suspects: set[int] = set()
        """Agents of whom such a thing is known."""

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
            wait([worker.wire.line for worker in self.workers], TICK)
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
        try:
            self._hear(worker)
            if not alive:
                self._bury(worker)
            elif worker.wire.ended:
                self._bury(worker, wrong=None if worker.gone() else HUNG_UP)
            elif self._is_late(worker):
                thinking = read(worker.clock)
                worker.end()
                self._hear(worker)
                self._bury(worker, late=thinking == read(worker.clock))
            elif worker.ready and not worker.chunk and self.todo:
                self._hand_out(worker)
        except Unreadable as error:
            self._bury(worker, wrong=str(error))

    def _hear(self, worker: _Worker) -> None:
        for message in worker.messages():
            if isinstance(message, Unfit):
                raise BadInput(message.why)
            if isinstance(message, Failed):
                raise BolichoError(self._in_match(message.why, worker.chunk))
            if isinstance(message, Deciding):
                worker.answered = message.agent < 0
                worker.deciding = worker.deciding if worker.answered else message
            elif isinstance(message, Played):
                worker.chunk.pop(0)
                worker.played = True
                self.mysteries = 0  # it goes on, whatever happens beside it
                self.done(message.row, message.record)
            else:
                worker.ready = True

    def _hand_out(self, worker: _Worker) -> None:
        """Give a worker a series, or some matches that stand alone."""
        first = self.todo[0]
        worker.series = first if isinstance(first, Series) else None
        if worker.series is not None:
            self.todo.popleft()
            worker.chunk = worker.series.wanted
        else:
            worker.chunk = self._matches(max(1, min(CHUNK, len(self.todo) // (4 * len(self.workers)))))
        worker.careful, worker.deciding, worker.answered = any(map(self._doubted, worker.chunk)), None, True
        try:
            worker.wire.say((worker.series or worker.chunk, worker.careful))
        except OSError:
            worker.end()  # it has just died, or does not listen: it is seen to at the next round

    def _matches(self, most: int) -> list[Pairing]:
        """Take some matches; one that is doubted is played alone."""
        found: list[Pairing] = []
        while self.todo and len(found) < most and isinstance(pairing := self.todo[0], Pairing):
            if self._doubted(pairing) and found:
                break
            found.append(pairing)
            self.todo.popleft()
            if self._doubted(pairing):
                break
        return found

    def _doubted(self, pairing: Pairing) -> bool:
        return pairing.match in self.unclear or not self.suspects.isdisjoint(pairing.seats)

    def _is_late(self, worker: _Worker) -> bool:
        thinking, now = read(worker.clock), monotonic()
        if thinking is None:
            worker.since = None
            return False
        known = worker.born <= thinking.began <= now
        worker.since = None if known else worker.since or now
        limit = BUILD_LIMIT if thinking.match == NO_MATCH else self.plan.time_limit
        return limit is not None and now - (worker.since or thinking.began) > limit + GRACE

    def _bury(self, worker: _Worker, *, late: bool = False, wrong: str | None = None) -> None:
        """See to a worker that is gone, or of no use: whose fault it was, and who plays what it left."""
        worker.end()
        thinking, code, pending = read(worker.clock), worker.process.exitcode or 0, worker.chunk
        how = _how(code)
        self.workers.remove(worker)
        worker.close()
        first = pending[0] if pending else None
        sure = thinking is not None and first is not None and thinking.match == first.match
        if wrong is None and code == CUT:
            wrong = HUNG_UP
        if not worker.ready and (wrong is not None or thinking is not None or code >= 0):
            if wrong is None and not late and how in FROM_OUTSIDE and self.mysteries + 1 < MYSTERIES:
                self.mysteries += 1  # somebody killed it while it was being built: it is tried again
                return
            raise self._unbuilt(worker.deciding if wrong else thinking, wrong or how, late=late)
        if wrong is not None or thinking is None or first is None or not sure or thinking.agent not in first.seats:
            self._doubt(worker, how, wrong, late=late)
        elif not late and how in FROM_OUTSIDE and thinking.match not in self.killed:
            self.killed.add(thinking.match)
            self._go_on(worker.series, pending)
        else:
            self._forfeit(worker, thinking.agent, self._why(how, late=late))

    def _doubt(self, worker: _Worker, how: str, wrong: str | None, *, late: bool) -> None:
        """Have a match played again, by a careful worker; and if that one was lost, the last who was asked forfeits."""
        first, told = worker.chunk[0] if worker.chunk else None, worker.deciding
        known = first is not None and told is not None and told.match == first.match and told.agent in first.seats
        if told is not None and known and (wrong is not None or late or how not in FROM_OUTSIDE):
            self.suspects.add(told.agent)
            self._forfeit(worker, told.agent, wrong or self._why(how, late=late))
            return
        if first is not None and first.match not in self.unclear:
            self.unclear.add(first.match)
        elif first is not None or not worker.played:
            self.mysteries += 1
            if self.mysteries >= MYSTERIES:
                raise BolichoError(self._mystery(worker.chunk, wrong or how))
        self._go_on(worker.series, worker.chunk)

    def _mystery(self, pending: list[Pairing], how: str) -> str:
        """Tell of workers that died with nobody deciding: whose fault it is nobody knows, so nobody forfeits."""
        return self._in_match(f"workers died {MYSTERIES} times with nobody deciding, the last by {how}", pending)

    def _in_match(self, told: str, pending: list[Pairing]) -> str:
        """Add where it happened."""
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

    def _unbuilt(self, thinking: Thinking | Deciding | None, how: str, *, late: bool) -> BolichoError:
        if thinking is None or not 0 <= thinking.agent < len(self.plan.agents):
            hint = 'a script that uses workers must do so under `if __name__ == "__main__":`'
            return BolichoError(f"a worker could not begin ({how}); {hint}")
        why = f"not ready after {BUILD_LIMIT:g} s" if late else f"it brought its process down ({how})"
        return BadInput(f"agent {self.plan.agents[thinking.agent]!r} cannot be built: {why}")

    def _forfeit(self, worker: _Worker, agent: int, why: str) -> None:
        """The match that a worker was at is lost for an agent; the rest goes on."""
        pairing, *rest = worker.chunk
        record = forfeited_record(self.plan, pairing, agent, why).to_json() if self.plan.records else None
        self.done(forfeited_row(pairing, agent, why), record)
        self._go_on(worker.series, rest, broken=pairing.match)


def end_group(process: BaseProcess) -> None:
    """Kill a process and whatever it has started."""
    if hasattr(os, "killpg") and process.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


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
