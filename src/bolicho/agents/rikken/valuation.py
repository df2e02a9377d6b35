"""What a hand of Rikken is worth before a card is played: trick per cent count, points, losing trick count.

Source: Rosa (2008), 3.4.1 (TPC, Quadros 7 to 9), 3.5.1 (LTC, Quadro 14), 3.6.1.3 (margins, Quadros 16 and 17). Counts
are exact fractions: with floats some four in a thousand hands fall on the wrong side of a margin.

>>> from bolicho.games.rikken.cards import mask_of
>>> tpc(mask_of("As Ks Js 2s Qh Kd Jd 4d Qc Jc Tc 8c 6c".split()))
Fraction(123, 20)
>>> hand = mask_of("As Ks Js 2s Qh Th 9h Td 9d 4d Ac Kc Qc".split())
>>> points(hand, 0), [losers(hand, suit) for suit in range(4)], ltc(hand)
(16, [1, 2, 3, 0], 6)
"""

from fractions import Fraction
from random import Random

from bolicho.agents.rikken.guess import UNIT, hand_tpc
from bolicho.agents.rikken.sets import suit_points
from bolicho.games.rikken.bits import RANKS, SUIT
from bolicho.games.rikken.cards import CARDS, INDEX, SUITS
from bolicho.games.rikken.contracts import PAS

MARGINS = {False: (Fraction(1, 2), Fraction(3, 2), Fraction(15, 2), Fraction(4)),
           True: (Fraction(3, 4), Fraction(2), Fraction(7), Fraction(0))}  # fmt: skip
"""Quadro 16 and, for the forced second round, 17: at most for misere, below for piek, at least for solo-8 and rik."""
COUNTED = 3
"""Losers are looked for among at most this many cards of a suit."""


def tpc(hand: int) -> Fraction:
    """Return the tricks that a hand expects to win alone: the sum over its cards."""
    return Fraction(hand_tpc(hand), UNIT)


def tpc_by_card(hand: int) -> dict[str, Fraction]:
    """Return the chance of each card to win a trick: (n - h) / n of n cards in the suit, h higher ones not held.

    >>> {card: str(chance) for card, chance in tpc_by_card(1 << 12 | 1 << 9).items()}
    {'As': '1', 'Js': '0'}
    """
    chances = {}
    for card in range(len(CARDS) - 1, -1, -1):
        if hand >> card & 1:
            held = hand >> card // RANKS * RANKS & SUIT
            n, rank = held.bit_count(), card % RANKS
            higher = RANKS - 1 - rank - (held >> rank + 1).bit_count()
            chances[CARDS[card]] = max(Fraction(n - higher, n), Fraction(0))
    return {card: chances[card] for card in sorted(chances, key=lambda card: (INDEX[card] // RANKS, -INDEX[card]))}


def wish(tricks: Fraction | float, *, forced: bool = False) -> str:
    """Return the contract that an estimate of tricks wishes for, of the four that the paper plays.

    >>> [wish(Fraction(x)) for x in ("1/2", "1", "3/2", "4", "15/2")]
    ['misere', 'piek', 'pas', 'rik', 'solo-8']
    >>> [wish(Fraction(x), forced=True) for x in ("3/4", "1", "2", "7")]
    ['misere', 'piek', 'rik', 'solo-8']
    """
    misere, piek, solo, rik = MARGINS[forced]
    if tricks <= misere:
        return "misere"
    if tricks < piek:
        return "piek"
    if tricks >= solo:
        return "solo-8"
    return "rik" if tricks >= rik else PAS


def points(hand: int, suit: int) -> int:
    """Return the strength of a suit: 1 to 5 a card by rank, and its length (Quadro 9)."""
    return suit_points(hand, suit)


def losers(hand: int, suit: int) -> int:
    """Return how many tricks a suit may lose: of its n cards, three at most, those not among the n highest."""
    held = hand >> suit * RANKS & SUIT
    n = min(held.bit_count(), COUNTED)
    top = SUIT >> RANKS - n << RANKS - n if n else 0
    return n - (held & top).bit_count()


def ltc(hand: int) -> int:
    """Return the tricks predicted by losing trick count: twelve less the losers."""
    return 4 * COUNTED - sum(losers(hand, suit) for suit in range(4))


def strongest_trump(hand: int, rng: Random) -> int:
    """Return the suit with most points, equals by lot."""
    return rng.choice(strongest_trumps(hand))


def strongest_trumps(hand: int) -> list[int]:
    """Return the suits with most points, one or several."""
    strength = [points(hand, suit) for suit in range(4)]
    return [suit for suit in range(4) if strength[suit] == max(strength)]


def card_to_ask(hand: int, legal: tuple[str, ...], by: str, rng: Random) -> str:
    """Choose among the cards that may be asked for by their suits, equals by lot."""
    return rng.choice(cards_to_ask(hand, legal, by))


def cards_to_ask(hand: int, legal: tuple[str, ...], by: str) -> list[str]:
    """Return the cards that may be asked for in the suits with most ``points`` or most ``losers``."""
    measure = points if by == "points" else losers
    worth = {card: measure(hand, SUITS.index(card[1])) for card in legal}
    return [card for card in legal if worth[card] == max(worth.values())]


def danger(hand: int) -> int:
    """Return how far a hand is from one that can never be made to win a trick: 0 is quite safe.

    The i-th lowest card of a suit (from 0) is safe if at most i lower cards are missing below it.

    >>> danger(0b10101), danger(1 << 1), danger(1 << 12)
    (0, 1, 12)
    """
    total = 0
    for suit in range(4):
        held = [rank for rank in range(RANKS) if hand >> suit * RANKS + rank & 1]
        total += sum(max(0, rank - 2 * i) for i, rank in enumerate(held))
    return total


def fits(hand: int, contract: str) -> bool:
    """Whether a hand lies in the margin of one of the paper's four contracts."""
    return wish(tpc(hand)) == contract
