"""Cells that are one job each, shared out over processes: the rows are the same with one process or many."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from threading import Thread
from typing import Any

from bolicho.lab.experiment import Cell, Done, Rows

Job = Callable[..., Rows]
"""A function of a module, called with the facts of its cell and whatever else it is given."""


def share_out(cells: Sequence[Cell], job: Job, workers: int, done: Done, **given: Any) -> None:
    """Run a job for each cell, so many at a time, and hand over the rows of each as it is finished."""
    workers = min(workers, len(cells))
    if workers < 2:
        for cell in cells:
            done(cell, job(cell.facts, **given))
        return
    context = multiprocessing.get_context("spawn")
    crew = ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_together)
    try:
        jobs = {crew.submit(job, dict(cell.facts), **given): cell for cell in cells}
        for finished in as_completed(jobs):
            done(jobs[finished], finished.result())
    finally:
        crew.shutdown(wait=True, cancel_futures=True)


def _leave_together() -> None:
    """End this process when its parent is gone: a killed run that is begun again must find nobody at work."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
