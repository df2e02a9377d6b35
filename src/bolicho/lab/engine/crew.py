"""Cells that are one job each, shared out over processes: the rows are the same with one process or many.

Matches are played by the arena's crew (`matches.py`), which knows agents, clocks and forfeits. What is left for
this one are jobs that keep a state of their own on the disk, as trainings do: each goes on from its last checkpoint,
and hands over more than rows of matches.
"""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from bolicho.arena.run.worker import begin_work
from bolicho.lab.engine.experiment import Cell, Done, Rows

Job = Callable[..., Rows]
"""A function of a module, called with the facts of its cell and whatever else it is given."""


def share_out(cells: Sequence[Cell], job: Job, workers: int, done: Done, **given: Any) -> None:
    """Run a job for each cell, so many at a time, and hand over the rows of each as it is finished.

    When one fails, or somebody presses Ctrl-C, the others are ended at once: they go on when the run is begun again.
    """
    workers = min(workers, len(cells))
    if workers < 2:
        for cell in cells:
            done(cell, job(cell.facts, **given))
        return
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    crew = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(theirs,))
    try:
        jobs = {crew.submit(job, dict(cell.facts), **given): cell for cell in cells}
        for finished in as_completed(jobs):
            done(jobs[finished], finished.result())
    except BaseException:
        ours.close()
        raise
    finally:
        crew.shutdown(wait=True, cancel_futures=True)
        ours.close()
        theirs.close()


def _begin(gate: Connection) -> None:
    """Leave with the parent, as workers of the arena do, and when it shuts the gate."""
    begin_work()
    Thread(target=_wait_for, args=(gate,), daemon=True).start()


def _wait_for(gate: Connection) -> None:
    try:
        gate.recv()
    except (EOFError, OSError):
        os._exit(1)
