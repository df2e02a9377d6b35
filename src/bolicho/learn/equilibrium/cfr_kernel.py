"""External-sampling Monte-Carlo CFR for Truco, compiled: the rules of ``games/truco/kernel.py`` on an abstraction.

The table of situations is an open-addressing hash of flat arrays: ``keys`` (``keys_kernel.py``), ``places`` and one
pool of numbers, in which the regrets and the summed strategy of a situation stand beside each other.

Source: Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games" (2009);
linear weights after Brown and Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization"
(2019); bad moves are mostly passed over, after Brown and Sandholm, "Superhuman AI for multiplayer poker" (2019).
"""

import numpy as np

from bolicho.core.compiler import fraction, mixed, njit
from bolicho.games.truco.kernel import HAND, NOBODY, apply, start
from bolicho.learn.equilibrium.keys_kernel import STORY, choices, forget, key_of, moves_in, remember
from bolicho.learn.equilibrium.shape import MOST_ACTIONS

DEPTH = 32
"""No player decides more often in a hand."""
EMPTY = np.uint64(0)
PRUNE, REVISIT, GAMMA = range(3)
"""Tuning: how bad a move must be to be passed over, how often such a node is looked at wholly all the same, and to
which power later iterations count for more in the summed strategy."""


# ── the table of situations ───────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def find(keys, key):
    """Return the cell of a key, or of the empty cell where it would stand."""
    cell = np.int64(mixed(key) & np.uint64(len(keys) - 1))
    while keys[cell] != EMPTY and keys[cell] != key:
        cell = (cell + 1) & (len(keys) - 1)
    return cell


@njit(cache=True)
def fill(keys, places, known, offsets):
    """Put sorted situations into an empty table."""
    for number in range(len(known)):
        cell = find(keys, known[number])
        keys[cell], places[cell] = known[number], offsets[number]


@njit(cache=True)
def _place(keys, places, counts, pool, key, actions):
    """Return where the numbers of a situation stand, made if it is new; -1 when there is no room left."""
    key += np.uint64(1)  # no key is the empty one
    cell = find(keys, key)
    if keys[cell] == EMPTY:
        if counts[0] * 4 >= len(keys) * 3 or counts[1] + 2 * actions > len(pool):
            return -1
        keys[cell] = key
        places[cell] = counts[1]
        counts[0] += 1
        counts[1] += 2 * actions
    return places[cell]


@njit(cache=True)
def deal(chance, cards):
    """Deal three cards to each seat, in the order of the deck."""
    deck = np.int64((1 << 40) - 1)
    for seat in range(2):
        for place in range(3):
            card = int(fraction(chance, 0) * 40)
            while not deck >> card & 1:
                card = int(fraction(chance, 0) * 40)
            deck ^= np.int64(1) << card
            while place > 0 and cards[seat, place - 1] > card:
                cards[seat, place] = cards[seat, place - 1]
                place -= 1
            cards[seat, place] = card


@njit(cache=True)
def _regret_matching(pool, place, actions, chances):
    total = 0.0
    for a in range(actions):
        regret = pool[place + a]
        chances[a] = regret if regret > 0 else 0.0
        total += chances[a]
    for a in range(actions):
        chances[a] = chances[a] / total if total > 0 else 1.0 / actions


# ── the traversals ────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True, nogil=True)
def train(book, shape, keys, places, counts, pool, chance, worth, scores, first, count, tuning):
    """Traverse ``count`` hands, both seats in turn; return how many were done (fewer: the table is full).

    ``counts`` holds situations and numbers in use; ``worth[a, b, m]`` is what it is worth to lack a points where the
    rival lacks b (``match_worth.py``; empty: a hand is worth its points); ``scores`` lists those (mão, pé) to draw.
    """
    states = np.zeros(DEPTH, HAND)
    stories = np.zeros(DEPTH, STORY)
    where = np.zeros(DEPTH, np.int64)
    masks = np.zeros(DEPTH, np.int64)
    at = np.zeros(DEPTH, np.int64)
    sizes = np.zeros(DEPTH, np.int64)
    chances = np.zeros((DEPTH, MOST_ACTIONS))
    values = np.zeros((DEPTH, MOST_ACTIONS))
    skipped = np.zeros((DEPTH, MOST_ACTIONS), np.bool_)
    cards = np.zeros((2, 3), np.int8)
    context = np.zeros(3, np.int8)
    draw = np.zeros(MOST_ACTIONS)
    prune = tuning[PRUNE]
    for number in range(first, first + count):
        weight = 1.0 + number / 1000.0
        summed = weight ** (tuning[GAMMA] - 1.0) * weight
        me = number & 1
        if me == 0 or number == first:
            deal(chance, cards)
            score = int(fraction(chance, 0) * len(scores))
            context[0], context[1] = scores[score, 0], scores[score, 1]
        start(book, states[0], cards, context)
        forget(stories[0])
        depth, value, entering = 0, 0.0, True
        while depth >= 0:
            state, story = states[depth], stories[depth]
            if entering:
                mask, actions, place = 0, 0, 0
                while state.seat != NOBODY:
                    mask = choices(book, state)
                    actions = moves_in(mask)
                    if actions == 1:
                        move = nth(mask, 0)
                    else:
                        key = key_of(book, shape, state, story)
                        place = _place(keys, places, counts, pool, key, actions)
                        if place < 0:
                            return number - first
                        if state.seat == me:
                            break
                        _regret_matching(pool, place, actions, draw)
                        u = fraction(chance, 0)
                        chosen = -1
                        for a in range(actions):
                            pool[place + actions + a] += summed * draw[a]
                            if chosen < 0:
                                u -= draw[a]
                                if u < 0:
                                    chosen = a
                        move = nth(mask, chosen if chosen >= 0 else actions - 1)
                    remember(book, state, story, move)
                    apply(book, state, move)
                if state.seat == NOBODY:
                    value = _payoff(book, state, me, worth)
                    entering = False
                    depth -= 1
                    continue
                where[depth], masks[depth], sizes[depth], at[depth] = place, mask, actions, -1
                _regret_matching(pool, place, actions, chances[depth])
                spare = prune > 0 and fraction(chance, 0) > tuning[REVISIT]
                for a in range(actions):
                    skipped[depth, a] = spare and pool[place + a] < -prune * weight
            else:
                values[depth, at[depth]] = value
            actions = sizes[depth]
            nxt = at[depth] + 1
            while nxt < actions and skipped[depth, nxt]:
                nxt += 1
            at[depth] = nxt
            if nxt < actions:
                states[depth + 1] = states[depth]
                stories[depth + 1] = stories[depth]
                move = nth(masks[depth], nxt)
                remember(book, states[depth + 1], stories[depth + 1], move)
                apply(book, states[depth + 1], move)
                depth += 1
                entering = True
                continue
            value = 0.0
            for a in range(actions):
                if not skipped[depth, a]:
                    value += chances[depth, a] * values[depth, a]
            place = where[depth]
            for a in range(actions):
                if not skipped[depth, a]:
                    pool[place + a] += weight * (values[depth, a] - value)
            entering = False
            depth -= 1
    return count


@njit(cache=True)
def _payoff(book, state, me, worth):
    if worth.shape[0] == 0:
        return float(state.points[me]) - float(state.points[1 - me])
    mine = book.target - state.score[me] - state.points[me]
    his = book.target - state.score[1 - me] - state.points[1 - me]
    return worth[mine, his, int(me != state.mano)]


@njit(cache=True)
def nth(mask, n):
    """Return the place of the n-th set bit, counted from 0."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    place = 0
    while not mask >> place & 1:
        place += 1
    return place
