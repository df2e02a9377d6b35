"""Where an agent of the ladder game is asked: every public position once, or once whatever way words led there.

A node of the tree of ``learn/ladder`` is a whole history. A player who does not look at *when* in a hand a truco was
called (``timing_blind``) plays alike wherever the same cards lie and the same call stands: such nodes are one *place*,
asked about once, and share one block of the table. That is about one place for six nodes of the forty cards.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import LADDER
from bolicho.games.truco.options import Rules
from bolicho.learn.ladder.tree import QUERO, RAISE, Tree, grown
from bolicho.learn.yardstick.faces import Ints, counts

WIDE = len(LADDER) + 1
NOBODY, CALLERS = 2, 3
WHO_AND_CALLS = 0b1111
"""Bits of a node's form: who decides, whether a call is answered, how many were accepted."""


class Places(NamedTuple):
    """A tree, and which of its nodes are one place."""

    tree: Tree
    """Its blocks of slots are shared by the nodes of a place."""
    of: npt.NDArray[np.int32]
    """[node]: its place."""
    node: npt.NDArray[np.int32]
    """[place]: the first of its nodes."""

    def children(self, places: Ints) -> npt.NDArray[np.int32]:
        """Return [place, edge]: the place after each card's level or word; -1 where that ends the hand or cannot be."""
        found = np.full((len(places), RAISE + 1), -1, np.int32)
        here, above = np.arange(len(places)), self.node[places]
        below, end = above + 1, self.tree.end[above]
        while True:
            some = below < end
            here, below, end = here[some], below[some], end[some]
            if not len(here):
                return found
            found[here, self.tree.edge[below]] = self.of[below]
            below = self.tree.end[below]


@cache
def places_of(rules: Rules, merged: bool) -> Places:
    """The places of the ladder game with the deck of these rules; ``merged`` for who does not mind the timing."""
    many = counts(rules)
    tree = grown(tuple(many[level] for level in range(1, WIDE)))
    if not merged:
        every = np.arange(len(tree.form), dtype=np.int32)
        return Places(tree, every, every)
    _, first, number = np.unique(_keys(tree), return_index=True, return_inverse=True)
    order = np.argsort(first)  # places in the order of their first nodes
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    of, node = rank[number.reshape(-1)], first[order].astype(np.int32)
    size = np.diff(np.append(tree.slot, tree.slots))[node]
    slot = np.append(0, np.cumsum(size))
    return Places(tree._replace(slot=slot[:-1][of], slots=int(slot[-1])), of, node)


def _keys(tree: Tree) -> npt.NDArray[np.int32]:
    """A number for what is seen at each node but for when words were said: cards in order, calls, the last caller."""
    seen = np.full(len(tree.form), NOBODY, np.int32)  # cards that lie, at most five, and who called last
    for depth in range(1, int(tree.depth.max()) + 1):
        here = np.flatnonzero(tree.depth == depth)
        above, edge = tree.parent[here], tree.edge[here].astype(np.int32)
        before, who = seen[above], tree.form[above] & 1
        cards, caller = before // CALLERS, before % CALLERS
        laid = np.where(edge < QUERO, cards * WIDE + edge + 1, cards)
        seen[here] = laid * CALLERS + np.where(edge == RAISE, who, caller)
    return seen << 4 | (tree.form & WHO_AND_CALLS)
