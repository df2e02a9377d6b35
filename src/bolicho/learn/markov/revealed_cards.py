"""What the rival turned out to hold when a hand is over, as states of each module: one when it is known, else several.

Known are the cards he played open or showed in proof, and the numbers he said; one that lies face down stays unknown.
An empty answer means that he had no state there (an envido without points).
"""

from itertools import combinations

from bolicho.games.truco.cards import DECK, STRENGTH, SUIT, VALUE, Hand, sorted_hand
from bolicho.games.truco.view import View
from bolicho.learn.markov.orders import ALL, level
from bolicho.learn.markov.slices import strengths, truco_slice, unique
from bolicho.learn.markov.states import ENVIDO, FLOR, ORDERS, envido_row, flor_row, truco_row

States = tuple[int, ...]
BASE = 20
"""What a pair or a flor is worth besides its values."""


def known_cards(view: View) -> Hand:
    """Return the rival's cards that were played open or shown, strongest first."""
    seen = {card for card in view.played[view.rival] if card in STRENGTH}
    return sorted_hand(seen.union(view.shown[view.rival]))


def truco_states(view: View) -> States:
    """Return the hands he may have held, by strength."""
    known = known_cards(view)
    if len(known) == 3:
        return (truco_row(known),)
    return tuple(truco_slice(strengths(known), unique(view.dealt)).places.tolist())


def envido_states(view: View) -> States:
    """Return the pairs he may have had."""
    known = known_cards(view)
    shown = view.shown[view.rival]
    low, high = numbers(view, "envido")
    if shown and low == high:
        # the winner shows the cards that make his number: a single one when he has no pair
        pair = tuple(sorted(VALUE[card] for card in shown))
        return (ENVIDO.index(pair),) if low >= BASE else ()
    if len(known) == 3:
        row = envido_row(known)
        return () if row is None else (row,)
    if len(known) == 2:
        others = (card for card in DECK if card not in known and card not in view.dealt)
        rows = {envido_row(sorted_hand((*known, card))) for card in others}
        return tuple(sorted(r for r in rows if r is not None and low <= BASE + sum(ENVIDO[r]) <= high))
    return tuple(i for i, pair in enumerate(ENVIDO) if low <= BASE + sum(pair) <= high)


def flor_states(view: View) -> States:
    """Return the flores he may have had, in the suit of his known cards and without any of mine."""
    known = known_cards(view)
    if len(known) == 3:
        row = flor_row(known)
        return () if row is None else (row,)
    low, high = numbers(view, "flor")
    unseen = [card for card in DECK if card not in known and card not in view.dealt]
    rest = (
        cards
        for suit in {SUIT[card] for card in known or DECK}
        for cards in combinations([card for card in unseen if SUIT[card] == suit], 3 - len(known))
    )
    rows = {flor_row(sorted_hand((*known, *cards))) for cards in rest}
    return tuple(sorted(r for r in rows if r is not None and low <= BASE + sum(FLOR[r]) <= high))


def order_states(view: View) -> States:
    """Return the orders in which he may have played: those that agree with which of his cards beats which."""
    played = [card if card in STRENGTH else None for card in view.played[view.rival]]
    known = known_cards(view)
    if len(known) == 3:
        levels = [level(card, known) if card else None for card in played]
        fits = (i for i in ALL if all(a in (b, None) for a, b in zip(levels, ORDERS[i], strict=False)))
        return tuple(fits)
    ranks = [known.index(card) if card else None for card in played]
    pairs = [(a, b) for a in range(len(ranks)) for b in range(a) if ranks[a] is not None and ranks[b] is not None]
    return tuple(i for i in ALL if all(_agrees(ORDERS[i], ranks, a, b) for a, b in pairs))


def _agrees(order: tuple[int, ...], ranks: list[int | None], a: int, b: int) -> bool:
    first, second = ranks[a], ranks[b]
    assert first is not None and second is not None  # noqa: PT018  (only known cards are compared)
    return (order[a] > order[b]) == (first < second)


def numbers(view: View, mode: str) -> tuple[int, int]:
    """Return the lowest and the highest number he may have had, by what was said."""
    said = {a.seat: a.points for a in view.announced if a.mode == mode}
    his, mine = said.get(view.rival), said.get(view.seat)
    if his is not None:
        return his, his
    # "é bom" is said against the mão's number; who may concede says nothing by it
    good = view.rival in said and mine is not None and (mode == "flor" or view.rules.pe_may_concede == "off")
    return 0, mine if good and mine is not None else 99
