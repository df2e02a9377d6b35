"""Retrieve, in two steps: the group of the nearest centroid, then the cases alike enough (Paulus, section 4.1).

The threshold adapts: from 0.98 it falls by 0.02 until five cases pass. Every number is a parameter, and the index can
be left out, for a search over the whole base.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import Answers, Domain, IndexGroup, Question, answers
from bolicho.learn.cases.retrieval.search import plain_scan, scan
from bolicho.learn.cases.retrieval.similarities import HOUSE
from bolicho.learn.cases.retrieval.similarities import alike as alike_by
from bolicho.learn.cases.retrieval.similarity import Values

ROUNDING = 1e-9
"""A similarity that misses a threshold by less than this meets it: 0.98 - 3 * 0.02 is not quite 0.92."""

FINEST = 0.001
"""The smallest step of an adaptive threshold."""
MANY = 5000
"""Up to so many cases plain numpy is fast enough, and nobody's first move waits for a compiler."""


@dataclass(frozen=True)
class Retrieval:
    """How to look for cases."""

    threshold: float = 0.98
    least: int = 5
    """How many cases are enough; 0: the threshold stays where it is."""
    step: float = 0.02
    alone: float = 0.0
    """Below this threshold one case is enough, as in the published program; 0: never."""
    index: bool = True
    """Look only in the group whose centroid is nearest."""
    close: float = 0.98
    """From which similarity on cases are counted as close: what learning looks at, whatever the threshold."""
    similarity: str = HOUSE
    """How numbers are compared, by its name (``similarities.py``)."""

    def __post_init__(self) -> None:
        for value in (self.threshold, self.close, self.alone):
            if not 0 <= value <= 1:
                raise BadInput(f"threshold {value}: a similarity is between 0 and 1")
        if self.least < 0 or not FINEST <= self.step <= 1:
            raise BadInput(f"least {self.least}, step {self.step}: expected least >= 0 and {FINEST} <= step <= 1")


PAPER = Retrieval()
"""Adaptive, as Paulus's agents after learning."""
FIXED = replace(PAPER, threshold=0.75, least=0)
"""The fixed threshold of Paulus's first stage of tests, and of the paper of 2019."""


class RetrievedCases(NamedTuple):
    """The cases found for one question, best first in the order of the base among equals."""

    answers: Answers
    places: NDArray[np.int64]
    """Where they stand in ``answers``."""
    similarities: NDArray[np.float64]
    threshold: float
    """The threshold that was needed in the end."""
    group: int | None
    """The index group searched; None for the whole base."""
    close: int
    """How many are close, whatever the threshold."""

    def __len__(self) -> int:
        return len(self.places)


Look = Callable[[Answers, IndexGroup, Values], NDArray[np.float64]]
"""How similar the cases of a group are to a situation."""


def by_spans(found: Answers, group: IndexGroup, values: Values) -> NDArray[np.float64]:
    """Look by our own similarity."""
    look = scan if len(group.places) > MANY else plain_scan
    return look(group.cells, found.spans, found.query(values))


def retrieve(
    base: CaseBase, question: Question, values: Values, domain: Domain, how: Retrieval = PAPER, look: Look = by_spans
) -> RetrievedCases:
    """Find the cases of a base that answer a question in situations like this one."""
    found = answers(base, question, domain)
    label = index_group(base, question, values, domain) if how.index else None
    group = found.in_group(label)
    ours = how.similarity == HOUSE or look is not by_spans
    alike = look(found, group, values) if ours else alike_by(found, group, values, how.similarity)
    threshold = threshold_needed(alike, how)
    enough = np.flatnonzero(alike >= threshold - ROUNDING)
    order = enough[np.argsort(-alike[enough], kind="stable")]
    close = int(np.count_nonzero(alike >= how.close - ROUNDING))
    return RetrievedCases(found, group.places[order], alike[order], threshold, label, close)


def threshold_needed(alike: NDArray[np.float64], how: Retrieval) -> float:
    """Return how far the threshold must fall until enough cases pass, or all do."""
    if not how.least or not len(alike):
        return how.threshold
    steps = _steps(alike, min(how.least, len(alike)), how)
    if steps and how.alone:
        below = int(np.floor((how.threshold - how.alone + ROUNDING) / how.step)) + 1
        steps = min(steps, max(1, below, _steps(alike, 1, how)))
    return max(0.0, how.threshold - steps * how.step)


def _steps(alike: NDArray[np.float64], wanted: int, how: Retrieval) -> int:
    """Return by how many steps the threshold must fall until so many cases pass."""
    reached = np.partition(alike, -wanted)[-wanted]
    return max(0, int(np.ceil((how.threshold - reached - ROUNDING) / how.step)))


def index_group(base: CaseBase, question: Question, values: Values, domain: Domain) -> int | None:
    """Return the index group of a situation: that of a case which would hold just these values."""
    clustering: Any = base.clusterings.get(question.indexed_by)
    if clustering is None:
        return None
    about = tuple(values.get(name) for name in domain.attributes(question.indexed_by))
    known: dict[Any, int] = base.derived.setdefault(("group", question.indexed_by), {})
    if about not in known:
        asked = CaseBase("query", base.columns, game=base.game, form=base.form, source="query", capacity=1)
        asked.append([[values.get(name) for name in base.columns]])
        _, inputs = domain.inputs(asked, question.indexed_by)
        known[about] = int(clustering.labels(inputs)[0])
    return known[about]
