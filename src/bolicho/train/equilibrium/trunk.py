"""The full game without buckets of cards: an iteration is a step; checkpoints, a curve, the strategy at the end.

``FILE.npz`` has the strategy of the trunk, an array for each decision; ``FILE.book`` is what ``equilibrium:book=FILE``
plays by; ``FILE.state.npz`` is what a training goes on from.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.files import whole_file, write_whole
from bolicho.core.json_text import JsonObject
from bolicho.learn.trunk.forest import CpuForest
from bolicho.learn.trunk.packing import packed
from bolicho.learn.trunk.solver import Solver
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.equilibrium.solver_training import SolverTraining


class TrunkTraining(SolverTraining):
    """A training of the full game without buckets, on the processor or on a GPU."""

    solver: Solver
    pause = 300.0
    """A checkpoint of the forty cards is 74 GB."""

    def __init__(self, path: Path, design: EquilibriumDesign) -> None:
        """Begin a training, or go on with the one that is there; one of another deck is refused."""
        if path.suffix != ".npz":
            raise BadInput(f"{path}: the strategy of the trunk is a file that ends in .npz")
        super().__init__(path, path.with_suffix(".state.npz"), design)
        make: Any = CpuForest
        if design.device == "gpu":
            from bolicho.learn.trunk.gpu import GpuForest

            make = GpuForest
        self.solver = Solver(design.deck, make)
        if self.state.exists():
            self.solver.load(self.state)
            self.agree_on_length()

    @property
    def total(self) -> int:
        """How many there will be at most."""
        assert self.design.most is not None
        return self.design.most

    def ship(self) -> JsonObject:
        """Write the trunk's strategy and the curve; return what came of it as JSON data."""
        solver = self.solver
        last = solver.curve[-1] if solver.curve and solver.curve[-1].iterations == self.done else solver.measure()
        told: JsonObject = {
            "game": self.design.game,
            "deck": self.design.deck,
            "iterations": self.done,
            "exploitability": round(last.exploitability, 6),
            "mao": round(last.mao, 6),
            "drift": round(last.drift, 6),
            "kinds": solver.deals.size,
            "trees": sum(map(len, solver.contexts)),
            "slots": solver.tree.slots,
            "files": [str(self.path), *(str(self.path.with_suffix(end)) for end in (".book", ".csv")), str(self.state)],
            "curve": [point._asdict() for point in solver.curve],
        }
        with whole_file(self.path) as out:
            np.savez_compressed(out, header=np.array(json.dumps(told)), **solver.strategies())
        write_whole(
            self.path.with_suffix(".book"), packed(solver, iterations=self.done, exploitability=told["exploitability"])
        )
        rows = [f"{p.iterations},{p.exploitability:.6f},{p.mao:.6f},{p.drift:.6f}" for p in solver.curve]
        write_whole(self.path.with_suffix(".csv"), "\n".join(("iterations,exploitability,mao,drift", *rows)) + "\n")
        return told
