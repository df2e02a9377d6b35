"""The public tree of rounds 2 and 3, compiled: which nodes there are, and where their numbers stand.

Both hold two cards when it begins. A *class* is a pair of levels while nothing was played from it, then the one level
that is left, then nothing (one class) once that lies on the table too. Nodes stand level by level, children of a node
side by side.

Rows of a node, by who decides: on one's turn with a pair the stronger card, the weaker one (never, if they are equal),
the raise; with one card left that card and the raise; as an answer ``quero``, ``nao-quero``, the raise.
"""

import numpy as np

from bolicho.core.compiler import njit

LEVELS = 14
WHO, ANSWER, TRUCO, WORD, CARD, TURN, ROUND, FIRST_CARD, SECOND_CARD, SECOND, MAY, BELOW, EQUAL, ABOVE, FIELDS = range(
    15
)
"""Columns of a node: who decides, whether he answers a call, calls accepted, who may raise (-1 anybody), the level to
beat (-1 none), who is to lay a card, the round (1 is the second), the level that either seat played in the second
round (-1 none yet), who won that round, whether who decides may raise; who has won the hand if the card that is to be
laid is below, equal to or above the one to beat (-1 nobody yet)."""
QUERO, RAISE, EDGES = 14, 15, 16
"""Edges: levels of cards, then words."""
BASE, MASK = range(2)
"""Where the children of a node begin, and by which edges they are reached."""
NOBODY = -1
TIE = 2


@njit(cache=True)
def champion(first, second, third, mano):
    """Who has won the hand by its rounds (0, 1, or `TIE`; `NOBODY` while not played); `NOBODY` while it is open."""
    if first == TIE or second == TIE:
        if first != TIE:
            return first
        if second != TIE:
            return second
        if third == NOBODY:
            return NOBODY
        return mano if third == TIE else third
    if first == second:
        return first
    if third == NOBODY:
        return NOBODY
    return first if third == TIE else third


@njit(cache=True)
def grow(root, first, mano, pairs):
    """The tree below a root: nodes, and where the children of each are.

    ``pairs[player, level, level]`` is the number of a class, -1 where the player cannot hold it.
    """
    nodes, links = np.zeros((1 << 12, FIELDS), np.int8), np.zeros((1 << 12, 2), np.int32)
    nodes[0] = root
    done, known = 0, 1
    child = np.zeros(FIELDS, np.int8)
    while done < known:
        if known + EDGES > len(nodes):
            more_nodes, more_links = (
                np.zeros((2 * len(nodes), FIELDS), np.int8),
                np.zeros((2 * len(nodes), 2), np.int32),
            )
            more_nodes[:known], more_links[:known] = nodes[:known], links[:known]
            nodes, links = more_nodes, more_links
        node = nodes[done]
        who = np.int64(node[WHO])
        rival, own, card = 1 - who, FIRST_CARD + who, int(node[CARD])
        if card != NOBODY:
            for place in range(BELOW, ABOVE + 1):
                won = rival if place == BELOW else TIE if place == EQUAL else who
                second = won if node[ROUND] == 1 else int(node[SECOND])
                third = won if node[ROUND] == 2 else NOBODY
                node[place] = champion(first, second, third, mano)
        links[done, BASE] = known
        mask = 0
        for edge in range(EDGES):
            child[:] = node
            if edge < LEVELS:
                if node[ANSWER] or not _holds(pairs, who, int(node[own]), edge):
                    continue
                if node[ROUND] == 1:
                    child[own] = edge
                if card == NOBODY:
                    child[CARD], child[WHO], child[TURN] = edge, rival, rival
                else:
                    if node[BELOW + (edge >= card) + (edge > card)] != NOBODY:
                        continue
                    won = TIE if edge == card else (who if edge > card else rival)
                    child[ROUND], child[CARD] = 2, NOBODY
                    child[SECOND] = won
                    child[WHO] = child[TURN] = rival if won == TIE else won
            elif edge == QUERO:
                if not node[ANSWER]:
                    continue
                child[ANSWER], child[TRUCO], child[WHO] = 0, node[TRUCO] + 1, node[TURN]
            else:
                if not node[MAY]:
                    continue
                child[TRUCO] = node[TRUCO] + node[ANSWER]
                child[ANSWER], child[WORD], child[WHO] = 1, rival, rival
            child[BELOW] = child[EQUAL] = child[ABOVE] = NOBODY
            if child[ANSWER]:
                child[MAY] = child[TRUCO] + 1 < 3
            else:
                child[MAY] = child[TRUCO] < 3 and (child[WORD] == NOBODY or child[WORD] == child[WHO])
            nodes[known] = child
            mask |= 1 << edge
            known += 1
        links[done, MASK] = mask
        done += 1
    return nodes[:known].copy(), links[:known].copy()


@njit(cache=True)
def _holds(pairs, who, gone, level):
    """Whether a player may play this level: from a pair, or as the card that is left beside the one he played."""
    if gone != NOBODY:
        return pairs[who, gone, level] >= 0
    return bool((pairs[who, level] >= 0).any())


@njit(cache=True)
def child_of(links, n, edge):
    """The node after an edge; -1 if there is none."""
    mask = links[n, MASK]
    if not mask >> edge & 1:
        return -1
    place, rest = links[n, BASE], mask & ((1 << edge) - 1)
    while rest:
        rest &= rest - 1
        place += 1
    return place


@njit(cache=True)
def width(node, player, sizes):
    """In how many classes a player may be at a node."""
    if node[FIRST_CARD + player] == NOBODY:
        return sizes[player]
    if node[ROUND] == 2 and node[CARD] != NOBODY and node[TURN] != player:
        return 1
    return LEVELS


@njit(cache=True)
def shows(node):
    """Whether the last card is laid without a choice: nobody can say anything any more."""
    return node[ROUND] == 2 and node[CARD] != NOBODY and not node[ANSWER] and not node[MAY]


@njit(cache=True)
def lay_out(nodes, sizes):
    """Give every node its places: spots in vectors by player, slots in tables; return them and both sizes."""
    spots, slots = np.zeros((len(nodes), 2), np.int32), np.zeros(len(nodes), np.int32)
    spot, slot = 0, 0
    for n in range(len(nodes)):
        for player in range(2):
            spots[n, player] = spot
            spot += width(nodes[n], player, sizes)
        slots[n] = slot
        slot += rows_of(nodes[n]) * width(nodes[n], nodes[n, WHO], sizes)
    return spots, slots, spot, slot


@njit(cache=True)
def rows_of(node):
    """How many rows a node has, the raise counted even where it is not allowed; none where there is no choice."""
    if shows(node):
        return 0
    if node[ANSWER] or node[FIRST_CARD + node[WHO]] == NOBODY:
        return 3
    return 2
