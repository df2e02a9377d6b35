"""The forty cards of Truco Gaudério: names, strength, envido and flor.

Source: CBTG tournament regulation, annex 05 ("Truco Cego"), and the engines of the UFSM group.
A card is its text: rank and suit, ``1e 7o 12c``; suits espadas (e), bastos (b), ouros (o), copas (c).

>>> envido_points(("7e", "12e", "4c")), flor_points(("7e", "6e", "5e"))
(27, 38)
>>> str(Deal.parse("4c 7o 1e / 3b 2c 12o"))
'1e 7o 4c / 3b 2c 12o'
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from bolicho.core.errors import BadInput

Card = str
Hand = tuple[Card, ...]

LADDER: tuple[Hand, ...] = (
    ("4e", "4b", "4o", "4c"),
    ("5e", "5b", "5o", "5c"),
    ("6e", "6b", "6o", "6c"),
    ("7b", "7c"),
    ("10e", "10b", "10o", "10c"),
    ("11e", "11b", "11o", "11c"),
    ("12e", "12b", "12o", "12c"),
    ("1o", "1c"),
    ("2e", "2b", "2o", "2c"),
    ("3e", "3b", "3o", "3c"),
    ("7o",),
    ("7e",),
    ("1b",),
    ("1e",),
)
"""Fourteen levels from weak to strong; cards of one level tie."""

SUITS = "eboc"
STRENGTH = {card: level for level, cards in enumerate(LADDER, 1) for card in cards}
SUIT = {card: card[-1] for card in STRENGTH}
VALUE = {card: int(card[:-1]) if int(card[:-1]) <= 7 else 0 for card in STRENGTH}
DECK: Hand = tuple(sorted(STRENGTH, key=lambda card: (-STRENGTH[card], SUITS.index(SUIT[card]))))
"""All cards, strongest first; hands are kept in this order."""
PLACE = {card: place for place, card in enumerate(DECK)}
DECKS: dict[str, Hand] = {"full": DECK, "mini": ("1e", "3e", "3b", "12e", "12b", "4b", "4c")}
"""The cards in play by the option `deck`; why these seven, docs/games/truco.md says."""
HANDS = frozenset(combinations(DECK, 3))
"""Every hand that can be dealt: 9,880 of them."""


def sorted_hand(cards: Iterable[Card]) -> Hand:
    """Put cards in the order of the deck, strongest first."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


@cache
def envido_points(hand: Hand) -> int:
    """Best two cards of one suit give 20 + their values; without a pair, the highest single value."""
    return sum(VALUE[card] for card in envido_cards(hand)) + 20 * (len(envido_cards(hand)) == 2)


@cache
def envido_cards(hand: Hand) -> Hand:
    """Return the cards that make the envido points, as they are shown in proof; of equal ones, the stronger."""
    pairs = [(a, b) for i, a in enumerate(hand) for b in hand[i + 1 :] if SUIT[a] == SUIT[b]]
    if pairs:
        return max(pairs, key=lambda pair: VALUE[pair[0]] + VALUE[pair[1]])
    return (max(hand, key=VALUE.__getitem__),)


@cache
def flor_points(hand: Hand) -> int:
    """Three cards of a suit are worth 20 + the three values; 0 when there is no flor."""
    if len({SUIT[card] for card in hand}) > 1:
        return 0
    return 20 + sum(VALUE[card] for card in hand)


class Deal(NamedTuple):
    """Three cards for each seat, in the order of the deck, so that equal deals are equal."""

    hands: tuple[Hand, Hand]

    @classmethod
    def of(cls, first: Iterable[Card], second: Iterable[Card]) -> "Deal":
        """Make a deal of two handfuls of cards."""
        return cls((sorted_hand(first), sorted_hand(second)))

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Read ``1e 7o 4c / 3b 2c 12o`` (seat 0 / seat 1)."""
        hands = [part.split() for part in text.split("/")]
        if len(hands) != 2 or any(len(hand) != 3 for hand in hands):
            raise BadInput(f"deal {text!r}: expected three cards / three cards, as in '1e 7o 4c / 3b 2c 12o'")
        cards = hands[0] + hands[1]
        for card in cards:
            if card not in STRENGTH:
                raise BadInput(f"deal {text!r}: no card {card!r}; ranks 1-7, 10-12, suits e b o c")
            if cards.count(card) > 1:
                raise BadInput(f"deal {text!r}: card {card} twice")
        return cls.of(*hands)

    def checked(self) -> "Deal":
        """Return the deal in the order of the deck; anything but six different cards is refused."""
        ordered = all(hand in HANDS for hand in self.hands) and len(self.hands) == 2
        return self if ordered and not set(self.hands[0]) & set(self.hands[1]) else Deal.parse(str(self))

    def within(self, deck: str) -> "Deal":
        """Return the deal; a card that is not in the deck of that name is refused."""
        if deck != "full":
            for card in self.hands[0] + self.hands[1]:
                if card not in DECKS[deck]:
                    raise BadInput(f"deal '{self}': card {card} is not in the {deck} deck: {' '.join(DECKS[deck])}")
        return self

    def __str__(self) -> str:
        return " / ".join(" ".join(hand) for hand in self.hands)
