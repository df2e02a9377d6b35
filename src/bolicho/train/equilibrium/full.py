"""The full game: traversals in blocks, saved as it goes, the same however often it was killed; then packed and shipped.

Runs from different seeds are independent samples of one learner; adding their summed strategies up is the average of
the strategies, each weighted by how often it comes there, and most of a single run's noise goes.

    full = FullTraining(folder, Design("full", iterations=2_000_000, seed=1))
    if full.train():
        full.ship()            # points.eq and match.eq
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from threading import Event
from time import monotonic

import numpy as np

from bolicho.core.agreement import agree
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.core.json_text import JsonObject
from bolicho.core.options import growing
from bolicho.games.truco import Truco
from bolicho.learn.arrays import DAMAGED
from bolicho.learn.equilibrium.match_worth import Floats, guessed, payoff
from bolicho.learn.equilibrium.packed_strategy import write
from bolicho.learn.equilibrium.shape import record_of
from bolicho.learn.equilibrium.table import WHAT, Table, load, merged, save
from bolicho.learn.equilibrium.training import (
    BLOCK,
    FIRST,
    HANDS_A_SCORE,
    PARTS,
    POINTS,
    VALUED,
    Learn,
    Part,
    learner,
    match_values,
    near_scores,
    strategy_of,
)
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.training import Progress, Stop, Training, never, quietly

KEPT = {"points": 6_000_000, "match": 3_000_000}
"""Situations that are shipped at most."""
TRAVERSALS = {"points": 100_000_000, "match": 34_000_000}
"""Of each run, where nothing else is asked: with seed 1 that makes the shipped files."""
RUNS = {"points": 2, "match": 1}
"""Independent runs, from seeds that follow each other."""


class TableTraining(Training):
    """One table being trained, kept in a folder."""

    pause = 120.0

    def __init__(
        self,
        folder: Path,
        name: str,
        seed: int = 0,
        part: Part | None = None,
        iterations: int | None = None,
        minutes: float | None = None,
    ) -> None:
        """Begin, or go on with what the folder holds: until so many traversals are done in all, or for so long."""
        self.part = part or PARTS[name]
        self.path = folder / f"{name}.npz"
        self.design = repr((name, seed, self.part))
        self.iterations, self.minutes = iterations, minutes
        self.rules = Truco(target=self.part.target).rules
        self._done = 0
        if self.path.exists():
            self._find()
            if iterations is not None:
                agree(
                    self.path,
                    {"iterations": self.done},
                    {"iterations": iterations},
                    "--out",
                    growing(EquilibriumDesign),
                )
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{folder}: cannot be made: {error.strerror}") from None
        self.table = Table.empty(self.part.bits, self.part.room)
        self.chance = np.array([stream(seed, "equilibrium", name).getrandbits(64)], np.uint64)
        self.worth = guessed() if self.part.shape.scores else POINTS

    @property
    def done(self) -> int:
        """How many traversals have been done."""
        return self._done

    @property
    def total(self) -> int:
        """How many there will be, as far as anybody knows."""
        return self._done if self.iterations is None else self.iterations

    @cached_property
    def _began(self) -> float:
        return monotonic()

    @property
    def over(self) -> bool:
        """Whether all are done, or the time is over; it runs from the first look at it."""
        if self.iterations is not None and self.done >= self.iterations:
            return True
        return self.minutes is not None and monotonic() - self._began >= 60 * self.minutes

    @cached_property
    def _learn(self) -> Learn:
        scores = near_scores(self.part.target) if len(self.worth) else FIRST
        return learner(self.rules, record_of(self.part.shape), self.part.tuning, scores)

    def step(self) -> None:
        """Learn from a block of traversals."""
        if len(self.worth) and self.done in VALUED:
            self.worth = self.valued()
        block = min([BLOCK, *(after - self.done for after in (*VALUED, self.iterations or 0) if after > self.done)])
        paid = payoff(self.worth) if len(self.worth) else self.worth
        done = self._learn(self.table, self.chance, paid, self.done, block)
        if done < block:
            raise BadInput(f"{self.path}: the table is full after {self.done + done} traversals")
        self._done += block

    def valued(self) -> Floats:
        """Play hands out at every score and return the match values that follow."""
        return match_values(self.part.shape, strategy_of(self.table), self.chance, HANDS_A_SCORE)

    def save(self) -> None:
        """Write a checkpoint."""
        save(self.path, self.table, design=self.design, done=self.done, chance=self.chance, worth=self.worth)

    def finish(self) -> None:
        """A table of no traversals is kept too."""
        if not self.path.exists():
            self.save()

    def _find(self) -> None:
        self.table, data = load(self.path)
        agree(self.path, {"design": str(data.get("design"))}, {"design": self.design}, "--out")
        shape = guessed().shape if self.part.shape.scores else POINTS.shape
        try:
            self._done, self.chance, self.worth = int(data["done"]), data["chance"], data["worth"]
            good = self.done >= 0 and self.chance.dtype == np.uint64 and self.chance.shape == (1,)
            if not good or self.worth.shape != shape or not np.isfinite(self.worth).all():
                raise ValueError
        except DAMAGED:
            raise BadInput(f"{self.path}: not {WHAT}, or damaged") from None


class FullTraining:
    """The trainings of the full game, kept in a folder; each is the same whether it goes alone or beside another."""

    def __init__(self, folder: Path, design: EquilibriumDesign, threads: int = 1) -> None:
        """Begin, or go on with what the folder holds; one of another seed is refused."""
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder}: is no directory")
        self.folder, self.design, self.threads = folder, design, threads
        self.runs = [(name, design.seed + number) for name, many in RUNS.items() for number in range(many)]
        if folder.is_dir():
            here = sorted(int(run.name) for run in folder.iterdir() if run.is_dir() and run.name.isdigit())
            mine = {seed for _, seed in self.runs}
            if not mine.issuperset(here):
                agree(folder, {"seed": here[0]}, {"seed": design.seed}, "--out")
            elif not here and any(folder.iterdir()):
                raise BadInput(f"{folder}: has other things in it and no training; use another directory")
        self.reached: dict[str, int] = {}
        """Traversals of each run so far."""
        self.newest = "points"
        """The run that was heard of last."""

    @property
    def done(self) -> int:
        """Traversals of all runs so far."""
        return sum(self.reached.values())

    @property
    def total(self) -> int:
        """How many there will be, as far as anybody knows."""
        return max(self.done, sum(self._wanted(name) or 0 for name, _ in self.runs))

    def _wanted(self, name: str) -> int | None:
        free = self.design.iterations is None and self.design.minutes is None
        return TRAVERSALS[name] if free else self.design.iterations

    def run(self, name: str, seed: int) -> TableTraining:
        """Return one run, gone on with where it is."""
        minutes = self.design.minutes
        share = None if minutes is None else minutes / -(-len(self.runs) // self.threads)
        return TableTraining(self.folder / str(seed), name, seed, None, self._wanted(name), share)

    def train(self, progress: Progress = quietly, stop: Stop = never) -> bool:
        """Train every run, or share the minutes out; return whether all is done, or somebody said stop before."""
        need("numba")  # before threads import kernels side by side, which fails in other words
        failed = Event()

        def one(name: str, seed: int) -> bool:
            def moved(done: int, _: int) -> None:
                self.reached[f"{name}-{seed}"], self.newest = done, f"{name} {seed}"
                progress(self.done, self.total)

            try:
                return self.run(name, seed).train(moved, lambda: failed.is_set() or stop())
            except BaseException:
                failed.set()  # the others save what they have and leave
                raise

        with ThreadPoolExecutor(self.threads) as crew:
            return all(list(crew.map(one, *zip(*self.runs, strict=True))))

    def ship(self) -> dict[str, Path]:
        """Pack what was learned; return the files."""
        files = {}
        for name in RUNS:
            runs = [self.run(which, seed) for which, seed in self.runs if which == name]
            known = merged([run.table.known() for run in runs]).keep(KEPT[name])
            files[name] = self.folder / f"{name}.eq"
            about: JsonObject = {
                "seeds": [seed for which, seed in self.runs if which == name],
                "traversals": [run.done for run in runs],
            }
            write(files[name], known, runs[0].part.shape, runs[0].worth, **about)
        return files
