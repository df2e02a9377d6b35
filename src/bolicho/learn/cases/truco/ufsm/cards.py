"""The cards of a hand of the UFSM group's files: can they be dealt, which suits stand, how many points they give.

Some suits in those files were filled in later. They are trusted where the envido points that the server wrote, the
suits of the cards on the table and the other hand agree with them or a known fault of the server explains why not; else
they are blanked.
"""

from functools import cache, lru_cache
from itertools import combinations, product

from bolicho.games.truco.cards import VALUE, envido_points, flor_points, sorted_hand
from bolicho.learn.cases.truco.codes import CODE, CODES, SUITS
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.ufsm.hand import Hand, Suited, TableCell

OF_CODE = {code: {SUITS[card[-1]]: card for card in CODE if CODE[card] == code} for code in CODES}
"""The cards of each code, by suit."""
VALUES = {code: VALUE[next(iter(cards.values()))] for code, cards in OF_CODE.items()}
"""What a card of each code counts for envido."""
NAMES = ("high", "medium", "low")
Suits = tuple[int | None, ...]
NO_PAIR = 20
"""Two cards of a suit give at least so many points of envido."""


class ImpossibleRow(Exception):
    """A row that cannot be: the reason is its text."""


def possible(hand: Hand) -> None:
    """Refuse codes that three cards cannot have, and cards of which there is one and which both sides hold."""
    codes = [code for code, _ in hand.cards]
    both = codes + [code for code, _ in hand.rival_cards if code is not None]
    if any(code not in OF_CODE for code in codes) or sorted(codes, key=lambda c: -(c or 0)) != codes:
        raise ImpossibleRow("cards")
    if any(both.count(code) > len(OF_CODE[code]) for code in codes if code is not None):
        raise ImpossibleRow("cards")


def cards(hand: Hand, mine: tuple[tuple[TableCell, int | None], ...], repairs: set[str]) -> Case:
    """Return codes, suits and points as far as they can be trusted."""
    codes = tuple(code for code, _ in hand.cards if code is not None)
    suits = [_suit(card, repairs) for card in hand.cards]
    _repeated(hand, codes, suits, repairs)
    _seen(hand, mine, codes, suits, repairs)
    points, known, repair = _points(hand.envido_points, codes, tuple(suits))
    repairs |= {repair} - {""}
    case: Case = dict(zip(NAMES, codes, strict=True))
    case |= {f"{name}_suit": suit for name, suit in zip(NAMES, known, strict=True)}
    return {**case, "envido_points": points, "flor_points": _flor(codes, known, points)}


def _seen(
    hand: Hand,
    mine: tuple[tuple[TableCell, int | None], ...],
    codes: tuple[int, ...],
    suits: list[int | None],
    repairs: set[str],
) -> None:
    """A card that lay on the table in another suit: take that one if the points agree with it, else blank it."""
    seen = {
        place: cell.suit
        for cell, place in mine
        if place is not None and cell.suit is not None and suits[place] not in (None, cell.suit)
    }
    if not seen:
        return
    table = tuple(seen.get(place, suit) for place, suit in enumerate(suits))
    agree = any(points == hand.envido_points for chosen, points in _given(codes) if _agrees(chosen, table))
    repairs.add("suit-from-table" if agree else "suit-played-otherwise")
    for place in seen:
        if len(OF_CODE[codes[place]]) > 1:
            suits[place] = seen[place] if agree else None


def _suit(card: Suited, repairs: set[str]) -> int | None:
    code, suit = card
    cards = OF_CODE[code or 0]
    if suit in cards:
        return suit
    if len(cards) == 1:
        repairs.add("suit-certain")
        return next(iter(cards))
    if suit is not None:
        repairs.add("suit-impossible")
    return None


def _repeated(hand: Hand, codes: tuple[int, ...], suits: list[int | None], repairs: set[str]) -> None:
    """A card that stands twice in the deal has a wrong suit, nobody knows where: blank it here."""
    mine = list(zip(codes, suits, strict=True))
    for place, card in enumerate(mine):
        twice = mine.count(card) > 1 or card in hand.rival_cards
        if card[1] is not None and twice and len(OF_CODE[card[0]]) > 1:
            suits[place] = None
            repairs.add("suit-repeated")


@lru_cache(10_000)
def _points(stated: int | None, codes: tuple[int, ...], suits: Suits) -> tuple[int | None, Suits, str]:
    """The envido points: those stated, if the cards can give them.

    Of a flor the group's programs counted all three cards, or not the best two: there the cards tell the number. In
    many recorded hands the low card has the suit of the high one and the points are those without that pair: sometimes
    the suit was filled in wrongly, sometimes the pair overlooked, so neither stands. Else all suits are as doubtful as
    the points.
    """
    given = {points for chosen, points in _given(codes) if _agrees(chosen, suits)}
    if stated in given:
        return stated, suits, ""
    if len(set(suits)) == 1 and None not in suits and stated in _counted(codes):
        return given.pop(), suits, "points-of-flor"
    certain = _certain(codes, suits)
    if len(given) == 1 and suits[0] == suits[2] != suits[1] and stated == max(VALUES[code] for code in codes):
        return None, (*suits[:2], certain[2]), "points-or-low-suit"
    return None, certain, "points-doubtful"


def _counted(codes: tuple[int, ...]) -> set[int]:
    """What two or all three cards of a flor count."""
    return {20 + sum(VALUES[code] for code in some) for size in (2, 3) for some in combinations(codes, size)}


def _certain(codes: tuple[int, ...], suits: Suits) -> Suits:
    return tuple(suit if len(OF_CODE[code]) == 1 else None for code, suit in zip(codes, suits, strict=True))


@lru_cache(10_000)
def _flor(codes: tuple[int, ...], suits: Suits, points: int | None) -> int | None:
    """The flor points; where a suit is blank, 0 if two others or the envido points disprove a flor, else unknown.

    A suit was blanked because something of the cards is wrong: what else they seem to prove is no proof. Two cards of a
    suit, and so a flor however it was counted, give at least 20.
    """
    if None in suits:
        disproved = len(set(suits) - {None}) > 1 or (points is not None and points < NO_PAIR)
        return 0 if disproved else None
    return flor_points(_hand(codes, tuple(suit for suit in suits if suit is not None)))


def _agrees(chosen: tuple[int, ...], suits: Suits) -> bool:
    return all(suit in (None, mine) for suit, mine in zip(suits, chosen, strict=True))


def _hand(codes: tuple[int, ...], suits: tuple[int, ...]) -> tuple[str, ...]:
    return sorted_hand(OF_CODE[code][suit] for code, suit in zip(codes, suits, strict=True))


@cache
def _given(codes: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way to give three codes suits, with the envido points of it."""
    ways = [way for way in product(*(OF_CODE[code] for code in codes)) if len(set(zip(codes, way, strict=True))) == 3]
    return tuple((way, envido_points(_hand(codes, way))) for way in ways)
