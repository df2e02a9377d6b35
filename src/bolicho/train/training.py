"""A training: step after step until all is done or somebody says stop, saved so that a kill costs little.

A kind of training says what a step is and how it is kept. Going on is not a way of its own: a training that is made
again for the same design stands where the last one left it (`core/agreement.py` has the rule and its words).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from bolicho.play.tutors import TutorGone

Progress = Callable[[int, int], None]
"""Called with the steps that are done and those there will be, before each step and after the last."""
Stop = Callable[[], bool]


def quietly(done: int, total: int) -> None:
    """Tell nobody how far it is."""


def never() -> bool:
    """Go on to the end."""
    return False


class Training(ABC):
    """What all trainings do alike."""

    pause: float = float("inf")
    """Seconds of work that a kill may cost, beside what `due` says."""

    @property
    @abstractmethod
    def done(self) -> int:
        """How many steps have been done."""

    @property
    @abstractmethod
    def total(self) -> int:
        """How many there will be."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.done >= self.total

    @abstractmethod
    def step(self) -> None:
        """Do the next piece of work; where no `save` is needed, it is kept whole or not at all when this returns."""

    def due(self) -> bool:
        """Whether what was just done has to be saved, however short it took."""
        return False

    @abstractmethod
    def save(self) -> None:
        """Keep what was done so far."""

    @abstractmethod
    def finish(self) -> None:
        """Do what comes after the last step; a training that was done already comes here again."""

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else write in the same place meanwhile."""
        yield

    def train(self, progress: Progress = quietly, stop: Stop = never) -> bool:
        """Do what is missing; return whether all is done, or somebody said stop before (what was done is saved)."""
        with self.alone():
            saved, kept = monotonic(), True
            while not self.over and not stop():
                progress(self.done, self.total)
                try:
                    self.step()
                except TutorGone:  # who was asked has left
                    break
                kept = self.due() or monotonic() - saved > self.pause
                if kept:
                    self.save()
                    saved = monotonic()
            if not kept:
                self.save()
            progress(self.done, self.total)
            if self.over:
                self.finish()
            return self.over
