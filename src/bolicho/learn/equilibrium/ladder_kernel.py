"""A table of situations written out over the whole tree of the ladder game, compiled.

The tree (``learn/ladder/tree.py``) is walked in its order; the record of a hand and its story are kept beside it as far
as keys read them, and for every class of who decides the table is asked. ``choosing.py`` is the way in.
"""

import numpy as np

from bolicho.core.compiler import njit
from bolicho.games.truco.kernel import BARALHO, HAND, NAO_QUERO, NOBODY, QUERO, TRUCO
from bolicho.learn.equilibrium.chances_kernel import chances_of
from bolicho.learn.equilibrium.keys_kernel import STORY, forget
from bolicho.learn.equilibrium.shape import MOST_ACTIONS

YES, RAISE, OUTCOMES, DEEPEST = 14, 15, 3, 24
"""As in ``learn/ladder/branches_kernel.py``: edges that are words, classes of a last card, how deep the tree is."""


@njit(cache=True)
def written_out(book, shape, keys, places, pool, form, beat, slot, edge, depths, compact, widths, classes, cards, out):
    """Fill a table of the ladder tree; ``cards[level]`` is the place of one card of a level, -1 if there is none.

    Return the mean chance of giving up at once, over classes: a compact tree has no slot for it and leaves it out.
    """
    states, stories = np.zeros(DEEPEST, HAND), np.zeros(DEEPEST, STORY)
    chances = np.zeros(MOST_ACTIONS)
    given_up = 0.0
    for node in range(len(form)):
        depth, bits = depths[node], np.int64(form[node])
        state, story = states[depth], stories[depth]
        me, answering, truco, may = bits & 1, bits >> 1 & 1, bits >> 2 & 3, bits >> 4 & 1
        if node == 0:
            forget(story)
            state.mano, state.truco_by, state.word = 0, NOBODY, NOBODY
        else:
            states[depth], stories[depth] = states[depth - 1], stories[depth - 1]
            _follow(state, story, states[depth - 1].seat, edge[node])
        state.seat, state.truco = me, truco
        state.played[0], state.played[1] = 3 - (bits >> 5 & 3), 3 - (bits >> 7 & 3)
        state.rounds = min(state.played[0], state.played[1])
        left, hidden = 3 - state.played[me], 6 - state.played[0] - state.played[1]
        mask = 1 << QUERO | 1 << NAO_QUERO if answering else (1 << left) - 1
        mask |= may << (TRUCO + truco + answering)
        rows = 2 + may if answering else left + may
        if rows > 1 or not compact:
            mask |= int(node == 0) << BARALHO
            state.held[me] = (1 << left) - 1
            last = compact and hidden == 1 and left == 1
            wide = OUTCOMES if last else widths[left]
            for number in range(wide):
                for place in range(left):
                    level = beat[node] + number - 1 if last else classes[left, number, place]
                    state.cards[me, place] = cards[level] if 0 <= level < len(cards) else -1
                if left and state.cards[me, 0] < 0:
                    continue
                chances_of(book, shape, keys, places, pool, state, story, mask, chances)
                if node == 0:
                    given_up += chances[rows] / wide
                    if not compact:
                        out[slot[node] + rows * wide + number] = chances[rows]
                first = 0
                for row in range(rows):
                    if answering or row >= left or classes[left, number, row] != classes[left, number, first]:
                        first = row
                    out[slot[node] + (row if last else first) * wide + number] += chances[row]
    return given_up


@njit(cache=True)
def _follow(state, story, who, edge):
    """Note what led to a node; ``who`` did it."""
    if edge == YES:
        state.truco_by = NOBODY
    elif edge == RAISE:
        follows = int(state.played[0] != state.played[1])
        story.raised[state.truco + int(state.truco_by != NOBODY)] = 1 + 2 * state.rounds + follows
        state.truco_by, state.word = who, 1 - who
    else:
        story.card[who, state.rounds] = edge + 1
