"""What a table of situations plays, compiled: the key is looked up and its numbers are made chances."""

import numpy as np

from bolicho.core.compiler import njit
from bolicho.learn.equilibrium.cfr_kernel import find
from bolicho.learn.equilibrium.keys_kernel import key_of


@njit(cache=True)
def chances_of(book, shape, keys, places, pool, state, story, mask, chances):
    """Fill in the table's chances of the moves in a mask; a situation it does not know is played evenly."""
    actions = 0
    rest = mask
    while rest:
        rest &= rest - 1
        actions += 1
    if actions == 1:
        chances[0] = 1.0
        return actions
    key = key_of(book, shape, state, story) + np.uint64(1)
    cell = find(keys, key)
    total = 0.0
    if keys[cell] == key:
        place = places[cell]
        for a in range(actions):
            chances[a] = pool[place + a]
            total += chances[a]
    for a in range(actions):
        chances[a] = chances[a] / total if total > 0 else 1.0 / actions
    share_equal(book, state, mask, chances)
    return actions


@njit(cache=True)
def share_equal(book, state, mask, chances):
    """Give equal cards equal chances, as the player does: which of two threes goes first tells nothing."""
    rank = 0
    first, before = -1, 0
    for card in range(3):
        if mask >> card & 1:
            strength = np.int64(book.strength[state.cards[state.seat, card]])
            if strength != before:
                first, before = rank, strength
            else:
                total = chances[rank]
                for other in range(first, rank):
                    total += chances[other]
                for other in range(first, rank + 1):
                    chances[other] = total / (rank + 1 - first)
            rank += 1
