"""Cells that are one job each, shared out over processes: the rows are the same with one process or many.

Matches are played by the arena's crew (`matches.py`), which knows agents, clocks and forfeits. What is left for
this one are jobs that keep a state of their own on the disk, as trainings do: each goes on from its last checkpoint,
and hands over more than rows of matches.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial

from bolicho.lab.engine.experiment import Cell, Done, Rows
from bolicho.parallel import jobs as parallel

Job = Callable[..., Rows]
"""A function of a module, called with the facts of its cell and whatever else it is given."""


def share_out(cells: Sequence[Cell], job: Job, workers: int, done: Done, **given: object) -> None:
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
