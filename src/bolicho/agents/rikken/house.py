"""The cards of `rules`: the paper's rules with trump, partners and the open contracts in mind.

In contracts for tricks: declarer draws trump, calls his partner by leading the asked suit, and cashes what is high;
nobody overtakes a partner who is winning; who cannot follow ruffs low if that wins. Against and in piek and misere:
the highest card that still loses, the most dangerous card thrown away, low leads where declarer must follow.
"""

from bolicho.agents.rikken.sets import lowest_of_each_suit, masters, of_highest_rank, of_lowest_rank
from bolicho.agents.rikken.table import Table, friends, partner_known
from bolicho.games.rikken.bits import ALL, NOBODY, RANKS, SUIT, count, highest, lowest


def house_cards(table: Table, cards: int) -> int:
    """Return what `rules` draws from."""
    if table.high == RANKS:
        if table.placed == 0:
            return lead_for_tricks(table, cards)
        return follow_for_tricks(table, cards)
    if table.seat == table.declarer:
        if table.low == 1 and table.tricks[table.declarer] == 0:
            return seek_one(table, cards)
        return avoid(table, cards)
    return push(table, cards)


# ── for tricks ────────────────────────────────────────────────────────────────────────────────────────────────────
def lead_for_tricks(table: Table, cards: int) -> int:
    """Lead: trumps for declarer's side, then towards the partner, then what is high, then low from a long suit."""
    me = table.seat
    out = ALL & ~table.gone & ~table.hands[me]
    trumps = SUIT << table.trump * RANKS if table.trump >= 0 else 0
    declaring = me == table.declarer or me == partner_known(table, me)
    high = masters(cards, out)
    if declaring and cards & trumps and out & trumps:
        return 1 << highest(cards & trumps)
    if me == table.declarer and table.asked >= 0 and not table.gone >> table.asked & 1:
        asked = cards & SUIT << table.asked // RANKS * RANKS
        if asked:
            return 1 << lowest(asked)
    if high & ~trumps:
        return high & ~trumps
    plain = cards & ~trumps
    if plain == 0:
        return 1 << highest(cards) if high else 1 << lowest(cards)
    return 1 << lowest(longest_suit(plain))


def follow_for_tricks(table: Table, cards: int) -> int:
    """Win as cheaply as is safe, leave a partner's trick alone, ruff low, else throw the least."""
    me = table.seat
    out = ALL & ~table.gone & ~table.hands[me]
    trumps = SUIT << table.trump * RANKS if table.trump >= 0 else 0
    suit = SUIT << table.led * RANKS
    best = 1 << table.best
    ruffed = best & trumps != 0 and suit & trumps == 0
    ours = friends(table, me) >> table.winner & 1
    if cards & suit:
        higher = 0 if ruffed else cards & -(2 * best)
        if ours or higher == 0:
            return 1 << lowest(cards)
        if table.placed == 3:
            return 1 << lowest(higher)
        sure = masters(higher, out)
        if sure:
            return 1 << lowest(sure)
        return 1 << highest(higher) if table.placed == 2 else 1 << lowest(cards)
    if not ours and cards & trumps:
        over = cards & trumps & -(2 * best) if best & trumps else cards & trumps
        if over:
            return 1 << lowest(over)
    plain = cards & ~trumps
    return throw_away(plain if plain else cards, out)


def throw_away(cards: int, out: int) -> int:
    """Return the lowest cards, of those that are not high if there are such."""
    loose = cards & ~masters(cards, out)
    return of_lowest_rank(lowest_of_each_suit(loose if loose else cards))


def longest_suit(cards: int) -> int:
    """Return the cards of the longest suit, the first of equals."""
    found = 0
    for suit in range(4):
        mine = cards & SUIT << suit * RANKS
        if count(mine) > count(found):
            found = mine
    return found


# ── for few ───────────────────────────────────────────────────────────────────────────────────────────────────────
def seek_one(table: Table, cards: int) -> int:
    """Piek without a trick yet: win with the highest card if that is sure to win, else lose a high one."""
    out = ALL & ~table.gone & ~table.hands[table.seat]
    if table.placed == 0:
        sure = masters(cards, out)
        return of_highest_rank(sure) if sure else safest_lead(cards, out)
    if cards & SUIT << table.led * RANKS:
        sure = table.placed == 3 or masters(cards, out) != 0
        return 1 << highest(cards) if sure and cards >> table.best > 1 else duck(table, cards)
    kept = masters(cards, out)
    spare = cards & ~(1 << highest(kept)) if kept else cards
    return most_dangerous(spare if spare else cards, out)


def avoid(table: Table, cards: int) -> int:
    """Declarer who may not win a trick any more."""
    out = ALL & ~table.gone & ~table.hands[table.seat]
    if table.placed == 0:
        return safest_lead(cards, out)
    if cards & SUIT << table.led * RANKS:
        return duck(table, cards)
    return most_dangerous(cards, out)


def push(table: Table, cards: int) -> int:
    """Against piek and misere: make declarer win."""
    me, declarer = table.seat, table.declarer
    out = ALL & ~table.gone & ~table.hands[me]
    if table.placed == 0:
        held = 0
        for suit in range(4):
            if table.may[declarer] & out & SUIT << suit * RANKS:
                held |= cards & SUIT << suit * RANKS
        return safest_lead(held if held else cards, out)
    if cards & SUIT << table.led * RANKS:
        if table.on[declarer] >= 0 and table.winner != declarer:
            return 1 << highest(cards)
        return duck(table, cards)
    return most_dangerous(cards, out)


def duck(table: Table, cards: int) -> int:
    """Return the highest card that loses; if there is none and it will not matter, the highest, else the lowest."""
    lower = cards & (1 << table.best) - 1
    if lower:
        return 1 << highest(lower)
    taken = table.placed == 3 or (table.seat != table.declarer and table.on[table.declarer] >= 0)
    return 1 << highest(cards) if taken else 1 << lowest(cards)


def safest_lead(cards: int, out: int) -> int:
    """Return the card that fewest cards still out are below, if one is above it."""
    chosen, fewest = lowest(cards), 10_000
    for suit in range(4):
        mine = cards & SUIT << suit * RANKS
        if mine:
            card = lowest(mine)
            others = out & SUIT << suit * RANKS
            below = count(others & (1 << card) - 1)
            value = 1000 if others >> card == 0 else 20 * below + card % RANKS
            if value < fewest:
                chosen, fewest = card, value
    return 1 << chosen


def most_dangerous(cards: int, out: int) -> int:
    """Return the highest card of the suit whose lowest card has most cards still out below it."""
    chosen, worst = NOBODY, NOBODY
    for suit in range(4):
        mine = cards & SUIT << suit * RANKS
        if mine:
            others = out & SUIT << suit * RANKS
            below = count(others & (1 << lowest(mine)) - 1)
            value = 20 * below + highest(mine) % RANKS if others else 0
            if value > worst:
                chosen, worst = highest(mine), value
    return 1 << chosen
