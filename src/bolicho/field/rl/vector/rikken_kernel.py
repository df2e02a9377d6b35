"""Many deals of Rikken at once: what they pay, and what each seat sees of them.

``field/encode/rikken.py`` is the truth about observations; ``tests/field/rl/vector`` plays both in lockstep.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import lowest, njit
from bolicho.games.rikken.bits import NOBODY
from bolicho.games.rikken.deal_kernel import ASK, OVER, PLAY, TRUMP, DealRow, TermsRow, apply, deal_cards, legal, start
from bolicho.games.rikken.kernel import draw

LANE = np.dtype([("dealer", "i1"), ("number", "i2"), ("score", "i4", 4), ("plies", "i2"), ("past", "i1", 96)])
"""``dealer``, ``number`` and ``score`` of the next deal; ``past``: the actions of this one."""
CODE = np.dtype(
    [
        *((name, "i4") for name in ("turn", "phase", "dealer", "number", "score", "dealt", "hand", "auction")),
        *((name, "i4") for name in ("contract", "declarer", "partner", "trump", "asked", "played", "tricks")),
        *((name, "i4") for name in ("current", "won", "open", "voids", "revoked", "points")),
        *((name, "i4") for name in ("step", "trumps", "asks", "cards")),
        *((name, "f4") for name in ("score_span", "points_span")),
        ("matches", "?"),
        ("by_points", "?"),
        ("ask_of", "i1", 52),
        ("asked_by", "i1", 128),
    ]
)
"""Where each field of an observation begins; ``step``: the width of a bid in the auction; where actions begin: trumps,
asks, cards; ``ask_of``: the action that asks for a card, ``asked_by`` goes back."""

Records = npt.NDArray[np.void]
Ints = npt.NDArray[np.int32]
Which = npt.NDArray[np.int64]
Chance = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
HALF = np.float64(0.5)


class LaneRow(Protocol):
    """A row of LANE."""

    dealer: int
    number: int
    score: Ints
    plies: int
    past: Bytes


class CodeRow(Protocol):
    """A row of CODE."""

    turn: int
    phase: int
    dealer: int
    number: int
    score: int
    dealt: int
    hand: int
    auction: int
    contract: int
    declarer: int
    partner: int
    trump: int
    asked: int
    played: int
    tricks: int
    current: int
    won: int
    open: int
    voids: int
    revoked: int
    points: int
    step: int
    trumps: int
    asks: int
    cards: int
    score_span: float
    points_span: float
    matches: bool
    by_points: bool
    ask_of: Bytes
    asked_by: Bytes


# ── deals ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True, nogil=True)
def begin(terms: TermsRow, deals: Records, lanes: Records, chance: Chance, turn: Bytes, which: Which) -> None:
    """Begin an episode on some lanes: nothing won yet, the first dealer drawn or named."""
    for n in which:
        lane: LaneRow = lanes[n]
        drawn = int(draw(chance[n : n + 1], 4))
        lane.dealer = drawn if terms.first_dealer == NOBODY else terms.first_dealer
        lane.number = 1
        for seat in range(4):
            lane.score[seat] = 0
        _deal(terms, deals[n], lane, chance[n : n + 1])
        turn[n] = deals[n].seat


@njit(cache=True)
def _deal(terms: TermsRow, state: DealRow, lane: LaneRow, chance: Chance) -> None:
    deal_cards(terms, state, chance)
    for seat in range(4):
        state.score[seat] = lane.score[seat]
    start(state, lane.dealer, lane.number)
    lane.plies = 0


@njit(cache=True, nogil=True)
def play(
    terms: TermsRow, code: CodeRow, deals: Records, lanes: Records, chance: Chance, turn: Bytes, paid: Floats,
    which: Which, actions: Which,
) -> None:  # fmt: skip
    """Play a legal action on some lanes; ``paid`` gets what it paid each seat."""
    for i in range(len(which)):
        n, action = which[i], actions[i]
        state: DealRow = deals[n]
        lane: LaneRow = lanes[n]
        lane.past[lane.plies] = action
        lane.plies += 1
        if action >= code.cards:
            move = action - code.cards
        elif action >= code.asks:
            move = np.int64(code.asked_by[action])
        elif action >= code.trumps:
            move = action - code.trumps
        else:
            move = action
        apply(terms, state, move)
        paid[n] = 0
        if state.seat == NOBODY:
            _end(terms, code, state, lane, chance[n : n + 1], paid[n])
        turn[n] = state.seat


@njit(cache=True)
def _end(terms: TermsRow, code: CodeRow, state: DealRow, lane: LaneRow, chance: Chance, paid: Floats) -> None:
    """Pay for a deal that is over; in a match that is not, deal the next one."""
    lane.number += 1
    lane.dealer = (lane.dealer + 1) & 3
    best, many = -(1 << 30), 0
    for seat in range(4):
        lane.score[seat] += state.scores[seat]
        if code.by_points:
            paid[seat] = state.scores[seat]
        if lane.score[seat] > best:
            best, many = lane.score[seat], 0
        many += lane.score[seat] == best
    over = not code.matches or lane.number > terms.deals
    if over and many == 1 and not code.by_points:
        for seat in range(4):
            paid[seat] = 1 if lane.score[seat] == best else np.float32(-1 / 3)
    if not over:
        _deal(terms, state, lane, chance)


# ── what a seat sees ──────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True, nogil=True)
def masks(terms: TermsRow, code: CodeRow, deals: Records, out: Bytes, which: Which) -> None:
    """Write 1 for each legal action of who is to move, 0 for the rest."""
    for n in which:
        row = out[n]
        row[:] = 0
        state: DealRow = deals[n]
        left = np.int64(legal(terms, state))
        first = 0
        if state.phase == TRUMP:
            first = code.trumps
        elif state.phase == PLAY:
            first = code.cards
        while left:
            bit = lowest(left)
            left &= left - 1
            row[code.ask_of[bit] if state.phase == ASK else first + bit] = 1


@njit(cache=True, nogil=True)
def observe(terms: TermsRow, code: CodeRow, deals: Records, seats: Bytes, out: Floats, which: Which) -> None:
    """Write what a seat of each lane sees."""
    for n in which:
        out[n] = 0
        _see(terms, code, deals[n], int(seats[n]), out[n])


@njit(cache=True)
def _who(out: Floats, start: int, me: int, seat: int) -> None:
    if seat != NOBODY:
        out[start + ((seat - me) & 3)] = 1


@njit(cache=True)
def _cards(out: Floats, start: int, cards: int) -> None:
    left = np.int64(cards)
    while left:
        out[start + lowest(left)] = 1
        left &= left - 1


@njit(cache=True)
def _see(terms: TermsRow, code: CodeRow, state: DealRow, me: int, out: Floats) -> None:
    over = state.phase == OVER
    _who(out, code.turn, me, state.seat)
    if not over:
        out[code.phase + state.phase] = 1
    _who(out, code.dealer, me, state.dealer)
    out[code.number] = np.float64(state.number) / terms.deals
    for place in range(4):
        seat = (me + place) & 3
        out[code.score + place] = min(1.0, max(0.0, HALF + state.score[seat] / np.float64(code.score_span)))
        out[code.points + place] = min(1.0, max(0.0, HALF + state.scores[seat] / np.float64(code.points_span)))
        out[code.won + place] = np.float64(state.won[seat]) / 13
        for suit in range(4):
            if state.voids[seat] >> suit & 1:
                out[code.voids + 4 * place + suit] = 1
    _cards(out, code.dealt, state.dealt[me])
    _cards(out, code.hand, state.hands[me])
    for step in range(state.said):
        at = code.auction + step * code.step
        out[at + ((state.by[step] - me) & 3)] = 1
        out[at + 4 + state.bid[step]] = 1
    if state.contract:
        out[code.contract + state.contract - 1] = 1
    _who(out, code.declarer, me, state.declarer)
    fell = (
        state.asked != NOBODY
        and not (state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3]) & state.asked_bit
    )
    if state.asked == NOBODY or fell or state.partner == me:
        _who(out, code.partner, me, state.partner)
    if state.trump != NOBODY:
        out[code.trump + state.trump] = 1
    if state.asked != NOBODY:
        out[code.asked + state.asked] = 1
    _table(code, state, me, out)
    _open(terms, code, state, me, out)
    _who(out, code.revoked, me, state.revoked)


@njit(cache=True)
def _table(code: CodeRow, state: DealRow, me: int, out: Floats) -> None:
    for number in range(min(13, state.tricks + 1)):
        placed = 4 if number < state.tricks else state.placed
        for turn in range(placed):
            card = state.cards[number, turn]
            place = (state.leaders[number] + turn - me) & 3
            out[code.played + 52 * place + card] = 1
            out[code.tricks + 52 * number + card] = 1
            if number == state.tricks:
                out[code.current + 52 * place + card] = 1


@njit(cache=True)
def _open(terms: TermsRow, code: CodeRow, state: DealRow, me: int, out: Floats) -> None:
    """In open games declarer's hand lies open from the fifth card, in plus games the fellow defenders' too."""
    fifth = state.tricks > 1 or (state.tricks == 1 and state.placed > 0)
    laid = state.contract and terms.open[state.contract] and me != state.declarer and fifth
    for place in range(1, 4):
        seat = (me + place) & 3
        shown = laid and (terms.plus[state.contract] or seat == state.declarer)
        if shown or seat == state.revoked:
            _cards(out, code.open + 52 * place, state.hands[seat])
