"""Deals as chance nodes, few outcomes each, every deal by exactly one way.

Truco's forty cards go out one by one, a seat's three in the order of the deck, so that each hand is one path and not
six. A small deck (or hands of which only the strengths matter) is one node a seat: the whole hand. Rikken asks of each
card who gets it.
"""

from collections.abc import Callable, Sequence
from math import comb, prod
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.field.openspiel.kind import Outcomes
from bolicho.games.rikken.cards import CARDS, INDEX
from bolicho.games.rikken.cards import Deal as RikkenDeal
from bolicho.games.truco.cards import STRENGTH, Deal, Hand

HELD = 3
"""Cards a seat, in Truco."""
GIVEN = tuple[Hand | None, Hand | None]
"""By seat, a hand that is given and not dealt."""


class CardByCard:
    """So many cards to a seat, in the order of the deck, then to the next: Truco, and any game that deals hands.

    ``given`` has a hand for each seat that is not dealt one, else None; ``make`` makes a deal of the hands.
    """

    def __init__(
        self,
        deck: Hand,
        given: Sequence[Hand | None],
        held: int = HELD,
        make: Callable[..., Any] = Deal.of,
    ) -> None:
        self.given, self.held, self.make = given, held, make
        taken = {card for hand in given if hand for card in hand}
        self.deck = deck
        self.left = tuple(place for place, card in enumerate(deck) if card not in taken)
        self.seats = [seat for seat, hand in enumerate(given) if hand is None]
        self.nodes, self.widest = held * len(self.seats), len(deck)

    def chances(self, drawn: Outcomes) -> list[tuple[int, float]]:
        """Weigh each card by the hands that it leaves possible: the others of this seat come after it."""
        mine = drawn[len(drawn) // self.held * self.held :]
        free = [place for place in self.left if place not in drawn]
        after = [place for place in free if not mine or place > mine[-1]]
        missing = self.held - len(mine)
        ways = comb(len(after), missing)
        weights = ((place, comb(len(after) - n - 1, missing - 1) / ways) for n, place in enumerate(after))
        return [(place, weight) for place, weight in weights if weight]

    def name(self, drawn: Outcomes, outcome: int) -> str:
        """Say ``1e to 0``."""
        return f"{self.deck[outcome]} to {self.seats[len(drawn) // self.held]}"

    def deal(self, drawn: Outcomes) -> Any:
        """Put the hands together."""
        dealt = iter(drawn)
        hands = [hand or tuple(self.deck[next(dealt)] for _ in range(self.held)) for hand in self.given]
        return self.make(*hands)

    def drawn(self, deal: Any) -> Outcomes:
        """Read the places of the cards in ``deal.hands``."""
        places = (sorted(self.deck.index(card) for card in deal.hands[seat]) for seat in self.seats)
        return tuple(place for hand in places for place in hand)


class HandByHand:
    """Truco: one node a seat, the whole hand; ``ways(hand, other)`` counts how it can be dealt beside the other."""

    nodes = 2

    def __init__(self, hands: Sequence[Hand], ways: Callable[[Hand, Hand], int], given: GIVEN) -> None:
        self.hands, self.ways, self.given = hands, ways, given
        self.number = {hand: number for number, hand in enumerate(hands)}
        self.widest = len(hands)
        self.seconds = {first: self._weights(1, first) for first in hands}
        self.firsts = {hand: weight * sum(self.seconds[hand].values()) for hand, weight in self._weights(0, ()).items()}

    def _weights(self, seat: int, other: Hand) -> dict[Hand, int]:
        given = self.given[seat]
        return {hand: ways for hand in ([given] if given else self.hands) if (ways := self.ways(hand, other))}

    def chances(self, drawn: Outcomes) -> list[tuple[int, float]]:
        """Weigh the hands by the ways they can be dealt."""
        weights = self.seconds[self.hands[drawn[0]]] if drawn else self.firsts
        whole = sum(weights.values())
        return [(self.number[hand], weight / whole) for hand, weight in weights.items() if weight]

    def name(self, drawn: Outcomes, outcome: int) -> str:
        """Say ``1e 3e 4b to 0``."""
        return f"{' '.join(self.hands[outcome])} to {len(drawn)}"

    def deal(self, drawn: Outcomes) -> Deal:
        """Put the hands together."""
        return Deal.of(self.hands[drawn[0]], self.hands[drawn[1]])

    def drawn(self, deal: Deal) -> Outcomes:
        """Read the numbers of the hands."""
        return self.number[deal.hands[0]], self.number[deal.hands[1]]


def apart(hand: Hand, other: Hand) -> int:
    """One way, unless a card is in both."""
    return int(not set(hand) & set(other))


class Strengths(HandByHand):
    """Truco where suits mean nothing: hands of equal strengths are one, as often as there are such hands.

    Seat 0 holds the first cards of each strength, seat 1 the last, so that what a seat sees never tells of suits.
    """

    def __init__(self, deck: Hand, given: GIVEN) -> None:
        self.levels: dict[int, Hand] = {}
        for card in deck:
            self.levels[STRENGTH[card]] = (*self.levels.get(STRENGTH[card], ()), card)
        hands: list[Hand] = [()]
        for cards in self.levels.values():
            hands = [(*hand, *cards[:n]) for hand in hands for n in range(min(len(cards), HELD - len(hand)) + 1)]
        whole = sorted((hand for hand in hands if len(hand) == HELD), key=lambda h: [deck.index(c) for c in h])
        mine, other = (None if hand is None else self.first(hand) for hand in given)
        super().__init__(whole, self._counted, (mine, other))

    def _counted(self, hand: Hand, other: Hand) -> int:
        gone = [STRENGTH[card] for card in other]
        mine = [STRENGTH[card] for card in hand]
        return prod(comb(len(c) - gone.count(s), mine.count(s)) for s, c in self.levels.items())

    def first(self, hand: Hand) -> Hand:
        """Return the hand of these strengths as seat 0 holds it."""
        mine = [STRENGTH[card] for card in hand]
        return tuple(card for strength, cards in self.levels.items() for card in cards[: mine.count(strength)])

    def last(self, hand: Hand) -> Hand:
        """Return the hand of these strengths as seat 1 holds it."""
        mine = [STRENGTH[card] for card in hand]
        return tuple(
            card for strength, cards in self.levels.items() for card in cards[len(cards) - mine.count(strength) :]
        )

    def deal(self, drawn: Outcomes) -> Deal:
        """Give each seat its own cards of the strengths."""
        return Deal.of(self.hands[drawn[0]], self.last(self.hands[drawn[1]]))

    def drawn(self, deal: Deal) -> Outcomes:
        """Read the numbers of the strengths."""
        return self.number[self.first(deal.hands[0])], self.number[self.first(deal.hands[1])]


class SeatByCard:
    """Rikken: for each of the 52 cards, who gets it; a seat is as likely as it has cards to come."""

    nodes, widest = len(CARDS), 4

    def chances(self, drawn: Outcomes) -> list[tuple[int, float]]:
        """Weigh the seats by the cards they lack."""
        lacks = [13 - drawn.count(seat) for seat in range(4)]
        left = self.nodes - len(drawn)
        return [(seat, lack / left) for seat, lack in enumerate(lacks) if lack]

    def name(self, drawn: Outcomes, outcome: int) -> str:
        """Say ``2s to 3``."""
        return f"{CARDS[len(drawn)]} to {outcome}"

    def deal(self, drawn: Outcomes) -> RikkenDeal:
        """Put the hands together."""
        hands = [0, 0, 0, 0]
        for place, seat in enumerate(drawn):
            hands[seat] |= 1 << place
        return RikkenDeal((hands[0], hands[1], hands[2], hands[3]))

    def drawn(self, deal: RikkenDeal) -> Outcomes:
        """Read who holds each card."""
        holders = (next(seat for seat in range(4) if deal.hands[seat] >> place & 1) for place in INDEX.values())
        return tuple(holders)


def given_hand(seat: int, text: str, deck: Hand) -> Hand | None:
    """Read a hand that is not dealt but given: ``1e 3e 12e``; nothing is None."""
    cards = text.split()
    for card in cards:
        if card not in deck:
            raise BadInput(f"parameter hand{seat}={text!r}: no card {card!r} in the deck {' '.join(deck)}")
    if cards and len(set(cards)) != HELD:
        raise BadInput(f"parameter hand{seat}={text!r}: expected three cards, as in hand{seat}={' '.join(deck[:3])}")
    return tuple(card for card in deck if card in cards) or None
