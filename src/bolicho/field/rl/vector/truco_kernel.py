"""Many hands of Truco at once: a lane is a hand of ``games/truco/kernel.py`` and what an observation needs beside it.

``field/encode/truco.py`` is the truth about observations; ``tests/field/rl/vector`` plays both in lockstep.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.games.truco.kernel import (
    ACHICO,
    ANNOUNCE,
    ANSWER,
    BARALHO,
    DECLARE,
    FACE_DOWN,
    MOST_PLIES,
    MOVES,
    NAO_QUERO,
    NOBODY,
    NOTHING,
    PONTOS,
    QUERO,
    WORDS,
    BookRow,
    HandRow,
    apply,
    deal_cards,
    draw,
    legal,
    start,
)
from bolicho.learn.equilibrium.keys_kernel import StoryRow, forget, remember

ENVIDO, FLOR = range(2)
SILENT, GOOD = -2, -1
"""What a seat has announced: nothing yet, that the other's number is good; else its number."""
ENVIDO_MOST, FLOR_MOST = np.float32(33), np.float32(38)
DOWN, WORD = 40, 80
"""What an action stands for: a card, 40 + a card face down, 80 + a word."""

LANE = np.dtype(
    [
        ("past", "i1", (MOST_PLIES, 2)),
        ("plies", "i1"),
        ("said", "i1", (2, 2)),
        ("proof", "i1", (2, 2)),
        ("last", "i1", 2),
        ("dealt", "i1", (2, 3)),
        ("context", "i1", 3),
        ("score", "i1", 2),
        ("mano", "i1"),
    ]
)
"""``past``: who moved, and by which action, in order. ``said`` by seat and bet; ``proof``: whether a seat shows the
cards of its envido, its flor; ``last``: the card that a seat played last (NOBODY: face down); ``context``: score and
mão of this hand; ``score`` and ``mano``: those of the next."""

CODE = np.dtype(
    [
        *((name, "i4") for name in ("turn", "mao", "score", "points", "dealt", "hand", "envido", "flor", "table")),
        *((name, "i4") for name in ("rounds", "worth", "called", "word", "bet", "said", "shown", "history")),
        *((name, "i4") for name in ("width", "hidden")),
        ("matches", "?"),
        ("by_points", "?"),
        ("card", "i1", 40),
        ("down", "i1", 40),
        ("words", "i1", MOVES),
        ("means", "i1", 128),
        ("pair", "i1", (40, 40, 40)),
    ]
)
"""Where each field of an observation begins; ``width``: of a step of the history; ``hidden``: what stands there for a
face-down card of the rival. ``matches``: an episode is a match; ``by_points``: points are paid, else the win.

``card``, ``down`` and ``words`` give the action of a card, of the same face down, of a word (or -1); ``means`` goes
back. ``pair``: which cards of three count for the envido, as bits."""

Records = npt.NDArray[np.void]
Which = npt.NDArray[np.int64]
Chance = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]


class LaneRow(Protocol):
    """A row of LANE."""

    past: Bytes
    plies: int
    said: Bytes
    proof: Bytes
    last: Bytes
    dealt: Bytes
    context: Bytes
    score: Bytes
    mano: int


class CodeRow(Protocol):
    """A row of CODE."""

    turn: int
    mao: int
    score: int
    points: int
    dealt: int
    hand: int
    envido: int
    flor: int
    table: int
    rounds: int
    worth: int
    called: int
    word: int
    bet: int
    said: int
    shown: int
    history: int
    width: int
    hidden: int
    matches: bool
    by_points: bool
    card: Bytes
    down: Bytes
    words: Bytes
    means: Bytes
    pair: Bytes


# ── hands ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True, nogil=True)
def begin(
    book: BookRow, hands: Records, stories: Records, lanes: Records, chance: Chance, turn: Bytes, which: Which
) -> None:
    """Begin an episode on some lanes: nothing won yet, the first mão drawn."""
    for n in which:
        lane: LaneRow = lanes[n]
        lane.score[0] = lane.score[1] = 0
        lane.mano = draw(chance[n : n + 1], 2)
        _deal(book, hands[n], stories[n], lane, chance[n : n + 1])
        turn[n] = lane.mano


@njit(cache=True)
def _deal(book: BookRow, hand: HandRow, story: StoryRow, lane: LaneRow, chance: Chance) -> None:
    """Deal a hand, at the score and with the mão that stand there."""
    deal_cards(book, chance, lane.dealt)
    lane.context[0], lane.context[1], lane.context[2] = lane.score[0], lane.score[1], lane.mano
    start(book, hand, lane.dealt, lane.context)
    forget(story)
    lane.plies = 0
    for seat in range(2):
        lane.last[seat] = NOBODY
        for bet in range(2):
            lane.said[seat, bet] = SILENT
            lane.proof[seat, bet] = False


@njit(cache=True, nogil=True)
def play(
    book: BookRow, code: CodeRow, hands: Records, stories: Records, lanes: Records, chance: Chance,
    turn: Bytes, paid: Floats, which: Which, actions: Which,
) -> None:  # fmt: skip
    """Play a legal action on some lanes; ``paid`` gets what it paid each seat."""
    for i in range(len(which)):
        n = which[i]
        hand: HandRow = hands[n]
        story: StoryRow = stories[n]
        lane: LaneRow = lanes[n]
        me, action = hand.seat, actions[i]
        move = _move(code, hand, action)
        lane.past[lane.plies, 0], lane.past[lane.plies, 1] = me, action
        lane.plies += 1
        if move < WORDS:
            lane.last[me] = hand.cards[me, move] if move < FACE_DOWN else NOBODY
        else:
            _announce(book, hand, lane, move)
        remember(book, hand, story, move)
        apply(book, hand, move)
        paid[n, 0] = paid[n, 1] = 0
        if hand.seat == NOBODY:
            _end(book, code, hand, story, lane, chance[n : n + 1], paid[n])
        turn[n] = hand.seat


@njit(cache=True)
def _move(code: CodeRow, hand: HandRow, action: int) -> int:
    means = int(code.means[action])
    if means >= WORD:
        return means - WORD
    first, place = (0, means) if means < DOWN else (FACE_DOWN, means - DOWN)
    for card in range(3):
        if hand.cards[hand.seat, card] == place:
            return first + card
    return -1


@njit(cache=True)
def _end(
    book: BookRow, code: CodeRow, hand: HandRow, story: StoryRow, lane: LaneRow, chance: Chance, paid: Floats
) -> None:
    """Pay for a hand that is over; in a match that is not, deal the next one."""
    lead = np.float32(hand.points[0]) - np.float32(hand.points[1])
    for seat in range(2):
        lane.score[seat] += hand.points[seat]
    lane.mano = 1 - lane.mano
    over = not code.matches or max(lane.score[0], lane.score[1]) >= book.target
    if code.by_points:
        paid[0], paid[1] = lead, -lead
    elif over:
        ahead = np.float32(np.sign(np.int64(lane.score[0]) - np.int64(lane.score[1])))
        paid[0], paid[1] = ahead, -ahead
    if not over:
        _deal(book, hand, story, lane, chance)


@njit(cache=True)
def _announce(book: BookRow, hand: HandRow, lane: LaneRow, move: int) -> None:
    """Note the numbers that a word brings out, and who will show cards in proof; the word is about to be played."""
    me, mano = hand.seat, hand.mano
    flor = hand.said >= book.first_flor
    if hand.bet == ANNOUNCE:
        lane.said[me, ENVIDO] = hand.envido[me] if move == PONTOS else GOOD
        lane.proof[me if move == PONTOS else mano, ENVIDO] = True
    elif move == QUERO and hand.bet == ANSWER:
        if flor:
            _compare(hand, lane, hand.flor, FLOR)
        elif book.pe_may_concede:
            lane.said[mano, ENVIDO] = hand.envido[mano]
        else:
            _compare(hand, lane, hand.envido, ENVIDO)
    elif move == DECLARE and flor:
        if book.three_each:
            lane.proof[mano, FLOR] = True
            lacks = book.target - hand.score[mano] - hand.points[mano]
            lane.proof[1 - mano, FLOR] = lacks > book.flor_alone  # else the hand is over before he is paid
        else:
            _compare(hand, lane, hand.flor, FLOR)
    elif move == DECLARE:
        lost = book.silent_flor_lost and hand.played[1 - me] > 0
        if not hand.flor[1 - me] or lost:
            lane.proof[me, FLOR] = True
    elif hand.bet != NOTHING and flor and move in (NAO_QUERO, ACHICO, BARALHO):
        lane.proof[1 - me, FLOR] = True


@njit(cache=True)
def _compare(hand: HandRow, lane: LaneRow, points: Bytes, bet: int) -> None:
    mano = hand.mano
    higher = points[1 - mano] > points[mano]
    lane.said[mano, bet] = points[mano]
    lane.said[1 - mano, bet] = points[1 - mano] if higher else GOOD
    lane.proof[1 - mano if higher else mano, bet] = True


# ── what a seat sees ──────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True, nogil=True)
def masks(book: BookRow, code: CodeRow, hands: Records, out: Bytes, which: Which) -> None:
    """Write 1 for each legal action of who is to move, 0 for the rest."""
    for n in which:
        row = out[n]
        row[:] = 0
        hand: HandRow = hands[n]
        mask = legal(book, hand)
        for card in range(3):
            if mask >> card & 1:
                row[code.card[hand.cards[hand.seat, card]]] = 1
            if mask >> (FACE_DOWN + card) & 1:
                row[code.down[hand.cards[hand.seat, card]]] = 1
        for move in range(WORDS, MOVES):
            if mask >> move & 1:
                row[code.words[move]] = 1


@njit(cache=True, nogil=True)
def observe(
    book: BookRow, code: CodeRow, hands: Records, lanes: Records, seats: Bytes, out: Floats, which: Which
) -> None:
    """Write what a seat of each lane sees."""
    for n in which:
        out[n] = 0
        _see(book, code, hands[n], lanes[n], int(seats[n]), out[n])


@njit(cache=True)
def _see(book: BookRow, code: CodeRow, hand: HandRow, lane: LaneRow, me: int, out: Floats) -> None:
    rival, target, over = 1 - me, np.float32(book.target), hand.seat == NOBODY
    if not over:
        out[code.turn + (hand.seat != me)] = 1
    if hand.mano == me:
        out[code.mao] = 1
    for place in range(2):
        seat = me if place == 0 else rival
        out[code.score + place] = np.float32(hand.score[seat]) / target
        out[code.points + place] = np.float32(hand.points[seat]) / target
        for bet in range(2):
            said = lane.said[seat, bet]
            if said != SILENT:
                at = code.said + 4 * place + 2 * bet
                out[at] = 1
                out[at + 1] = np.float32(max(0, said)) / FLOR_MOST
    for card in range(3):
        action = code.card[hand.cards[me, card]]
        out[code.dealt + action] = 1
        if hand.held[me] >> card & 1:
            out[code.hand + action] = 1
    out[code.envido] = np.float32(hand.envido[me]) / ENVIDO_MOST
    out[code.flor] = np.float32(hand.flor[me]) / FLOR_MOST
    if hand.played[rival] > hand.played[me] and lane.last[rival] != NOBODY:
        out[code.table + code.card[lane.last[rival]]] = 1
    for number in range(hand.rounds):
        lead = hand.won[number] if me == 1 else -hand.won[number]
        out[code.rounds + 3 * number + (2 if lead == 0 else int(lead < 0))] = 1
    out[code.worth + hand.truco] = 1
    if hand.truco_by != NOBODY and not over:
        out[code.called + (hand.truco_by != me)] = 1
    if hand.word != NOBODY:
        out[code.word + (hand.word != me)] = 1
    if hand.bet == ANNOUNCE:
        out[code.bet + 1] = 1
    elif hand.bet == ANSWER:
        out[code.bet + (2 if hand.said >= book.first_flor else 0)] = 1
    if over:
        _prove(code, hand, lane, rival, out)
    for step in range(lane.plies):
        who, action = lane.past[step, 0], lane.past[step, 1]
        at = code.history + step * code.width
        out[at + (who != me)] = 1
        hidden = who != me and DOWN <= code.means[action] < WORD
        out[at + 2 + (code.hidden if hidden else action)] = 1


@njit(cache=True)
def _prove(code: CodeRow, hand: HandRow, lane: LaneRow, rival: int, out: Floats) -> None:
    cards = hand.cards[rival]
    shown = 0b111 if lane.proof[rival, FLOR] else 0
    if lane.proof[rival, ENVIDO]:
        shown |= int(code.pair[cards[0], cards[1], cards[2]])
    for card in range(3):
        if shown >> card & 1:
            out[code.shown + code.card[cards[card]]] = 1
