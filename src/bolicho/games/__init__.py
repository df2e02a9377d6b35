"""Rules: each game in a room of its own, each file citing its source; no player and no table in here."""

import sys
from importlib.resources import files

from bolicho.core.registry import Registry, Room

BOARDS = sorted(entry.name[:-5] for entry in (files(__name__) / "boards" / "data").iterdir())
"""Every board game is one data file, named after it."""
GAMES = Registry(
    "game",
    "bolicho.games",
    {"truco": "bolicho.games.truco:Truco", **{name: f"bolicho.games.boards:{name}" for name in BOARDS}},
)


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return GAMES.names()


sys.modules[__name__].__class__ = Room
