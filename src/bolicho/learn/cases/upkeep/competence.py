"""The competence of a base: what it covers, which cases are never found, which contradict one another; no game in here.

Every case is put to the base as the questions it was once asked (``Ground.asked``), and is left out itself:

- *covered*: at least so many other cases that answer the question reach the threshold;
- *replaceable*: so in every question that it answers, by others that did the same; *idle*: it answers none;
- *contradicting*: a case of an equal (or nearly equal) situation did something else, and it ended otherwise. It is on
  the *worse* side where what it did brought fewer points there, on the mean, than something else.

Whether a case is ever retrieved hangs on what is asked, so that is counted over situations of hands that were played.
(Smyth and McKenna, "Competence models and the maintenance problem", 2001, is where coverage as a measure comes from.)
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import CaseBase, Cells
from bolicho.learn.cases.questions import Answers, Domain, Question, answers
from bolicho.learn.cases.retrieval.indexes import Ints, distinct
from bolicho.learn.cases.retrieval.retrieve import ROUNDING, Retrieval, retrieve
from bolicho.learn.cases.retrieval.search import Nearest
from bolicho.learn.cases.retrieval.similarity import Values

Counts = NDArray[np.int64]
Places = NDArray[np.int64]
Progress = Callable[[int, int], None]
Situation = tuple[Question, Values]
"""A question and what was known when it was asked."""


class Ground(NamedTuple):
    """What a game asks of a base: every question, and how its cases were once asked."""

    domain: Domain
    questions: tuple[Question, ...]
    situations: Callable[[CaseBase, Question, Answers], Cells]
    """The cases that answer a question as the situations they were asked in, what was not known yet blank."""


class Situations(NamedTuple):
    """All cases that answer one question, equal situations together."""

    question: Question
    answers: Answers
    rows: Cells
    """The situations, each once; what was not known is blank."""
    members: tuple[Places, ...]
    """Which of the answering cases were asked in each, as places in ``answers``."""
    search: Nearest

    def near(self, row: int, threshold: float) -> Ints:
        """Return the answering cases that reach a similarity to a situation, as places in ``answers``."""
        return self.search.at_least(self.rows[row], max(0.0, threshold - ROUNDING)).cases


def situations_by_question(base: CaseBase, ground: Ground, progress: Progress | None = None) -> Iterator[Situations]:
    """Give every question that some case of a base answers, with the situations it was asked in."""
    for number, question in enumerate(ground.questions):
        found = answers(base, question, ground.domain)
        if len(found.ids):
            yield _asked(base, question, found, ground)
        if progress is not None:
            progress(number + 1, len(ground.questions))


def _asked(base: CaseBase, question: Question, found: Answers, ground: Ground) -> Situations:
    kept: Situations | None = base.derived.get(("asked", question))
    if kept is None:
        cells = ground.situations(base, question, found)
        starts, cases = distinct(cells)
        members = tuple(np.split(cases.astype(np.int64), starts[1:-1]))
        kept = Situations(question, found, cells[cases[starts[:-1]]], members, Nearest(found.cells, found.spans))
        base.derived["asked", question] = kept
    return kept


# ── coverage ──────────────────────────────────────────────────────────────────────────────────────────────────────
class Share(NamedTuple):
    """How many, of how many."""

    part: int = 0
    of: int = 0

    def plus(self, other: "Share") -> "Share":
        """Count both together."""
        return Share(self.part + other.part, self.of + other.of)

    @property
    def share(self) -> float | None:
        """The share; None of nothing."""
        return self.part / self.of if self.of else None


def coverage(
    base: CaseBase, ground: Ground, threshold: float, enough: int, progress: Progress | None = None
) -> dict[str, Share]:
    """Return, for each kind of question, how many cases are covered by at least so many others."""
    found = {question.kind: Share() for question in ground.questions}
    for here in situations_by_question(base, ground, progress):
        covered = 0
        for row, members in zip(here.rows, here.members, strict=True):
            alike = here.search.nearest(row, enough + 1).similarities  # the case itself is one of them
            covered += len(members) * (_reach(alike, threshold) > enough)
        found[here.question.kind] = found[here.question.kind].plus(Share(covered, len(here.answers.ids)))
    return found


def known(
    base: CaseBase, ground: Ground, situations: Iterable[Situation], threshold: float, enough: int
) -> dict[str, Share]:
    """Return, for each kind of question, in how many situations at least so many cases reach the threshold."""
    found = {question.kind: Share() for question in ground.questions}
    indexes: dict[Question, Nearest] = {}
    for question, values in situations:
        told = answers(base, question, ground.domain)
        index = indexes.get(question)
        if index is None:
            index = indexes[question] = Nearest(told.cells, told.spans)
        reached = _reach(index.nearest(told.query(values), enough).similarities, threshold) if len(told.ids) else 0
        found[question.kind] = found[question.kind].plus(Share(int(reached >= enough), 1))
    return found


def replaceable(
    base: CaseBase, ground: Ground, threshold: float, enough: int, progress: Progress | None = None
) -> NDArray[np.bool_]:
    """Mark the cases that could go, each by itself: so many others did the same in every question that they answer."""
    able = ~idle(base, ground)
    for here in situations_by_question(base, ground, progress):
        found = here.answers
        for action in np.unique(found.answer):
            same = np.flatnonzero(found.answer == action)
            search = Nearest(found.cells[same], found.spans)
            for row, members in zip(here.rows, here.members, strict=True):
                mine = members[found.answer[members] == action]
                if len(mine) and _reach(search.nearest(row, enough + 1).similarities, threshold) <= enough:
                    able[found.ids[mine]] = False
    return able


def idle(base: CaseBase, ground: Ground) -> NDArray[np.bool_]:
    """Mark the cases that answer no question."""
    useless = np.ones(len(base), dtype=bool)
    for here in situations_by_question(base, ground):
        useless[here.answers.ids] = False
    return useless


def _reach(alike: NDArray[np.float64], threshold: float) -> int:
    return int(np.count_nonzero(alike >= threshold - ROUNDING))


# ── retrieved or never ────────────────────────────────────────────────────────────────────────────────────────────
Look = Callable[[CaseBase, Question, Values, Domain], Places]
"""Which cases a player would look at, by their numbers in the base."""


def by_threshold(how: Retrieval) -> Look:
    """Look as the case-based players do: all that reach a threshold, which falls until enough do."""

    def look(base: CaseBase, question: Question, values: Values, domain: Domain) -> Places:
        found = retrieve(base, question, values, domain, how)
        return found.answers.ids[found.places]

    return look


def by_nearest(k: int) -> Look:
    """Look as the case learners do: the k nearest, whatever their similarity."""

    def look(base: CaseBase, question: Question, values: Values, domain: Domain) -> Places:
        found = answers(base, question, domain)
        if not len(found.ids):
            return found.ids
        index = base.derived.get(("nearest", question))
        if index is None:
            index = base.derived["nearest", question] = Nearest(found.cells, found.spans)
        return found.ids[index.nearest(found.query(values), k).cases]

    return look


def times_retrieved(
    base: CaseBase, ground: Ground, situations: Iterable[Situation], look: Look, progress: Progress | None = None
) -> Counts:
    """Return how often each case is looked at over some situations; equal ones are asked once and counted."""
    times = np.zeros(len(base), dtype=np.int64)
    asked_for: dict[tuple[Question, tuple[int, ...]], tuple[Values, int]] = {}
    for question, values in situations:
        key = question, tuple(answers(base, question, ground.domain).query(values).tolist())
        asked_for[key] = values, asked_for.get(key, (values, 0))[1] + 1
    for number, ((question, _), (values, count)) in enumerate(asked_for.items()):
        times[look(base, question, values, ground.domain)] += count
        if progress is not None:
            progress(number + 1, len(asked_for))
    return times


# ── contradictions ────────────────────────────────────────────────────────────────────────────────────────────────
class Contradictions(NamedTuple):
    """For every case, over the questions that it answers: in how many it contradicts another, and on which side."""

    contradicting: Counts
    worse: Counts
    """Where it contradicts and what it did brought less, on the mean, than something else there."""
    upheld: Counts
    """Where nothing else brought more than what it did."""
    kinds: dict[str, Share]
    """The cases that contradict another, of those that answer, by kind of question."""


def contradictions(
    base: CaseBase, ground: Ground, near: float = 1.0, progress: Progress | None = None
) -> Contradictions:
    """Compare every case with those of an equal situation, or one that is as similar as ``near``."""
    against_others, on_the_worse_side, upheld = (np.zeros(len(base), dtype=np.int64) for _ in range(3))
    kinds = {question.kind: Share() for question in ground.questions}
    for here in situations_by_question(base, ground, progress):
        found, part = here.answers, 0
        for row, members in enumerate(here.members):
            against, worse = _sides(found, here.near(row, near), members)
            part += int(against.sum())
            cases = found.ids[members]
            against_others[cases] += against
            on_the_worse_side[cases] += against & worse
            upheld[cases] += ~worse
        kinds[here.question.kind] = kinds[here.question.kind].plus(Share(part, len(found.ids)))
    return Contradictions(against_others, on_the_worse_side, upheld, kinds)


def _sides(found: Answers, near: Ints, members: Places) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which members another case contradicts, and which did what brought less than something else."""
    said = found.answer[near].astype(np.int64)
    if (said == said[0]).all():
        return (none := np.zeros(len(members), dtype=bool)), none
    kinds = len(found.actions)
    cases = np.bincount(said, minlength=kinds)
    wins = np.bincount(said, found.won[near], minlength=kinds).astype(np.int64)
    mean = np.bincount(said, found.points[near], minlength=kinds) / np.maximum(cases, 1)
    mine, won = found.answer[members], found.won[members]
    others_won, others_lost = wins.sum() - wins, (cases - wins).sum() - (cases - wins)
    against = np.where(won, others_lost[mine] > 0, others_won[mine] > 0)
    return against, mean[mine] < mean[cases > 0].max()
