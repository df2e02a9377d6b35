"""Ends of the ladder game: for every class of mine, the weights of all the rival's classes that can stand beside it.

``counts`` is what is left of each level and ``reach`` the rival's weights. A pair of hands counts as many times as its
cards can be drawn in order: a falling factorial for each level. Done pair by pair that is width x width steps; here the
levels that both hold are taken out of the total instead (inclusion and exclusion), which is linear in the classes.
``classes.py`` has the dense tables that the tests hold this against.
"""

from bolicho.core.compiler import njit


@njit(cache=True, nogil=True)
def one_each(counts, reach, scale, out):
    """One card each: of level x mine, there are counts[x] of mine and then one less for the rival."""
    total = counts[0] * reach[0]
    for y in range(1, len(counts)):
        total += counts[y] * reach[y]
    for x in range(len(counts)):
        out[x] = scale * counts[x] * (total - reach[x])


@njit(cache=True, nogil=True)
def two_of_mine(counts, cards, width, reach, scale, out):
    """Two cards of mine, one of the rival's."""
    total = counts[0] * reach[0]
    for y in range(1, len(counts)):
        total += counts[y] * reach[y]
    for i in range(width):
        a, b = cards[i, 0], cards[i, 1]
        out[i] = scale * counts[a] * (counts[b] - (a == b)) * (total - reach[a] - reach[b])


@njit(cache=True, nogil=True)
def without(counts, cards, width, reach, less):
    """Total weight of the rival's pairs; ``less[x]`` is by how much it falls when one card of level x is gone."""
    less[:] = 0
    total = counts[0] * 0
    for j in range(width):
        a, b, u = cards[j, 0], cards[j, 1], reach[j]
        if a == b:
            total += counts[a] * (counts[a] - 1) * u
            less[a] += 2 * (counts[a] - 1) * u
        else:
            total += counts[a] * counts[b] * u
            less[a] += counts[b] * u
            less[b] += counts[a] * u
    return total


@njit(cache=True, nogil=True)
def two_of_theirs(counts, cards, width, reach, scale, less, out):
    """One card of mine, two of the rival's."""
    total = without(counts, cards, width, reach, less)
    for x in range(len(counts)):
        out[x] = scale * counts[x] * (total - less[x])


@njit(cache=True, nogil=True)
def two_each(counts, cards, width, reach, scale, less, out):
    """Two cards each; what a pair takes out twice is the same pair in the rival's hand, class i itself."""
    total = without(counts, cards, width, reach, less)
    for i in range(width):
        a, b = cards[i, 0], cards[i, 1]
        same = 2 * reach[i] if a == b else reach[i]
        out[i] = scale * counts[a] * (counts[b] - (a == b)) * (total - less[a] - less[b] + same)


@njit(cache=True, nogil=True)
def leaf(mine, theirs, counts, widths, cards, both, one, table_card, reach, scale, less, out):
    """Fill ``out`` for any number of cards left, one at least on either side."""
    if mine == 1 and theirs == 1:
        one_each(counts, reach, scale, out)
    elif mine == 2 and theirs == 1:
        two_of_mine(counts, cards[2], widths[2], reach, scale, out)
    elif mine == 1 and theirs == 2:
        two_of_theirs(counts, cards[2], widths[2], reach, scale, less, out)
    elif mine == 2 and theirs == 2:
        two_each(counts, cards[2], widths[2], reach, scale, less, out)
    elif mine == 3 and theirs == 3:
        for i in range(widths[3]):
            total = reach[0] * 0
            for j in range(widths[3]):
                total += both[i, j] * reach[j]
            out[i] = scale * total
    elif mine == 2:
        for i in range(widths[2]):
            total = reach[0] * 0
            for j in range(widths[3]):
                total += one[table_card, i, j] * reach[j]
            out[i] = scale * total
    else:
        for i in range(widths[3]):
            out[i] = 0
        for j in range(widths[2]):
            if reach[j] != 0:
                for i in range(widths[3]):
                    out[i] += scale * one[table_card, j, i] * reach[j]


@njit(cache=True, nogil=True)
def last_of_mine(counts, reach, scale, tie, out):
    """I lead the last round with each level x in turn and the rival has nothing to decide: both show.

    The same sum if the rival leads it and I have nothing to decide: then x is my card and ``reach`` that of his lead.
    """
    levels = len(counts)
    above = reach[0] * 0
    for y in range(levels):
        above += counts[y] * reach[y]
    below = reach[0] * 0
    for x in range(levels):
        above -= counts[x] * reach[x]
        out[x] = scale * counts[x] * (below - above + tie * (counts[x] - 1) * reach[x])
        below += counts[x] * reach[x]
