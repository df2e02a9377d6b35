"""The forty cards of Truco Paulista: their order, the vira and the manilhas.

Sources: docs/games/paulista.md (CTruco, miniTruco). A card is its text, rank and suit: ``Ac 7d Qs``; suits paus (c),
copas (h), espadas (s), ouros (d), written as of any French deck. The rank after the vira's gives the four manilhas,
above all others, and only among them does the suit count.

>>> manilha("7d"), manilha("3h")
('Q', '4')
>>> table = strengths("7d")
>>> table["Qc"] > table["Qh"] > table["Qs"] > table["Qd"] > table["3c"] == table["3d"] > table["Jh"]
True
>>> str(Deal.parse("7d / 3c 2h As / Kd Jc 4h"))
'7d / 3c 2h As / Kd Jc 4h'
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from bolicho.core.errors import BadInput

Card = str
Hand = tuple[Card, ...]

RANKS = "4567QJKA23"
"""From weak to strong; after the 3 comes the 4 again, where the vira asks for the next."""
SUITS = "dshc"
"""From the weakest manilha to the strongest: pica-fumo, espadilha, copas, zap."""
DECK: Hand = tuple(rank + suit for rank in reversed(RANKS) for suit in reversed(SUITS))
"""All cards, strongest first as long as there is no manilha."""
CARDS = frozenset(DECK)
HELD = 3
"""Cards a seat."""


def manilha(vira: Card) -> str:
    """Return the rank of the manilhas: the one after the vira's."""
    return RANKS[(RANKS.index(vira[0]) + 1) % len(RANKS)]


@cache
def strengths(vira: Card) -> dict[Card, int]:
    """Return how strong each card is in a hand with this vira: equal numbers tie, 11 to 14 are the manilhas."""
    trump = manilha(vira)
    above = len(RANKS) + 1
    return {card: above + SUITS.index(card[1]) if card[0] == trump else RANKS.index(card[0]) + 1 for card in DECK}


def sorted_hand(cards: Iterable[Card], vira: Card) -> Hand:
    """Put cards in order, strongest first; of those that tie, as in the deck."""
    table = strengths(vira)
    return tuple(sorted(cards, key=lambda card: (-table[card], DECK.index(card))))


class Deal(NamedTuple):
    """The vira, and three cards for each seat in the order in which they were dealt.

    The order counts in a mão de ferro, where nobody looks: each plays his cards as they came.
    """

    vira: Card
    hands: tuple[Hand, Hand]

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Read ``7d / 3c 2h As / Kd Jc 4h``: the vira, seat 0, seat 1."""
        parts = [part.split() for part in text.split("/")]
        if [len(part) for part in parts] != [1, HELD, HELD]:
            raise BadInput(
                f"deal {text!r}: expected the vira / three cards / three cards, as in '7d / 3c 2h As / Kd Jc 4h'"
            )
        cards = [card for part in parts for card in part]
        for card in cards:
            if card not in DECK:
                raise BadInput(f"deal {text!r}: no card {card!r}; ranks 4 5 6 7 Q J K A 2 3, suits c h s d")
            if cards.count(card) > 1:
                raise BadInput(f"deal {text!r}: card {card} twice")
        return cls(parts[0][0], (tuple(parts[1]), tuple(parts[2])))

    def checked(self) -> "Deal":
        """Return the deal; anything but a vira and two hands of three, all different, is refused."""
        whole = len(self.hands) == 2 and all(len(hand) == HELD for hand in self.hands)
        return (
            self if whole and len(CARDS & {self.vira, *self.hands[0], *self.hands[1]}) == 7 else Deal.parse(str(self))
        )

    def __str__(self) -> str:
        return " / ".join((self.vira, *(" ".join(hand) for hand in self.hands)))
