"""What is counted of a Truco player's behaviour, as data: counters, measures made of them, and parts of the hands.

A *counter* is how many hands (or answers) of one player were of a kind. A *measure* is the share of some counters in
others. ``may-X`` counts the hands in which X was open to the player at one of its decisions at least, so a rate says
how often a chance was taken, not how often chances come. docs/profiles.md tells it in words.

>>> cell(mano=True, score=(20, 12), target=24), parts_of("m+!")
('m+!', ('all', 'mano', 'ahead', 'end'))
>>> rate({"truco": 3, "may-truco": 4}, "truco"), rate({"stood": 2, "asked": 3}, "boldness")
((3, 4), (2, 3))
"""

from collections.abc import Mapping
from functools import cache

LOW = 20
"""Two cards of a suit give at least 20 points of envido: below, there is no pair and a call is a bluff."""
LEVEL = 2
"""Scores at most so far apart are level."""
LAST = 4
"""The end is near when somebody lacks no more than one part in four of the target (18 of 24)."""

Counts = Mapping[str, int]
Measure = tuple[tuple[str, ...], tuple[str, ...]]
"""The counters that are added up above the line, and below it."""

HOW = ("accepted", "raised", "refused")
BETS = ("envido", "truco")
"""The two ladders that the map is about: a flor is a duty more than a choice, and seldom answered."""
STOOD = tuple(f"{ladder}-{how}" for ladder in BETS for how in HOW[:2])
ASKED = tuple(f"{ladder}-{how}" for ladder in BETS for how in HOW)
"""Answers that do not give way, and all answers, on those ladders."""


def _answers(ladder: str) -> tuple[str, ...]:
    return tuple(f"{ladder}-{how}" for how in HOW)


CALLS: dict[str, Measure] = {
    call: ((call,), (f"may-{call}",))
    for call in ("envido", "real-envido", "falta-envido", "truco", "retruco", "vale-quatro")
}
"""``envido`` is opening the envido by any of its three calls; the others are those very words, said at any time."""
BLUFFS: dict[str, Measure] = {
    "envido-bluff": (("envido-low",), ("may-envido-low",)),
    "envido-low": (("envido-low",), ("envido-low", "envido-high")),
    "truco-bluff": (("truco-weak",), ("may-truco-weak",)),
    "truco-weak": (("truco-weak",), ("truco-weak", "truco-strong")),
}
ANSWERS: dict[str, Measure] = {
    f"{ladder}-{how}": ((f"{ladder}-{how}",), _answers(ladder)) for ladder in (*BETS, "flor") for how in HOW
}
CARDS: dict[str, Measure] = {
    f"first-{level}": ((f"first-{level}",), ("first-low", "first-medium", "first-high"))
    for level in ("low", "medium", "high")
}
FOLDS: dict[str, Measure] = {"folded": (("folded",), ("may-fold",))}
"""Of all hands: going to the baralho without a truco to answer."""
AXES: dict[str, Measure] = {
    "aggression": (("bet-envido", "bet-truco"), ("may-bet-envido", "may-bet-truco")),
    "boldness": (("stood",), ("asked",)),
}
"""The map: of the hands in which it could call or raise on a ladder (envido and truco apart), those in which it did; of
the rival's calls of envido and truco that it answered, those that it accepted or raised."""

MEASURES = AXES | CALLS | BLUFFS | ANSWERS | FOLDS | CARDS
COUNTERS = tuple(dict.fromkeys(name for measure in MEASURES.values() for side in measure for name in side))

MANO, PE = "m", "p"
AHEAD, EVEN, BEHIND, END, EARLY, UNTOLD = "+", "=", "-", "!", ".", "?"
PARTS = {
    "all": "",
    "mano": MANO,
    "pe": PE,
    "ahead": AHEAD,
    "level": EVEN,
    "behind": BEHIND,
    "end": END,
}
"""The parts of the hands that are told apart, each with the sign of its cells."""


def cell(*, mano: bool, score: tuple[int, int], target: int) -> str:
    """Return the cell of a hand: mão or pé, the standing (own score first) and whether the end is near."""
    mine, theirs = score
    standing = EVEN if abs(mine - theirs) <= LEVEL else AHEAD if mine > theirs else BEHIND
    near = LAST * (target - max(score)) <= target
    return (MANO if mano else PE) + standing + (END if near else EARLY)


@cache
def parts_of(cell: str) -> tuple[str, ...]:
    """Return the parts that a cell belongs to."""
    return tuple(part for part, sign in PARTS.items() if sign in cell)


def rate(counts: Counts, measure: str) -> tuple[int, int]:
    """Return how often something was done, and of how many."""
    above, below = MEASURES[measure]
    return sum(counts.get(name, 0) for name in above), sum(counts.get(name, 0) for name in below)
