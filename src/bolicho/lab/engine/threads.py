"""Cells worked on by threads: for work that a compiled kernel does, which leaves the other threads free meanwhile."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from bolicho.lab.engine.experiment import Cell, Rows, WhenDone


def in_threads(work: Callable[[Cell], Rows], cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
    """Work on all cells, handing over each as it is finished; an interrupt waits only for those that are begun."""
    waiting = iter(cells)
    with ThreadPoolExecutor(workers) as crew:
        begun: dict[Future[Rows], Cell] = {}
        while True:
            while len(begun) < workers and (cell := next(waiting, None)) is not None:
                begun[crew.submit(work, cell)] = cell
            if not begun:
                return
            for finished in wait(begun, return_when=FIRST_COMPLETED).done:
                done(begun.pop(finished), finished.result())
