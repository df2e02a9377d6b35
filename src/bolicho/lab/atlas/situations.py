"""Situations of a hand of Truco: what was said and played so far, with ``?`` for a card of whoever looks at the chart.

>>> situation("pe-truco").path, situation("3o").path, situation("? envido").path
(('truco',), ('3o',), ('?', 'envido'))
"""

from typing import NamedTuple

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS

ANY = "?"
"""A card of the own hand, whichever the player would play."""
WORDS = (*ENVIDO_CALLS, *TRUCO_CALLS, "quero", "nao-quero", ANY)
LONGEST = 12


class Situation(NamedTuple):
    """Where a hand stands."""

    name: str
    """Empty where it was given by its moves."""
    path: tuple[str, ...]
    """What both did, the mão first."""


NAMED: dict[str, tuple[str, ...]] = {
    "mao": (),
    "pe-low": ("4c",),
    "pe-figure": ("12c",),
    "pe-three": ("3c",),
    "pe-top": ("7e",),
    "pe-envido": ("envido",),
    "pe-real-envido": ("real-envido",),
    "pe-falta-envido": ("falta-envido",),
    "pe-truco": ("truco",),
    "mao-envido": (ANY, "envido"),
    "mao-truco": (ANY, "truco"),
    "mao-raised": ("envido", "real-envido"),
    "mao-retruco": ("truco", "retruco"),
}
"""Those of the menu: a first word, an answer, an answer to a raise; as mão or as pé."""


def situation(text: str) -> Situation:
    """Read a situation: a name of `NAMED`, or its moves."""
    if text in NAMED:
        return Situation(text, NAMED[text])
    path = tuple(text.split())
    wrong = next((move for move in path if move not in STRENGTH and move not in WORDS), None)
    if wrong is not None or len(path) > LONGEST:
        known = ", ".join(NAMED)
        raise BadInput(f"situation {text[:60]!r}: expected {known}; or moves, with ? for a card of the own hand")
    return Situation("", path)


def score_of(text: str, target: int) -> tuple[int, int]:
    """Read a score, the own points first.

    >>> score_of("20-17", 24)
    (20, 17)
    """
    mine, dash, his = text.partition("-")
    if not (dash and mine.isdecimal() and his.isdecimal() and len(text) < 8) or max(int(mine), int(his)) >= target:
        raise BadInput(f"score {text[:20]!r}: expected OWN-RIVAL, both below {target}, as in 20-17")
    return int(mine), int(his)
