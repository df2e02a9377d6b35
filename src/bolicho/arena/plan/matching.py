"""Pairs of which as few as possible have met: maximum matching in any graph (Edmonds 1965), then by rank.

>>> pairs(["a", "b", "c", "d"], lambda one, other: {one, other} == {"a", "b"})
[('a', 'c'), ('b', 'd')]
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def pairs(ranked: Sequence[T], met: Callable[[T, T], bool]) -> list[tuple[T, T]]:
    """Pair an even number of players: first of all as few who have met as can be, then neighbours in rank.

    From the top of the ranking each gets the nearest partner below that leaves the others with no more such pairs than
    there must be.
    """
    left = list(range(len(ranked)))
    strange = [[other for other in left if other != one and not met(ranked[one], ranked[other])] for one in left]
    needed = _repeats(left, strange)
    found = []
    while left:
        first, *others = left
        for other in others:
            rest = [player for player in others if player != other]
            again = other not in strange[first]
            if again <= needed and again + _repeats(rest, strange) == needed:
                found.append((ranked[first], ranked[other]))
                needed -= again
                left = rest
                break
    return found


def _repeats(players: Sequence[int], strange: Sequence[Sequence[int]]) -> int:
    """Return how many pairs must meet again when all of these are paired."""
    among = set(players)
    graph = {one: [other for other in strange[one] if other in among] for one in players}
    return len(players) // 2 - size(graph)


def size(graph: dict[int, list[int]]) -> int:
    """Return how many pairs a largest matching of a graph has.

    >>> size({0: [1, 2], 1: [0, 2], 2: [0, 1, 3], 3: [2]})
    2
    """
    mate: dict[int, int] = {}
    for one, neighbours in graph.items():  # a greedy beginning leaves little to be searched for
        for other in neighbours:
            if one not in mate and other not in mate:
                mate[one], mate[other] = other, one
    for root in graph:
        if root not in mate:
            _augment(graph, mate, root)
    return len(mate) // 2


def _augment(graph: dict[int, list[int]], mate: dict[int, int], root: int) -> None:
    """Look from an unmatched player for a path of alternate edges to another, odd circles shrunk to one point."""
    parent: dict[int, int] = {}
    base = {player: player for player in graph}
    even, queue = {root}, deque([root])
    while queue:
        one = queue.popleft()
        for other in graph[one]:
            if base[one] == base[other] or mate.get(one) == other:
                continue
            if other == root or (other in mate and mate[other] in parent):
                _shrink(one, other, mate, parent, base, even, queue)
            elif other not in parent:
                parent[other] = one
                if other not in mate:
                    _flip(other, mate, parent)
                    return
                even.add(mate[other])
                queue.append(mate[other])


def _shrink(
    one: int,
    other: int,
    mate: dict[int, int],
    parent: dict[int, int],
    base: dict[int, int],
    even: set[int],
    queue: deque[int],
) -> None:
    top = _common(one, other, mate, parent, base)
    circle: set[int] = set()
    for player, child in ((one, other), (other, one)):
        while base[player] != top:
            circle |= {base[player], base[mate[player]]}
            parent[player] = child
            child = mate[player]
            player = parent[child]
    for player in base:
        if base[player] in circle:
            base[player] = top
            if player not in even:
                even.add(player)
                queue.append(player)


def _common(one: int, other: int, mate: dict[int, int], parent: dict[int, int], base: dict[int, int]) -> int:
    above = set()
    player = base[one]
    while True:
        above.add(player)
        if player not in mate:
            break
        player = base[parent[mate[player]]]
    player = base[other]
    while player not in above:
        player = base[parent[mate[player]]]
    return player


def _flip(end: int, mate: dict[int, int], parent: dict[int, int]) -> None:
    player: int | None = end
    while player is not None:
        before = parent[player]
        following = mate.get(before)
        mate[player], mate[before] = before, player
        player = following
