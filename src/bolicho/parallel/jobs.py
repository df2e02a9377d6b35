"""Jobs shared out over processes: calls that go out by pickle, and answers that come back as data.

A job that raises, or takes its process along, ends the whole; the others are ended at once. One whose process somebody
may have killed from outside is begun once more, by a fresh worker. A job that returns an iterator gives several
answers, each told as it comes; begun once more, it gives all of them again.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from itertools import count
from socket import socket
from traceback import print_exc
from typing import Any

from bolicho.core.errors import BadInput, BolichoError, one_line
from bolicho.core.json_text import JsonObject
from bolicho.parallel import copies
from bolicho.parallel.child import CUT, begin
from bolicho.parallel.pool import MYSTERIES, Loss, Pool
from bolicho.parallel.wire import Home, Unreadable, WireCut
from bolicho.parallel.worker import Worker

Job = Callable[..., Any]
"""Can be sent to another process; returns JSON data, or an iterator of it; called with what `make` made, if any."""
Maker = Callable[[], Any]
LONGEST_WHY = 2000


class WorkerLost(BolichoError):
    """A worker died, and its job with it."""


def share_out(
    jobs: Mapping[str, Job],
    workers: int,
    make: Maker | None = None,
    stop: Callable[[], bool] = lambda: False,
    after: Mapping[str, str] | None = None,
) -> Generator[tuple[str, Any], None, None]:
    """Do every job in some worker process, and give the answer of each as it comes; ends early if somebody says stop.

    ``make`` is called once in each process; what it makes is given to every job that is done there. ``after`` names
    for some jobs the one that must be over before they begin.
    """
    pool = _Jobs(jobs, workers, make, after or {})
    try:
        while pool.left and not stop():
            pool.fill(pool.left)
            pool.look()
            while pool.answers:
                yield pool.answers.popleft()
    finally:
        pool.dismiss()


class _Hand(Worker):
    """A worker that does one job after the other."""

    def __init__(self, make: Maker | None) -> None:
        self.ready = False
        self.job: str | None = None
        self.ticket = 0
        """Every answer to the job carries this number."""
        super().__init__(work, make)


class _Jobs(Pool[_Hand]):
    def __init__(self, jobs: Mapping[str, Job], workers: int, make: Maker | None, after: Mapping[str, str]) -> None:
        super().__init__(workers)
        self.jobs, self.make, self.after = jobs, make, after
        self.todo = deque(jobs)
        self.over: set[str] = set()
        self.left = len(jobs)
        """How many answers are still to come."""
        self.answers: deque[tuple[str, Any]] = deque()
        self.killed: set[str] = set()
        """Jobs whose process somebody killed once."""
        self.mysteries = 0
        self._tickets = count(1)

    def hire(self) -> _Hand:
        return _Hand(self.make)

    def provide(self, worker: _Hand) -> None:
        if not worker.ready or worker.job is not None:
            return
        begin = next((job for job in self.todo if job not in self.after or self.after[job] in self.over), None)
        if begin is not None:
            self.todo.remove(begin)
            worker.job, worker.ticket = begin, next(self._tickets)
            self.say(worker, (worker.ticket, self.jobs[begin]))

    def heard(self, worker: _Hand, data: JsonObject) -> None:
        match data:
            case {"ticket": worker.ticket, "answer": answer} if worker.job is not None:
                self.answers.append((worker.job, answer))
                self._end_job(worker)
            case {"ticket": worker.ticket, "part": part} if worker.job is not None:
                self.answers.append((worker.job, part))
            case {"ticket": worker.ticket, "over": True} if worker.job is not None:
                self._end_job(worker)
            case {"ticket": 0, "answer": None} if not worker.ready:
                worker.ready = True
            case {"ticket": worker.ticket, "unfit": str(why)} if worker.job is not None or not worker.ready:
                raise BadInput(one_line(why, LONGEST_WHY))
            case {"ticket": worker.ticket, "failed": str(why)} if worker.job is not None or not worker.ready:
                raise BolichoError(one_line(why, LONGEST_WHY))
            case _:
                raise Unreadable("answered what it was not asked")

    def _end_job(self, worker: _Hand) -> None:
        assert worker.job is not None
        self.over.add(worker.job)
        self.left -= 1
        worker.job = None

    def lost(self, worker: _Hand, loss: Loss) -> None:
        job, how = worker.job, loss.wrong or loss.how
        if not worker.ready:
            self.mysteries += 1
            if not loss.from_outside or self.mysteries >= MYSTERIES:
                hint = 'a script that uses workers must do so under `if __name__ == "__main__":`'
                raise WorkerLost(f"a worker could not begin ({how}); {hint}")
        elif job is not None:
            if not loss.from_outside or job in self.killed:
                raise WorkerLost(f"a worker process terminated abruptly ({how}), at {job}")
            self.killed.add(job)
            self.todo.appendleft(job)


def work(line: socket, make: Maker | None) -> None:
    """Do jobs until there are no more; ends when the parent does."""
    begin()
    home, ticket = Home(line), 0
    try:
        made = () if make is None else (make(),)
        _say(home, {"ticket": 0, "answer": None})
        while True:
            ticket, job = home.hear()
            answer = job(*made)
            if isinstance(answer, Iterator):
                for part in answer:
                    _say(home, {"ticket": ticket, "part": part})
                _say(home, {"ticket": ticket, "over": True})
            else:
                _say(home, {"ticket": ticket, "answer": answer})
    except WireCut:
        os._exit(CUT)
    except BaseException as error:  # what a job raises is told, and ends the whole
        with suppress(WireCut):
            _say(home, {"ticket": ticket, **_told(error)})


def _told(error: BaseException) -> dict[str, str]:
    if isinstance(error, BolichoError):
        return {"unfit" if isinstance(error, BadInput) else "failed": str(error)}
    print_exc()  # this is a mistake of the job: where it happened goes to stderr
    return {"failed": f"a worker failed: {type(error).__name__}: {one_line(error)}"}


def _say(home: Home, message: JsonObject) -> None:
    copies.settle()  # a copy of this process that comes back from the job ends here, and never speaks
    home.say(message)
