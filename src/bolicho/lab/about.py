"""The circumstances of a run: which code, on what, when and how long."""

import platform
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path


@dataclass(frozen=True)
class About:
    """What a report says of its own making."""

    name: str
    scale: str
    seed: int
    cells: int
    seconds: float
    """Time spent on the cells, over all runs that it took."""
    date: str
    workers: int
    versions: dict[str, str]
    platform: str

    @property
    def command(self) -> str:
        """What to type for the same rows."""
        return f"bolicho reproduce {self.name} --scale {self.scale} --seed {self.seed}"


DECIDING = ("core", "games", "learn", "agents", "play", "arena", "lab")
"""The rooms whose code decides what the rows are (of the lab, its tallies and designs)."""


def row_versions() -> dict[str, str]:
    """Return what must be the same for rows to be put together."""
    from bolicho import __version__

    return {"bolicho": __version__, "code": code()}


def versions() -> dict[str, str]:
    """Return every version a reader may ask for."""
    import numpy

    return row_versions() | {"python": platform.python_version(), "numpy": numpy.__version__}


@cache
def code() -> str:
    """Return a short digest of the code that decides the rows."""
    root = Path(__file__).parents[1]
    digest = blake2b(digest_size=6)
    for room in DECIDING:
        for path in sorted((root / room).rglob("*")):
            if path.suffix == ".py" or (path.suffix == ".toml" and room != "lab"):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
