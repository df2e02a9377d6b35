"""Rules: each game in a room of its own, each file citing its source; no player and no table in here."""

from bolicho.core.registry import Registry

GAMES = Registry("game", "bolicho.games", {"truco": "bolicho.games.truco:Truco"})
