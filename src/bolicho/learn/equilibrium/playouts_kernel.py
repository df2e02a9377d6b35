"""Hands played on by the tables of the equilibrium player, compiled; ``playouts.py`` says what for."""

import numpy as np

from bolicho.core.compiler import njit
from bolicho.games.truco.kernel import BARALHO, MOVES, NOBODY, apply, draw, legal, start
from bolicho.learn.equilibrium.keys_kernel import choices, forget, moves_in, remember
from bolicho.learn.equilibrium.shape import MOST_ACTIONS
from bolicho.learn.equilibrium.tables_kernel import weigh

CARDS = 40
"""A move is told by the place of its card in the deck, or by 40 and the number of its word: so for any hand."""
FINE = 1 << 30


@njit(cache=True, nogil=True)
def beliefs(
    book, shape, table, match_shape, match_table, far, scratch, notes, me, own, others, context, past, slip, out
):
    """How likely the rival would have done what he did with each of these hands; ``slip``: he errs so often."""
    hand, story = scratch[0], notes[0]
    chances, cards = np.zeros(MOST_ACTIONS), np.zeros((2, 3), np.int8)
    for n in range(len(others)):
        cards[me], cards[1 - me] = own, others[n]
        _begin(book, hand, story, cards, context)
        weight = 1.0
        for code in past:
            move = _number(hand, code)
            if move < 0 or not legal(book, hand) >> move & 1:
                weight = 0.0
                break
            if hand.seat != me:
                mask = choices(book, hand)
                weight *= slip / moves_in(legal(book, hand)) + (1 - slip) * _chance(
                    book, shape, table, match_shape, match_table, far, hand, story, mask, move, chances
                )
            remember(book, hand, story, move)
            apply(book, hand, move)
        out[n] = weight


@njit(cache=True, nogil=True)
def play_on(
    book, shape, table, match_shape, match_table, far, scratch, notes, deals, context, past, first, keys, worth, out
):
    """Play each deal to its end after each first move, with the same luck for all of them.

    ``first`` may be -1: nothing is prescribed. ``out[move, deal]``: seat 0's points less seat 1's, and the chance of
    seat 0 to win the match by ``worth[I lack, he lacks, I am mão]``.
    """
    hand, story = scratch[0], notes[0]
    chances, luck = np.zeros(MOST_ACTIONS), np.zeros(1, np.uint64)
    for n in range(len(deals)):
        for m in range(len(first)):
            _begin(book, hand, story, deals[n], context)
            for code in past:
                _do(book, hand, story, _number(hand, code))
            if first[m] >= 0:
                _do(book, hand, story, _number(hand, first[m]))
            luck[0] = keys[n]
            while hand.seat != NOBODY:
                move = _drawn(book, shape, table, match_shape, match_table, far, hand, story, chances, luck)
                _do(book, hand, story, move)
            out[m, n, 0] = hand.points[0] - hand.points[1]
            lacks = [max(book.target - hand.score[seat] - hand.points[seat], 0) for seat in range(2)]
            out[m, n, 1] = worth[lacks[0], lacks[1], int(hand.mano != 0)]


@njit(cache=True)
def _begin(book, hand, story, cards, context):
    start(book, hand, cards, context)
    forget(story)


@njit(cache=True)
def _do(book, hand, story, move):
    remember(book, hand, story, move)
    apply(book, hand, move)


@njit(cache=True)
def _number(hand, code):
    """The number of a move in the hand of who is to move; -1 if he was not dealt that card."""
    if code >= CARDS:
        return code - CARDS
    for card in range(3):
        if hand.cards[hand.seat, card] == code:
            return card
    return -1


@njit(cache=True)
def _chance(book, shape, table, match_shape, match_table, far, hand, story, mask, move, chances):
    """How often the tables make a move here."""
    if not mask >> move & 1:
        return 0.0
    if not weigh(book, shape, table, match_shape, match_table, far, hand, story, mask, chances):
        return 1.0 / moves_in(mask)
    return chances[moves_in(mask & ((1 << move) - 1))]


@njit(cache=True)
def _drawn(book, shape, table, match_shape, match_table, far, hand, story, chances, luck):
    """Draw a move by the tables; what they do not know is played evenly, but not given up."""
    mask = choices(book, hand)
    left = draw(luck, FINE) / FINE
    known = weigh(book, shape, table, match_shape, match_table, far, hand, story, mask, chances)
    if not known and mask != 1 << BARALHO:
        mask &= ~(1 << BARALHO)
    even, rank, last = 1.0 / moves_in(mask), 0, 0
    for move in range(MOVES):
        if mask >> move & 1:
            last = move
            left -= chances[rank] if known else even
            rank += 1
            if left < 0:
                break
    return last
