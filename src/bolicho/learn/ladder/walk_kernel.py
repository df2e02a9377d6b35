"""One walk of the public tree from a player's eyes: the rival's weights go down, my values come up.

``reach[depth]`` holds, for every class of the rival, the weight with which he gets there: deals that are possible times
his own probabilities; ``value[depth]`` what each class of mine wins from there, summed over those weights. So one walk
updates all my regrets (they are counterfactual: my own probabilities are not in them) and all his averages (which need
his weights only), and a branch that he never enters is left out: nothing would change there.

Modes: ``TRAIN`` plays regret matching+ on both sides, adds to ``first`` (regrets, mine) and ``second`` (averages, his);
``RESPOND`` takes his probabilities from ``first``, a table, and for me the best; ``EVALUATE`` the table for both.
Once the last card but one lies open the game is decided by whether the last one loses, ties or wins: that is all a
compact tree keeps of it, and it changes no iterate (equal regrets but for a factor).
The walk keeps its own stack. ``gate`` cuts the tree where the first card is played, so that the parts can be walked
apart, in any order and by any number of threads, with the same result: ``GATHER`` brings weights to the cuts,
``FINISH`` uses the values found there.
Nothing here is compiled with ``fastmath``: it may sum in another order each time a function is optimised, and a walk
from the compiler's cache then calls other copies than one just compiled. On the forty cards it was no faster.
"""

import numpy as np

from bolicho.core.compiler import njit
from bolicho.learn.ladder.endgame_kernel import leads
from bolicho.learn.ladder.leaves_kernel import last_of_mine, leaf

TRAIN, RESPOND, EVALUATE = range(3)
WHOLE, GATHER, FINISH = range(3)
NODE, SOURCE, CURSOR, CHILD, ROWS, STACK = range(6)
"""Columns of the stack: the node, the row of ``reach`` that holds its weights, the next edge, the next child."""
QUERO, RAISE = 14, 15
NEVER = np.float32(-1e30)
DUST = np.float32(1e-24)
"""Weights at or below this are nothing: far from where float32 loses its digits, and no point in any sum."""
ENTER, NEXT, BACK = range(3)


@njit(cache=True, nogil=True)
def strategy(acts, rows, wide, ans, left, legal, kinds, numbers, out):
    """Probabilities of a node, row by row: proportional to the numbers there, equal where there are only zeros."""
    words = acts if ans else acts - left
    for i in range(wide):
        total = numbers[i]
        for a in range(1, rows):
            total += numbers[a * wide + i]
        if total > DUST:
            for a in range(rows):
                out[a * wide + i] = numbers[a * wide + i] / total
        else:
            several = left >= 2 and not ans
            share = np.float32(1) / (words + kinds[left, i]) if several else np.float32(1) / acts
            for a in range(rows):
                out[a * wide + i] = share if a < acts else np.float32(0)
            if several:
                for a in range(left):
                    out[a * wide + i] *= legal[left, a * wide + i]


@njit(cache=True, nogil=True)
def weigh(acts, wide, reach, weight, train, averages, out):
    """Turn probabilities into weights (probability x reach); in training add them to the averages."""
    for a in range(acts):
        row = out[a * wide : a * wide + wide]
        for i in range(wide):
            row[i] *= reach[i]
        if train:
            kept = averages[a * wide : a * wide + wide]
            for i in range(wide):
                kept[i] += weight * row[i]


@njit(cache=True, nogil=True)
def settle(mode, still, acts, rows, wide, left, ans, weight, legal, chances, quality, regrets, out):
    """What a node of mine is worth by class, and in training the new regrets, never below zero."""
    if mode == RESPOND:
        for i in range(wide):
            best = quality[i]
            for a in range(1, acts):
                best = max(best, quality[a * wide + i])
            out[i] = best if best > NEVER / 2 else np.float32(0)
        return
    for i in range(wide):
        total = chances[i] * quality[i]
        for a in range(1, rows):
            total += chances[a * wide + i] * quality[a * wide + i]
        out[i] = total
    if mode == TRAIN and acts > 1 and not still:
        for a in range(acts):
            kept, found = regrets[a * wide : a * wide + wide], quality[a * wide : a * wide + wide]
            for i in range(wide):
                kept[i] = max(kept[i] + weight * (found[i] - out[i]), np.float32(0))
            if left >= 2 and not ans and a < left:
                allowed = legal[left, a * wide : a * wide + wide]
                for i in range(wide):
                    kept[i] *= allowed[i]


@njit(cache=True, nogil=True)
def walk(
    form, beat, end, slot, edge, compact, widths, cards, up, legal, kinds, both, one,
    counts, start, me, mode, first, second, regret_weight, average_weight,
    stack, reach, value, chance, quality, spare, less, end_reach, end_value, end_chance, end_after, end_q,
    gate, cuts, cut_live, cut_reach, cut_value,
):  # fmt: skip
    """Walk the subtree of ``start``; ``reach[0]`` is given, ``value[0]`` is the answer."""
    levels, still = len(counts), gate == GATHER
    depth, step = 0, ENTER
    stack[0, NODE], stack[0, SOURCE] = start, 0
    while True:
        at = stack[depth]
        node = at[NODE]
        bits = np.int64(form[node])
        who, ans, worth, may = bits & 1, bits >> 1 & 1, (bits >> 2 & 3) + 1, bits >> 4 & 1
        mao_left, pe_left = bits >> 5 & 3, bits >> 7 & 3
        mine, theirs = (mao_left, pe_left) if me == 0 else (pe_left, mao_left)
        last = mao_left + pe_left == 1
        my_wide, his_wide = widths[mine], widths[theirs]
        own = who == me
        left, wide = (mine, my_wide) if own else (theirs, his_wide)
        acts = 2 + may if ans else left + may
        rows = acts if ans or compact or mode == TRAIN else acts + 1
        here, value_here = reach[at[SOURCE]], value[depth]
        chances, found = chance[depth], quality[depth]

        if step == ENTER:
            base, kept = slot[node], second[0:0]
            if acts == 1 and rows == 1:
                chances[:wide] = 1
            elif mode != RESPOND or not own:
                strategy(acts, rows, wide, ans, left, legal, kinds, first[base : base + rows * wide], chances)
            if not own:
                train = mode == TRAIN and acts > 1 and not still
                if train:
                    kept = second[base : base + acts * wide]
                weigh(rows, wide, here, average_weight, train, kept, chances)
                value_here[:my_wide] = 0
            else:
                found[: rows * wide] = NEVER if mode == RESPOND else 0
            # giving up: nao-quero as an answer; baralho on one's turn where the table has it
            gives = 1 if ans else acts
            if (ans or rows > acts) and not (own and not ans and mode == RESPOND):
                given = here if own else chances[gives * wide : gives * wide + wide]
                ends = np.float32(-worth if own else worth)
                if last:
                    total = given[0]
                    for j in range(1, his_wide):
                        total += given[j]
                    spare[:my_wide] = ends * total
                else:
                    leaf(mine, theirs, counts, widths, cards, both, one, beat[node], given, ends, less, spare)
                if own:
                    found[gives * wide : gives * wide + wide] = spare[:wide]
                else:
                    for i in range(my_wide):
                        value_here[i] += spare[i]
            at[CURSOR], at[CHILD] = 0, node + 1
            below = node + 1
            quiet = below >= end[node] or edge[below] >= QUERO
            if last and not ans:
                show(bits, me, worth, beat[node], own, mine, widths[1], here, chances, found, value_here)
                at[CURSOR] = levels
            elif not ans and mao_left == 1 and pe_left == 1 and compact and quiet:
                tie = np.float32(1 if (bits >> 11 & 3) == me + 1 else -1)
                if own:
                    last_of_mine(counts, here, np.float32(worth), tie, found)
                else:
                    last_of_mine(counts, chances, np.float32(worth), tie, spare)
                    for i in range(my_wide):
                        value_here[i] += spare[i]
                at[CURSOR] = levels
            elif not ans and mao_left == 1 and pe_left == 1 and compact:
                at[CHILD] = leads(
                    form, end, edge, slot, me, mode, still, node, first, second, regret_weight, average_weight,
                    end_reach, end_value, end_chance, end_after, end_q, counts, own,
                    here if own else chances, found if own else value_here,
                )  # fmt: skip
                at[CURSOR] = levels
            step = NEXT

        elif step == BACK:
            came, back = at[CURSOR] - 1, value[depth + 1]
            if ans or came == levels:
                row = (0 if came == 0 else 2) if ans else left
                if own:
                    found[row * wide : row * wide + wide] = back[:wide]
                else:
                    for i in range(my_wide):
                        value_here[i] += back[i]
            else:
                if own:
                    if left == 1:
                        found[came] = back[0]
                    else:
                        place = up[left, came]
                        for c in range(widths[left - 1]):
                            if place[c] >= 0:
                                found[place[c]] = back[c]
                elif mao_left == 1 and pe_left == 1:
                    for y in range(levels):
                        value_here[y] += counts[y] * back[y]
                else:
                    for i in range(my_wide):
                        value_here[i] += back[i]
                counts[came] += 1
            step = NEXT

        if step == NEXT:
            cursor = at[CURSOR]
            if ans:
                cursor = levels if 0 < cursor < levels else cursor
            else:
                while cursor < levels and counts[cursor] == 0:
                    cursor += 1
            at[CURSOR] = cursor + 1
            if cursor > levels or (cursor == levels and not may):
                if own:
                    settle(mode, still, acts, rows, wide, left, ans, regret_weight, legal, chances, found,
                           first[slot[node] : slot[node] + rows * wide], value_here)  # fmt: skip
                if depth == 0:
                    return
                depth -= 1
                step = BACK
                continue
            child = at[CHILD]
            ahead = reach[depth + 1]
            if ans or cursor == levels:
                at[CHILD] = end[child]
                row = (0 if cursor == 0 else 2) if ans else left
                stack[depth + 1, NODE] = child
                if own:
                    stack[depth + 1, SOURCE] = at[SOURCE]
                else:
                    total = np.float32(0)
                    given = chances[row * wide : row * wide + wide]
                    for j in range(wide):
                        ahead[j] = given[j]
                        total += given[j]
                    if total <= DUST:
                        continue
                    stack[depth + 1, SOURCE] = depth + 1
                depth += 1
                step = ENTER
                continue
            # a card
            level, before = cursor, counts[cursor]
            stands = child < end[node] and edge[child] == level
            if stands:
                at[CHILD] = end[child]
            counts[level] -= 1
            total = np.float32(0)
            if own and mao_left == 1 and pe_left == 1:
                for y in range(levels):
                    ahead[y] = before * counts[y] * here[y]
            elif own:
                for j in range(his_wide):
                    ahead[j] = before * here[j]
                total = np.float32(1)
            elif left == 1:
                ahead[0] = before * chances[level]
                total = ahead[0]
            else:
                place = up[left, level]
                for c in range(widths[left - 1]):
                    ahead[c] = before * chances[place[c]] if place[c] >= 0 else np.float32(0)
                    total += ahead[c]
            if total <= DUST and not own:
                counts[level] += 1
                continue
            step = BACK
            if gate != WHOLE and mao_left == 3 and pe_left == 3:
                cut = np.searchsorted(cuts, child)
                if still:
                    cut_live[cut] = 1
                    cut_reach[cut, :] = ahead
                    value[depth + 1, :] = 0
                else:
                    value[depth + 1, :] = cut_value[cut]
            elif stands:
                stack[depth + 1, NODE], stack[depth + 1, SOURCE] = child, depth + 1
                depth += 1
                step = ENTER
            else:
                sign = (level > beat[node]) - (level < beat[node])
                champion = bits >> (11 + 2 * sign) & 3
                ends = np.float32(worth if champion == me + 1 else -worth)
                m, k = mine - own, theirs - (not own)
                leaf(m, k, counts, widths, cards, both, one, -1, ahead, ends, less, value[depth + 1])


@njit(cache=True, nogil=True)
def show(bits, me, worth, on_table, own, mine, levels, here, chances, found, out):
    """The last card is shown: row 0 of the node."""
    for c in range(levels):
        sign = (c > on_table) - (c < on_table)
        ends = np.float32(worth if (bits >> (11 + 2 * sign) & 3) == me + 1 else -worth)
        if own:
            found[c] = ends * here[0]
        elif mine == 1:
            out[c] += ends * chances[0]
        else:
            out[0] += ends * chances[c]
