"""What every command of ``bolicho train`` does with its training: a bar, Ctrl-C, and how to go on."""

from collections.abc import Callable
from typing import Protocol

import typer

from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.progress import progress
from bolicho.core.words import Words
from bolicho.train.training import Progress, Stop

RESUME: bool = typer.Option(False, "--resume", hidden=True)
"""Before 0.2 some trainings went on only when told to; the word is still taken, and said to be of no use."""


class Trains(Protocol):
    """A training, or several that go together."""

    @property
    def done(self) -> int:
        """How many steps have been done."""

    def train(self, progress: Progress = ..., stop: Stop = ...) -> bool:
        """Do what is missing."""


def through(training: Trains, words: Words, unit: str, bar: Callable[[], str]) -> None:
    """Go through a training with a bar; where somebody breaks it off, say what is saved and how to go on."""
    with progress(bar()) as show, interruptible() as stop:
        whole = training.train(lambda done, total: show(done, total, bar()), stop.is_set)
    if not whole:
        broken_off(training, words, unit)


def broken_off(training: Trains, words: Words, unit: str) -> None:
    """End the command: what was done is saved."""
    from bolicho.core.numbers import say

    typer.echo(words("broken-off", done=say(training.done, words.language), unit=words(f"unit-{unit}")), err=True)
    raise typer.Exit(INTERRUPTED)
