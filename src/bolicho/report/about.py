"""The circumstances of a run: which code, on what, when and how long."""

import platform
from dataclasses import dataclass

from bolicho.core.versions import RULED
from bolicho.core.versions import code as code_of


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
    """Zero where nobody knows."""
    versions: dict[str, str]
    platform: str
    """Empty where nobody knows."""
    again: str = ""
    """What to type for the same rows, where it is no experiment of a scale."""
    recorded: bool = False
    """Whether it began with recorded hands, which only who has them can give."""

    @property
    def command(self) -> str:
        """What to type for the same rows."""
        hands = " --recorded DIR" if self.recorded else ""
        return self.again or f"bolicho reproduce {self.name} --scale {self.scale} --seed {self.seed}{hands}"


DECIDING = (*RULED, "lab")
"""The floors whose code decides what the rows are (of the lab, its tallies and designs)."""


def row_versions() -> dict[str, str]:
    """Return what must be the same for rows to be put together."""
    from bolicho import __version__

    return {"bolicho": __version__, "code": code()}


def versions() -> dict[str, str]:
    """Return every version a reader may ask for."""
    import numpy

    return row_versions() | {"python": platform.python_version(), "numpy": numpy.__version__}


def code() -> str:
    """Return a short digest of the code that decides the rows."""
    return code_of(DECIDING, apart="lab")
