"""From trainings to the files that are shipped: independent runs added up, the situations reached most kept, packed.

Runs from different seeds are independent samples of one learner; adding their summed strategies up is the average of
the strategies, each weighted by how often it comes there, and most of a single run's noise goes.

``bolicho train equilibrium --game full`` is this::

    full = Full(folder, seed=1)
    if full.train(iterations=2_000_000, show=show, stop=stop):
        full.ship(folder)            # points.eq and match.eq
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.learn.equilibrium.packed import write
from bolicho.learn.equilibrium.table import Known
from bolicho.learn.equilibrium.training import Training

KEPT = {"points": 6_000_000, "match": 3_000_000}
"""Situations that are shipped at most."""
TRAVERSALS = {"points": 100_000_000, "match": 34_000_000}
"""Of each run, where nothing else is asked: with seed 1 that makes the shipped files."""
RUNS = {"points": 2, "match": 1}
"""Independent runs, from seeds that follow each other."""
Show = Callable[[int, int, str], None]


class Full:
    """The trainings of the full game, kept in a folder; each is the same whether it goes alone or beside another."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.folder, self.seed = folder, seed
        self.runs = [(name, seed + number) for name, many in RUNS.items() for number in range(many)]
        if folder.is_dir():
            here = {int(run.name) for run in folder.iterdir() if run.is_dir() and run.name.isdigit()}
            if others := sorted(here - {seed for _, seed in self.runs}):
                raise BadInput(f"{folder}: holds a training with another seed, {others[0]}; use another directory")
        self.done: dict[str, int] = {}
        """Traversals of each run so far."""

    def training(self, name: str, seed: int) -> Training:
        """Return one run, gone on with where it is."""
        return Training(self.folder / str(seed), name, seed)

    def train(
        self,
        iterations: int | None = None,
        minutes: float | None = None,
        show: Show = lambda *_: None,
        stop: Callable[[], bool] = lambda: False,
        threads: int = 1,
    ) -> bool:
        """Train every run to so many traversals, or share the minutes out; False when somebody stopped it."""
        need("numba")  # before threads import kernels side by side, which fails in other words
        failed = Event()
        each = None if minutes is None else minutes / -(-len(self.runs) // threads)
        wanted = {name: TRAVERSALS[name] if iterations is None and minutes is None else iterations for name in RUNS}
        total = sum(wanted[name] or 0 for name, _ in self.runs)

        def one(name: str, seed: int) -> bool:
            def moved(done: int, _: int) -> None:
                self.done[f"{name}-{seed}"] = done
                so_far = sum(self.done.values())
                show(so_far, max(total, so_far), f"{name} {seed}")

            try:
                training = self.training(name, seed)
                moved(training.done, training.done)
                return training.run(wanted[name], each, moved, lambda: failed.is_set() or stop())
            except BaseException:
                failed.set()  # the others save what they have and leave
                raise

        with ThreadPoolExecutor(threads) as crew:
            return all(list(crew.map(one, *zip(*self.runs, strict=True))))

    def ship(self, out: Path) -> dict[str, Path]:
        """Pack what was learned; return the files."""
        files = {}
        for name in RUNS:
            runs = [self.training(which, seed) for which, seed in self.runs if which == name]
            known = merged([run.table.known() for run in runs]).keep(KEPT[name])
            files[name] = out / f"{name}.eq"
            about = {
                "seeds": [seed for which, seed in self.runs if which == name],
                "traversals": [r.done for r in runs],
            }
            write(files[name], known, runs[0].part.shape, runs[0].worth, **about)
        return files


def merged(tables: Sequence[Known]) -> Known:
    """Add up what several runs learned."""
    if len(tables) == 1:
        return tables[0]
    keys, where = np.unique(np.concatenate([table.keys for table in tables]), return_inverse=True)
    actions = np.zeros(len(keys), np.int64)
    actions[where] = np.concatenate([table.actions for table in tables])
    offsets = np.concatenate(([0], np.cumsum(actions)))
    sums, before = np.zeros(offsets[-1]), 0
    for table in tables:
        rows = where[before : before + len(table.keys)]
        inside = np.arange(len(table.sums)) - np.repeat(table.offsets[:-1], table.actions)
        sums[np.repeat(offsets[rows], table.actions) + inside] += table.sums
        before += len(table.keys)
    return Known(keys, actions, sums)
