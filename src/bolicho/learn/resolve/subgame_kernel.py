"""Vector CFR+ on the public tree of rounds 2 and 3 (``tree_kernel.py``), compiled.

``weights[mine, theirs]`` says how often two pairs meet: ranges and card removal of the very cards are in it, so nothing
else is asked about suits. One loop forward brings the rival's weights down, one backward my values up; neither calls
itself. A branch into which the rival brings no weight is left out.
"""

import numpy as np

from bolicho.core.compiler import njit
from bolicho.learn.resolve.tree_kernel import (
    ANSWER,
    BASE,
    BELOW,
    CARD,
    EDGES,
    FIRST_CARD,
    LEVELS,
    MASK,
    MAY,
    NOBODY,
    QUERO,
    RAISE,
    TRUCO,
    WHO,
    rows_of,
    shows,
    width,
)

TRAIN, EVALUATE, RESPOND = range(3)
DUST = np.float32(1e-12)
"""Weights at or below this are nothing."""


@njit(cache=True)
def sweep(me, mode, nodes, links, spots, slots, sizes, held, pairs, weights, worth, start, regrets, plays, averages,
          weight, live, reach, value):  # fmt: skip
    """One pass from my eyes: the rival's weights down, my values up.

    ``TRAIN`` plays regret matching on both sides, adds my regrets (never below zero) and the rival's averages;
    ``EVALUATE`` takes ``averages`` for both; ``RESPOND`` for the rival, and the best for me. ``held[player, class]``
    are the two levels of a pair; ``worth[winner, points - 1]`` is what I win; ``start`` the rival's weights.
    """
    his = 1 - me
    size = max(max(sizes[0], sizes[1]), LEVELS)
    chance, quality = np.zeros((3, size), np.float32), np.zeros((3, size), np.float32)
    sums, given, after = np.zeros(size, np.float32), np.zeros(size, np.float32), np.zeros(EDGES, np.int64)
    table = regrets if mode == TRAIN else averages
    live[:] = False
    live[0] = True
    for j in range(sizes[his]):
        reach[spots[0, his] + j] = start[j]
    for n in range(len(nodes)):  # down
        if live[n] and not shows(nodes[n]):
            _down(me, mode, n, nodes[n], links, nodes, spots, slots, sizes, held, table, plays, averages, weight, live,
                  reach, chance, after)  # fmt: skip
    for n in range(len(nodes) - 1, -1, -1):  # up
        if not live[n]:
            continue
        node = nodes[n]
        gone, mine = int(node[FIRST_CARD + his]), int(node[FIRST_CARD + me])
        wide, my_wide = width(node, his, sizes), width(node, me, sizes)
        here = reach[spots[n, his] : spots[n, his] + wide]
        out = value[spots[n, me] : spots[n, me] + my_wide]
        rows, stake, card = rows_of(node), node[TRUCO], int(node[CARD])
        if rows == 0:
            _show(me, mine, gone, node, card, pairs, weights, worth, here, out)
            continue
        if node[WHO] == me:
            _meet(me, mine, my_wide, gone, wide, card, pairs, weights, here, sums)
            _weigh(me, n, node, rows, my_wide, mine, links, spots, held, value, worth, sums, quality, after)
            _settle(mode, node, rows, my_wide, held[me], mine, quality, chance, table[slots[n] :], out)
            continue
        for a in range(rows):
            for j in range(wide):
                chance[a, j] = plays[slots[n] + a * wide + j]
        ends = False
        for j in range(wide):
            total = np.float32(0)
            if node[ANSWER]:
                total = chance[1, j] * worth[me, stake]
            elif card != NOBODY:
                for a in range(2 if gone == NOBODY else 1):
                    level = held[his, j, a] if gone == NOBODY else j
                    over = node[BELOW + (level >= card) + (level > card)]
                    if over != NOBODY:
                        total += chance[a, j] * worth[over, stake]
            given[j] = total * here[j]
            ends = ends or given[j] != 0
        if ends:
            _meet(me, mine, my_wide, gone, wide, card, pairs, weights, given, out)
        else:
            for i in range(my_wide):
                out[i] = 0
        child = links[n, BASE]
        for edge in range(EDGES):
            if links[n, MASK] >> edge & 1:
                if live[child]:
                    there = spots[child, me]
                    for i in range(my_wide):
                        out[i] += value[there + i]
                child += 1


@njit(cache=True)
def _show(me, mine, gone, node, card, pairs, weights, worth, here, out):
    """The last card is laid beside the one that lies there: what that is worth to me."""
    his, stake = 1 - me, node[TRUCO]
    if node[WHO] == me:
        theirs = pairs[his, gone, card]
        for i in range(LEVELS):
            row = pairs[me, mine, i]
            over = node[BELOW + (i >= card) + (i > card)]
            out[i] = worth[over, stake] * weights[row, theirs] * here[0] if row >= 0 else np.float32(0)
        return
    beside, total = weights[pairs[me, mine, card]], np.float32(0)
    for j in range(LEVELS):
        if here[j] != 0:
            total += worth[node[BELOW + (j >= card) + (j > card)], stake] * beside[pairs[his, gone, j]] * here[j]
    out[0] = total


@njit(cache=True)
def _down(me, mode, n, node, links, nodes, spots, slots, sizes, held, table, plays, averages, weight, live, reach,
          chance, after):  # fmt: skip
    """Bring the rival's weights from a node to its children."""
    his = 1 - me
    gone = int(node[FIRST_CARD + his])
    wide = width(node, his, sizes)
    here = reach[spots[n, his] : spots[n, his] + wide]
    child = links[n, BASE]
    own = node[WHO] == me
    for edge in range(EDGES):
        after[edge] = -1
        if links[n, MASK] >> edge & 1:
            after[edge] = child
            if own:
                live[child] = True
                there = spots[child, his]
                for j in range(wide):
                    reach[there + j] = here[j]
            elif edge < LEVELS:
                there = spots[child, his]
                for j in range(width(nodes[child], his, sizes)):
                    reach[there + j] = 0
            child += 1
    if own:
        return
    rows = rows_of(node)
    _chances(node, rows, wide, held[his], gone, table[slots[n] :], chance)
    for a in range(rows):
        start = slots[n] + a * wide
        for j in range(wide):
            plays[start + j] = chance[a, j]
        if mode == TRAIN:
            for j in range(wide):
                averages[start + j] += weight * here[j] * chance[a, j]
    if node[MAY]:
        _pass(after[RAISE], here, chance[rows - 1], wide, spots, his, live, reach)
    if node[ANSWER]:
        _pass(after[QUERO], here, chance[0], wide, spots, his, live, reach)
        return
    for j in range(wide):
        if here[j] <= DUST:
            continue
        if gone != NOBODY:
            child = after[j]
            if child >= 0 and chance[0, j] > 0:
                # the last card lies on the table, or he follows and the hand is over: one class
                reach[spots[child, his]] = here[j] * chance[0, j]
                live[child] = True
            continue
        for a in range(2):
            child = after[held[his, j, a]]
            if child >= 0 and chance[a, j] > 0:
                reach[spots[child, his] + held[his, j, 1 - a]] = here[j] * chance[a, j]
                live[child] = True


@njit(cache=True)
def _pass(child, here, chance, wide, spots, his, live, reach):
    """Give a child the weights of those who say a word."""
    there, some = spots[child, his], False
    for j in range(wide):
        reach[there + j] = here[j] * chance[j]
        some = some or reach[there + j] > DUST
    if some:
        live[child] = True


@njit(cache=True)
def qualities(me, n, nodes, links, spots, sizes, held, pairs, weights, worth, live, reach, value, out, met):
    """What every row of my node is worth by class, after a sweep; ``met`` is the weight it is summed over."""
    node, his = nodes[n], 1 - me
    gone, mine = int(node[FIRST_CARD + his]), int(node[FIRST_CARD + me])
    wide, my_wide = width(node, his, sizes), width(node, me, sizes)
    met[:] = 0
    if live[n]:
        here = reach[spots[n, his] : spots[n, his] + wide]
        after = np.zeros(EDGES, np.int64)
        _meet(me, mine, my_wide, gone, wide, int(node[CARD]), pairs, weights, here, met)
        _weigh(me, n, node, rows_of(node), my_wide, mine, links, spots, held, value, worth, met, out, after)


@njit(cache=True)
def _weigh(me, n, node, rows, my_wide, mine, links, spots, held, value, worth, sums, quality, after):
    """The value of every row of my node, by class; all its children are live, as the node itself is."""
    stake, card = node[TRUCO], int(node[CARD])
    child = links[n, BASE]
    for edge in range(EDGES):
        after[edge] = -1
        if links[n, MASK] >> edge & 1:
            after[edge] = child
            child += 1
    for a in range(rows):
        for i in range(my_wide):
            quality[a, i] = 0
    if node[ANSWER]:
        yes = spots[after[QUERO], me]
        for i in range(my_wide):
            quality[0, i] = value[yes + i]
            quality[1, i] = worth[1 - me, stake] * sums[i]
    else:
        for i in range(my_wide):
            for a in range(2 if mine == NOBODY else 1):
                level = held[me, i, a] if mine == NOBODY else i
                if card != NOBODY:
                    over = node[BELOW + (level >= card) + (level > card)]
                    if over != NOBODY:
                        quality[a, i] = worth[over, stake] * sums[i]
                        continue
                child = after[level]
                if child >= 0:
                    # from a pair the other card is left; the last card laid leaves one class
                    quality[a, i] = value[spots[child, me] + (held[me, i, 1 - a] if mine == NOBODY else 0)]
    if node[MAY]:
        there = spots[after[RAISE], me]
        for i in range(my_wide):
            quality[rows - 1, i] = value[there + i]


@njit(cache=True)
def _meet(me, mine, my_wide, gone, wide, card, pairs, weights, given, out):
    """For every class of mine the rival's weights that meet it; a class that lies on the table is the card there."""
    his = 1 - me
    for i in range(my_wide):
        row = i if mine == NOBODY else pairs[me, mine, card if my_wide == 1 else i]
        total = np.float32(0)
        if row >= 0:
            beside = weights[row]
            if gone == NOBODY:
                for j in range(wide):
                    total += beside[j] * given[j]
            elif wide == 1:
                total = beside[pairs[his, gone, card]] * given[0]
            else:
                for j in range(wide):
                    if given[j] != 0:
                        total += beside[pairs[his, gone, j]] * given[j]
        out[i] = total


@njit(cache=True)
def _legal(node, a, rows, i, held, gone):
    """Whether a row is a move of this class."""
    if a == rows - 1:
        return node[MAY] == 1
    if node[ANSWER] or gone != NOBODY:
        return True
    return a == 0 or held[i, 0] != held[i, 1]


@njit(cache=True)
def _chances(node, rows, wide, held, gone, numbers, out):
    """Probabilities in proportion to the numbers of a table; equal where it has nothing but zeros."""
    for i in range(wide):
        total = np.float32(0)
        for a in range(rows):
            total += numbers[a * wide + i]
        if total > DUST:
            part = np.float32(1) / total
            for a in range(rows):
                out[a, i] = numbers[a * wide + i] * part
        else:
            moves = 0
            for a in range(rows):
                moves += _legal(node, a, rows, i, held, gone)
            for a in range(rows):
                out[a, i] = np.float32(1) / moves if _legal(node, a, rows, i, held, gone) else np.float32(0)


@njit(cache=True)
def _settle(mode, node, rows, wide, held, gone, quality, chance, numbers, out):
    """What my node is worth by class, and in training my new regrets."""
    if mode == RESPOND:
        for i in range(wide):
            best = quality[0, i]
            for a in range(1, rows):
                if _legal(node, a, rows, i, held, gone):
                    best = max(best, quality[a, i])
            out[i] = best
        return
    _chances(node, rows, wide, held, gone, numbers, chance)
    for i in range(wide):
        total = np.float32(0)
        for a in range(rows):
            total += chance[a, i] * quality[a, i]
        out[i] = total
        if mode == TRAIN:
            for a in range(rows):
                if _legal(node, a, rows, i, held, gone):
                    kept = numbers[a * wide + i] + quality[a, i] - total
                    numbers[a * wide + i] = max(kept, np.float32(0))


@njit(cache=True, nogil=True)
def train(iterations, nodes, links, spots, slots, sizes, held, pairs, weights, turned, worths, starts, regrets,
          plays, averages, live, reach, value):  # fmt: skip
    """CFR+: both players in turn, averages weighted by the square of the iteration."""
    for number in range(1, iterations + 1):
        for me in range(2):
            sweep(me, TRAIN, nodes, links, spots, slots, sizes, held, pairs, weights if me == 0 else turned,
                  worths[me], starts[1 - me], regrets, plays, averages, np.float32(number) * np.float32(number), live,
                  reach, value)  # fmt: skip
