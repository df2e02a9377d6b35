"""A progress bar with the time left, on stderr, so that what a command prints can be piped on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


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
        yield lambda done, total, what=None: bar.update(task, completed=done, total=total, description=what)
