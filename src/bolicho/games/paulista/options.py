"""The options of Truco Paulista: where the sources differ, the difference is a value here (docs/games/paulista.md)."""

from typing import Any, NamedTuple

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject

VALUES: dict[str, tuple[str, ...]] = {
    "mao_de_ferro": ("blind", "open"),
    "face_down": ("rounds-2-3", "never"),
    "raises": ("free", "needed"),
}
"""What each option may be, the default first; `target` is a number of points."""

SHORTEST_TARGET, LONGEST_TARGET = 2, 99


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
    values: JsonObject = {}
    for option, value in changes.items():
        if option == "target":
            values[option] = _target(value)
        elif option not in VALUES:
            raise UnknownName("paulista option", option, Rules._fields)
        elif str(value) not in VALUES[option]:
            raise BadInput(f"paulista option {option}={value!r}: expected one of {', '.join(VALUES[option])}")
        else:
            values[option] = str(value)
    return Rules(**values)


def _target(value: object) -> int:
    try:
        target = int(str(value))
    except ValueError:
        target = 0
    if not SHORTEST_TARGET <= target <= LONGEST_TARGET:
        raise BadInput(
            f"paulista option target={value!r}: expected a number of points from {SHORTEST_TARGET} to {LONGEST_TARGET}"
        )
    return target
