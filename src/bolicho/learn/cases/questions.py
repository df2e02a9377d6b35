"""A question put to a base, and the cases that can answer it; no game in here.

A game names its questions, and says for each: which attributes describe the situation, which cases answer, with what,
and what came of it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.retrieval.similarity import Local, Similarity

NO_ANSWER = -1
ONE_GROUP = -1
"""The label of every case where there are no clusters."""


class Question(NamedTuple):
    """What is asked: a kind of decision, the scenario whose clusters it uses, the round, and a call it is about."""

    kind: str
    scenario: str
    indexed_by: str
    round: int = 0
    call: str = ""
    points: str = "interval"
    """How envido and flor points are compared: ``interval``, ``equal``, or ``program`` (envido equal, flor not)."""
    victory: str = "bet"
    """What a case must have won to count as won: the ``bet`` that is asked about, or the ``hand``."""
    query: str = "question"
    """What a case is compared by: what the ``question`` is about, or the whole ``state`` of the game as it is seen."""


class Ask(NamedTuple):
    """A question, and the move behind each action that is possible now, the most conservative first.

    An action of a case that cannot be repeated becomes another (``adapted``): in Truco a level already played is the
    nearest one still in hand.
    """

    question: Question
    moves: dict[str, str | None]
    """The move of each action; None is to pass on to the next question."""
    adapted: dict[str, str]
    binary: bool = False
    """Whether its outcome is only won or lost (cards)."""
    lottery: bool = True
    """Whether it may be decided by lot; where not, who draws lots takes the first."""
    gated: bool = False
    """Whether the last action is taken by PV only if its cases won as often as they lost."""


class IndexGroup(NamedTuple):
    """The cases of one index group that answer a question: where they stand among the answers, and their cells."""

    places: NDArray[np.int64]
    cells: Cells


@dataclass(frozen=True)
class Answers:
    """All cases that answer one question, as arrays over them."""

    actions: tuple[str, ...]
    """What can be answered, the most conservative first."""
    similarity: Similarity
    ids: NDArray[np.int64]
    cells: Cells
    answer: NDArray[np.int8]
    """Which action, as its place in ``actions``."""
    won: NDArray[np.bool_]
    points: Cells
    cluster: NDArray[np.int8]
    group: NDArray[np.int8]
    groups: dict[int | None, IndexGroup] = field(default_factory=dict, repr=False, compare=False)
    """Those that were asked for."""
    counted: dict[int | None, Any] = field(default_factory=dict, repr=False, compare=False)
    """The same as the compiled counting reads them (``decision/counting.py``)."""

    def in_group(self, group: int | None) -> IndexGroup:
        """Return the cases of an index group (None: all), put together once."""
        if group not in self.groups:
            places = np.arange(len(self.ids)) if group is None else np.flatnonzero(self.group == group)
            self.groups[group] = IndexGroup(places, self.cells if group is None else self.cells[places])
        return self.groups[group]

    def query(self, values: Mapping[str, int | None]) -> Cells:
        """Put what is known of a situation in the order of the attributes."""
        known = [values.get(name) for name in self.similarity.local]
        return np.array([UNKNOWN if value is None else value for value in known], dtype=np.int16)

    @cached_property
    def spans(self) -> NDArray[np.float64]:
        """The span of each attribute; 0 for equality."""
        return np.array([local.span for local in self.similarity.local.values()], dtype=float)


ALL, NEAREST, FARTHEST, NONE = "all", "nearest", "farthest", "none"
Counting = Callable[[Collection[str]], Mapping[str, str]]
"""Of the cases with each action that was found: whether all, only the nearest, only the farthest or none count."""
Column = Callable[[CaseBase, str], Cells]


class AnswerRule(NamedTuple):
    """How a game answers one question from a base."""

    actions: tuple[str, ...]
    attributes: Mapping[str, Local]
    answer: NDArray[np.int8]
    won: NDArray[np.bool_]
    points: Cells


class Domain(NamedTuple):
    """What a game brings: its columns (derived ones too), its clusters' inputs, and its answers."""

    column: Column
    inputs: Callable[[CaseBase, str], tuple[NDArray[np.bool_], NDArray[np.float64]]]
    """For a scenario: which cases belong to it, and the clustering inputs of all."""
    attributes: Callable[[str], tuple[str, ...]]
    """The columns that the clusters of a scenario are made on."""
    ask: Callable[[CaseBase, Question], AnswerRule]
    counted: Callable[[Question], Counting] | None = None
    """Which of the cases found choose the action by victories or points; None: all."""


def answers(base: CaseBase, question: Question, domain: Domain) -> Answers:
    """Return the cases of a base that answer a question; worked out once for a base as it is."""
    found: Answers | None = base.derived.get(question)
    if found is None:
        asked = domain.ask(base, question)
        ids = np.flatnonzero(asked.answer != NO_ANSWER)
        cells = np.column_stack([domain.column(base, name)[ids] for name in asked.attributes])
        found = base.derived[question] = Answers(
            asked.actions,
            Similarity(asked.attributes),
            ids,
            cells,
            asked.answer[ids],
            asked.won[ids],
            asked.points[ids],
            labels(base, question.scenario, domain)[ids],
            labels(base, question.indexed_by, domain)[ids],
        )
    return found


def labels(base: CaseBase, scenario: str, domain: Domain) -> NDArray[np.int8]:
    """Return the cluster of every case in a scenario, ONE_GROUP for those outside it or without clusters."""
    clustering: Any = base.clusterings.get(scenario)
    if clustering is None:
        return np.full(len(base), ONE_GROUP, dtype=np.int8)
    kept: NDArray[np.int8] | None = base.derived.get(("labels", scenario))
    if kept is None:
        members, inputs = domain.inputs(base, scenario)
        kept = np.full(len(base), ONE_GROUP, dtype=np.int8)
        kept[members] = clustering.labels(inputs[members])
        base.derived["labels", scenario] = kept
    return kept
