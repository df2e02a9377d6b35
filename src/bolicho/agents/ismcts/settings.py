"""What can be set of a search, what it may be and what it is by default, as data; and the name that says it again.

>>> settings_of({"worlds": "uniform"}, TRUCO)["worlds"], spec_of(500, {"worlds": "uniform"}, TRUCO)
('uniform', 'ismcts:500,worlds=uniform')
"""

from collections.abc import Mapping
from math import isfinite
from typing import NamedTuple

from bolicho.core.errors import BadInput, UnknownName

MOST = 1_000_000
"""Iterations."""


class Setting(NamedTuple):
    """One thing to set."""

    values: tuple[str, ...]
    """What it may be, the default first; a number if the default is one and nothing else is listed."""

    @property
    def default(self) -> str:
        """What it is if nothing is said."""
        return self.values[0]

    @property
    def number(self) -> bool:
        """Whether any number above 0 will do."""
        return len(self.values) == 1


PLAY, SEED = Setting(("most", "shares")), Setting(("0", "..."))
"""``most``: the move visited most is played; ``shares``: moves are drawn by their share of the visits. The seed is that
of `policies`, which has no stream of its own."""
COMMON = {"play": PLAY, "seed": SEED}
TRUCO = {
    "playout": Setting(("sensible", "random")),
    "worlds": Setting(("read", "uniform")),
    "guide": Setting(("habits", "bounds")),
    "observers": Setting(("2", "1")),
    "payoff": Setting(("match", "points")),
    "curiosity": Setting(("1",)),
    **COMMON,
}
RIKKEN = {"playout": Setting(("rules", "random")), "curiosity": Setting(("0.7",)), **COMMON}
ANY = {"curiosity": Setting(("0.7",)), **COMMON}


def settings_of(given: Mapping[str, str], known: Mapping[str, Setting]) -> dict[str, str]:
    """Return the value of every setting; a wrong name or value says which are right."""
    for name, value in given.items():
        if name not in known:
            raise UnknownName("setting of ismcts", name, known)
        setting = known[name]
        if setting is SEED:
            wrong = not str(value).lstrip("-").isdecimal() and "a whole number"
        elif setting.number:
            wrong = not _positive(value) and "a number above 0"
        else:
            wrong = value not in setting.values and f"one of {', '.join(setting.values)}"
        if wrong:
            raise BadInput(f"agent ismcts: {name} {str(value)!r}: expected {wrong}")
    return {name: str(given.get(name, setting.default)) for name, setting in known.items()}


def spec_of(iterations: int, given: Mapping[str, str], known: Mapping[str, Setting]) -> str:
    """Write the name under which such a player can be called again: what is as ever is left out."""
    told = (f"{name}={given[name]}" for name in known if name in given and given[name] != known[name].default)
    return ",".join([f"ismcts:{iterations}", *told])


def _positive(text: str) -> bool:
    try:
        return isfinite(float(text)) and float(text) > 0
    except ValueError:
        return False
