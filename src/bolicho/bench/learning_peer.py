"""The peer of a living memory: a base that is gone through whole for every question, as the paper did it.

("The similarity of the query against all past cases stored in the case base had to be computed to support each one of
the agent moves", Moral et al., III.) It answers the same, in plain numpy; it grows, and forgets nothing.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells, cells_of
from bolicho.learn.cases.memory import Alike, Voters
from bolicho.learn.cases.questions import Domain, Question, answers
from bolicho.learn.cases.retrieval.retrieve import ROUNDING
from bolicho.learn.cases.retrieval.search import plain_scan
from bolicho.learn.cases.retrieval.similarity import Local, Values


class ScanMemory:
    """A memory without an index: what a learner asks of one, each time by a scan of all cases."""

    def __init__(self, base: CaseBase) -> None:
        self.cases = base.subset(np.ones(len(base), dtype=bool))
        self.name = base.name

    def __len__(self) -> int:
        return len(self.cases)

    def add(self, rows: Iterable[Sequence[int | None]] | Cells) -> range:
        """Add cases."""
        first = len(self.cases)
        self.cases.append(rows if isinstance(rows, np.ndarray) else cells_of(rows, len(self.cases.columns)))
        return range(first, len(self.cases))

    def remove(self, positions: Iterable[int]) -> None:
        """Forget nothing: whoever would have it forget is not measured by it."""
        assert not list(positions)

    def nearest(
        self, question: Question, values: Values, domain: Domain, k: int = 10, amalgam: str = "mean"
    ) -> Voters:  # fmt: skip
        """Return the k most similar of the cases that answer a question."""
        assert amalgam == "mean"
        found = answers(self.cases, question, domain)
        alike = plain_scan(found.cells, found.spans, found.query(values))
        places = _top(alike, k)
        did = tuple(found.actions[action] for action in found.answer[places])
        names = tuple(found.similarity.local)
        won, points = (tuple(told[places].tolist()) for told in (found.won, found.points))
        return Voters(found.ids[places], alike[places], names, found.cells[places], did, won, points)

    def alike(
        self, attributes: Mapping[str, Local], values: Values, threshold: float, k: int, amalgam: str = "mean"
    ) -> Alike:
        """Return, of the k most similar of all cases, those that reach a threshold."""
        assert amalgam == "mean"
        known = [UNKNOWN if (value := values.get(name)) is None else value for name in attributes]
        spans = np.array([local.span for local in attributes.values()], dtype=float)
        alike = plain_scan(self.cases.cells(tuple(attributes)), spans, np.array(known, dtype=np.int16))
        places = _top(alike, k)
        enough = alike[places] >= threshold - ROUNDING
        return Alike(places[enough], alike[places[enough]])

    def values(self, column: str, positions: Sequence[int] | NDArray[np.int64]) -> list[int | None]:
        """Return what cases hold in one column."""
        return [None if cell == UNKNOWN else int(cell) for cell in self.cases[column][np.asarray(positions, dtype=int)]]


def _top(alike: NDArray[np.float64], k: int) -> NDArray[np.int64]:
    """Return the k most similar by similarity and number."""
    if len(alike) <= k:
        return np.argsort(-alike, kind="stable")
    least = np.partition(alike, -k)[-k]
    near = np.flatnonzero(alike >= least)
    return near[np.argsort(-alike[near], kind="stable")][:k]
