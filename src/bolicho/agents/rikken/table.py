"""A deal in play as numbers, for simulations: what is public, and the hands as far as they are known.

One source for two: plain Python runs it on `Table`, ``kernel.py`` compiles it for a record with the same fields. The
rules are in ``games/rikken``; ``tests/agents/rikken/test_table.py`` follows them card by card.
"""

from dataclasses import dataclass, field

from bolicho.games.rikken.bits import ALL, NOBODY, RANKS, SUIT

NEVER, FIRST_LEAD, DECLARER_LEADS = range(3)
"""When the asked card is forced out (option ``asked_card_forced``)."""
CLOSED, OPEN, PLUS = range(3)
"""Who sees declarer's hand from the fifth card on: nobody, the defenders, the defenders who see each other's too."""


def _four() -> list[int]:
    return [0, 0, 0, 0]


@dataclass
class Table:
    """One deal in play. In the eyes of a seat the hands it does not see are 0 and an unknown partner is nobody."""

    hands: list[int] = field(default_factory=_four)
    counts: list[int] = field(default_factory=_four)
    """How many cards each still holds."""
    may: list[int] = field(default_factory=lambda: [ALL] * 4)
    """What each may have been holding, for all that is public: suits not followed, the ask, the aces of troela."""
    shown: list[int] = field(default_factory=_four)
    """What each has played."""
    tricks: list[int] = field(default_factory=_four)
    on: list[int] = field(default_factory=lambda: [NOBODY] * 4)
    """The card of each in this trick."""
    gone: int = 0
    """All cards played."""
    seat: int = 0
    placed: int = 0
    """Cards in this trick."""
    led: int = NOBODY
    """Its suit; then the card that is winning it, and whose."""
    best: int = NOBODY
    winner: int = NOBODY
    trump: int = NOBODY
    low: int = 8
    """Tricks that make the contract: from low to high."""
    high: int = RANKS
    declarer: int = 0
    partner: int = NOBODY
    asked: int = NOBODY
    forced: int = NEVER
    early: int = 1
    """Whether the deal ends when declarer is above ``high``."""
    opened: int = CLOSED
    fits: int = 1
    """Whether guesses of declarer's hand should fit his contract."""


def copy(source: Table, to: Table) -> None:
    """Make one table as another."""
    for seat in range(4):
        to.hands[seat] = source.hands[seat]
        to.counts[seat] = source.counts[seat]
        to.may[seat] = source.may[seat]
        to.shown[seat] = source.shown[seat]
        to.tricks[seat] = source.tricks[seat]
        to.on[seat] = source.on[seat]
    to.gone, to.seat, to.placed = source.gone, source.seat, source.placed
    to.led, to.best, to.winner = source.led, source.best, source.winner
    to.trump, to.low, to.high, to.declarer = source.trump, source.low, source.high, source.declarer
    to.partner, to.asked, to.forced = source.partner, source.asked, source.forced
    to.early, to.opened, to.fits = source.early, source.opened, source.fits


def over(table: Table) -> bool:
    """Whether the deal has ended."""
    if table.placed > 0:
        return False
    if table.counts[table.seat] == 0:
        return True
    return table.early != 0 and table.tricks[table.declarer] > table.high


def legal(table: Table) -> int:
    """Return the cards that the next player may play."""
    hand = table.hands[table.seat]
    if table.placed == 0:
        if table.forced == FIRST_LEAD and table.asked >= 0 and hand >> table.asked & 1:
            return hand & ~(SUIT << table.asked // RANKS * RANKS) | 1 << table.asked
        return hand
    follow = hand & SUIT << table.led * RANKS
    if follow == 0:
        return hand
    if table.asked >= 0 and follow >> table.asked & 1 and forced_now(table):
        return 1 << table.asked
    return follow


def forced_now(table: Table) -> bool:
    """Whether the holder of the asked card must play it if he follows."""
    if table.forced == NEVER or table.asked < 0 or table.placed == 0 or table.led != table.asked // RANKS:
        return False
    leader = (table.seat - table.placed) & 3
    return table.forced == FIRST_LEAD or leader == table.declarer


def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card takes the lead from the best so far."""
    suit = card // RANKS
    return card > best if suit == best // RANKS else suit == trump


def put(table: Table, card: int) -> None:
    """Play a card."""
    me = table.seat
    if table.placed == 0:
        if (
            table.forced == FIRST_LEAD
            and table.asked >= 0
            and card != table.asked
            and card // RANKS == table.asked // RANKS
        ):
            table.may[me] &= ~(1 << table.asked)
        table.led, table.best, table.winner = card // RANKS, card, me
    else:
        if card // RANKS != table.led:
            table.may[me] &= ~(SUIT << table.led * RANKS)
        elif card != table.asked and forced_now(table):
            table.may[me] &= ~(1 << table.asked)
        if beats(card, table.best, table.trump):
            table.best, table.winner = card, me
    table.hands[me] &= ~(1 << card)
    table.counts[me] -= 1
    table.gone |= 1 << card
    table.shown[me] |= 1 << card
    table.on[me] = card
    table.placed += 1
    if card == table.asked:
        table.partner = me
    table.seat = (me + 1) & 3
    if table.placed == 4:
        table.tricks[table.winner] += 1
        table.seat = table.winner
        table.placed = 0
        table.led = table.best = NOBODY
        for seat in range(4):
            table.on[seat] = NOBODY


# ── who is with whom ──────────────────────────────────────────────────────────────────────────────────────────────
def partner_known(table: Table, me: int) -> int:
    """Return declarer's partner if this seat can know him, else nobody."""
    if table.partner == me or table.asked < 0 or table.gone >> table.asked & 1:
        return table.partner
    return NOBODY


def friends(table: Table, me: int) -> int:
    """Return the other seats (bits) that this seat knows to be on its side."""
    partner = partner_known(table, me)
    if me == table.declarer:
        return 1 << partner if partner >= 0 else 0
    if me == partner:
        return 1 << table.declarer
    if partner < 0 and table.asked >= 0:
        return 0  # one of the other two is declarer's partner
    side = 0b1111 & ~(1 << me) & ~(1 << table.declarer)
    return side & ~(1 << partner) if partner >= 0 else side


def declarers(table: Table) -> int:
    """Return declarer's side (bits), as far as the table knows."""
    side = 1 << table.declarer
    return side | 1 << table.partner if table.partner >= 0 else side


def side_tricks(table: Table) -> int:
    """Return the tricks of declarer and his partner."""
    tricks = table.tricks[table.declarer]
    return tricks + table.tricks[table.partner] if table.partner >= 0 else tricks


def contract_made(table: Table) -> bool:
    """Whether the contract is made, when the deal is over."""
    return table.low <= side_tricks(table) <= table.high


def hide(table: Table, me: int, to: Table) -> None:
    """Copy what a seat may see: its own hand, open ones, and the partner if it can know him."""
    copy(table, to)
    seen = 1 << me
    if me != table.declarer and table.opened != CLOSED and fifth_card(table):
        seen |= 0b1111 if table.opened == PLUS else 1 << table.declarer
    for seat in range(4):
        if not seen >> seat & 1:
            to.hands[seat] = 0
    to.partner = partner_known(table, me)


def fifth_card(table: Table) -> bool:
    """Whether the fifth card has been played."""
    return table.counts[0] + table.counts[1] + table.counts[2] + table.counts[3] <= CARDS_BEFORE_OPEN


CARDS_BEFORE_OPEN = 47
