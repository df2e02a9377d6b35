"""Fields: agents that are named together, as data, for tournaments that are held again and again.

``works`` is the ground that no paper could play on: the best agent of every work on Truco beside the scripted ones.
Who is best was measured (docs/arena/index.md).
"""

from typing import NamedTuple

from bolicho.agents import make
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, UnknownName

SCRIPTED = ("sound", "bold", "cautious", "bluffer", "novice", "random")


class Field(NamedTuple):
    """Who plays, at which game."""

    game: str
    agents: tuple[str, ...]
    """``a|b`` stands for the first of them that can be built here."""


FIELDS = {
    "scripted": Field("truco", SCRIPTED),
    "works": Field(
        "truco",
        (
            *SCRIPTED,
            "cbr:NPCPVS",  # Paulus 2020: of the twenty policies the best on the bundled base, with PVCS
            "bot0:moral|bot0",  # Moral et al.: the bases of a trained bot if there are any, else the starter's
            "markov:best|markov",  # Rossato
        ),
    ),
    "learners": Field("truco", ("bot0", "bot1", "bot2", "bot3", "bot4", "markov")),
    "rikken": Field("rikken", ("random", "rules-paper", "rules", "mc-paper", "mc")),
}


def field(name: str, game: Game) -> tuple[str, ...]:
    """Return the agents of a field, by name.

    >>> from bolicho.games import GAMES
    >>> field("scripted", GAMES.make("truco"))[:2]
    ('sound', 'bold')
    """
    if name not in FIELDS:
        raise UnknownName("field", name, FIELDS)
    found = FIELDS[name]
    if found.game != game.name:
        raise BadInput(f"field {name!r} plays {found.game}, not {game.name}")
    return tuple(_there(agents.split("|"), game) for agents in found.agents)


def _there(agents: list[str], game: Game) -> str:
    """Return the first agent that can be built; the last one is taken at its word."""
    for spec in agents[:-1]:
        try:
            make(spec, game)
        except BadInput:
            continue
        return spec
    return agents[-1]
