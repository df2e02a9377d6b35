"""The points of a board file: where they are, which are joined, and how other fields name them."""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from bolicho.games.boards.board_fields import BoardFields
from bolicho.games.boards.ways import JOINED, grid, straight

FARTHEST = 1e6
"""Where a point may be drawn, from the middle."""
LARGEST = 26
"""Columns and rows of a grid at most."""


class BoardPoints(BoardFields):
    """Reads the points of a board, and fields that are made of points."""

    names: list[str]
    """The points, by their numbers."""

    def points(self) -> dict[str, tuple[float, float]]:
        """Read every point and where it is drawn, those of a grid first."""
        points: dict[str, tuple[float, float]] = self.gridded()
        for name, place in self.table("points").items():
            if not re.fullmatch(r"[a-z]+[0-9]*", name):
                self.wrong("points", name, f"point {name!r}: expected small letters, then digits")
            if not (isinstance(place, list) and len(place) == 2 and all(map(_finite, place))):
                self.wrong("points", name, f"point {name}: expected [x, y]")
            spot = (float(place[0]), float(place[1]))
            if spot in points.values():
                other = list(points)[list(points.values()).index(spot)]
                self.wrong("points", name, f"point {name} is drawn where {other} is")
            points[name] = spot
        if len(points) < 2:
            self.wrong("points", "", "a board needs [points]")
        return points

    def near(self, size: int, paths: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """Return the neighbours of each point along the paths; a point that has none is refused."""
        edges: list[set[int]] = [set() for _ in range(size)]
        for path in paths:
            for a, b in pairwise(path):
                edges[a].add(b)
                edges[b].add(a)
        alone = next((i for i, around in enumerate(edges) if not around), None)
        if alone is not None:
            point = self.names[alone]
            self.wrong("points", point, f"point {point} has no edge")
        return tuple(tuple(sorted(around)) for around in edges)

    def gridded(self) -> dict[str, tuple[float, float]]:
        """Make the points of a grid, less those that are left out."""
        size = self.table("board").get("grid")
        if size is None:
            return {}
        if not (isinstance(size, list) and len(size) == 2 and all(type(n) is int and 1 < n <= LARGEST for n in size)):
            self.wrong("board", "grid", f"grid: expected [columns, rows], each from 2 to {LARGEST}")
        only = self.choice("board", "only", ("all", "dark"), "all")
        left_out = self.items("board", "without")
        made = grid(size[0], size[1], only)
        for name in left_out:
            if name not in made:
                self.wrong("board", "without", f"without: no point {name!r}", str(name))
        return {name: (float(x), float(y)) for name, (x, y) in made.items() if name not in left_out}

    def joined(self, points: Mapping[str, tuple[float, float]]) -> list[tuple[int, ...]]:
        """Join the points of a grid as its file says."""
        if "joined" not in self.table("board"):
            return []
        how = self.choice("board", "joined", JOINED)
        whole = {name: (int(x), int(y)) for name, (x, y) in points.items() if x.is_integer() and y.is_integer()}
        made = self.gridded()
        within = {name: place for name, place in whole.items() if not made or name in made}
        return [tuple(self.names.index(name) for name in path) for path in straight(within, how)]

    def spread(self, listed: list[Any], table: str, key: str) -> list[int]:
        """Read points; ``*3`` is the row 3, ``b*`` the column b."""
        found: list[int] = []
        for name in listed:
            if isinstance(name, str) and "*" in name:
                one = re.compile(name.replace("*", "[a-z]+" if name.startswith("*") else "[0-9]+"))
                row = [point for point, other in enumerate(self.names) if one.fullmatch(other)]
                if not row:
                    self.wrong(table, key, f"{key}: no point {name!r}", name)
                found += row
            else:
                found.append(self.point(name, table, key))
        return found

    def path(self, text: Any, what: str) -> tuple[int, ...]:
        """Read ``a1-b1-c1``."""
        names = text.split("-") if isinstance(text, str) else []
        if len(names) < 2:
            self.wrong("board", what, f"{what}: {text!r}: expected points with hyphens, as in a1-b1-c1", str(text))
        numbers = tuple(self.point(name, "board", what, text) for name in names)
        if what == "lines" and len(set(numbers)) < len(numbers):
            self.wrong("board", what, f"{what}: {text} has a point twice", text)
        if any(a == b for a, b in pairwise(numbers)):
            self.wrong("board", what, f"{what}: {text} goes from a point to itself", text)
        return numbers

    def spots(self, table: str, key: str) -> tuple[int, ...]:
        """Read a list of points, none of them twice."""
        found = tuple(self.spread(self.items(table, key), table, key))
        if len(set(found)) < len(found):
            self.wrong(table, key, f"{key}: a point twice")
        return found

    def point(self, name: Any, table: str, key: str, within: str = "") -> int:
        """Return the number of a point that a field names."""
        if name not in self.names:
            message = f"{key}: no point {name!r}" + (f" (in {within})" if within else "")
            self.wrong(table, key, message, within or str(name))
        return self.names.index(name)


def _finite(number: Any) -> bool:
    return type(number) in (int, float) and abs(number) <= FARTHEST
