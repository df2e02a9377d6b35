"""From what a seat sees to the numbers of the simulations."""

from bolicho.agents.rikken.table import CLOSED, DECLARER_LEADS, FIRST_LEAD, NEVER, OPEN, PLUS, Table, put
from bolicho.games.rikken.bits import NOBODY, RANKS
from bolicho.games.rikken.cards import ACES, INDEX, RANK_MASK, SUIT_MASK, SUITS, mask_of
from bolicho.games.rikken.contracts import CONTRACT, Contract
from bolicho.games.rikken.view import View

FORCED = {"never": NEVER, "first-lead": FIRST_LEAD, "declarer-leads": DECLARER_LEADS}


def table_of(view: View) -> Table:
    """Return the deal in play as one seat sees it: every card played again, its own hand and open ones filled in."""
    assert view.contract is not None
    assert view.declarer is not None
    assert view.current is not None
    first = view.tricks[0] if view.tricks else view.current
    trump = NOBODY if view.trump is None else SUITS.index(view.trump)
    table = begin(view, CONTRACT[view.contract], view.declarer, first.leader, trump)
    if view.asked is not None:
        ask(table, INDEX[view.asked])
    if view.partner is not None:
        table.partner = view.partner
        if view.asked is None:
            tell_aces(table)
    for trick in (*view.tricks, view.current):
        for card in trick.cards:
            put(table, INDEX[card])
    for seat, hand in enumerate(view.open_hands):
        table.hands[seat] = 0 if hand is None else mask_of(hand)
    table.hands[view.seat] = view.held
    return table


def table_of_start(view: View, trump: int) -> Table:
    """Return the table as the namer of trump or the asker sees it, were this suit trump."""
    assert view.contract is not None
    assert view.declarer is not None
    terms = CONTRACT[view.contract]
    table = begin(view, terms, view.declarer, leader_of(view, terms, view.declarer), trump)
    if view.partner is not None:
        table.partner = view.partner
        tell_aces(table)
    return table


def begin(view: View, terms: Contract, declarer: int, leader: int, trump: int) -> Table:
    """Return the table before the first card, with the eyes' own hand of thirteen."""
    table = Table(seat=leader, trump=trump, low=terms.low, high=terms.high, declarer=declarer)
    table.counts = [RANKS] * 4
    table.hands[view.seat] = mask_of(view.dealt)
    table.forced = FORCED[view.rules.asked_card_forced]
    table.early = int(view.rules.early_end == "on")
    table.opened = PLUS if terms.plus else OPEN if terms.open else CLOSED
    return table


def ask(table: Table, card: int) -> None:
    """Ask for a card: declarer has it not, and has every higher one that he could have asked for."""
    table.asked = card
    table.may[table.declarer] &= ~(1 << card)
    higher = sum(RANK_MASK[rank] for rank in range(card % RANKS + 1, RANKS))
    if table.trump >= 0:
        higher &= ~SUIT_MASK[table.trump]
    for seat in range(4):
        if seat != table.declarer:
            table.may[seat] &= ~higher


def tell_aces(table: Table) -> None:
    """Troela: declarer has three aces and his partner the fourth, so the others have none."""
    for seat in range(4):
        if seat not in (table.declarer, table.partner):
            table.may[seat] &= ~ACES


def leader_of(view: View, terms: Contract, declarer: int) -> int:
    """Return who would lead if this contract were played."""
    if terms.open or terms.name == "solo":
        return {"dealer": view.dealer, "declarer": declarer}.get(view.rules.open_leader, view.forehand)
    return view.forehand
