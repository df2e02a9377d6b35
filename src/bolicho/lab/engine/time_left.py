"""How long a run will take yet: from what its cells cost, and from how long the cells took that are done.

What a cell costs is told in seconds of one core on some machine; how fast this one is shows with the first cells. Cells
of a kind (the first word of their keys) that are done say it best of those that are not; where none is done all cells
together say it. Times of earlier runs in the same directory count as well, so a run that goes on knows from the start.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from bolicho.core.times import Times
from bolicho.lab.engine.experiment import Cell

Costs = Mapping[str, float]
"""Seconds of one core that a match (a hand, a cell) takes, about, by the kind of its cell."""


def units(cell: Cell) -> float:
    """Return how much there is to do in a cell: matches, hands or what else is counted in it; one where nothing is.

    >>> units(Cell("a/1", {"matches": 20})), units(Cell("learn/40", {"first": 40, "last": 60})), units(Cell("b", {}))
    (20.0, 20.0, 1.0)
    """
    facts = cell.facts
    told = next((facts[name] for name in ("matches", "hands", "count") if name in facts), None)
    told = facts["last"] - facts["first"] if told is None and {"first", "last"} <= facts.keys() else told
    return float(told) if isinstance(told, int) and told > 0 else 1.0


def kind_of(cell: Cell) -> str:
    """Return of which kind a cell is."""
    return cell.key.split("/")[0]


OTHERS = ""
"""The kind of all cells of which nothing else is said."""


class Kind(NamedTuple):
    """Cells of one kind: what is left to be done, what is done, and how long it took."""

    left: float = 0.0
    done: float = 0.0
    seconds: float = 0.0


class TimeLeft:
    """An estimate, better with every cell that is done; several works may be added, one after the other."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.kinds: dict[tuple[str, str], Kind] = {}
        self.costs: dict[str, Costs] = {}

    def expect(self, work: str, cells: Iterable[Cell], costs: Costs, times: Times, done: Collection[str]) -> None:
        """Take the cells of a work: those that are done, with what is known of their times, and those that are left."""
        self.forget(work)
        self.costs[work] = costs
        for cell in cells:
            cost = self._cost(work, cell)
            if cell.key not in done:
                self._add(work, cell, Kind(left=cost))
            elif (seconds := times[cell.key]) is not None:
                self._add(work, cell, Kind(done=cost, seconds=seconds))

    def forget(self, work: str) -> None:
        """Expect nothing of a work, which has failed or is told anew."""
        self.kinds = {name: kind for name, kind in self.kinds.items() if name[0] != work}

    def done(self, work: str, cell: Cell, seconds: float) -> None:
        """Take a cell that was just finished, and the time since the one before."""
        cost = self._cost(work, cell)
        self._add(work, cell, Kind(-cost, cost, seconds))

    @property
    def seconds(self) -> float:
        """How long it will take yet."""
        kinds = self.kinds.values()
        cost, spent = sum(kind.done for kind in kinds), sum(kind.seconds for kind in kinds)
        usual = spent / cost if cost and spent else 1 / self.workers
        return sum(max(0.0, kind.left) * (kind.seconds / kind.done if kind.done else usual) for kind in kinds)

    def _cost(self, work: str, cell: Cell) -> float:
        return units(cell) * self.costs[work].get(kind_of(cell), self.costs[work].get(OTHERS, 1.0))

    def _add(self, work: str, cell: Cell, more: Kind) -> None:
        name = work, kind_of(cell)
        before = self.kinds.get(name, Kind())
        self.kinds[name] = Kind(*(a + b for a, b in zip(before, more, strict=True)))
