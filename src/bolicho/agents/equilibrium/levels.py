"""Five levels for people: the equilibrium mixed with a simple, honest player, by shares that were measured.

``levels.toml`` says how much of the simple player each level has, and what that costs it against the full strength.
"""

import tomllib
from functools import cache
from importlib.resources import files

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject

FULL = 5
POINTS = "points"


@cache
def table() -> JsonObject:
    """Return the measured levels."""
    return tomllib.loads((files("bolicho.agents.equilibrium") / "levels.toml").read_text(encoding="utf-8"))


def wanted(which: str) -> tuple[int, bool]:
    """Read the argument of the agent: its level, and whether it plays for points.

    >>> wanted(""), wanted("points"), wanted("2")
    ((5, False), (5, True), (2, False))
    """
    if which in ("", POINTS):
        return FULL, which == POINTS
    if which in table()["share"]:
        return int(which), False
    raise BadInput(f"agent 'equilibrium:{which}': expected {POINTS} or a level from 1 to {FULL}")


def share(level: int) -> float:
    """Return how much of the simple player a level has."""
    return float(table()["share"][str(level)])
