"""Numbers out of the tests of Moral et al., with their intervals.

With several trainings of each learner the training is the unit, so that what one lucky or unlucky base adds is in the
interval. With one, the unit is the board, and the interval is about those bases alone: the page says so.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from bolicho.arena import Row
from bolicho.arena.results.intervals import Board, Estimate, ratio, share
from bolicho.core.numbers import Figure
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import read_rows
from bolicho.lab.engine.measures import gap

Sheet = dict[int, Board]
"""What each unit says."""
Meeting = tuple[str, str]
"""Who, and against whom, by label."""


class MatchesByPair:
    """The test matches of a run, by who met whom."""

    def __init__(self, design: Design, rows: Mapping[str, Rows]) -> None:
        self.trainings: int = design.settings["trainings"]
        self.met: dict[Meeting, list[tuple[int, int, Row]]] = {}
        for cell in design.cells:
            if cell.key.startswith("test/"):
                _, names, training, _ = cell.key.split("/")
                first, second = names.split(" ")
                for row in read_rows([rows[cell.key]]):
                    for who, agent in zip(((first, second), (second, first)), cell.facts["agents"], strict=True):
                        self.met.setdefault(who, []).append((int(training), agent, row))

    @property
    def forfeits(self) -> int:
        """How many matches were forfeited; each is known by both who met in it."""
        return sum(row.forfeit is not None for met in self.met.values() for _, _, row in met) // 2

    @lru_cache(maxsize=1024)  # noqa: B019  (a report asks for the same often, and is soon gone)
    def sheet(self, who: str, against: str, measure: str = "wins") -> Sheet:
        """Return what each unit says of a player against a rival: matches won, or questions known."""
        many = len({training for training, _, _ in self.met[who, against]}) > 1
        found: dict[int, list[float]] = {}
        for training, agent, row in self.met[who, against]:
            sums = found.setdefault(training if many else row.board, [0.0, 0.0])
            seat = row.seats.index(agent)
            size, total = (1.0, row.won(agent)) if measure == "wins" else _known(row, seat)
            sums[0] += size
            sums[1] += total
        return {unit: Board(*sums) for unit, sums in sorted(found.items())}

    def figure(self, who: str, against: str = "bot0", measure: str = "wins") -> Figure:
        """Return a share with its interval and the number of matches."""
        return Figure.of(self._estimate(self.sheet(who, against, measure).values()), len(self.met[who, against]))

    def pooled(self, who: Iterable[str], against: str = "bot0") -> Figure:
        """Return the share that several players win together of their matches against one rival."""
        sums: dict[int, list[float]] = {}
        matches = 0
        for one in who:
            matches += len(self.met[one, against])
            for unit, board in self.sheet(one, against).items():
                total = sums.setdefault(unit, [0.0, 0.0])
                total[0] += board.size
                total[1] += board.total
        return Figure.of(self._estimate([Board(*found) for found in sums.values()]), matches)

    def gap(self, one: Meeting, two: Meeting, measure: str = "wins") -> Figure:
        """Return by how much a share is larger in one meeting than in another, over the units that they share."""
        return Figure(*gap(self.sheet(*one, measure), self.sheet(*two, measure)), percent=False, digits=3)

    def _estimate(self, units: Iterable[Board]) -> Estimate:
        found = list(units)
        by_training = self.trainings > 1 and len(found) == self.trainings
        if not by_training or len({board.total / board.size for board in found if board.size}) < 2:
            return share(found)
        mean, low, high = ratio(found)
        return Estimate(mean, None if low is None else max(0.0, low), None if high is None else min(1.0, high))


def _known(row: Row, seat: int) -> tuple[float, float]:
    return row.tally["asked"][seat], row.tally["known"][seat]
