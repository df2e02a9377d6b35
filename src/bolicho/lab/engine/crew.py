"""Cells that are one job each, shared out over processes: the rows are the same with one process or many.

Matches are played by the arena's crew (`matches.py`), which knows agents, clocks and forfeits. What is left for
this one are jobs that keep a state of their own on the disk, as trainings do: each goes on from its last checkpoint,
and hands over more than rows of matches.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from bolicho.lab.engine.experiment import Cell, Rows, WhenDone
from bolicho.parallel import jobs as parallel

Job = Callable[..., Rows]
"""A function of a module, called with the facts of its cell and whatever else it is given."""


def share_out(cells: Sequence[Cell], job: Job, workers: int, done: WhenDone, **given: object) -> None:
    """Run a job for each cell, so many at a time, and hand over the rows of each as it is finished.

    When one fails, or somebody presses Ctrl-C, the others are ended at once: they go on when the run is begun again.
    """
    workers = min(workers, len(cells))
    if workers < 2:
        for cell in cells:
            done(cell, job(cell.facts, **given))
        return
    calls = {cell.key: partial(job, dict(cell.facts), **given) for cell in cells}
    by_key = {cell.key: cell for cell in cells}
    with closing(parallel.share_out(calls, workers)) as answers:
        for key, rows in answers:
            done(by_key[key], rows)


Steps = Iterator[tuple[str, Rows]]
"""Cells that are finished one after the other: the key of each, and its rows."""


class Task(NamedTuple):
    """One sequence of work that finishes some cells, and what must be over before it begins."""

    job: Callable[[], Steps]
    """Can be sent to another process; done again after a kill it gives the same."""
    after: str | None = None
    """The name of a task that stands before this one."""


def single(cell: Cell, job: Job, **given: object) -> Callable[[], Steps]:
    """Make a job for one cell into what a task wants."""
    return partial(_single, cell.key, partial(job, dict(cell.facts), **given))


def _single(key: str, job: Callable[[], Rows]) -> Steps:
    yield key, job()


def work_through(tasks: Mapping[str, Task], cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
    """Do tasks, so many at a time, in their order unless they must wait; hand over each cell that they finish."""
    left = {cell.key: cell for cell in cells}

    def hand_over(key: str, rows: Rows) -> None:
        cell = left.pop(key, None)
        if cell is not None:  # else an earlier run, or a worker that was killed, had told it before
            done(cell, rows)

    if min(workers, len(tasks)) < 2:
        for task in tasks.values():
            for key, rows in task.job():
                hand_over(key, rows)
        return
    after = {name: task.after for name, task in tasks.items() if task.after is not None}
    jobs = {name: task.job for name, task in tasks.items()}
    with closing(parallel.share_out(jobs, workers, after=after)) as answers:
        for _, (key, rows) in answers:
            hand_over(key, rows)
