"""A progress bar with the time left, on stderr, so that what a command prints can be piped on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Show = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


@contextmanager
def progress(what: str) -> Iterator[Show]:
    """Show a bar while somebody watches a terminal; gives the function that moves it on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
