"""Consult a base: the cases found for a question, counted by cluster and action, with the nearest ones to show.

Equal questions in equal situations are common (a first card, an envido), and a base stands still between matches: so an
answer is worked out once and kept with the base.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.json_text import JsonObject
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.decision.counting import EVERY_CLUSTER, counting
from bolicho.learn.cases.decision.reuse import Tally, add_up
from bolicho.learn.cases.questions import ALL, NEAREST, NONE, Answers, Counting, Domain, Question, answers
from bolicho.learn.cases.retrieval.retrieve import PAPER, Retrieval, RetrievedCases, index_group, retrieve
from bolicho.learn.cases.retrieval.similarities import HOUSE, shaped
from bolicho.learn.cases.retrieval.similarity import Similarity, Values

SHOWN = 5
"""How many of the nearest cases an explanation shows."""
KEPT = 200_000
"""How many consultations a base remembers; then it begins anew."""


ActingVotes = dict[tuple[int, str], Tally]
OneCase = Callable[[int, str, str], Tally]
"""What the nearest or the farthest case of a cluster with an action says."""


@dataclass(frozen=True)
class Consultation:
    """What a base says to a question; policies make up their minds on it."""

    found: int
    close: int
    threshold: float
    group: int | None
    votes: dict[tuple[int, str], Tally]
    choosing: Callable[[], ActingVotes] | None
    """How the votes are counted that choose the action, where not all do."""
    best: tuple[int, ...]
    """Where the nearest cases stand in the answers."""
    answers: Answers
    similarity: Similarity
    asked: Values

    @cached_property
    def acting(self) -> ActingVotes | None:
        """The votes that choose the action, where not all do; also under EVERY_CLUSTER. Counted when wanted."""
        return None if self.choosing is None else self.choosing()

    @cached_property
    def nearest(self) -> tuple[JsonObject, ...]:
        """The best cases: number, similarity and its parts, what was done and what came of it.

        Worked out when somebody wants to see them: most questions are asked on the way to another.
        """
        return tuple(_shown(self.answers, place, self.similarity, self.asked) for place in self.best)


def consult(base: CaseBase, question: Question, values: Values, domain: Domain, how: Retrieval = PAPER) -> Consultation:
    """Ask a base."""
    memory: dict[Any, Consultation] = base.derived.setdefault("consultations", {})
    group = index_group(base, question, values, domain) if how.index else None
    told = answers(base, question, domain)
    asked = {name: values.get(name) for name in told.similarity.local}
    key = (question, how, group, tuple(asked.values()))
    known = memory.get(key)
    if known is not None:
        return known
    if len(memory) >= KEPT:
        memory.clear()
    quick = counting() if how.similarity == HOUSE else None
    counted = None if domain.counted is None else domain.counted(question)
    choosing: Callable[[], ActingVotes] | None
    if quick is None:
        found = retrieve(base, question, values, domain, how)
        votes = tally(found)
        sums = (len(found), found.close, found.threshold)
        eager = None if counted is None else acting_votes(votes, counted, partial(_one_case, found))
        choosing = None if eager is None else partial(dict, eager)  # later it would keep all that was found
        best = tuple(found.places[:SHOWN].tolist())
    else:
        counts = quick(told, group, values, how, SHOWN)
        votes, best = counts.votes, counts.best
        sums = (counts.alike, counts.close, counts.threshold)
        choosing = None if counted is None else partial(acting_votes, votes, counted, counts.one_case)
    similarity = shaped(told.similarity, how.similarity)
    memory[key] = Consultation(*sums, group, votes, choosing, best, told, similarity, asked)
    return memory[key]


def acting_votes(votes: ActingVotes, counted: Counting, one_case: OneCase) -> ActingVotes:
    """Count the cases that choose the action: for each cluster, and for all cases together."""
    groups: dict[int, dict[str, Tally]] = {EVERY_CLUSTER: add_up((action, one) for (_, action), one in votes.items())}
    for (label, action), one in votes.items():
        groups.setdefault(label, {})[action] = one
    kept: ActingVotes = {}
    for label, group in groups.items():
        for action, which in counted(group).items():
            if which == ALL:
                kept[label, action] = group[action]
            elif which != NONE:
                kept[label, action] = one_case(label, action, which)
    return kept


def _one_case(found: RetrievedCases, label: int, action: str, which: str) -> Tally:
    """Count only the nearest or the farthest case of a cluster with an action."""
    told = found.answers
    here = told.answer[found.places] == told.actions.index(action)
    if label != EVERY_CLUSTER:
        here &= told.cluster[found.places] == label
    place = found.places[here.argmax() if which == NEAREST else len(here) - 1 - here[::-1].argmax()]
    return Tally(1, int(told.won[place]), int(told.points[place]))


def tally(found: RetrievedCases) -> dict[tuple[int, str], Tally]:
    """Count the cases found by cluster and action."""
    return _count(found.answers, found.places)


def _count(answers: Answers, places: NDArray[np.int64]) -> dict[tuple[int, str], Tally]:
    if not len(places):
        return {}
    kinds = len(answers.actions)
    keys = (answers.cluster[places].astype(np.int64) + 1) * kinds + answers.answer[places]
    cases = np.bincount(keys)
    wins = np.bincount(keys, weights=answers.won[places])
    points = np.bincount(keys, weights=answers.points[places])
    return {
        (int(key) // kinds - 1, answers.actions[int(key) % kinds]): Tally(
            int(cases[key]), int(wins[key]), int(points[key])
        )
        for key in np.flatnonzero(cases)
    }


def _shown(answers: Answers, place: int, similarity: Similarity, asked: Values) -> JsonObject:
    cells = (None if cell == UNKNOWN else cell for cell in answers.cells[place].tolist())
    alike = similarity(asked, dict(zip(similarity.local, cells, strict=True)))
    return {
        "case": int(answers.ids[place]),
        "similarity": round(alike.value, 4),
        "parts": {name: round(part, 4) for name, part in alike.parts.items()},
        "cluster": int(answers.cluster[place]),
        "action": answers.actions[answers.answer[place]],
        "won": bool(answers.won[place]),
        "points": int(answers.points[place]),
    }
