"""Tricks: which cards may be played, and who wins.

Source: Rosa (2008), section 2.3.1; whether the asked card can be forced out is an option.

>>> winner(("Th", "Ah", "2s", "Kh"), leader=3, trump="s"), winner(("Th", "Ah", "2s", "Kh"), leader=3, trump=None)
(1, 0)
"""

from bolicho.games.rikken.cards import BIT, RANK, SUIT, SUIT_MASK, SUITS, Card, Hand


def follow(hand: int, led: Card | None) -> int:
    """Return the cards of a hand that follow suit; all of them when none does, and for who leads."""
    return hand if led is None else hand & SUIT_MASK[SUIT[led]] or hand


def winner(cards: Hand, leader: int, trump: str | None) -> int:
    """Return the seat that wins a full trick: the highest trump, else the highest card of the suit led."""
    led, over = SUIT[cards[0]], -1 if trump is None else SUITS.index(trump)
    best = max(range(4), key=lambda turn: _power(cards[turn], led, over))
    return (leader + best) % 4


def is_forced(how: str, seat: int, leader: int, led: Card | None, asked: Card, declarer: int) -> bool:
    """Whether the option makes the holder of the asked card play it now, following to its suit."""
    if led is None or SUIT[led] != SUIT[asked]:
        return False
    return (how == "first-lead" and leader != seat) or (how == "declarer-leads" and leader == declarer)


def lead_with(hand: int, how: str, asked: Card) -> int:
    """Return what the holder of the asked card may lead: of its suit, under ``first-lead``, that card alone."""
    return hand & ~SUIT_MASK[SUIT[asked]] | BIT[asked] if how == "first-lead" else hand


def _power(card: Card, led: int, trump: int) -> int:
    suit = SUIT[card]
    return RANK[card] + (100 if suit == trump else 50 if suit == led else 0)
