"""Whole deals of Rikken, auction, trump, ask and play, once more as numbers, compiled by Numba.

``state.py`` is the truth; this file stands beside it, in the same order and with the same names, and
``tests/field/rl/vector`` plays both in lockstep. A deal is one record that `apply` changes in place. What may be done
is a set of bits whose meaning the phase tells: bids (pas first, then contracts, low to high), suits, or cards.
"""

from functools import cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import Chance, lowest, njit
from bolicho.core.compiler import ones as count
from bolicho.games.rikken.bits import NOBODY, RANKS, SUIT
from bolicho.games.rikken.cards import ACES as FOUR_ACES
from bolicho.games.rikken.contracts import CONTRACTS, RANKING
from bolicho.games.rikken.contracts import SOLO as SOLO_NAME
from bolicho.games.rikken.contracts import TROELA as TROELA_NAME
from bolicho.games.rikken.kernel import deal as uniform
from bolicho.games.rikken.kernel import draw
from bolicho.games.rikken.options import VALUES, Rules
from bolicho.games.rikken.shuffling import PACKETS

AUCTION, TRUMP, ASK, PLAY, OVER = range(5)
"""The phases."""
MOST_BIDS = 22
"""All four pass (option ``all_pass: force``), then fifteen bids and three passes."""
PAS = 0
BIDS = 1 + len(CONTRACTS)
TROELA, SOLO = 1 + RANKING[TROELA_NAME], 1 + RANKING[SOLO_NAME]
ACES = np.int64(FOUR_ACES)
ASKED, ACE = 1, 2
"""Who is partner: the holder of the card asked for, of the fourth ace."""
BY_DECLARER, BY_PARTNER, HEARTS = 1, 2, 3
"""Who names trump."""
FORCE, MUST_BID = 1, 2
FIRST_LEAD, DECLARER_LEADS = 1, 2
DEALER, DECLARER = 0, 1
FIRST, SECOND, THIRD = PACKETS

DEAL = np.dtype(
    [
        ("dealt", "i8", 4),
        ("hands", "i8", 4),
        ("asked_bit", "i8"),
        ("score", "i4", 4),
        ("number", "i2"),
        ("scores", "i2", 4),
        *((name, "i1") for name in ("dealer", "seat", "phase", "said", "contract", "declarer", "trump", "asked")),
        *((name, "i1") for name in ("partner", "tricks", "placed", "leader", "revoked", "highest", "bidder", "out")),
        ("by", "i1", MOST_BIDS),
        ("bid", "i1", MOST_BIDS),
        ("leaders", "i1", 13),
        ("cards", "i1", (13, 4)),
        ("won", "i1", 4),
        ("voids", "i1", 4),
    ]
)
"""As in ``State``; ``by`` and ``bid`` are the auction, ``out`` who has passed in it, as bits; ``highest`` and
``bidder`` the bid that stands; ``placed`` cards of the trick that ``leader`` leads lie in its row of ``cards``. A
contract is its bid, 0 none."""

TERMS = np.dtype(
    [
        *((name, "i1") for name in ("all_pass", "forced", "open_leader", "first_dealer")),
        *((name, "?") for name in ("trump", "obligatory", "early_end", "pagat", "penalty", "clumped")),
        ("deals", "i2"),
        *((name, "i1", BIDS) for name in ("low", "high", "value", "partner", "namer", "open", "plus")),
    ]
)
"""The options of a game, and the table of contracts by bid."""

Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]


class TermsRow(Protocol):
    """A row of TERMS; Numba reads fields as attributes."""

    all_pass: int
    forced: int
    open_leader: int
    first_dealer: int
    trump: bool
    obligatory: bool
    early_end: bool
    pagat: bool
    penalty: bool
    clumped: bool
    deals: int
    low: Bytes
    high: Bytes
    value: Bytes
    partner: Bytes
    namer: Bytes
    open: Bytes
    plus: Bytes


class DealRow(Protocol):
    """A row of DEAL."""

    dealt: Longs
    hands: Longs
    asked_bit: int
    score: Ints
    number: int
    scores: npt.NDArray[np.int16]
    dealer: int
    seat: int
    phase: int
    said: int
    contract: int
    declarer: int
    trump: int
    asked: int
    partner: int
    tricks: int
    placed: int
    leader: int
    revoked: int
    highest: int
    bidder: int
    out: int
    by: Bytes
    bid: Bytes
    leaders: Bytes
    cards: Bytes
    won: Bytes
    voids: Bytes


# ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def legal(terms: TermsRow, state: DealRow) -> int:
    """Return what the seat to move may do, as bits: bids, suits or cards, by the phase."""
    me = state.seat
    if state.phase == AUCTION:
        return _bids(terms, state, me)
    if state.phase == TRUMP:
        return 0b1111
    if state.phase == ASK:
        return asks(state.hands[me], state.trump)
    if state.phase == PLAY:
        return state.hands[me] if terms.penalty else _in_order(terms, state, me)
    return 0


@njit(cache=True)
def _bids(terms: TermsRow, state: DealRow, me: int) -> int:
    higher = ((1 << BIDS) - 1) >> (state.highest + 1) << (state.highest + 1)
    if higher >> TROELA & 1:
        if count(state.hands[me] & ACES) != 3:
            higher &= ~(1 << TROELA)
        elif terms.obligatory:
            return higher >> TROELA << TROELA
    force = terms.all_pass == FORCE and state.said == 4
    if state.highest == PAS and (force or (terms.all_pass == MUST_BID and me == state.dealer)):
        return higher
    return higher | 1 << PAS


@njit(cache=True)
def asks(hand: int, trump: int) -> int:
    """Return the cards that declarer may ask for, holding this hand."""
    for rank in range(RANKS - 1, -1, -1):
        lacked, known = 0, 0
        for suit in range(4):
            bit = 1 << (RANKS * suit + rank)
            if suit != trump and not hand & bit:
                lacked |= bit
                if hand & (SUIT << RANKS * suit):
                    known |= bit
        if lacked:
            return known or lacked
    return 0


@njit(cache=True)
def _in_order(terms: TermsRow, state: DealRow, me: int) -> int:
    """Return the cards that are no revoke."""
    hand = state.hands[me]
    led = state.cards[state.tricks, 0] // RANKS if state.placed else NOBODY
    cards: int = hand
    if led != NOBODY:
        cards = hand & SUIT << RANKS * led or hand
    if terms.forced == 0 or state.asked == NOBODY or not cards & state.asked_bit:
        return cards
    suit = state.asked // RANKS
    if led == NOBODY:
        if terms.forced == FIRST_LEAD:
            return cards & ~(SUIT << RANKS * suit) | state.asked_bit
        return cards
    if led != suit:
        return cards
    forced = terms.forced == FIRST_LEAD or state.leader == state.declarer
    return state.asked_bit if forced else cards


# ── auction, trump, ask ───────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def apply(terms: TermsRow, state: DealRow, move: int) -> None:
    """Do what is legal: a bid, a suit or a card, by its number."""
    me = state.seat
    if state.phase == AUCTION:
        _bid(terms, state, me, move)
    elif state.phase == TRUMP:
        state.trump = move
        _ask(terms, state)
    elif state.phase == ASK:
        state.asked, state.asked_bit = move, 1 << move
        state.partner = _holder(state, 1 << move)
        _lead(terms, state)
    else:
        _card(terms, state, me, move)


@njit(cache=True)
def _bid(terms: TermsRow, state: DealRow, me: int, bid: int) -> None:
    state.by[state.said], state.bid[state.said] = me, bid
    state.said += 1
    if bid == PAS:
        state.out |= 1 << me
    else:
        state.highest, state.bidder = bid, me
    if state.out == 0b1111 and terms.all_pass == FORCE and state.said == 4:
        state.out, state.seat = 0, (state.dealer + 1) & 3  # all four are in again
        return
    passed = count(np.int64(state.out))
    if passed == 4:
        _end(state)
    elif passed == 3 and state.highest != PAS:
        _with_contract(terms, state)
    else:
        seat = (me + 1) & 3
        while state.out >> seat & 1:
            seat = (seat + 1) & 3
        state.seat = seat


@njit(cache=True)
def _with_contract(terms: TermsRow, state: DealRow) -> None:
    contract, declarer = state.highest, state.bidder
    state.contract, state.declarer = contract, declarer
    if terms.partner[contract] == ACE:
        state.partner = _holder(state, ACES & ~state.hands[declarer])
    namer = terms.namer[contract]
    if namer == 0 or not terms.trump:
        _ask(terms, state)
    elif namer == HEARTS:
        state.trump = 1
        _ask(terms, state)
    else:
        state.phase, state.seat = TRUMP, declarer if namer == BY_DECLARER else state.partner


@njit(cache=True)
def _ask(terms: TermsRow, state: DealRow) -> None:
    if terms.partner[state.contract] == ASKED:
        state.phase, state.seat = ASK, state.declarer
    else:
        _lead(terms, state)


@njit(cache=True)
def _lead(terms: TermsRow, state: DealRow) -> None:
    """Forehand leads; in the open games and in solo, whom the option names."""
    leader = (state.dealer + 1) & 3
    if terms.open[state.contract] or state.contract == SOLO:
        if terms.open_leader == DEALER:
            leader = state.dealer
        elif terms.open_leader == DECLARER:
            leader = state.declarer
    state.phase, state.seat, state.leader = PLAY, leader, leader


@njit(cache=True)
def _holder(state: DealRow, cards: int) -> int:
    for seat in range(4):
        if state.hands[seat] & cards:
            return seat
    return NOBODY


# ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def _card(terms: TermsRow, state: DealRow, me: int, card: int) -> None:
    bit = 1 << card
    revoke = terms.penalty and not _in_order(terms, state, me) & bit
    state.leaders[state.tricks] = state.leader
    state.cards[state.tricks, state.placed] = card
    led = state.cards[state.tricks, 0] // RANKS
    state.placed += 1
    state.hands[me] &= ~bit
    if revoke:
        state.revoked = me
        for seat in range(4):
            state.scores[seat] = -3 if seat == me else 1
        _end(state)
        return
    if card // RANKS != led:
        state.voids[me] |= 1 << led
    if state.placed < 4:
        state.seat = (me + 1) & 3
    else:
        _end_trick(terms, state)


@njit(cache=True)
def _end_trick(terms: TermsRow, state: DealRow) -> None:
    row = state.cards[state.tricks]
    led, best, taker = row[0] // RANKS, -1, 0
    for turn in range(4):
        suit = row[turn] // RANKS
        power = row[turn] % RANKS + (100 if suit == state.trump else 50 if suit == led else 0)
        if power > best:
            best, taker = power, (state.leader + turn) & 3
    state.won[taker] += 1
    state.tricks += 1
    state.placed, state.leader, state.seat = 0, taker, taker
    few = terms.high[state.contract] < 13
    lost = few and terms.early_end and state.won[state.declarer] > terms.high[state.contract]
    if lost or state.tricks == 13:
        _settle(terms, state)
        _end(state)


@njit(cache=True)
def _settle(terms: TermsRow, state: DealRow) -> None:
    contract, declarer, partner = state.contract, state.declarer, state.partner
    tricks = int(state.won[declarer])
    if partner != NOBODY:
        tricks += state.won[partner]
    stake = int(terms.value[contract])
    if terms.pagat and terms.high[contract] == 13:
        stake += abs(tricks - terms.low[contract])
    if not terms.low[contract] <= tricks <= terms.high[contract]:
        stake = -stake
    side = 1 if partner == NOBODY else 2
    for seat in range(4):
        ours = seat in (declarer, partner)
        state.scores[seat] = stake * (4 - side) // side if ours else -stake


@njit(cache=True)
def _end(state: DealRow) -> None:
    state.seat, state.phase = NOBODY, OVER


# ── the beginning ─────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def start(state: DealRow, dealer: int, number: int) -> None:
    """Begin a deal with the hands that ``dealt`` has; the running score stands there."""
    for seat in range(4):
        state.hands[seat] = state.dealt[seat]
        state.scores[seat] = state.won[seat] = state.voids[seat] = 0
    state.dealer, state.number, state.seat, state.phase = dealer, number, (dealer + 1) & 3, AUCTION
    state.said = state.contract = state.tricks = state.placed = state.highest = state.out = 0
    state.declarer = state.trump = state.asked = state.partner = state.leader = NOBODY
    state.revoked = state.bidder = NOBODY
    state.asked_bit = 0


@njit(cache=True)
def deal_cards(terms: TermsRow, state: DealRow, chance: Chance) -> None:
    """Deal thirteen cards to each seat, as the option has it."""
    deck = np.arange(52).astype(np.int8)
    uniform(chance, deck, state.hands)
    if terms.clumped:
        _clump(state.hands, chance, deck)
    for seat in range(4):
        state.dealt[seat] = state.hands[seat]


@njit(cache=True)
def _clump(hands: Longs, chance: Chance, pack: Bytes) -> None:
    """Gather the tricks of a random play, cut, and deal in packets; see ``shuffling.py``."""
    for trick in range(13):
        shift = NOBODY
        for turn in range(4):
            seat = (trick + turn) & 3
            some = hands[seat] & SUIT << shift if shift != NOBODY else 0
            some = some or hands[seat]
            bits = some
            for _ in range(draw(chance, count(some))):
                bits &= bits - 1
            card = lowest(bits)
            if turn == 0:
                shift = card // RANKS * RANKS
            hands[seat] ^= 1 << card
            pack[4 * trick + turn] = card
    at = draw(chance, 52)
    hands[:] = 0
    for packet in (FIRST, SECOND, THIRD):
        for seat in range(4):
            for _ in range(packet):
                hands[seat] |= 1 << np.int64(pack[at])
                at = (at + 1) % 52


@cache
def terms_of(rules: Rules) -> TermsRow:
    """Return the options of a game and the table of contracts as the record that the kernel reads."""
    terms = np.zeros(1, TERMS)[0]
    for name, option in (("all_pass", "all_pass"), ("forced", "asked_card_forced"), ("open_leader", "open_leader")):
        terms[name] = VALUES[option].index(getattr(rules, option))
    terms["first_dealer"] = NOBODY if rules.first_dealer == "drawn" else int(rules.first_dealer)
    terms["trump"], terms["obligatory"] = rules.trump == "on", rules.troela == "obligatory"
    terms["early_end"], terms["pagat"] = rules.early_end == "on", rules.overtricks == "pagat"
    terms["penalty"], terms["clumped"] = rules.revoke == "penalty", rules.shuffle == "clumped"
    terms["deals"] = rules.deals
    for bid, contract in enumerate(CONTRACTS, 1):
        terms["low"][bid], terms["high"][bid], terms["value"][bid] = contract.low, contract.high, contract.value
        terms["partner"][bid] = {"none": 0, "asked": ASKED, "ace": ACE}[contract.partner]
        named = {"none": 0, "declarer": BY_DECLARER, "partner": BY_PARTNER, "hearts": HEARTS}
        terms["namer"][bid] = named[contract.trump]
        terms["open"][bid], terms["plus"][bid] = contract.open, contract.plus
    filled: TermsRow = terms
    return filled
