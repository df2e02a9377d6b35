"""The shape of a board: straight ways from each point, grids that need not be written point by point, rows of so many.

A *way* is what a piece sees when it looks along a path: the points ahead, in order, those behind it, and where the way
leads on the drawing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Place = tuple[float, float]
DIRECTIONS = {
    "orthogonal": ((1, 0), (0, 1)),
    "diagonal": ((1, 1), (1, -1)),
    "all": ((1, 0), (0, 1), (1, 1), (1, -1)),
    "hexagonal": ((2, 0), (1, 1), (1, -1)),
}
"""How the points of a grid may be joined; ``alquerque`` has the diagonals of every other point."""
JOINED = (*DIRECTIONS, "alquerque")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Way(NamedTuple):
    """A way from a point along a path."""

    ahead: tuple[int, ...]
    behind: tuple[int, ...]
    right: int
    """1 to the right, -1 to the left, 0 straight up or down."""
    up: int


def ways(places: Sequence[Place], paths: Iterable[Sequence[int]]) -> tuple[tuple[Way, ...], ...]:
    """Return the ways from each point, each once; a path that ends where it began goes round."""
    found: list[dict[tuple[int, ...], Way]] = [{} for _ in places]
    for path in paths:
        closed = len(path) > 2 and path[0] == path[-1]
        round_trip = tuple(path[:-1])
        for at, here in enumerate(round_trip if closed else path):
            forth = (*round_trip[at + 1 :], *round_trip[:at]) if closed else tuple(path[at + 1 :])
            back = tuple(reversed(forth if closed else path[:at]))
            for ahead, behind in ((forth, back), (back, forth)):
                if ahead:
                    right, up = _towards(places[here], places[ahead[0]])
                    found[here].setdefault(ahead, Way(ahead, behind, right, up))
    return tuple(tuple(there[key] for key in sorted(there) if not _shorter(key, there)) for there in found)


def _shorter(ahead: tuple[int, ...], others: Iterable[tuple[int, ...]]) -> bool:
    """Whether another path goes the same way, and on."""
    return any(len(other) > len(ahead) and other[: len(ahead)] == ahead for other in others)


def _towards(a: Place, b: Place) -> tuple[int, int]:
    return _sign(b[0] - a[0]), _sign(b[1] - a[1])


def _sign(number: float) -> int:
    return (number > 1e-9) - (number < -1e-9)


def grid(columns: int, rows: int, only: str = "all") -> dict[str, tuple[int, int]]:
    """Return the points of a grid, from the top row down: ``a8`` is its upper left corner.

    >>> list(grid(2, 2)), list(grid(3, 3, "dark"))
    (['a2', 'b2', 'a1', 'b1'], ['a3', 'c3', 'b2', 'a1', 'c1'])
    """
    return {
        f"{LETTERS[x]}{y + 1}": (x, y)
        for y in reversed(range(rows))
        for x in range(columns)
        if only == "all" or not (x + y) % 2
    }


def straight(points: dict[str, tuple[int, int]], joined: str) -> Iterator[list[str]]:
    """Join the points of a grid: every straight row of neighbours is one path."""
    named = {place: name for name, place in points.items()}
    for right, up in DIRECTIONS["all" if joined == "alquerque" else joined]:
        for place, name in sorted(named.items(), key=lambda one: list(points).index(one[1])):
            crossed = joined == "alquerque" and right and up and sum(place) % 2
            if (place[0] - right, place[1] - up) in named or crossed:
                continue
            path = [name]
            while (place := (place[0] + right, place[1] + up)) in named:
                path.append(named[place])
            if len(path) > 1:
                yield path


def rows(paths: Iterable[Sequence[int]], length: int) -> tuple[tuple[int, ...], ...]:
    """Return every row of so many neighbours on one path.

    >>> rows([(0, 1, 2, 3)], 3)
    ((0, 1, 2), (1, 2, 3))
    """
    found = (tuple(path[at : at + length]) for path in paths for at in range(len(path) - length + 1))
    return tuple(dict.fromkeys(found))


def jumps(size: int, paths: Iterable[Sequence[int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the jumps from each point: of three in a row on one path, from one end over the middle to the other."""
    found: list[set[tuple[int, int]]] = [set() for _ in range(size)]
    for path in paths:
        for a, b, c in zip(path, path[1:], path[2:], strict=False):
            found[a].add((b, c))
            found[c].add((b, a))
    return tuple(tuple(sorted(here)) for here in found)
