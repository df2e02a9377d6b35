"""The end of a hand in a compact tree: one player has shown all, the other has one card that loses, ties or wins.

Six nodes at most, and five in six of all the nodes of the tree, so they are walked here in one sweep down and one up,
not by the stack of ``branches_kernel.py``, which says what the modes mean. Whoever has the card left stands in three
columns (loses, ties, wins), the other in one. Equal outcomes may share a column without any loss: their regrets differ
by a factor only, so they are played alike in every iteration. Plain words for the same are the blocks of a full tree,
and ``tests/learn/ladder`` holds the two against each other.
"""

import numpy as np

from bolicho.core.compiler import njit

TRAIN, RESPOND, EVALUATE = range(3)
QUERO, RAISE = 14, 15
DUST = np.float32(1e-24)
NODES, COLUMNS, ROWS = 8, 3, 3


@njit(cache=True, nogil=True)
def endgame(form, end, edge, slot, me, mode, still, node, first, second, regret_weight, average_weight,
            reach, value, chance, after, q):  # fmt: skip
    """Walk the subtree of ``node``; ``reach[0]`` are the rival's columns, ``value[0]`` will be mine."""
    size = end[node] - node
    holder = 0 if form[node] >> 5 & 3 == 1 else 1
    mine = COLUMNS if me == holder else 1
    his = COLUMNS + 1 - mine
    train = mode == TRAIN and not still
    for k in range(size):
        at = node + k
        bits = np.int64(form[at])
        who, ans, may = bits & 1, bits >> 1 & 1, bits >> 4 & 1
        own, wide = who == me, COLUMNS if who == holder else 1
        acts, base = 2 + ans * may, slot[at]
        if mode != RESPOND or not own:
            for i in range(wide):
                total = first[base + i] + first[base + wide + i]
                if acts == 3:
                    total += first[base + 2 * wide + i]
                if total > DUST:
                    scale = np.float32(1) / total
                    for a in range(acts):
                        chance[k, a, i] = first[base + a * wide + i] * scale
                else:
                    for a in range(acts):
                        chance[k, a, i] = np.float32(1) / np.float32(acts)
        if not own:
            for a in range(acts):
                for i in range(wide):
                    chance[k, a, i] *= reach[k, i]
                    if train:
                        second[base + a * wide + i] += average_weight * chance[k, a, i]
        below, quero = k + 1, -1
        if ans and below < size and edge[at + 1] == QUERO and end[at + 1] <= end[at]:
            quero = below
            below = end[at + 1] - node
        call = below if (may if ans else 1) else -1
        after[k, 0], after[k, 1] = quero, call
        for i in range(his):
            if quero >= 0:
                reach[quero, i] = reach[k, i] if own else chance[k, 0, i]
            if call >= 0:
                reach[call, i] = reach[k, i] if own else chance[k, 2 if ans else 1, i]
    for k in range(size - 1, -1, -1):
        at = node + k
        bits = np.int64(form[at])
        who, ans, may, worth = bits & 1, bits >> 1 & 1, bits >> 4 & 1, np.float32((bits >> 2 & 3) + 1)
        own, wide = who == me, COLUMNS if who == holder else 1
        acts, base, quero, call = 2 + ans * may, slot[at], after[k, 0], after[k, 1]
        for a in range(acts):
            given = reach[k] if own else chance[k, a]
            child = call if a == acts - 1 and call >= 0 else quero if ans and a == 0 else -1
            if child >= 0:
                for i in range(mine):
                    q[a, i] = value[child, i]
            elif ans and a == 1:
                total = given[0] if his == 1 else given[0] + given[1] + given[2]
                total *= -worth if own else worth
                for i in range(mine):
                    q[a, i] = total
            else:  # the last card is shown, after a quero for one more
                stake = worth + ans
                total = np.float32(0)
                for c in range(COLUMNS):
                    ends = stake if (bits >> (9 + 2 * c) & 3) == me + 1 else -stake
                    if his == 1:
                        q[a, c] = ends * given[0]
                    else:
                        total += ends * given[c]
                if his > 1:
                    q[a, 0] = total
        for i in range(mine):
            if not own:
                value[k, i] = q[0, i] + q[1, i] + (q[2, i] if acts == 3 else np.float32(0))
            elif mode == RESPOND:
                best = max(q[0, i], q[1, i])
                value[k, i] = max(best, q[2, i]) if acts == 3 else best
            else:
                total = chance[k, 0, i] * q[0, i] + chance[k, 1, i] * q[1, i]
                if acts == 3:
                    total += chance[k, 2, i] * q[2, i]
                value[k, i] = total
                if train:
                    for a in range(acts):
                        place = base + a * wide + i
                        first[place] = max(first[place] + regret_weight * (q[a, i] - total), np.float32(0))


@njit(cache=True, nogil=True)
def leads(form, end, edge, slot, me, mode, still, node, first, second, regret_weight, average_weight,
          reach, value, chance, after, q, counts, own, here, out):  # fmt: skip
    """All cards that may lead the last round, one endgame each; returns the node after them.

    ``here`` is the rival's weight by level: of his hidden card if I lead (``own``), of his leading it if he does.
    """
    child, levels = node + 1, len(counts)
    below = np.float32(0)
    whole = np.float32(0)
    if own:
        for y in range(levels):
            whole += counts[y] * here[y]
    for x in range(levels):
        if counts[x] == 0:
            if own:
                out[x] = 0
            continue
        if own:
            weight = counts[x] * here[x]
            reach[0, 0] = counts[x] * below
            reach[0, 2] = counts[x] * max(whole - below - weight, np.float32(0))
            reach[0, 1] = counts[x] * (counts[x] - 1) * here[x]
            below += weight
            wanted = True
        else:
            reach[0, 0] = counts[x] * here[x]
            wanted = reach[0, 0] > DUST
        if wanted:
            endgame(form, end, edge, slot, me, mode, still, child, first, second, regret_weight, average_weight,
                    reach, value, chance, after, q)  # fmt: skip
            if own:
                out[x] = value[0, 0]
            else:
                loses, ties, wins = value[0, 0], value[0, 1], value[0, 2]
                for y in range(x):
                    out[y] += counts[y] * loses
                out[x] += (counts[x] - 1) * ties
                for y in range(x + 1, levels):
                    out[y] += counts[y] * wins
        child = end[child]
    return child
