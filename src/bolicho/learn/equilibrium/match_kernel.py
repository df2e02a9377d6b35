"""Hands between two players of one table of situations, counted by what they paid, compiled."""

import numpy as np

from bolicho.core.compiler import fraction, njit
from bolicho.games.truco.kernel import HAND, NOBODY, apply, start
from bolicho.learn.equilibrium.cfr_kernel import deal, nth
from bolicho.learn.equilibrium.chances_kernel import chances_of
from bolicho.learn.equilibrium.keys_kernel import STORY, choices, forget, remember
from bolicho.learn.equilibrium.shape import MOST_ACTIONS


@njit(cache=True, nogil=True)
def outcomes(book, shape, keys, places, pool, chance, score, hands, paid):
    """Play hands at a score (mão, pé) by the table's strategy; ``paid[a, b]`` counts hands that gave a and b points."""
    states, stories = np.zeros(1, HAND), np.zeros(1, STORY)
    cards, context, chances = np.zeros((2, 3), np.int8), np.zeros(3, np.int8), np.zeros(MOST_ACTIONS)
    context[0], context[1] = score[0], score[1]
    state, story = states[0], stories[0]
    for _ in range(hands):
        deal(chance, cards)
        start(book, state, cards, context)
        forget(story)
        while state.seat != NOBODY:
            mask = choices(book, state)
            actions = chances_of(book, shape, keys, places, pool, state, story, mask, chances)
            u, chosen = fraction(chance, 0), 0
            for a in range(actions):
                u -= chances[a]
                if u < 0:
                    chosen = a
                    break
            move = nth(mask, chosen)
            remember(book, state, story, move)
            apply(book, state, move)
        paid[state.points[0], state.points[1]] += 1
