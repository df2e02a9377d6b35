"""What the trainings of a solver have in common: an iteration is a step, the curve says when it is good enough."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.core.options import growing
from bolicho.learn.ladder.solver import measured_at
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.training import Training


class Solver(Protocol):
    """Goes on iteration by iteration, and measures itself."""

    iterations: int

    @property
    def curve(self) -> Sequence[Any]:
        """What was measured, each with its ``exploitability``."""

    def run(self, until: int, /) -> None:
        """Go on to this number of iterations."""

    def measure(self) -> Any:
        """Add a point to the curve."""

    def save(self, path: Path) -> None:
        """Write everything."""


class SolverTraining(Training):
    """A training beside the file of its strategy; nothing is drawn, so there is no seed."""

    solver: Solver

    def __init__(self, path: Path, state: Path, design: EquilibriumDesign) -> None:
        """Write the strategy to ``path`` in the end; ``state`` is what a training goes on from."""
        self.path, self.state, self.design = path, state, design
        if not path.absolute().parent.is_dir():
            raise BadInput(f"{path}: no such directory")

    def agree_on_length(self) -> None:
        """Refuse to go on to fewer iterations than are done."""
        done, total = {"iterations": self.done}, {"iterations": self.total}
        agree(self.state, done, total, "--out", growing(EquilibriumDesign))

    @property
    def done(self) -> int:
        """How many iterations have been done."""
        return self.solver.iterations

    @property
    def over(self) -> bool:
        """Whether all are done, or it is good enough."""
        until, curve = self.design.until, self.solver.curve
        return super().over or (until is not None and bool(curve) and curve[-1].exploitability <= until)

    def iterate(self) -> None:
        """Do one iteration."""
        self.solver.run(self.done + 1)

    def step(self) -> None:
        """Go on by one iteration; now and then measure."""
        self.iterate()
        if measured_at(self.done):
            self.solver.measure()

    def save(self) -> None:
        """Write a checkpoint."""
        self.solver.save(self.state)

    def finish(self) -> None:
        """What was reached is saved; `ship` makes the strategy of it."""
