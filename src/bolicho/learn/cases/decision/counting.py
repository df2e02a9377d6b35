"""A question counted by the compiled kernel, once a process has asked often enough that compiling is worth its wait.

Until then, without Numba, and for somebody else's similarity, ``consult.py`` counts in plain numpy: the same numbers.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bolicho.learn.cases.decision.reuse import Tally
from bolicho.learn.cases.questions import NEAREST, Answers
from bolicho.learn.cases.retrieval.costs import query_numbers, units_of
from bolicho.learn.cases.retrieval.retrieve import ROUNDING, Retrieval
from bolicho.learn.cases.retrieval.similarity import Values
from bolicho.parallel.kernel import UntilCompiled

if TYPE_CHECKING:
    from bolicho.learn.cases.decision.count_kernel import Counts, Ints

EVERY_CLUSTER = -2
"""The label under which cases are counted without regard to clusters."""
SOME = 300
"""After so many questions of a process the kernel is got ready, in a thread beside it."""


class CountedGroup(NamedTuple):
    """The cases of an index group as the kernel reads them."""

    places: "Ints"
    keys: "Ints"
    """Of each case its cluster and action, as one number."""
    won: "Ints"
    points: "Ints"
    names: tuple[tuple[int, str], ...]
    """The cluster and action of each key."""
    numbers: dict[tuple[int, str], int]
    """The key of a cluster and an action; also of an action in all clusters."""


class CountedVotes(NamedTuple):
    """What the kernel found in a group."""

    group: CountedGroup
    counts: "Counts"

    @property
    def alike(self) -> int:
        """How many cases are alike enough."""
        return self.counts.found

    @property
    def close(self) -> int:
        """How many are close, whatever the threshold."""
        return self.counts.close

    @property
    def threshold(self) -> float:
        """The threshold that was needed in the end."""
        return self.counts.threshold

    @property
    def votes(self) -> dict[tuple[int, str], Tally]:
        """The cases found, by cluster and action."""
        here = np.flatnonzero(self.counts.cases)
        columns = (self.counts.cases, self.counts.wins, self.counts.points)
        sums = zip(*(column[here].tolist() for column in columns), strict=True)
        return {self.group.names[key]: Tally(*one) for key, one in zip(here.tolist(), sums, strict=True)}

    @property
    def best(self) -> tuple[int, ...]:
        """Where the nearest cases stand among the answers."""
        rows = self.counts.best
        return tuple(self.group.places[rows[rows >= 0]].tolist())

    def one_case(self, label: int, action: str, which: str) -> Tally:
        """Count only the nearest or the farthest case of a cluster with an action."""
        rows = self.counts.nearest if which == NEAREST else self.counts.farthest
        row = rows[self.group.numbers[label, action]]
        return Tally(1, int(self.group.won[row]), int(self.group.points[row]))


Count = Callable[[Answers, int | None, Values, Retrieval, int], CountedVotes]


def _warm() -> Count:
    """Compile, or load what was compiled before, by a question to a group of one case."""
    from bolicho.learn.cases.decision.count_kernel import Counts, count

    def counted(told: Answers, label: int | None, values: Values, how: Retrieval, shown: int) -> CountedVotes:
        group, cells, units = counted_group(told, label), told.in_group(label).cells, units_of(told.spans)
        query = query_numbers(told.query(values), cells.shape[1])
        asked = (how.threshold, how.least, how.step, how.alone, how.close)
        arrays = (group.keys, group.won, group.points, len(group.names), len(told.actions))
        numbers: list[Any] = [cells, query, *units, *arrays, asked, ROUNDING, shown]
        return CountedVotes(group, Counts(*count(*numbers)))

    one = np.zeros(1, np.int64)
    count(one.astype(np.int16)[:, None], one, one, 1, one, one, one, 1, 1, (0.98, 5, 0.02, 0.0, 0.98), ROUNDING, 5)
    return counted


KERNEL: UntilCompiled[Count | None] = UntilCompiled(None, _warm, "counting cases")
_asked = 0


def counting() -> Count | None:
    """Return the kernel if it is ready; where many questions were asked it is got ready."""
    global _asked
    _asked += 1
    if _asked == SOME:
        KERNEL.warm_up()
    return KERNEL.now()


def counted_group(told: Answers, label: int | None) -> CountedGroup:
    """Return the cases of a group for the kernel, put together once."""
    kept: dict[int | None, CountedGroup] = told.counted
    if label not in kept:
        places, kinds = told.in_group(label).places, len(told.actions)
        keys = (told.cluster[places].astype(np.int64) + 1) * kinds + told.answer[places]
        clusters = int(told.cluster.max(initial=0)) + 2
        names = tuple((key // kinds - 1, told.actions[key % kinds]) for key in range(clusters * kinds))
        won, points = told.won[places].astype(np.int64), told.points[places].astype(np.int64)
        every = [(EVERY_CLUSTER, action) for action in told.actions]
        numbers = {name: key for key, name in enumerate((*names, *every))}
        kept[label] = CountedGroup(places, keys, won, points, names, numbers)
    return kept[label]
