"""A progress bar with the time left, on stderr, so that what a command prints can be piped on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

Listener = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and of how much."""
LISTENERS: list[Listener] = []
"""Whoever else wants to know how far a command is (`watched.py`)."""


class Show(Protocol):
    """Called with how much is done, of how much, and what to call it from now on."""

    def __call__(self, done: int, total: int, what: str | None = None, /) -> None:
        """Move the bar on."""


@contextmanager
def progress(what: str) -> Iterator[Show]:
    """Show a bar while somebody watches a terminal; gives the function that moves it on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def show(done: int, total: int, now: str | None = None, /) -> None:
            bar.update(task, completed=done, total=total, description=now)
            for listener in LISTENERS:
                listener(now or what, done, total)

        yield show
