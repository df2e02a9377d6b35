"""Retention: whether a finished hand becomes a case, and which cases give way to it (Moral et al., IV.A).

A strategy is a function from what a base knows of a hand to a verdict.

>>> known = Hand(score=0, tutored=False, retrieved=(3, 7, 9), scores=(-1, 0, None), enough=3)
>>> nothing(known), new(known), tutored(known)
(Verdict(add=False, remove=()), Verdict(add=False, remove=()), Verdict(add=False, remove=()))
>>> Substitute()(known), Substitute()(known._replace(score=-2)), Substitute(add_always=True)(known._replace(score=-2))
(Verdict(add=True, remove=(3,)), Verdict(add=False, remove=()), Verdict(add=True, remove=()))
>>> Substitute()(known._replace(score=1)), Substitute(one=True)(known._replace(score=1))
(Verdict(add=True, remove=(3, 7)), Verdict(add=True, remove=(3,)))
>>> new(known._replace(enough=4)), Substitute()(known._replace(enough=4))
(Verdict(add=True, remove=()), Verdict(add=True, remove=()))
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Hand(NamedTuple):
    """A finished hand as one base sees it."""

    score: int
    """Points won minus points lost by the actions of the base's mode."""
    tutored: bool
    """Whether a tutor was asked about this base's mode in the hand, and answered in time."""
    retrieved: tuple[int, ...]
    """The positions of the cases found alike: of the nearest ``enough``, those that reach the threshold."""
    scores: tuple[int | None, ...]
    """The score of each; None where the case does not tell."""
    enough: int
    """A hand is new where fewer cases are found."""


class Verdict(NamedTuple):
    """What becomes of a hand, and which cases are forgotten for it."""

    add: bool
    remove: tuple[int, ...] = ()


Retention = Callable[[Hand], Verdict]


def nothing(hand: Hand) -> Verdict:  # noqa: ARG001
    """Keep nothing, ever."""
    return Verdict(False)


def new(hand: Hand) -> Verdict:
    """Keep a hand of which fewer than enough cases are found (Algorithm 2)."""
    return Verdict(len(hand.retrieved) < hand.enough)


@dataclass(frozen=True)
class Substitute:
    """Keep what is new; else the hand takes the place of every case found that scored less (Algorithm 3).

    The paper's listing adds the hand even where nothing gave way, its text only where it "permits a relevant score":
    ``add_always`` is the listing. The listing goes through all cases found, the text speaks of "the past case" that is
    replaced: with ``one`` it is the worst of them, of equal ones the nearest.
    """

    add_always: bool = False
    one: bool = False

    def __call__(self, hand: Hand) -> Verdict:
        """Decide on a hand."""
        if new(hand).add:
            return Verdict(True)
        found = zip(hand.retrieved, hand.scores, strict=True)
        worse = {position: score for position, score in found if score is not None and score < hand.score}
        gone = (min(worse, key=lambda position: worse[position]),) if self.one and worse else tuple(worse)
        return Verdict(bool(worse) or self.add_always, gone)


def tutored(hand: Hand) -> Verdict:
    """Keep a hand in which a tutor was asked, and answered in time (active learning)."""
    return Verdict(hand.tutored)
