"""The options of Truco Paulista: where the sources differ, the difference is a value here (docs/games/paulista.md)."""

from typing import Any, NamedTuple

from bolicho.games.options import Bounds, read_options

VALUES: dict[str, tuple[str, ...]] = {
    "mao_de_ferro": ("blind", "open"),
    "face_down": ("rounds-2-3", "never"),
    "raises": ("free", "needed"),
}
"""What each option may be, the default first."""
NUMBERS = {"target": Bounds(2, 99, "a number of points")}


class Rules(NamedTuple):
    """One value for every option."""

    target: int = 12
    mao_de_ferro: str = "blind"
    """When both lack one point: nobody looks at his cards, or it is a plain hand."""
    face_down: str = "rounds-2-3"
    raises: str = "free"
    """Whether one may always go on to doze, or only as far as the one behind needs."""


def rules(**changes: Any) -> Rules:
    """Return the usual rules with changes; a wrong name or value says which are right."""
    return Rules(**read_options("paulista", changes, VALUES, NUMBERS))
