"""One sweep over a layer of a hunt (one hunter that leaps, so many others that step), compiled by Numba.

A layer holds every position with the same number of the hunted side's pieces: hunter's point, the others among the
remaining points (by their rank in colexicographic order), and who moves. Two bits each, four to a byte: 0 not decided,
1 the hunter wins, 2 the others win. ``hunt.py`` says the same in words and checks it against the general solver.
"""

import numpy as np

from bolicho.core.compiler import njit

HUNTER, OTHERS = 1, 2
CHUNK = 11
"""Bits that are ranked by one look into a table."""


@njit(cache=True)
def rank_of(mask, ranks):
    """Return the rank of a set of points among all of its size."""
    rank, below, chunk = 0, 0, 0
    while mask:
        bits = mask & ((1 << CHUNK) - 1)
        rank += ranks[chunk, below, bits]
        while bits:
            bits &= bits - 1
            below += 1
        mask >>= CHUNK
        chunk += 1
    return rank


@njit(cache=True)
def squeezed(mask, hunter):
    """Leave the hunter's point out of a set of points."""
    low = mask & ((1 << hunter) - 1)
    return low | ((mask >> (hunter + 1)) << hunter)


@njit(cache=True)
def spread(mask, hunter):
    """Put the hunter's point, empty, back in."""
    low = mask & ((1 << hunter) - 1)
    return low | ((mask >> hunter) << (hunter + 1))


@njit(cache=True)
def value_at(table, offset, size, hunter, mask, turn, ranks):
    """Look a position up: layer at an offset, with so many sets."""
    at = offset + (2 * hunter + turn) * size + rank_of(squeezed(mask, hunter), ranks)
    return (table[at >> 2] >> ((at & 3) * 2)) & 3


@njit(cache=True)
def sweep(table, offsets, sizes, count, fewest, near, jumps, ranks, points):
    """Decide what can be decided of a layer, once over; return how many positions were."""
    changed = 0
    size = sizes[count]
    offset = offsets[count]
    stack_at, stack_mask, stack_left = np.zeros(64, np.int64), np.zeros(64, np.int64), np.zeros(64, np.int64)
    for hunter in range(points):
        mask = (1 << count) - 1
        for number in range(size):
            others = spread(mask, hunter)
            for turn in range(2):
                at = offset + (2 * hunter + turn) * size + number
                if (table[at >> 2] >> ((at & 3) * 2)) & 3:
                    continue
                found = 0
                if turn == 0:
                    found = _hunters(
                        table, offsets, sizes, count, fewest, near, jumps, ranks, hunter, others,
                        stack_at, stack_mask, stack_left,
                    )  # fmt: skip
                else:
                    found = _others(table, offset, size, near, ranks, hunter, others)
                if found:
                    table[at >> 2] |= found << ((at & 3) * 2)
                    changed += 1
            low = mask & -mask  # the next set of as many points
            ripple = mask + low
            mask = (((ripple ^ mask) >> 2) // low) | ripple
    return changed


@njit(cache=True)
def _hunters(
    table, offsets, sizes, count, fewest, near, jumps, ranks, hunter, others, stack_at, stack_mask, stack_left
):
    """The hunter moves: one won follower is enough; if all are lost, or there is none, it has lost."""
    undecided = False
    for k in range(near.shape[1]):
        to = near[hunter, k]
        if to < 0:
            break
        if not (others >> to) & 1:
            value = value_at(table, offsets[count], sizes[count], to, others, 1, ranks)
            if value == HUNTER:
                return HUNTER
            undecided |= value == 0
    top = 1
    stack_at[0], stack_mask[0], stack_left[0] = hunter, others, count
    while top:
        top -= 1
        at, mask, left = stack_at[top], stack_mask[top], stack_left[top]
        for k in range(jumps.shape[1]):
            over, land = jumps[at, k, 0], jumps[at, k, 1]
            if over < 0:
                break
            if (mask >> over) & 1 and not (mask >> land) & 1:
                if left - 1 < fewest:
                    return HUNTER
                after = mask & ~(1 << over)
                value = value_at(table, offsets[left - 1], sizes[left - 1], land, after, 1, ranks)
                if value == HUNTER:
                    return HUNTER
                undecided |= value == 0
                stack_at[top], stack_mask[top], stack_left[top] = land, after, left - 1
                top += 1
    return 0 if undecided else OTHERS


@njit(cache=True)
def _others(table, offset, size, near, ranks, hunter, others):
    """The others move: one of their wins is enough; if all are the hunter's, or there is none, they have lost."""
    undecided = False
    rest, point = others, 0
    while rest:
        if rest & 1:
            for k in range(near.shape[1]):
                to = near[point, k]
                if to < 0:
                    break
                if to != hunter and not (others >> to) & 1:
                    after = (others & ~(1 << point)) | (1 << to)
                    value = value_at(table, offset, size, hunter, after, 0, ranks)
                    if value == OTHERS:
                        return OTHERS
                    undecided |= value == 0
        rest >>= 1
        point += 1
    return 0 if undecided else HUNTER


@njit(cache=True)
def tally(table, offset, length):
    """Count the positions of a layer by who wins: nobody, the hunter, the others; for both turns together."""
    counts = np.zeros(4, np.int64)
    for at in range(offset, offset + length):
        counts[(table[at >> 2] >> ((at & 3) * 2)) & 3] += 1
    return counts
