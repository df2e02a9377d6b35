"""A progress bar with the time left, on stderr, so that what a command prints can be piped on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

Listener = Callable[[str, int, int, float | None], None]
"""Told what is being done, how much of it is, of how much, and how many seconds are left, where the work knows it."""
LISTENERS: list[Listener] = []
"""Whoever else wants to know how far a command is (`watching.py`)."""


class Show(Protocol):
    """Called with how much is done, of how much, what to call it from now on, and how many seconds are left.

    Where the work does not know the last, it is told from the pace so far.
    """

    def __call__(self, done: int, total: int, what: str | None = None, left: float | None = None, /) -> None:
        """Move the bar on."""


@contextmanager
def progress(what: str) -> Iterator[Show]:
    """Show a bar while somebody watches a terminal; gives the function that moves it on."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Left(ProgressColumn):
        """The time left as the work tells it, running down meanwhile; else as the pace so far tells it."""

        paced = TimeRemainingColumn()

        def render(self, task: Task) -> Text:
            until = task.fields["until"]
            if until is None:
                return self.paced.render(task)
            minutes, seconds = divmod(max(0, round(until - monotonic())), 60)
            return Text(f"{minutes // 60}:{minutes % 60:02}:{seconds:02}", style="progress.remaining")

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), Left())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None, until=None)

        def show(done: int, total: int, now: str | None = None, left: float | None = None, /) -> None:
            until = None if left is None else monotonic() + left
            bar.update(task, completed=done, total=total, description=now, until=until)
            for listener in LISTENERS:
                listener(now or what, done, total, left)

        yield show


def estimated(show: Show) -> Callable[[int, int, float], None]:
    """Make a function for a work that tells with every step how long it will take yet."""
    return lambda done, total, left: show(done, total, None, left)
