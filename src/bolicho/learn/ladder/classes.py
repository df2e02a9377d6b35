"""Hands of the ladder game as classes: which strengths are still held, whatever their suits.

With ``left`` cards in hand a player is in one of ``width[left]`` classes: 502 hands, then 101 pairs, 14 single cards
and one empty hand on the forty cards. A class and the cards already played tell the hand that was dealt, so nothing is
merged. Weights of deals factor by level: of n cards of a level, a here and b there can be dealt in
n! / (a! b! (n-a-b)!) ways. 1 / (a! b!) belongs to the hands and is multiplied in once, at the root (``prior``); the
rest is a falling factorial of what is left of the level, so a card on the table multiplies by the count left before it,
and an end of the game needs only the counts left (``leaves``).

>>> deck = Classes.of(FORTY)
>>> deck.width, deck.deals == 9880 * 7770
((1, 14, 101, 502), True)
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, perm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import DECKS, LADDER

Counts = tuple[int, ...]
"""How many cards the deck has of each level, weakest first."""
FORTY: Counts = tuple(len(cards) for cards in LADDER)
OF_DECKS: dict[str, Counts] = {
    name: tuple(sum(card in deck for card in level) for level in LADDER) for name, deck in DECKS.items()
}

Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Float32s = npt.NDArray[np.float32]
Levels = tuple[int, ...]
"""Levels still held, strongest first."""


class Classes(NamedTuple):
    """All the tables about hands that the kernels need."""

    counts: Counts
    width: tuple[int, int, int, int]
    """Number of classes by cards left."""
    held: tuple[tuple[Levels, ...], ...]
    """By cards left, the levels of each class."""
    widths: Int32s
    cards: Int8s
    """[left, class, place]: levels, strongest first; -1 past the end."""
    up: Int32s
    """[left, level, class after playing the level] -> place * width[left] + class before; -1 if there is none."""
    legal: Float32s
    """[left, place * width + class]: 1 where the place is the first of its level, 0 where it repeats it."""
    kinds: Float32s
    """[left, class]: how many different levels it holds."""
    pair: Int32s
    """[level, level] -> class of two cards; -1 if the deck has no such pair."""
    prior: Float32s
    """[hand]: 1 / (a! b! c!) for its repeated levels."""
    deals: int
    """Deals of two hands of three."""
    both: Float32s
    """[hand, hand]: falling factorials of the full deck."""
    one: Float32s
    """[level on the table, pair, hand]: the same once a first card was played."""

    @classmethod
    def of(cls, counts: Counts) -> "Classes":
        """The tables of a deck; made once."""
        return _classes(tuple(counts))

    def number(self, held: Levels) -> int:
        """The class of these levels.

        >>> deck = Classes.of(FORTY)
        >>> deck.held[2][deck.number((9, 3))]
        (9, 3)
        """
        return numbers(self.counts)[tuple(sorted(held, reverse=True))]


@cache
def _held(counts: Counts, left: int) -> tuple[Levels, ...]:
    every = [held[::-1] for held in combinations_with_replacement(range(len(counts)), left)]
    if left == 1:  # every level, so that the class of a single card is its level
        return tuple(every)
    return tuple(held for held in every if all(held.count(level) <= counts[level] for level in set(held)))


@cache
def numbers(counts: Counts) -> dict[Levels, int]:
    """The class of every hand of up to three cards, strongest first."""
    return {held: number for left in range(4) for number, held in enumerate(_held(counts, left))}


def _ways(counts: Counts, mine: tuple[Levels, ...], theirs: tuple[Levels, ...]) -> Float32s:
    """Falling factorials: in how many ways both hands can be drawn from the counts, in order."""
    product = np.ones((len(mine), len(theirs)), np.float32)
    for level, count in enumerate(counts):
        falling = np.array([perm(count, drawn) for drawn in range(7)], np.float32)
        here, there = (np.array([hand.count(level) for hand in hands]) for hands in (mine, theirs))
        product *= falling[here[:, None] + there[None, :]]
    return product


@cache
def _classes(counts: Counts) -> Classes:
    levels = len(counts)
    held = tuple(_held(counts, left) for left in range(4))
    width = tuple(len(classes) for classes in held)
    number = numbers(counts)
    most = max(width)
    cards = np.full((4, most, 3), -1, np.int8)
    up = np.full((4, levels, max(width[:3])), -1, np.int32)
    legal = np.zeros((4, 3 * most), np.float32)
    kinds = np.zeros((4, most), np.float32)
    pair = np.full((levels, levels), -1, np.int32)
    for left in range(4):
        for n, hand in enumerate(held[left]):
            kinds[left, n] = len(set(hand))
            for place, level in enumerate(hand):
                cards[left, n, place] = level
                if hand.index(level) == place:
                    legal[left, place * width[left] + n] = 1
                    rest = hand[:place] + hand[place + 1 :]
                    up[left, level, number[rest]] = place * width[left] + n
            if left == 2:
                pair[hand] = pair[hand[::-1]] = n
    prior = [1 / np.prod([factorial(hand.count(level)) for level in set(hand)]) for hand in held[3]]
    afters = [tuple(n - (k == level and n > 0) for k, n in enumerate(counts)) for level in range(levels)]
    one = np.stack([_ways(after, held[2], held[3]) for after in afters])
    size = sum(counts)
    return Classes(
        counts, width, held, np.array(width, np.int32), cards, up, legal, kinds, pair,  # type: ignore[arg-type]
        np.array(prior, np.float32), comb(size, 3) * comb(size - 3, 3), _ways(counts, held[3], held[3]), one,
    )  # fmt: skip
