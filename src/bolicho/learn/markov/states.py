"""The state spaces of the four modules, weak to strong, and where a hand stands in them (Rossato, section 4.1).

A truco state is three strengths 1..14, weakest first; an envido state the values of the two cards that make the points;
a flor state those of all three; an order says in which round the low (B), medium (M) and high (A) card is played. They
are sorted by their sum, then by the tuple.

>>> len(TRUCO), len(ENVIDO), len(FLOR), len(ORDERS)
(502, 29, 64, 6)
>>> TRUCO_LABELS[truco_row(("7o", "12b", "7b"))], TRUCO_LABELS[-1], ENVIDO_LABELS[13], FLOR_LABELS[1]
('7c-12-7o', '7e-1b-1e', '0-7', '0-0-1')
>>> envido_row(("7o", "12b", "7b")), envido_row(("7o", "12b", "7e")), flor_row(("7b", "12b", "11b"))
(13, None, 14)
"""

from functools import cache
from itertools import combinations, combinations_with_replacement

from bolicho.games.truco.cards import LADDER, STRENGTH, VALUE, Hand, envido_cards, flor_points

State = tuple[int, ...]

WEAK_TO_STRONG = range(1, len(LADDER) + 1)
UNIQUE = tuple(strength for strength in WEAK_TO_STRONG if len(LADDER[strength - 1]) == 1)
"""Strengths that only one card has: 7o, 7e, 1b, 1e."""
VALUES = range(8)


def _ordered(states: list[State]) -> tuple[State, ...]:
    return tuple(sorted(states, key=lambda state: (sum(state), state)))


def _dealt(hand: State) -> bool:
    """Whether the deck has enough cards of each strength: of 560 multisets 58 fail."""
    return all(hand.count(strength) <= len(LADDER[strength - 1]) for strength in hand)


TRUCO = _ordered([hand for hand in combinations_with_replacement(WEAK_TO_STRONG, 3) if _dealt(hand)])
ENVIDO = _ordered([(0, 0), *combinations(VALUES, 2)])
FLOR = _ordered([*((0, 0, value) for value in VALUES), *combinations(VALUES, 3)])
LEVELS = ("B", "M", "A")
"""Baixa, média, alta: the low, medium and high card of a hand."""
ORDERS: tuple[State, ...] = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
"""Which level is played in rounds 1, 2, 3."""

CARD_LABELS = ("4", "5", "6", "7c", "10", "11", "12", "1c", "2", "3", "7o", "7e", "1b", "1e")
"""How the heat maps name each strength; 7c stands for both common sevens, 1c for both common aces."""
TRUCO_LABELS = tuple("-".join(CARD_LABELS[strength - 1] for strength in hand) for hand in TRUCO)
ENVIDO_LABELS = tuple("-".join(map(str, pair)) for pair in ENVIDO)
FLOR_LABELS = tuple("-".join(map(str, triple)) for triple in FLOR)
ORDER_LABELS = tuple("".join(LEVELS[level] for level in order) for order in ORDERS)

TRUCO_PLACE = {state: place for place, state in enumerate(TRUCO)}
ENVIDO_PLACE = {state: place for place, state in enumerate(ENVIDO)}
FLOR_PLACE = {state: place for place, state in enumerate(FLOR)}
ORDER_PLACE = {state: place for place, state in enumerate(ORDERS)}


@cache
def truco_row(hand: Hand) -> int:
    """Return where three cards stand among the truco states."""
    return TRUCO_PLACE[tuple(sorted(STRENGTH[card] for card in hand))]


@cache
def envido_row(hand: Hand) -> int | None:
    """Return where the pair that makes the envido stands; None with less than 20 points."""
    pair = envido_cards(hand)
    return ENVIDO_PLACE[tuple(sorted(VALUE[card] for card in pair))] if len(pair) == 2 else None


@cache
def flor_row(hand: Hand) -> int | None:
    """Return where a flor stands; None without one."""
    return FLOR_PLACE[tuple(sorted(VALUE[card] for card in hand))] if flor_points(hand) else None
