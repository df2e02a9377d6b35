"""The ladder game solved by vector CFR+ (Tammelin 2014) over all classes of both players at once, without abstraction.

Alternating updates, regrets cut off at zero, the average strategy weighted by the square of the iteration. Nothing is
drawn: the number of iterations says all, whatever the threads and however often it was interrupted. Times are no part
of a file: it is the same bytes for the same iterations.

>>> solver = Solver((2, 1, 2, 1, 1, 1))
>>> solver.run(20)
>>> solver.exploitability() < 0.1
True
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.learn.arrays import DAMAGED, header, read_arrays, write_arrays
from bolicho.learn.ladder.classes import FORTY, OF_DECKS, Counts, Float32s
from bolicho.learn.ladder.response import BestResponses, Position
from bolicho.learn.ladder.tree import grown
from bolicho.learn.ladder.walking import Walker

FORMAT, VERSION = "bolicho-ladder", 1
WHAT = "a training of the ladder game"
AVERAGE_POWER = 2
"""The strategy of iteration t enters the average with weight t to this power."""


class Point(NamedTuple):
    """A point of the curve: exploitability of the average after so many iterations, and what the mão wins with it."""

    iterations: int
    exploitability: float
    mao: float


class Solver:
    """Regrets and averages of both players, and how far they are."""

    def __init__(self, counts: Counts = FORTY, threads: int = 1) -> None:
        self.tree = grown(counts, compact=True)
        self.walker = Walker(self.tree, threads)
        self.regrets: Float32s = self.tree.empty()
        self.averages: Float32s = self.tree.empty()
        self.iterations = 0
        self.curve: list[Point] = []

    def run(self, until: int) -> None:
        """Go on to this number of iterations."""
        while self.iterations < until:
            weight = float(self.iterations + 1) ** AVERAGE_POWER
            for me in (0, 1):
                self.walker.train(me, self.regrets, self.averages, 1.0, weight)
            self.iterations += 1

    def exploitability(self) -> float:
        """Of the average strategy as it is now, points a hand."""
        return (self.walker.respond(0, self.averages) + self.walker.respond(1, self.averages)) / 2

    def measure(self) -> Point:
        """Measure the average strategy and write it down as a point of the curve."""
        found = self.measured()
        self.curve.append(Point(self.iterations, found.exploitability, found.mao.self_play))
        return self.curve[-1]

    def measured(self) -> BestResponses:
        """Best responses to the average strategy and its value, from both positions."""
        mine = self.walker.evaluate(0, self.averages)
        first, second = (self.walker.respond(me, self.averages) for me in (0, 1))
        return BestResponses(Position(first, mine), Position(second, -mine))

    # ── kept in a file ────────────────────────────────────────────────────────────────────────────────────────────

    def save(self, path: Path) -> None:
        """Write everything, whole or not at all."""
        write_arrays(path, self._head(), {"regrets": self.regrets, "averages": self.averages})

    def _head(self) -> JsonObject:
        return {
            "format": FORMAT,
            "version": VERSION,
            "counts": self.tree.classes.counts,
            "iterations": self.iterations,
            "curve": self.curve,
        }

    @classmethod
    def load(cls, path: Path, counts: Counts = FORTY, threads: int = 1) -> "Solver":
        """Go on with what a file holds; one that is damaged or of another deck is a BadInput."""
        file = read_arrays(path, WHAT)
        try:
            said = header(file)
            if (said["format"], said["version"]) != (FORMAT, VERSION):
                raise BadInput(f"{path}: not {WHAT}")
            agree(path, {"deck": _deck(said["counts"])}, {"deck": _deck(counts)}, "--out")
            solver = cls(counts, threads)
            for table, found in ((solver.regrets, file["regrets"]), (solver.averages, file["averages"])):
                if found.shape != table.shape or found.dtype != table.dtype or not np.isfinite(found).all():
                    raise ValueError("other arrays than a training has")
                table[:] = found
            solver.iterations = int(said["iterations"])
            # older ones had times between
            solver.curve = [Point(int(point[0]), *map(float, point[-2:])) for point in said["curve"]]
        except BadInput as error:
            raise error if str(path) in str(error) else BadInput(f"{path}: {error}") from None
        except DAMAGED:
            raise BadInput(f"{path}: not {WHAT}, or damaged") from None
        return solver


def _deck(counts: Iterable[int]) -> str:
    """Return what a deck is called; one without a name is told by its cards of each level."""
    known = tuple(counts)
    return next((name for name, of in OF_DECKS.items() if of == known), "-".join(map(str, known)))


def measured_at(iterations: int) -> bool:
    """Whether a curve has a point here: at each of 1 to 10, then at steps of about a fifth.

    >>> [n for n in range(1, 70) if measured_at(n)]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26, 31, 37, 44, 52, 62]
    """
    at = 1
    while at < iterations:
        at = max(at + 1, at * 6 // 5)
    return at == iterations
