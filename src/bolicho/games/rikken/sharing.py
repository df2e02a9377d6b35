"""Share cards among up to three hands, each way equally likely, when some cards may go to some hands only.

Cards fall into groups by the set of hands that may take them: seven groups at most. How many of each pair's group go
to its first hand fixes everything else, so the ways can be counted, and one drawn, exactly.

>>> splits((3, 3, 3), (0, 0, 0, 9))[0]
[(0, 0, 0)]
>>> splits((1, 1, 0), (2, 0, 0, 0)), splits((2, 0, 0), (1, 0, 0, 0))
(([(1, 0, 0)], [2]), ([], []))
"""

from bisect import bisect_right
from functools import lru_cache
from math import comb
from random import Random
from typing import NamedTuple

A, B, C = 1, 2, 4
"""The three hands, as bits of a set of hands."""
GROUPS = (A | B, A | C, B | C, A | B | C)
Free = tuple[int, int, int]
Sizes = tuple[int, int, int, int]


class Sharing(NamedTuple):
    """What is to be shared: the fixed part of each hand, the cards of the four open groups, how many cards fit."""

    fixed: tuple[int, int, int]
    groups: tuple[tuple[int, ...], ...]
    free: Free
    """How many cards each hand takes from the groups."""
    sizes: Sizes

    @property
    def ways(self) -> int:
        """In how many ways it can be done."""
        totals = splits(self.free, self.sizes)[1] if min(self.free) >= 0 else ()
        return totals[-1] if totals else 0

    def draw(self, rng: Random) -> tuple[int, int, int]:
        """Return three sets of cards, every way equally likely."""
        choices, totals = splits(self.free, self.sizes)
        chosen = choices[0] if len(choices) == 1 else choices[bisect_right(totals, rng.randrange(totals[-1]))]
        a, b, c = self.fixed
        ab, ac, bc, everybody = ([*cards] for cards in self.groups)
        for cards in (ab, ac, bc, everybody):
            if len(cards) > 1:
                rng.shuffle(cards)
        to_a = ab[: chosen[0]] + ac[: chosen[1]]
        to_b = ab[chosen[0] :] + bc[: chosen[2]]
        rest_a, rest_b = self.free[0] - len(to_a), self.free[1] - len(to_b)
        to_c = ac[chosen[1] :] + bc[chosen[2] :] + everybody[rest_a + rest_b :]
        to_a += everybody[:rest_a]
        to_b += everybody[rest_a : rest_a + rest_b]
        return a + sum(to_a), b + sum(to_b), c + sum(to_c)


def share(cards: int, may: tuple[int, int, int], free: Free) -> Sharing | None:
    """Set up the sharing of a set of cards; ``may`` are the cards each hand can take. None when one fits nowhere."""
    a, b, c = may
    everybody, ab, ac, bc = cards & a & b & c, cards & a & b & ~c, cards & a & c & ~b, cards & b & c & ~a
    fixed = cards & a & ~b & ~c, cards & b & ~a & ~c, cards & c & ~a & ~b
    if cards & ~(a | b | c):
        return None
    left = free[0] - fixed[0].bit_count(), free[1] - fixed[1].bit_count(), free[2] - fixed[2].bit_count()
    groups = bits(ab), bits(ac), bits(bc), bits(everybody)
    return Sharing(fixed, groups, left, (len(groups[0]), len(groups[1]), len(groups[2]), len(groups[3])))


@lru_cache(maxsize=4096)
def splits(free: Free, sizes: Sizes) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return how many cards of the groups AB, AC, BC may go to their first hand, with the running count of ways."""
    a, b, c = free
    ab, ac, bc, abc = sizes
    chosen: list[tuple[int, int, int]] = []
    totals: list[int] = []
    total = 0
    for x in range(min(ab, a) + 1):
        for y in range(min(ac, a - x) + 1):
            for z in range(min(bc, b - (ab - x)) + 1):
                rest_a, rest_b = a - x - y, b - (ab - x) - z
                rest_c = c - (ac - y) - (bc - z)
                if rest_c < 0 or rest_a + rest_b + rest_c != abc:
                    continue
                total += comb(ab, x) * comb(ac, y) * comb(bc, z) * comb(abc, rest_a) * comb(abc - rest_a, rest_b)
                chosen.append((x, y, z))
                totals.append(total)
    return chosen, totals


def bits(cards: int) -> tuple[int, ...]:
    """Return the single bits of a set, the lowest first."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return tuple(found)
