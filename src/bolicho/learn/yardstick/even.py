"""The strategy on the ladder game of who draws lots among all legal moves, as a table: nobody need be asked."""

import numpy as np

from bolicho.games.truco.options import Rules
from bolicho.learn.ladder.classes import Float32s
from bolicho.learn.ladder.tree import Tree
from bolicho.learn.yardstick.ladder import KIND
from bolicho.learn.yardstick.places import places_of

AT_ONCE = 100_000
"""Places that are filled together."""


def even(rules: Rules) -> tuple[Tree, Float32s]:
    """Return a tree of the ladder game and the table of even play, ``baralho`` and all."""
    places = places_of(rules, True)
    tree, table = places.tree, places.tree.empty()
    kinds = tree.form[places.node] & KIND | tree.form[places.node] & 1  # cards left are told by player
    for kind in np.unique(kinds):
        nodes = places.node[kinds == kind]
        block = _block(tree, int(nodes[0]))
        for begin in range(0, len(nodes), AT_ONCE):
            start = tree.slot[nodes[begin : begin + AT_ONCE]]
            table[start[:, None] + np.arange(len(block))] = block
    return tree, table


def _block(tree: Tree, node: int) -> Float32s:
    """The same for all nodes where as many cards are left and the same may be said."""
    rows = tree.rows(node)
    if tree.answering(node):  # baralho is the same as nao-quero
        shares = [2 if row == "nao-quero" else 1 for row in rows]
        return np.repeat(np.array(shares, np.float32) / sum(shares), tree.width(node))
    cards = [
        [held.count(held[place]) * (held.index(held[place]) == place) for held in tree.held(node)]
        for place in range(tree.left(node, tree.who(node)))
    ]  # a level held twice is played from its first row
    words = [[1] * tree.width(node) for _ in rows[len(cards) :]]
    return np.array([*cards, *words], np.float32).reshape(-1) / np.float32(len(rows))
