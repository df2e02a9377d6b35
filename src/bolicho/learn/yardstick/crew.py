"""Jobs shared out over processes that each build the agent once; the results are the same with one process or many."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Any

from bolicho.core.errors import BadInput

Maker = Callable[[], Any]
"""Builds the agent; it must be possible to send it to another process."""
Job = Callable[..., Any]
"""Called with the agent and whatever belongs to the job."""

_agent: Any = None
LOOK = 0.2
"""Seconds between two looks whether somebody wants to stop."""


def share_out(
    jobs: Mapping[str, tuple[Job, tuple[Any, ...]]], make: Maker, agent: Any, workers: int, stop: Callable[[], bool]
) -> Iterator[tuple[str, Any]]:
    """Do every job, and give the result of each as it is finished; ends early when somebody wants to stop."""
    if min(workers, len(jobs)) < 2:
        for name, (job, given) in jobs.items():
            if stop():
                return
            yield name, job(agent, *given)
        return
    context = multiprocessing.get_context("spawn")
    crew = ProcessPoolExecutor(min(workers, len(jobs)), mp_context=context, initializer=_begin, initargs=(make,))
    try:
        names = {crew.submit(_do, job, given): name for name, (job, given) in jobs.items()}
        left = set(names)
        while left and not stop():
            done, left = wait(left, LOOK, FIRST_COMPLETED)
            for future in done:
                yield names[future], future.result()
    except BrokenProcessPool:
        if not stop():
            told = "a process of the measurement was killed (memory?)"
            raise BadInput(f"{told}; the same command goes on, --workers 1 needs least") from None
    finally:
        workers_left = list((crew._processes or {}).values())
        crew.shutdown(wait=False, cancel_futures=True)
        for process in workers_left:
            process.kill()


def _begin(make: Maker) -> None:
    global _agent
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # the parent decides what Ctrl-C and a polite kill mean
    Thread(target=_leave_with_the_parent, daemon=True).start()
    _agent = make()


def _leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(job: Job, given: tuple[Any, ...]) -> Any:
    return job(_agent, *given)
