"""The ladder game, solved: an iteration is a step; checkpoints, a curve, and the packed strategy at the end.

Beside the strategy, ``FILE.npz`` is what a training goes on from and ``FILE.times.jsonl`` how long each iteration took.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from bolicho.core.errors import BadInput
from bolicho.core.files import sweep, write_whole
from bolicho.core.json_text import JsonObject
from bolicho.core.times import TIMES, Times
from bolicho.learn.ladder.solver import Solver
from bolicho.train.equilibrium.design import ITERATIONS, EquilibriumDesign
from bolicho.train.equilibrium.solver_training import SolverTraining

STEPS = 64
"""Probabilities are kept in so many steps."""
BESIDE = (".npz", ".csv", ".svg", ".times.svg")
"""What stands beside the strategy, and ``.times.jsonl``: all but the two of times are the same bytes after any kill."""


class LadderTraining(SolverTraining):
    """A training of the ladder game; how long each iteration takes is written down."""

    solver: Solver
    pause = 60.0
    """One checkpoint is half a gigabyte on the forty cards."""

    def __init__(self, path: Path, design: EquilibriumDesign, threads: int = 1) -> None:
        """Begin a training, or go on with the one that is there; one of another deck is refused."""
        state = path.with_suffix(".npz")
        if path == state:
            raise BadInput(f"{path}: the strategy cannot end in .npz, which is kept for going on")
        super().__init__(path, state, design)
        if self.state.exists():
            self.solver = Solver.load(self.state, design.counts, threads)
            self.agree_on_length()
        else:
            self.solver = Solver(design.counts, threads)
        self.times = Times(path.with_suffix(f".{TIMES}"))

    @property
    def total(self) -> int:
        """How many there will be at most."""
        return self.design.most or ITERATIONS

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Sweep away what a kill left half written, and the times of iterations that are done again."""
        sweep(*(self.path.with_suffix(suffix) for suffix in (self.path.suffix, *BESIDE)))
        self.times.keep(range(1, self.done + 1))
        yield

    def iterate(self) -> None:
        """Do one iteration, by the clock."""
        began = perf_counter()
        super().iterate()
        self.times.add(self.done, perf_counter() - began)

    def ship(self) -> JsonObject:
        """Write the packed strategy and the curve; return what came of it as JSON data."""
        import numpy as np

        from bolicho.learn.ladder.packing import pack, quantised
        from bolicho.learn.ladder.response import best_responses

        solver = self.solver
        last = solver.curve[-1] if solver.curve and solver.curve[-1].iterations == self.done else solver.measure()
        rounded = quantised(solver.tree, solver.averages, STEPS, solver.walker.threads)
        packed = best_responses(solver.tree, rounded.astype(np.float32), solver.walker.threads)
        told: JsonObject = {
            "game": self.design.game,
            "deck": self.design.deck,
            "iterations": self.done,
            "exploitability": round(packed.exploitability, 6),
            "before_packing": round(last.exploitability, 6),
            "mao": {"best_response": round(packed.mao.best_response, 6), "self_play": round(packed.mao.self_play, 6)},
            "pe": {"best_response": round(packed.pe.best_response, 6), "self_play": round(packed.pe.self_play, 6)},
        }
        pack(self.path, solver.tree, rounded, STEPS, told)
        rows = [f"{p.iterations},{p.exploitability:.6f},{p.mao:.6f}" for p in solver.curve]
        write_whole(self.path.with_suffix(".csv"), "\n".join(("iterations,exploitability,mao", *rows)) + "\n")
        seconds = self.times.through(self.done)
        return {
            **told,
            "nodes": len(solver.tree.form),
            "infosets": solver.tree.infosets,
            "slots": solver.tree.slots,
            "seconds": None if seconds is None else round(seconds, 1),
            "files": [str(self.path), *(str(self.path.with_suffix(end)) for end in BESIDE[:2]), str(self.times.path)],
            "curve": [{**point._asdict(), "seconds": self.times.through(point.iterations)} for point in solver.curve],
        }
