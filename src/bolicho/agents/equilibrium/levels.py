"""Five levels for people: the equilibrium mixed with a simple, honest player, by shares that were measured.

``levels.toml`` says how much of the simple player each level has, and what that costs it against the full strength.
"""

import tomllib
from functools import cache
from importlib.resources import files

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject

FULL = 5
POINTS, RESOLVE = "points", "resolve"


@cache
def table() -> JsonObject:
    """Return the measured levels."""
    return tomllib.loads((files("bolicho.agents.equilibrium") / "levels.toml").read_text(encoding="utf-8"))


def wanted(which: str) -> tuple[int, str]:
    """Read the argument of the agent: its level, and how it plays (`POINTS`, `RESOLVE` or nothing).

    >>> wanted(""), wanted("points"), wanted("resolve"), wanted("2")
    ((5, ''), (5, 'points'), (5, 'resolve'), (2, ''))
    """
    if which in ("", POINTS, RESOLVE):
        return FULL, which
    if which in table()["share"]:
        return int(which), ""
    raise BadInput(f"agent 'equilibrium:{which}': expected {POINTS}, {RESOLVE} or a level from 1 to {FULL}")


def share(level: int) -> float:
    """Return how much of the simple player a level has."""
    return float(table()["share"][str(level)])
