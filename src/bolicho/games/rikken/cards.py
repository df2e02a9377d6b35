"""The fifty-two cards of Rikken: names, numbers, sets, deals.

A card is its text, rank and suit: ``Qh``, ``Td``; suits s h d c, ranks 2-9 T J Q K A. Its number is
``suit * 13 + rank``, suits and ranks counted from 0 in that order; a set of cards is an int with a bit for each card.

>>> INDEX["2s"], INDEX["As"], INDEX["Qh"], hand_of(BIT["2s"] | BIT["As"] | BIT["Qh"])
(0, 12, 23, ('As', '2s', 'Qh'))
>>> str(Deal.parse("AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543"))
'AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543'
"""

from collections.abc import Iterable
from typing import NamedTuple

from bolicho.core.errors import BadInput

Card = str
Hand = tuple[Card, ...]

SEATS = 4
SUITS = "shdc"
RANKS = "23456789TJQKA"
CARDS: Hand = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Every card, by number."""
INDEX = {card: number for number, card in enumerate(CARDS)}
BIT = {card: 1 << number for number, card in enumerate(CARDS)}
SUIT = {card: SUITS.index(card[1]) for card in CARDS}
RANK = {card: RANKS.index(card[0]) for card in CARDS}
SUIT_MASK = tuple(0b1111111111111 << 13 * suit for suit in range(4))
"""All thirteen cards of a suit."""
RANK_MASK = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13))
"""The four cards of a rank."""
ACES = RANK_MASK[-1]
ALL = (1 << 52) - 1
DECK: Hand = tuple(CARDS[13 * suit + rank] for suit in range(4) for rank in range(12, -1, -1))
"""Every card as hands are held: spades, hearts, diamonds, clubs, the highest first."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return the set of some cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def hand_of(mask: int) -> Hand:
    """Return the cards of a set as a hand is held: suits s h d c, the highest first."""
    held: Hand = ()
    for suit in range(4):
        held += _SUIT_HANDS[suit][(mask >> 13 * suit) & 0x1FFF]
    return held


class Deal(NamedTuple):
    """Thirteen cards for each seat, as four sets."""

    hands: tuple[int, int, int, int]

    @classmethod
    def of(cls, *hands: Iterable[Card]) -> "Deal":
        """Make a deal of four handfuls of cards."""
        first, second, third, fourth = map(mask_of, hands)
        return cls((first, second, third, fourth))

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Read four hands between slashes, seat 0 first.

        Each hand is its suits s h d c between full stops (``AKJ2.T9.T94.8762``) or its cards (``As Ks Js ...``).
        """
        parts = text.split("/")
        if len(parts) != SEATS:
            raise BadInput(f"deal {text!r}: expected four hands between slashes, found {len(parts)}")
        hands = [_read_hand(part.strip(), text) for part in parts]
        seen: set[Card] = set()
        for seat, hand in enumerate(hands):
            for card in hand:
                if card in seen:
                    raise BadInput(f"deal {text!r}: card {card} twice")
                seen.add(card)
            if len(hand) != 13:
                raise BadInput(f"deal {text!r}: {len(hand)} cards for seat {seat}, expected 13")
        return cls.of(*hands)

    def checked(self) -> "Deal":
        """Return the deal; anything but four times thirteen different cards is refused."""
        hands = self.hands
        whole = len(hands) == SEATS and all(type(hand) is int and hand >= 0 for hand in hands)
        if not whole or sum(hands) != ALL or any(hand.bit_count() != 13 for hand in hands):
            raise BadInput(f"deal {hands!r}: expected 52 different cards, thirteen a seat")
        return self

    def __str__(self) -> str:
        return " / ".join(".".join(_ranks(hand, suit) for suit in range(4)) for hand in self.hands)


def _ranks(hand: int, suit: int) -> str:
    return "".join(card[0] for card in _SUIT_HANDS[suit][(hand >> 13 * suit) & 0x1FFF])


def _read_hand(part: str, text: str) -> list[Card]:
    suits = part.split(".")
    if "." in part and len(suits) != len(SUITS):
        raise BadInput(f"deal {text!r}: hand {part!r} has {len(suits)} suits between full stops, expected four")
    dotted = [rank + suit for ranks, suit in zip(suits, SUITS, strict=False) for rank in ranks.strip()]
    cards = dotted if "." in part else part.split()
    for card in cards:
        if card not in INDEX:
            raise BadInput(f"deal {text!r}: no card {card!r}; ranks {RANKS}, suits {' '.join(SUITS)}")
    return cards


def _suit_hands(suit: int) -> tuple[Hand, ...]:
    """Return the cards of each of the 8,192 sets within a suit, the highest first."""
    hands: list[Hand] = [()]
    for rank in range(13):
        hands += [(CARDS[13 * suit + rank], *hand) for hand in hands]
    return tuple(hands)


_SUIT_HANDS = tuple(map(_suit_hands, range(4)))
