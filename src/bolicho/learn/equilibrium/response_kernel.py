"""The best response to a table of situations, for one hand of the responder, compiled.

The responder's three cards are fixed. The public tree is walked with the weights of all hands that the agent may hold;
at the agent's decisions they are multiplied by its chances and split by what can be seen (the very card, the announced
number), at the responder's the best move counts. Where less than a stated reach is left, the branch is valued at the
best and at the worst that it could be: that gives a low and a high end. Beside them goes the value of the agent's own
strategy in the responder's seat, the control that makes sampled hands precise.

The walk calls itself, and Numba can keep it on disk only while all its calls have the same types (Numba's issue 6713:
what is read back crashes otherwise). So the first call names no literal: ``np.int64(0)``, not ``0``.
"""

import numpy as np

from bolicho.core.compiler import njit
from bolicho.games.truco.kernel import (
    ANSWER,
    DECLARE,
    FACE_DOWN,
    HAND,
    NOBODY,
    NOTHING,
    QUERO,
    WORDS,
    apply,
    start,
)
from bolicho.learn.equilibrium.chances_kernel import chances_of
from bolicho.learn.equilibrium.keys_kernel import ACCEPTED, STORY, choices, forget, remember
from bolicho.learn.equilibrium.shape import MOST_ACTIONS

DEPTH = 40
MOST_BY_FLOR = 6.0
"""What a flor may cost the responder before he can fold."""
LOW, HIGH, OWN, OWN_HIGH, CUT = range(5)
"""What is returned: both ends of the best response, both of the agent's own play in that seat, and branches cut."""


@njit(cache=True)
def _seat_hand(book, state, seat, cards, held):
    """Put a hand into a public state."""
    for place in range(3):
        state.cards[seat, place] = cards[place]
    state.held[seat] = held
    state.envido[seat] = book.envido[cards[0], cards[1], cards[2]]
    state.flor[seat] = book.flor[cards[0], cards[1], cards[2]]


@njit(cache=True)
def _bounds(book, state, me, total, out):
    """The least that a best response is sure of here, and the most that anybody could have."""
    sure = float(state.points[me]) - float(state.points[1 - me])
    worth = float(book.truco_worth[min(state.truco + int(state.truco_by == me), 3)])
    low, high = sure - worth, sure + 4.0
    left = float(book.target)
    if state.bet != NOTHING:
        low -= float(book.refused[state.said]) if state.seat == me else left
        high += left
    elif state.said == 0 and state.truco == 0 and state.rounds == 0 and book.raises[0] | int(book.flor_allowed):
        low, high = low - MOST_BY_FLOR, high + left
    out[LOW], out[HIGH] = low * total, high * total
    out[OWN], out[OWN_HIGH] = (2 * sure - high) * total, high * total
    out[CUT] = 1.0


@njit(cache=True)
def _announced(book, state, agent, move):
    """What is seen of the agent's hand when this word is said: a number announced, or that he has no flor."""
    mano = state.mano
    if move == QUERO and state.bet == ANSWER:
        points = state.flor if state.said >= book.first_flor else state.envido
        if agent == mano:
            return 1 + int(points[agent])
        return 1 + int(points[agent]) if points[agent] > points[1 - agent] else 0
    if move == DECLARE:
        if state.said >= book.first_flor:  # flor against flor: compared
            return 1 + int(state.flor[agent])
        return int(state.flor[agent] > 0)
    return 0


@njit(cache=True)
def walk(
    book, shape, keys, places, pool, hands, label, states, stories, entries, helds, weights,
    tables, maskses, valued, sorts, depth, low, top, me, reach, out,
):  # fmt: skip
    """Value the entries from ``low`` to ``top`` of the stack at the public state of this depth, for the responder."""
    state, story = states[depth], stories[depth]
    agent = 1 - me
    size = top - low
    total = 0.0
    for i in range(low, top):
        total += weights[i]
    _seat_hand(book, state, agent, hands[entries[low]], helds[low])
    if state.seat == NOBODY:
        out[LOW] = out[HIGH] = out[OWN] = out[OWN_HIGH] = (float(state.points[me]) - float(state.points[agent])) * total
        out[CUT] = 0.0
        return 1
    if total < reach:
        _bounds(book, state, me, total, out)
        return 1
    mine = state.seat == me
    rows = 1 if mine else size
    table, masks, value, sums = tables[depth], maskses[depth], valued[depth, 0], valued[depth, 1]
    seen_as = label[2 if state.rounds == 2 else int(story.how == ACCEPTED or state.said >= book.first_flor)]
    union = 0
    for i in range(rows):
        if not mine:
            _seat_hand(book, state, agent, hands[entries[low + i]], helds[low + i])
        masks[i] = choices(book, state)
        union |= masks[i]
        chances_of(book, shape, keys, places, pool, state, story, masks[i], table[i])
    nodes, equal = 1, 0
    out[LOW] = out[HIGH] = -1e9 if mine else 0.0
    out[OWN] = out[OWN_HIGH] = out[CUT] = 0.0
    for move in range(0 if mine else WORDS, 32):
        if not union >> move & 1:
            continue
        chance = table[0, _rank(masks[0], move)]
        first, end = low, top
        if not mine:  # those who say it
            first, end = top, top
            for i in range(size):
                if masks[i] >> move & 1:
                    weight = weights[low + i] * table[i, _rank(masks[i], move)]
                    if weight > 0.0:
                        entries[end], helds[end], weights[end] = entries[low + i], helds[low + i], weight
                        end += 1
            if end == first:
                continue
        elif move < FACE_DOWN:
            strength = np.int64(book.strength[state.cards[me, move]])
            if strength == equal:  # equal cards are equal to the agent
                for k in range(OWN, CUT):
                    out[k] += chance * sums[k]
                continue
            equal = strength
        # apart by what the word makes the agent announce
        most = 0
        if move == DECLARE or (move == QUERO and state.bet == ANSWER):
            for i in range(first, end):
                _seat_hand(book, state, agent, hands[entries[i]], helds[i])
                most = max(most, _announced(book, state, agent, move))
        sums[:] = 0.0
        for seen in range(most + 1):
            begin, stop = first, end
            if most:
                begin, stop = end, end
                for i in range(first, end):
                    _seat_hand(book, state, agent, hands[entries[i]], helds[i])
                    if _announced(book, state, agent, move) == seen:
                        entries[stop], helds[stop], weights[stop] = entries[i], helds[i], weights[i]
                        stop += 1
                if stop == begin:
                    continue
            _seat_hand(book, state, agent, hands[entries[begin]], helds[begin])
            states[depth + 1] = states[depth]
            stories[depth + 1] = stories[depth]
            remember(book, states[depth + 1], stories[depth + 1], move)
            apply(book, states[depth + 1], move)
            nodes += walk(
                book, shape, keys, places, pool, hands, label, states, stories, entries, helds, weights,
                tables, maskses, valued, sorts, depth + 1, begin, stop, me, reach, value,
            )  # fmt: skip
            for k in range(5):
                sums[k] += value[k]
        if mine:
            out[LOW], out[HIGH] = max(out[LOW], sums[LOW]), max(out[HIGH], sums[HIGH])
            out[CUT] += sums[CUT]
            for k in range(OWN, CUT):
                out[k] += chance * sums[k]
        else:
            for k in range(5):
                out[k] += sums[k]
    if mine or not union & 0b111:
        return nodes
    # the agent's cards, sorted by what is seen of them
    ends, fill = sorts[depth, 0], sorts[depth, 1]
    ends[:] = 0
    for i in range(size):
        for card in range(3):
            if masks[i] >> card & 1 and table[i, _rank(masks[i], card)] > 0.0:
                ends[seen_as[hands[entries[low + i], card]] + 1] += 1
    ends[0] = top
    for seen in range(40):
        ends[seen + 1] += ends[seen]
    fill[:] = ends
    for i in range(size):
        for card in range(3):
            if masks[i] >> card & 1 and table[i, _rank(masks[i], card)] > 0.0:
                seen = seen_as[hands[entries[low + i], card]]
                place = fill[seen]
                fill[seen] += 1
                entries[place], helds[place] = entries[low + i], helds[low + i]
                weights[place] = weights[low + i] * table[i, _rank(masks[i], card)]
    for seen in range(39, -1, -1):  # what is above on the stack is written over
        begin, stop = ends[seen], ends[seen + 1]
        if begin == stop:
            continue
        _seat_hand(book, state, agent, hands[entries[begin]], helds[begin])
        states[depth + 1] = states[depth]
        stories[depth + 1] = stories[depth]
        move = _which(seen_as, hands[entries[begin]], helds[begin], seen)
        remember(book, states[depth + 1], stories[depth + 1], move)
        apply(book, states[depth + 1], move)
        for i in range(begin, stop):
            helds[i] ^= 1 << _which(seen_as, hands[entries[i]], helds[i], seen)
        nodes += walk(
            book, shape, keys, places, pool, hands, label, states, stories, entries, helds, weights,
                tables, maskses, valued, sorts, depth + 1, begin, stop, me, reach, value,
        )  # fmt: skip
        for k in range(5):
            out[k] += value[k]
    return nodes


@njit(cache=True)
def _rank(mask, move):
    """How many moves of a mask come before this one."""
    rank = 0
    rest = mask & ((1 << move) - 1)
    while rest:
        rest &= rest - 1
        rank += 1
    return rank


@njit(cache=True)
def _which(label, cards, held, seen):
    for card in range(3):
        if held >> card & 1 and label[cards[card]] == seen:
            return card
    return -1


@njit(cache=True, nogil=True)
def respond(book, shape, keys, places, pool, hands, ways, label, mine, mano, reach, out):
    """Value a responder's hand (places in the deck): low, high, own; ``mano`` says whether he is mão."""
    states, stories = np.zeros(DEPTH, HAND), np.zeros(DEPTH, STORY)
    most = len(hands) * 64
    entries, helds, weights = np.zeros(most, np.int32), np.zeros(most, np.int8), np.zeros(most)
    tables, maskses = np.zeros((DEPTH, len(hands) * 3, MOST_ACTIONS)), np.zeros((DEPTH, len(hands) * 3), np.int64)
    valued, sorts = np.zeros((DEPTH, 2, 5)), np.zeros((DEPTH, 2, 41), np.int64)
    size, total = np.int64(0), 0.0
    for i in range(len(hands)):
        if ways[i] > 0.0:
            entries[size], helds[size], weights[size] = i, 0b111, ways[i]
            total += ways[i]
            size += 1
    for i in range(size):
        weights[i] /= total
    me = np.int64(0 if mano else 1)
    cards = np.zeros((2, 3), np.int8)
    for place in range(3):
        cards[me, place] = mine[place]
        cards[1 - me, place] = hands[entries[0], place]
    start(book, states[0], cards, np.zeros(3, np.int8))
    forget(stories[0])
    root = np.int64(0)
    return walk(
        book, shape, keys, places, pool, hands, label, states, stories, entries, helds, weights,
        tables, maskses, valued, sorts, root, root, size, me, reach, out,
    )  # fmt: skip
