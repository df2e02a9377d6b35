"""Which cards a player of rules may play now, each as likely as the others; one source for Python and the kernel.

``paper_cards`` is literal: Quadro 10 (rik and solo), 11 (piek; its second heading must read *not* first), 12 (misere)
of Rosa (2008), 3.4.2. It knows neither trump nor partner. ``house.py`` holds the rules of the house.
A rule answers with a set of cards: it says "one of these at random" and nothing is drawn here. Every rule looks only at
what the player whose turn it is can see.
"""

from bolicho.agents.rikken.house import house_cards
from bolicho.agents.rikken.sets import (
    highest_of_each_suit,
    lowest_of_each_suit,
    masters,
    of_highest_rank,
    of_lowest_rank,
)
from bolicho.agents.rikken.table import Table, legal
from bolicho.games.rikken.bits import ALL, NOBODY, RANKS, SUIT, highest, lowest

RANDOM, PAPER, RULES = range(3)
"""How a player chooses who does not think ahead."""


def candidates(table: Table, technique: int) -> int:
    """Return the cards among which a technique draws."""
    cards = legal(table)
    if cards & cards - 1 == 0 or technique == RANDOM:
        return cards
    if technique == PAPER:
        return paper_cards(table, cards)
    return house_cards(table, cards)


def paper_cards(table: Table, cards: int) -> int:
    """Return what the paper's player draws from, by contract."""
    me = table.seat
    if table.high == RANKS:
        return paper_for_tricks(table, cards)
    if table.low == 1 and me == table.declarer and table.tricks[me] == 0:
        return of_highest_rank(cards)
    return paper_for_few(table, cards)


def paper_for_tricks(table: Table, cards: int) -> int:
    """Quadro 10: rik and solo, for everybody at the table."""
    me = table.seat
    out = ALL & ~table.gone & ~table.hands[me]
    if table.placed == 0:
        return masters(cards, out) or cards
    suit = SUIT << table.led * RANKS
    if cards & suit == 0:
        return lowest_of_each_suit(cards)
    top = top_led(table)
    higher = cards & -(2 << top)
    if higher == 0:
        return 1 << lowest(cards)
    if table.placed == 3:
        return 1 << lowest(higher)
    return masters(cards, out) & 1 << highest(cards) or higher


def paper_for_few(table: Table, cards: int) -> int:
    """Quadro 12: misere, and piek but for a declarer without a trick."""
    if table.placed == 0:
        return of_lowest_rank(cards)
    me, suit = table.seat, SUIT << table.led * RANKS
    if cards & suit == 0:
        return of_highest_rank(cards) if me == table.declarer else highest_of_each_suit(cards)
    if me != table.declarer and table.on[table.declarer] >= 0 and table.winner != table.declarer:
        return 1 << highest(cards)
    lower = cards & (1 << top_led(table)) - 1
    return 1 << highest(lower) if lower else 1 << lowest(cards)


def top_led(table: Table) -> int:
    """The highest card on the table of the suit led; the paper's player knows no trump."""
    top = NOBODY
    for card in table.on:
        if card >= 0 and card // RANKS == table.led:
            top = max(top, card)
    return top
