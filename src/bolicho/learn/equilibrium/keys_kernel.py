"""What a player of Truco is taken to know, as one number: the compiled twin of ``situation.py``.

A *situation* is position, own cards, what was played, said and announced, packed without collision into its key. The
record of a hand (``games/truco/kernel.py``) forgets some of it; a story beside it remembers.
"""

from typing import Protocol

import numpy as np

from bolicho.core.compiler import njit
from bolicho.games.truco.kernel import (
    ANSWER,
    BARALHO,
    FACE_DOWN,
    NOBODY,
    NOTHING,
    QUERO,
    TRUCO,
    VALE_QUATRO,
    WORDS,
    BookRow,
    HandRow,
    Int8s,
    legal,
)
from bolicho.learn.equilibrium.shape import ShapeRow

STORY = np.dtype([("card", "i1", (2, 3)), ("raised", "i1", 3), ("caller", "i1"), ("how", "i1")])
"""What the record of a hand forgets: strengths played by seat and round, when each truco was called (round, and whether
the caller was to follow), who called envido last, and whether that was refused (1) or accepted (2)."""
REFUSED, ACCEPTED = 1, 2
SURE, DEAD, LATER, TIES, KEEPS_BETTER, KEEPS_WORSE = (16 * number for number in range(1, 7))
"""What the follower of the second round can do; see `_prospect`."""


class StoryRow(Protocol):
    """A row of STORY."""

    card: Int8s
    raised: Int8s
    caller: int
    how: int


# ── what is remembered of a hand ──────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def forget(story: StoryRow) -> None:
    """Begin a hand."""
    for seat in range(2):
        for number in range(3):
            story.card[seat, number] = 0
    for number in range(3):
        story.raised[number] = 0
    story.caller, story.how = NOBODY, 0


@njit(cache=True)
def remember(book: BookRow, state: HandRow, story: StoryRow, move: int) -> None:
    """Note a move that is about to be played."""
    me = state.seat
    if move < WORDS:
        strength = book.strength[state.cards[me, move % FACE_DOWN]] if move < FACE_DOWN else 1
        story.card[me, state.rounds] = strength
    elif TRUCO <= move <= VALE_QUATRO:
        follows = int(state.played[0] != state.played[1])
        story.raised[state.truco + (state.truco_by != NOBODY)] = 1 + 2 * state.rounds + follows
    elif book.after[state.said, move]:
        story.caller = me
    elif state.bet == ANSWER:
        story.how = ACCEPTED if move == QUERO else REFUSED


@njit(cache=True)
def moves_in(mask: int) -> int:
    """Return how many moves a set of bits has."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@njit(cache=True)
def choices(book: BookRow, state: HandRow) -> int:
    """Return the legal moves worth considering: no card face down, and `baralho` only where it can be best.

    Who gives up on his own turn might as well play a card and refuse all that follows, at the same price, unless the
    rival can still say envido or declare a flor; as an answer it is a refusal, and gives away more when a bet waits.
    """
    mask = legal(book, state)
    if mask & ~(0b111 << FACE_DOWN):
        mask &= ~(0b111 << FACE_DOWN)
    first = not (state.rounds or state.said or state.truco or state.played[0] or state.played[1])
    if not (first and state.truco_by == NOBODY) and mask != 1 << BARALHO:
        mask &= ~(1 << BARALHO)
    return mask


# ── what a player is taken to know ────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def key_of(book: BookRow, shape: ShapeRow, state: HandRow, story: StoryRow) -> np.uint64:
    """Return the key of the situation of who is to move; its lowest two bits say the round or that a bet waits."""
    me = int(state.seat)
    other = 1 - me
    now = int(state.rounds)
    follows = state.played[other] > state.played[me]
    leads = state.played[me] > state.played[other]
    on_table = 0
    if follows:
        on_table = int(story.card[other, now])
    elif leads:
        on_table = 15 + int(story.card[me, now])
    key = np.uint64(me == state.mano)
    if shape.scores:
        key = _join(key, 8, shape.lack[book.target - state.score[me] - state.points[me]])
        key = _join(key, 8, shape.lack[book.target - state.score[other] - state.points[other]])
    if state.bet != NOTHING:  # envido or flor waits for an answer
        points = int(state.flor[me]) if state.said >= book.first_flor else int(state.envido[me])
        cards = state.cards[me]
        quality = shape.quality[book.strength[cards[0]], book.strength[cards[1]], book.strength[cards[2]]]
        key = _join(key, 32, state.said)
        key = _join(key, 2, state.truco_by != NOBODY)
        key = _join(key, 64, points)
        key = _join(key, 32, quality)
        key = _join(key, 16, shape.past[on_table - 15 if on_table > 15 else on_table])
        return _join(key, 4, 3)
    key = _join(key, 128, _context(book, shape, state, story, me))
    key = _join(key, 16, _bets(state, me))
    key = _join(key, 512, _timing(shape, story))
    a, b, c = _held(book, state, me)
    if now == 0:
        open_ = not (state.played[me] or state.truco or state.said)
        key = _join(key, 32, shape.points[state.envido[me]] if open_ and shape.envido else 0)
        if leads:
            on_table += 33
        elif shape.relative and follows:
            on_table = _among(on_table, a, b, c) * 6 + min(shape.past[on_table], 5)
        key = _join(key, 64, on_table)
        key = _join(key, 4096, a << 8 | b << 4 | c)
        return _join(key, 4, 0)
    mine, his = shape.past[story.card[me, 0]], shape.past[story.card[other, 0]]
    won = 1 + np.sign(story.card[me, 0] - story.card[other, 0])
    key = _join(key, 4, won)
    key = _join(key, 16, mine)
    key = _join(key, 16, his)
    if now == 1:
        if shape.relative and follows:
            key = _join(key, 32, shape.past[on_table])
            key = _join(key, 256, _prospect(won, on_table, a, b))
        else:
            key = _join(key, 32, on_table)
            key = _join(key, 256, a << 4 | b)
        return _join(key, 4, 1)
    key = _join(key, 16, shape.late[story.card[me, 1]])
    key = _join(key, 16, shape.late[story.card[other, 1]])
    if shape.relative and follows:  # whoever plays last knows whether he wins
        lead = np.sign(a - on_table)
        first = won - 1
        wins = lead > 0 or (lead == 0 and (first > 0 or (first == 0 and me == state.mano)))
        key = _join(key, 32, shape.past[on_table])
        key = _join(key, 16, wins)
    else:
        key = _join(key, 32, on_table)
        key = _join(key, 16, a)
    return _join(key, 4, 2)


@njit(cache=True)
def _join(key: np.uint64, size: int, value: int) -> np.uint64:
    return key * np.uint64(size) + np.uint64(value)


@njit(cache=True)
def _among(card, a, b, c):
    """How many of three cards a card to beat is above or ties with: 0 below all, 6 above all."""
    return (card >= a) + (card > a) + (card >= b) + (card > b) + (card >= c) + (card > c)


@njit(cache=True)
def _prospect(won, card, a, b):
    """What the second round's follower can do: win or lose for sure, or which card decides the third.

    ``won`` is round 1: 0 lost, 1 tied, 2 won; the lowest four bits are the card that he keeps.
    """
    if won == 2:
        return SURE if a >= card else LATER | a
    if won == 1:
        return SURE if a > card else TIES | b if a == card else DEAD
    if a <= card:
        return DEAD
    return KEEPS_BETTER | a if b > card else KEEPS_WORSE | b


@njit(cache=True)
def _held(book, state, me):
    """Strengths of the cards still held, strongest first, zeros after them."""
    a, b, c = 0, 0, 0
    for card in range(3):
        if state.held[me] >> card & 1:
            strength = int(book.strength[state.cards[me, card]])
            if a == 0:
                a = strength
            elif b == 0:
                b = strength
            else:
                c = strength
    return a, b, c


@njit(cache=True)
def _bets(state, me):
    """Nothing called 0, a call that waits 1-3, accepted and the word mine 4-6 or his 7-9."""
    if state.truco_by != NOBODY:
        return 1 + int(state.truco)
    if state.truco == 0:
        return 0
    return (3 if state.word == me else 6) + int(state.truco)


@njit(cache=True)
def _timing(shape, story):
    """When trucos were called, as finely as the shape asks: the last one's round, that and who led, all of them."""
    last = 0
    for number in range(3):
        if story.raised[number]:
            last = int(story.raised[number])
    if shape.timing == 0 or last == 0:
        return 0
    if shape.timing == 1:
        return 1 + (last - 1) // 2
    if shape.timing == 2:
        return last
    first, second, third = int(story.raised[0]), int(story.raised[1]), int(story.raised[2])
    if shape.timing == 3:
        return (first + 1) // 2 * 16 + (second + 1) // 2 * 4 + (third + 1) // 2
    return first * 64 + second * 8 + third


@njit(cache=True)
def _context(book, shape, state, story, me):
    """What envido and flor have told: nothing 0, refused 1-6, flores 7-9, accepted and announced 16 and more."""
    if state.said == 0:
        return 0
    if state.said >= book.first_flor:
        return 6 + int(state.flor[me] > 0) + 2 * int(state.flor[1 - me] > 0)
    if story.how == REFUSED:
        return 1 + 3 * int(story.caller == me) + int(shape.call[state.said])
    mano = int(state.mano)
    beaten = state.envido[1 - mano] > state.envido[mano]
    first = int(shape.number[state.envido[mano]])
    second = int(shape.number[state.envido[1 - mano]]) if beaten else 0
    return 16 + (first * 10 + second if me == mano else second * 10 + first)
