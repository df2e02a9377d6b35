"""What no hand of Truco can be, whatever its numbers: cards out of order, a card played that was not held, and so on.

Blanks are never wrong, save the three cards and who was mão, without which a case tells nothing.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import UNKNOWN, Cells
from bolicho.learn.cases.truco.codes import CODE, LEVELS, ME, NOBODY, RIVAL, SUITS

Mask = NDArray[np.bool_]
Fault = tuple[Mask, str, str]
"""The cases that break a rule, the column where it shows, and the rule; ``{column}`` in it is that cell of the case."""

CARDS = ("high", "medium", "low")
LADDER = ("truco", "retruco", "vale_quatro")
ROUNDS = (1, 2, 3)
DECK = np.zeros((64, 8), dtype=bool)
"""Which suits the cards of a code have."""
for _card, _code in CODE.items():
    DECK[_code, SUITS[_card[-1]]] = True


def faults(base: Mapping[str, Cells]) -> Iterator[Fault]:
    """Give every rule with the cases that break it; columns by name."""
    for part in (_needed, _received, _played, _winners, _calls):
        yield from part(base)


def _needed(base: Mapping[str, Cells]) -> Iterator[Fault]:
    for name in (*CARDS, "mano"):
        yield base[name] == UNKNOWN, name, "is blank, and no case can do without it"


def _received(base: Mapping[str, Cells]) -> Iterator[Fault]:
    for above, name in (("high", "medium"), ("medium", "low")):
        yield base[name] > base[above], name, f"{{{name}}} is more than the {{{above}}} of {above}"
    for name in CARDS:
        suit = f"{name}_suit"
        wrong = _known(base, name, suit) & ~DECK[np.maximum(base[name], 0), np.maximum(base[suit], 0)]
        yield wrong, suit, f"no card of code {{{name}}} has suit {{{suit}}}"
    for name, other in (("medium", "high"), ("low", "medium"), ("low", "high")):
        twice = _known(base, f"{name}_suit") & (base[name] == base[other])
        twice &= base[f"{name}_suit"] == base[f"{other}_suit"]
        yield twice, f"{name}_suit", f"the same card as {other}"


def _played(base: Mapping[str, Cells]) -> Iterator[Fault]:
    for number in ROUNDS:
        mine, played = f"mine_{number}", f"played_{number}"
        held = np.logical_or.reduce([base[mine] == base[name] for name in CARDS])
        yield _known(base, mine) & ~held, mine, f"{{{mine}}} is none of the cards received, {{high}} {{medium}} {{low}}"
        for level, name in zip(LEVELS, CARDS, strict=True):
            other = _known(base, mine) & (base[played] == level) & (base[mine] != base[name])
            yield other, mine, f"{{{mine}}}, but {played} {level} is the {name} card, {{{name}}}"
        for before in range(1, number):
            again = _level(base[played]) & (base[played] == base[f"played_{before}"])
            yield again, played, f"{{{played}}} was played in round {before} already"


def _winners(base: Mapping[str, Cells]) -> Iterator[Fault]:
    """An open card beats a weaker one; of a card face down nothing is said, whose code its owner knows."""
    for number in ROUNDS:
        mine, theirs, won = f"mine_{number}", f"theirs_{number}", f"won_{number}"
        by_cards = np.select([base[mine] > base[theirs], base[mine] < base[theirs]], [ME, RIVAL], NOBODY)
        open_ = _known(base, mine, theirs, won) & _level(base[f"played_{number}"])
        yield open_ & (base[won] != by_cards), won, f"{{{won}}}, but the cards were {{{mine}}} and {{{theirs}}}"


def _calls(base: Mapping[str, Cells]) -> Iterator[Fault]:
    for name in (*LADDER, "folded"):
        by, when = f"{name}_by", f"{name}_round"
        apart = _known(base, by, when) & ((base[by] == NOBODY) != (base[when] == 0))
        yield apart, when, f"{{{when}}}, but {by} is {{{by}}}"
    for before, name in pairwise(LADDER):
        without = (base[f"{name}_by"] > NOBODY) & (base[f"{before}_by"] == NOBODY)
        yield without, f"{name}_by", f"{{{name}_by}}, but nobody called {before.replace('_', ' ')}"


def _known(base: Mapping[str, Cells], *names: str) -> Mask:
    known: Mask = np.logical_and.reduce([base[name] != UNKNOWN for name in names])
    return known


def _level(played: Cells) -> Mask:
    return np.isin(played, LEVELS)
