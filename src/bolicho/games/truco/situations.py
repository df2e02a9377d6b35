"""Situations that a fair dealer seldom gives: which deals they are, how many of all there are, one drawn from them.

Guided dealing (``play/guided_deals.py``) is what they are for: the paper on case learning (Moral et al.) saw
contra-flor in 6 of some 6,000 hands and only names the remedy. A situation gives each hand a *part* (0: none) and
says which parts meet.

>>> SITUATIONS["flor-flor"].holds(Deal.parse("7e 6e 5e / 1c 2c 12c")), DEALS
(True, 76767600)
>>> round(SITUATIONS["flor-flor"].probability, 6), situations_of(Deal.parse("1e 4c 5b / 3b 2c 12o"))
(0.00247, ('unbeatable',))
"""

from collections.abc import Callable
from functools import cache
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from bolicho.core.errors import UnknownName
from bolicho.games.truco.cards import STRENGTH, Deal, Hand, envido_points, flor_points

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DEALS = 9_880 * 7_770
"""All deals: hands of seat 0, and for each the hands of the 37 other cards."""

STRONG_ENVIDO = 28
STRONG_FLOR = 29
TOP = STRENGTH["2c"]
"""From the twos on a highest card often wins a round; above the threes every card is alone and cannot tie."""
WEAK = STRENGTH["7c"]
"""The white cards below the figures: 4, 5, 6 and the sevens of bastos and copas."""

Part = Callable[[Hand], int]


class Situation(NamedTuple):
    """A kind of deal: what a hand is in it, whether both seats must be the same or only one is anything, how many."""

    part: Part
    both: bool
    deals: int
    """Counted over all deals (a test counts again)."""

    @property
    def probability(self) -> float:
        """How likely a fair dealer is to give it."""
        return self.deals / DEALS

    def holds(self, deal: Deal) -> bool:
        """Tell whether a deal is of this kind."""
        first, second = map(self.part, deal.hands)
        return first == second > 0 if self.both else (first > 0) != (second > 0)


def _flor(hand: Hand) -> int:
    return int(flor_points(hand) > 0)


def _strong_flor(hand: Hand) -> int:
    return int(flor_points(hand) >= STRONG_FLOR)


def _strong_envido(hand: Hand) -> int:
    """A flor would be declared, and cancel the envido."""
    return int(envido_points(hand) >= STRONG_ENVIDO and not flor_points(hand))


def _top(hand: Hand) -> int:
    highest = max(map(STRENGTH.__getitem__, hand))
    return highest if highest >= TOP else 0


def _one_unbeatable(hand: Hand) -> int:
    """Only one seat can hold the ace of espadas, which nothing beats."""
    return int("1e" in hand and all(STRENGTH[card] <= WEAK for card in hand if card != "1e"))


SITUATIONS = {
    "flor-flor": Situation(_flor, both=True, deals=189_600),
    "contra-flor": Situation(_strong_flor, both=True, deals=43_104),
    "strong-envido": Situation(_strong_envido, both=True, deals=1_515_072),
    "equal-top": Situation(_top, both=True, deals=4_673_792),
    "unbeatable": Situation(_one_unbeatable, both=False, deals=1_414_140),
}
"""Flor on both sides; both strong enough to raise it; both at 28 points or more; both highest cards the same two or
three; the ace of espadas beside two cards that beat next to nothing."""


def situation(name: str) -> Situation:
    """Return a situation by its name."""
    if name not in SITUATIONS:
        raise UnknownName("situation", name, SITUATIONS)
    return SITUATIONS[name]


def situations_of(deal: Deal) -> tuple[str, ...]:
    """Return the names of all situations that a deal is."""
    return tuple(name for name, kind in SITUATIONS.items() if kind.holds(deal))


# ── counting and drawing, by the table of all hands ───────────────────────────────────────────────────────────────


def draw(name: str, rng: Random) -> Deal:
    """Draw a deal of a situation, each one as likely as the other: seat 0 by how many hands it may meet, then one."""
    from bolicho.games.truco.hands import all_hands

    firsts, upto = _firsts(name)
    first = rng.choices(firsts, cum_weights=upto)[0]
    meets = meeting(name, first).nonzero()[0]
    hands = all_hands().cards
    return Deal((hands[first], hands[int(meets[rng.randrange(len(meets))])]))


def count(name: str) -> int:
    """Count the deals of a situation, hand by hand of seat 0 against every hand of seat 1."""
    return _firsts(name)[1][-1]


@cache
def _firsts(name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hands that seat 0 may have, and how many deals there are up to each."""
    import numpy as np

    kind, parts = situation(name), _parts(name)
    hands = tuple(np.flatnonzero(parts).tolist() if kind.both else range(len(parts)))
    ways = [int(np.count_nonzero(meeting(name, hand))) for hand in hands]
    return hands, tuple(accumulate(ways))


@cache
def _parts(name: str) -> "npt.NDArray[np.int8]":
    import numpy as np

    from bolicho.games.truco.hands import all_hands

    return np.array([situation(name).part(hand) for hand in all_hands().cards], np.int8)


def meeting(name: str, first: int) -> "npt.NDArray[np.bool_]":
    """Mark the hands of seat 1 that make the situation with a hand of seat 0."""
    from bolicho.games.truco.hands import all_hands

    parts, mask = _parts(name), all_hands().mask
    both = (parts == parts[first]) & (parts > 0)
    wanted = both if situation(name).both else (parts > 0) != (parts[first] > 0)
    possible: npt.NDArray[np.bool_] = wanted & ((mask & mask[first]) == 0)
    return possible
