"""Questions about sets of cards that every tactic asks; one source for Python and the kernel."""

from bolicho.games.rikken.bits import RANKS, SUIT, count, highest, lowest

FOUR = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
"""The four twos."""


def masters(cards: int, out: int) -> int:
    """Return the cards above which none of their suit is still out."""
    found = 0
    for suit in range(4):
        others = out & SUIT << suit * RANKS
        mine = cards & SUIT << suit * RANKS
        found |= mine & -(2 << highest(others)) if others else mine
    return found


def lowest_of_each_suit(cards: int) -> int:
    """Return the lowest card of each suit."""
    found = 0
    for suit in range(4):
        mine = cards & SUIT << suit * RANKS
        found |= mine & -mine
    return found


def highest_of_each_suit(cards: int) -> int:
    """Return the highest card of each suit."""
    found = 0
    for suit in range(4):
        mine = cards & SUIT << suit * RANKS
        if mine:
            found |= 1 << highest(mine)
    return found


def of_highest_rank(cards: int) -> int:
    """Return the cards of the highest rank in a set."""
    rank = highest(cards >> 3 * RANKS & SUIT | cards >> 2 * RANKS & SUIT | cards >> RANKS & SUIT | cards & SUIT)
    return cards & FOUR << rank


def of_lowest_rank(cards: int) -> int:
    """Return the cards of the lowest rank in a set."""
    rank = lowest(cards >> 3 * RANKS & SUIT | cards >> 2 * RANKS & SUIT | cards >> RANKS & SUIT | cards & SUIT)
    return cards & FOUR << rank


def suit_points(hand: int, suit: int) -> int:
    """Return the strength of a suit: 1 a small card, J 2, Q 3, K 4, A 5, and its length (Rosa 2008, Quadro 9)."""
    held = hand >> suit * RANKS & SUIT
    honours = (held >> 9 & 1) + 2 * (held >> 10 & 1) + 3 * (held >> 11 & 1) + 4 * (held >> 12 & 1)
    return 2 * count(held) + honours


def strongest_suit(hand: int) -> int:
    """Return the suit of most points, the first of equals."""
    chosen = 0
    for suit in range(1, 4):
        if suit_points(hand, suit) > suit_points(hand, chosen):
            chosen = suit
    return chosen
