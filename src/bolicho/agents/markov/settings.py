"""Which matrices a Markov player plays by, and how its name says it.

>>> spec_of("paper", {}), spec_of("", {"area": "levels", "share": "0.2"}), spec_of("mine.npz", {"rounding": "paper"})
('markov:paper', 'markov:area=levels,share=0.2', 'markov:mine.npz,rounding=paper')
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.files import stamp_of
from bolicho.core.json_text import JsonMapping
from bolicho.core.paths import named
from bolicho.learn.markov.file import BUNDLED, load
from bolicho.learn.markov.matrices import Matrices, first
from bolicho.learn.markov.switches import Switches

PAPER, BEST, SUFFIX = "paper", "best", ".npz"


def spec_of(which: str, settings: JsonMapping) -> str:
    """Write the name of a player, such that it can be built from it again."""
    told = ",".join([*filter(None, [which]), *(f"{key}={value}" for key, value in settings.items())])
    return f"markov:{told}" if told else "markov"


def matrices_of(which: str, settings: JsonMapping) -> Matrices:
    """Return the matrices a name stands for, with its switches; their counts are shared, so copy before changing."""
    if which == BEST and not BUNDLED.exists():
        raise BadInput(
            "agent 'markov:best': no trained matrices are bundled with this Bolicho; train some and name the file"
        )
    if which in ("", PAPER):
        found = first()
    elif which == BEST or which.endswith(SUFFIX):
        path = BUNDLED if which == BEST else named(which, "matrices")
        found = _loaded(path.absolute(), stamp_of(path))
    else:
        raise BadInput(f"agent 'markov:{which}': expected {PAPER}, {BEST} or a file{SUFFIX} of trained matrices")
    preset = {"preset": PAPER} if which == PAPER else {}
    return replace(found, switches=Switches.of(preset | dict(settings), found.switches))


@lru_cache(8)
def _loaded(path: Path, stamp: tuple[int, int]) -> Matrices:  # noqa: ARG001  (a new file is read anew)
    return load(path)
