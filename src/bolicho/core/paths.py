"""Which files a name may stand for: any for who sits at the machine, none for who comes over the network.

A name of a game, a base or an agent may be a path (``./mine.toml``, ``markov:mine.npz``). Whoever opens a file because
a name says so asks ``named`` first. A server closes the door as long as it stands, and for every process that thinks or
works for it; what it has made itself (the folder of a job) stays open to that job.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bolicho.core.errors import BadInput

VARIABLE = "BOLICHO_FILES"
CLOSED = {VARIABLE: ""}
"""What is added to the environment of a process in which no name is a path."""
_closed = 0


def only(folder: Path) -> dict[str, str]:
    """What is added to the environment of a process in which names may lead into one folder, and nowhere else."""
    return {VARIABLE: str(folder.absolute())}


@contextmanager
def closed() -> Iterator[None]:
    """Let no name be a path in this process while the block runs."""
    global _closed
    _closed += 1
    try:
        yield
    finally:
        _closed -= 1


def named(name: str | Path, what: str) -> Path:
    """Return the path that a name stands for; where names are no paths it is refused, and nobody looks for it."""
    folder = os.environ.get(VARIABLE)
    if _closed or (folder is not None and not _inside(name, folder)):
        raise BadInput(f"{what} {str(name)!r}: files may not be named here")
    return Path(name)


def _inside(name: str | Path, folder: str) -> bool:
    """Whether a path leads into a folder, by its letters alone."""
    return bool(folder) and Path(os.path.normpath(Path(name).absolute())).is_relative_to(folder)
