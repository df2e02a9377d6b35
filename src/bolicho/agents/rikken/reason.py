"""Which rule of the house spoke for a card: told from the table and the card, since the rules answer with sets only.

``house.py`` is compiled for simulations and says which cards; a person wants to hear why. Each reason is a fact about
the card that anybody can check at the table.
"""

from bolicho.agents.rikken.sets import masters
from bolicho.agents.rikken.table import Table, beats, friends, partner_known
from bolicho.agents.rikken.tactics import top_led
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.bits import ALL, RANKS, SUIT, highest
from bolicho.games.rikken.cards import CARDS


def reason(table: Table, card: int) -> str:
    """Return the name of the reason for a card of `rules`."""
    for_tricks = table.high == RANKS
    if table.placed == 0:
        return _led(table, card) if for_tricks else _led_for_few(table, card)
    if card // RANKS == table.led:
        return _followed(table, card) if for_tricks else _followed_for_few(table, card)
    return _thrown(table, card) if for_tricks else "danger"


def peril(table: Table, card: int) -> JsonObject:
    """Tell what may still take the trick from a card, as facts with the sentence that names it (``core.why``).

    Nothing where few tricks are wanted.
    """
    if table.high != RANKS:
        return {}
    if table.placed and not beats(card, table.best, table.trump):
        return {"also": ["fear-under"], "best": CARDS[table.best]}
    after = 0
    for ahead in range(1, 4 - table.placed):
        after |= table.may[(table.seat + ahead) % 4]
    out = after & ALL & ~table.gone & ~table.hands[table.seat]
    higher = out & SUIT << card // RANKS * RANKS & -(2 << card)
    if higher:
        return {"also": ["fear-over"], "feared": CARDS[highest(higher)]}
    trumps = 0 if table.trump < 0 else SUIT << table.trump * RANKS
    ruffs = out & trumps if card // RANKS != table.trump else 0
    return {"also": ["fear-ruff" if ruffs else "fear-none"]}


def paper_reason(table: Table, card: int) -> str:
    """Return what the rules of the paper saw in a card: which line of Quadro 10, 11 or 12 spoke for it."""
    for_tricks, follows = table.high == RANKS, card // RANKS == table.led
    if not for_tricks and table.low == 1 and table.seat == table.declarer and table.tricks[table.seat] == 0:
        return "need"
    if table.placed == 0:
        return ("high" if _is_high(table, card) else "any") if for_tricks else "low"
    if not follows:
        return "low" if for_tricks else "high"
    if for_tricks:
        if card < top_led(table):
            return "low"
        return "last" if table.placed == 3 else "sure" if _is_high(table, card) else "over"
    if table.seat != table.declarer and table.on[table.declarer] >= 0 and table.winner != table.declarer:
        return "spend"
    return "duck" if card < top_led(table) else "over"


def _led(table: Table, card: int) -> str:
    me, suit = table.seat, card // RANKS
    declaring = me == table.declarer or me == partner_known(table, me)
    if suit == table.trump and declaring and _out(table) & SUIT << suit * RANKS:
        return "draw-trump"
    asking = me == table.declarer and table.asked >= 0 and not table.gone >> table.asked & 1
    if asking and suit == table.asked // RANKS:
        return "call-partner"
    if _is_high(table, card):
        return "high"
    return "only-trumps" if suit == table.trump else "long-suit"


def _followed(table: Table, card: int) -> str:
    if _partner_wins(table):
        return "spare-partner"
    held = table.hands[table.seat] & SUIT << table.led * RANKS
    if table.best // RANKS != table.led or held >> table.best <= 1:
        return "cannot-beat"
    if table.placed == 3:
        return "last-cheapest"
    if card > table.best and _is_high(table, card):
        return "sure"
    return "third-high" if table.placed == 2 else "stay-low"


def _thrown(table: Table, card: int) -> str:
    if _partner_wins(table):
        return "throw-partner"
    over = table.best // RANKS != table.trump or card > table.best
    return "ruff" if card // RANKS == table.trump and over else "throw"


def _led_for_few(table: Table, card: int) -> str:
    if table.seat != table.declarer:
        return "push"
    sure = _is_high(table, card) and table.low == 1 and table.tricks[table.declarer] == 0
    return "take-one" if sure else "safe-lead"


def _followed_for_few(table: Table, card: int) -> str:
    declarer, out_of_it = table.declarer, table.seat != table.declarer and table.on[table.declarer] >= 0
    if out_of_it and table.winner != declarer:
        return "spend-high"
    if card < table.best:
        return "duck"
    certain = table.placed == 3 or _is_high(table, card)
    if table.seat == declarer and table.low == 1 and table.tricks[declarer] == 0 and certain:
        return "take-one"
    return "taken-anyway" if table.placed == 3 or out_of_it else "forced-above"


def _partner_wins(table: Table) -> bool:
    return bool(friends(table, table.seat) >> table.winner & 1)


def _out(table: Table) -> int:
    return ALL & ~table.gone & ~table.hands[table.seat]


def _is_high(table: Table, card: int) -> bool:
    return bool(masters(1 << card, _out(table)))
