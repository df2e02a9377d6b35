"""The whole public tree of the ladder game as flat arrays in depth-first order, without a hash table.

How to use it; ``response.py`` judges such a table::

    tree = grown()                        # the forty cards; grown(counts) for another deck: cards of each level
    table = tree.empty()                  # float32, one number a slot, both players: mão is player 0, pé player 1
    spot = tree.find(view)                # node and class of a View; tree.block(spot.node) its rows
    tree.rows(node)                       # names of the rows: ("card-0", "card-1", "truco", "baralho")
    table[tree.slot_of(view, move)] += p  # where the probability of a move of view.moves is added up

A *node* is a decision that everybody sees: who decides, cards left, calls, the card to beat. Its *slots* are a block of
``rows x width`` numbers, row by row, from ``slot[node]`` on; ``width`` is the number of classes of the player who
decides, given how many cards he has left (see ``classes``). Rows: on one's turn one for each card left (strongest
first; a level held twice is played from its first row only, so add up the probabilities of both cards there), the raise
where it is allowed, ``baralho``; as an answer ``quero``, ``nao-quero`` and the raise where it is allowed (``baralho``
is then the same as ``nao-quero``: add it there).

The solver never uses ``baralho``, which is weakly dominated here: whoever gives up when the hand is worth w loses w;
who plays any card instead, refuses every call that follows and calls nothing himself loses w at most, since a refused
call costs the worth before it. As a row it is there because agents that are measured may use it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import LADDER, STRENGTH
from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.ladder.classes import FORTY, Classes, Counts, Float32s, Int8s, Int32s, Levels

QUERO, RAISE = 14, 15
"""Edges that are words, as in ``branches_kernel.py``; smaller ones are levels of cards."""


class Spot(NamedTuple):
    """An information set: a node, the class of who decides there, and the levels he holds."""

    node: int
    number: int
    held: Levels


class Tree(NamedTuple):
    """The arrays, one entry a node, and the classes."""

    classes: Classes
    compact: bool
    form: npt.NDArray[np.int16]
    """Who decides and what about, as bits: see ``branches_kernel.py``."""
    beat: Int8s
    """Level of the card on the table in this round; -1 when whoever's turn it is leads."""
    end: Int32s
    """The first node past this node's subtree."""
    slot: npt.NDArray[np.int64]
    parent: Int32s
    edge: Int8s
    """What led here from the parent: the level of a card, ``QUERO`` or ``RAISE``; -1 at the root."""
    depth: Int8s
    slots: int
    infosets: int

    # ── one node ──────────────────────────────────────────────────────────────────────────────────────────────────

    def who(self, node: int) -> int:
        """Who decides: 0 is the mão, 1 the pé."""
        return int(self.form[node]) & 1

    def answering(self, node: int) -> bool:
        """Whether a truco call waits for an answer."""
        return bool(self.form[node] >> 1 & 1)

    def truco(self, node: int) -> int:
        """How many truco calls were accepted; the hand is worth one point more than that."""
        return int(self.form[node]) >> 2 & 3

    def may_raise(self, node: int) -> bool:
        """Whether who decides may call truco, retruco or vale-quatro."""
        return bool(self.form[node] >> 4 & 1)

    def left(self, node: int, player: int) -> int:
        """How many cards a player still holds."""
        return int(self.form[node]) >> (5 + 2 * player) & 3

    def width(self, node: int) -> int:
        """Number of classes of who decides."""
        return self.classes.width[self.left(node, self.who(node))]

    def held(self, node: int) -> tuple[Levels, ...]:
        """The classes of who decides, as levels; some cannot be, after what lies on the table (``possible``)."""
        return self.classes.held[self.left(node, self.who(node))]

    def rows(self, node: int) -> tuple[str, ...]:
        """Names of the rows of a node's block, in order."""
        truco, may = self.truco(node), self.may_raise(node)
        if self.answering(node):
            return ("quero", "nao-quero", *(TRUCO_CALLS[truco + 1 : truco + 2] if may else ()))
        cards = (f"card-{place}" for place in range(self.left(node, self.who(node))))
        return (*cards, *(TRUCO_CALLS[truco : truco + 1] if may else ()), "baralho")

    def block(self, table: Float32s, node: int) -> Float32s:
        """The node's part of a table, as an array of rows x classes that can be written to."""
        rows, width = len(self.rows(node)), self.width(node)
        return table[self.slot[node] : self.slot[node] + rows * width].reshape(rows, width)

    def empty(self) -> Float32s:
        """A table of zeros: where an information set has nothing but zeros it plays all but ``baralho`` equally.

        So levels of cards and the raise on one's turn, ``quero``, ``nao-quero`` and the raise as an answer.
        """
        return np.zeros(self.slots, np.float32)

    # ── the way to a node ─────────────────────────────────────────────────────────────────────────────────────────

    def child(self, node: int, edge: int) -> int:
        """The node after a card's level, ``QUERO`` or ``RAISE``; -1 if that ends the hand or cannot be."""
        below = node + 1
        while below < self.end[node]:
            if self.edge[below] == edge:
                return below
            below = int(self.end[below])
        return -1

    def path(self, node: int) -> tuple[tuple[int, int], ...]:
        """The history that leads to a node: (player, edge) pairs from the start."""
        steps = []
        while node > 0:
            above = int(self.parent[node])
            steps.append((self.who(above), int(self.edge[node])))
            node = above
        return tuple(reversed(steps))

    def said(self, node: int) -> tuple[tuple[int, str], ...]:
        """The history in the words of the rules: (player, move), cards as the first card of their level."""
        words, calls = [], 0
        for player, edge in self.path(node):
            words.append((player, TRUCO_CALLS[calls] if edge == RAISE else EDGE_NAMES[edge]))
            calls += edge == RAISE
        return tuple(words)

    def played(self, node: int) -> tuple[Levels, Levels]:
        """Levels on the table by player, in order."""
        path = [step for step in self.path(node) if step[1] < QUERO]
        return tuple(edge for who, edge in path if who == 0), tuple(edge for who, edge in path if who == 1)

    def possible(self, node: int) -> npt.NDArray[np.bool_]:
        """Which classes of who decides can be, after the cards on the table (a deck has only so many of a level)."""
        mine, theirs = self.played(node)
        counts = np.array(self.classes.counts)
        for level in mine + theirs:
            counts[level] -= 1
        return np.array([all(held.count(level) <= counts[level] for level in held) for held in self.held(node)])

    # ── from the eyes of a player ─────────────────────────────────────────────────────────────────────────────────

    def find(self, view: View) -> Spot:
        """The node and class where a view of the ladder game stands; it must be its turn.

        Cards are read by strength. The mão is player 0 whatever the seat. Other games raise BadInput.
        """
        if view.rules.envido != "off" or view.rules.flor != "off" or view.rules.face_down != "never":
            raise BadInput("the ladder game is truco with envido, flor and face-down cards off")
        node = 0
        for _, move in view.history:
            edge = STRENGTH[move] - 1 if move in STRENGTH else WORD_EDGES[move]
            node = self.child(node, edge)
            if node < 0:
                raise BadInput(f"{move}: ends the hand or is not in this deck")
        held = tuple(STRENGTH[card] - 1 for card in view.hand)
        return Spot(node, self.classes.number(held), held)

    def offset(self, spot: Spot, move: str) -> int:
        """The slot of a legal move at a spot; moves that are the same here have the same slot."""
        rows = self.rows(spot.node)
        if move in STRENGTH:
            row = spot.held.index(STRENGTH[move] - 1)
        elif move == "baralho" and move not in rows:
            row = rows.index("nao-quero")
        else:
            row = rows.index(move)
        return int(self.slot[spot.node]) + row * self.width(spot.node) + spot.number

    def slot_of(self, view: View, move: str) -> int:
        """The slot of one of ``view.moves``."""
        return self.offset(self.find(view), move)


WORD_EDGES = {"quero": QUERO, **dict.fromkeys(TRUCO_CALLS, RAISE)}
EDGE_NAMES = {QUERO: "quero", **{level: cards[0] for level, cards in enumerate(LADDER)}}


def grown(counts: Counts = FORTY, compact: bool = False) -> Tree:
    """The tree of a deck: 0.15 GB and a second or two for the forty cards, made once."""
    return _grown(tuple(counts), compact)


@cache
def _grown(counts: Counts, compact: bool) -> Tree:
    from bolicho.learn.ladder.branches_kernel import DEEPEST, FIELDS, grow

    classes = Classes.of(counts)
    left, stack = np.array(counts, np.int64), np.zeros((DEEPEST, FIELDS), np.int64)
    kinds = (np.int16, np.int8, np.int32, np.int64, np.int32, np.int8, np.int8)
    nodes, slots, infosets = grow(False, compact, stack, left, classes.widths, *(np.zeros(1, kind) for kind in kinds))
    arrays = [np.zeros(nodes, kind) for kind in kinds]
    grow(True, compact, stack, left, classes.widths, *arrays)
    form, beat, end, slot, parent, edge, depth = arrays
    return Tree(classes, compact, form, beat, end, slot, parent, edge, depth, slots, infosets)
