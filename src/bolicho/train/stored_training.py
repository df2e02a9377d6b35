"""A training in a store: a match is one step, and one transaction, so that nothing is ever half saved."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from bolicho.train.training import Training

if TYPE_CHECKING:
    from bolicho.store import Run, Store


class StoredTraining(Training):
    """What trainings in a store do alike."""

    store: "Store"
    run: "Run"
    seconds: float
    """How long all steps took together; it stands beside the rows, which are the same after any kill."""

    def step(self) -> None:
        """Play a match; what it changes in the bases and its row are one transaction."""
        self.play(self.done)

    @abstractmethod
    def play(self, match: int) -> None:
        """Play the match of this number, and keep what was learned."""

    def save(self) -> None:
        """Every match is in the store when its step ends."""

    def close(self) -> None:
        """Do what is done once, after the last match."""

    def finish(self) -> None:
        """Say in the store that all is played."""
        if self.run.finished is None:
            self.close()
            self.store.finish_run(self.run.id, self.seconds)
            self.run = self.store.run(self.run.id)
