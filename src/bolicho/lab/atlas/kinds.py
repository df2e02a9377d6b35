"""What an atlas can show of a hand class: kinds of moves, added up."""

from collections.abc import Mapping

from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.lab.atlas.chart import CARDS

SHOWN: dict[str, tuple[str, ...]] = {
    "envido": ENVIDO_CALLS,
    "truco": TRUCO_CALLS,
    "quero": ("quero",),
    "nao-quero": ("nao-quero",),
    "card": (*CARDS, "card"),
    "baralho": ("baralho",),
}
"""In the order in which they are offered."""


def offered(moves: tuple[str, ...]) -> list[str]:
    """Return what can be shown where these moves can be made."""
    return [name for name, kinds in SHOWN.items() if set(kinds) & set(moves)]


def share(shares: Mapping[str, float], shown: str) -> float:
    """Return how often a kind of move is made.

    >>> round(share({"envido": 0.5, "falta-envido": 0.25, "truco": 0.1}, "envido"), 2)
    0.75
    """
    return sum(shares.get(kind, 0.0) for kind in SHOWN[shown])


def lettered(strength: int) -> str:
    """Name the strongest card of a row as short as can be: a suit only where it matters.

    >>> [lettered(strength) for strength in (14, 11, 10, 8, 1)]
    ['1e', '7o', '3', '1', '4']
    """
    from bolicho.games.truco.cards import LADDER

    cards = LADDER[strength - 1]
    return cards[0] if len(cards) == 1 else cards[0][:-1]
