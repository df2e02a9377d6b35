"""Names of an earlier version: each goes on for one version under its new name, and that is said once.

>>> current("scale", "quick", {"seed": "paper"})
'quick'
"""

from collections.abc import Mapping
from warnings import warn


class RenamedWarning(FutureWarning):
    """Something was asked for by the name that it had in an earlier version."""


def current(kind: str, name: str, renamed: Mapping[str, str]) -> str:
    """Return what a name is called today; ``renamed`` holds the new name of each old one.

    Python says a warning of one text once a process; the terminal shows it as one line (``cli``).
    """
    if name not in renamed:
        return name
    warn(f"{kind} {name!r} is now called {renamed[name]!r}", RenamedWarning, stacklevel=1)
    return renamed[name]
