"""A training by Q-learning: episodes in stretches; the table is saved as it grows, and is the same after any kill."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.core.files import sweep
from bolicho.core.options import growing
from bolicho.learn.boards.q_file import load, save
from bolicho.learn.boards.qlearning import PLAIN_STEP, STEP, Learner, decay_of
from bolicho.train.qlearning.design import QLearningDesign
from bolicho.train.training import Training


class QTraining(Training):
    """A training in a file: the table as it is now, and the settings it was begun with."""

    def __init__(self, path: Path, design: QLearningDesign) -> None:
        """Begin a training, or go on with the one of this design; a file of another design is refused."""
        if path.suffix != ".npz":
            raise BadInput(f"{path}: a Q-table is a file ending in .npz")
        if not path.absolute().parent.is_dir():
            raise BadInput(f"{path}: no such directory")
        self.path, self.design = path, design
        board = design.board()
        if not path.exists():
            self.learner = Learner(board, design.begun())
            return
        self.learner = load(path, board)
        told = self.learner.settings.to_dict()
        was = {**told, "against": told["rival"], "episodes": self.learner.episodes}
        agree(path, was, design.to_dict(), "--out", growing(QLearningDesign))

    @property
    def done(self) -> int:
        """How many episodes have been played."""
        return self.learner.episodes

    @property
    def total(self) -> int:
        """How many there will be."""
        return self.design.episodes

    @property
    def settled(self) -> bool:
        """Whether the table was begun for far fewer episodes, so that most of what follows explores no more."""
        return self.learner.settings.decay < decay_of(self.total) / 2

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Sweep away what a kill left half written."""
        sweep(self.path)
        yield

    def step(self) -> None:
        """Play episodes up to the next look at whether to stop."""
        stretch = PLAIN_STEP if self.learner.plain else STEP
        ends = (every * (self.done // every + 1) for every in (self.learner.settings.block, self.design.save_every))
        self.learner.train(min(self.total, self.done + stretch, *ends))

    def due(self) -> bool:
        """Whether so many episodes are over that the table is saved."""
        return self.done % self.design.save_every == 0

    def save(self) -> None:
        """Write the table, whole or not at all."""
        save(self.learner, self.path)

    def finish(self) -> None:
        """A table of no episodes is a table too."""
        if not self.path.exists():
            self.save()
