"""Consult a base: the cases found for a question, counted by cluster and action, with the nearest ones to show.

Equal questions in equal situations are common (a first card, an envido), and a base stands still between matches: so an
answer is worked out once and kept with the base.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.json_text import JsonObject
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.decision.reuse import Tally
from bolicho.learn.cases.questions import Answers, Domain, Question, answers
from bolicho.learn.cases.retrieval.retrieve import PAPER, Retrieval, RetrievedCases, index_group, retrieve
from bolicho.learn.cases.retrieval.similarities import shaped
from bolicho.learn.cases.retrieval.similarity import Values

SHOWN = 5
"""How many of the nearest cases an explanation shows."""
KEPT = 200_000
"""How many consultations a base remembers; then it begins anew."""


EVERY_CLUSTER = -2
"""The label under which cases are counted without regard to clusters."""
ActingVotes = dict[tuple[int, str], Tally]
Counted = Callable[[Question, NDArray[np.int8]], NDArray[np.bool_]]


class Consultation(NamedTuple):
    """What a base says to a question; policies make up their minds on it."""

    found: int
    close: int
    threshold: float
    group: int | None
    votes: dict[tuple[int, str], Tally]
    acting: ActingVotes | None
    """The votes that choose the action, where not all do; also under EVERY_CLUSTER."""
    nearest: tuple[JsonObject, ...]
    """The best cases: number, similarity and its parts, what was done and what came of it."""


def consult(base: CaseBase, question: Question, values: Values, domain: Domain, how: Retrieval = PAPER) -> Consultation:
    """Ask a base."""
    memory: dict[Any, Consultation] = base.derived.setdefault("consultations", {})
    group = index_group(base, question, values, domain) if how.index else None
    asked = answers(base, question, domain).similarity.local
    key = (question, how, group, tuple(values.get(name) for name in asked))
    if key not in memory:
        if len(memory) >= KEPT:
            memory.clear()
        found = retrieve(base, question, values, domain, how)
        nearest = tuple(_shown(found, place, values, how) for place in range(min(SHOWN, len(found))))
        acting = None if domain.counted is None else acting_votes(found, question, domain.counted)
        memory[key] = Consultation(len(found), found.close, found.threshold, found.group, tally(found), acting, nearest)
    return memory[key]


def acting_votes(found: RetrievedCases, question: Question, counted: Counted) -> ActingVotes:
    """Count the cases that choose the action: for each cluster, and for all cases together."""
    clusters = found.answers.cluster[found.places]
    votes: ActingVotes = {}
    for label in (EVERY_CLUSTER, *np.unique(clusters).tolist()):
        here = found.places if label == EVERY_CLUSTER else found.places[clusters == label]
        kept = here[counted(question, found.answers.answer[here])]
        for (_, action), one in _count(found.answers, kept).items():
            votes[label, action] = votes.get((label, action), Tally()).plus(one)
    return votes


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


def _shown(found: RetrievedCases, place: int, values: Values, how: Retrieval) -> JsonObject:
    answers, here = found.answers, found.places[place]
    cells = (None if cell == UNKNOWN else int(cell) for cell in answers.cells[here])
    alike = shaped(answers.similarity, how.similarity)(values, dict(zip(answers.similarity.local, cells, strict=True)))
    return {
        "case": int(answers.ids[here]),
        "similarity": round(alike.value, 4),
        "parts": {name: round(part, 4) for name, part in alike.parts.items()},
        "cluster": int(answers.cluster[here]),
        "action": answers.actions[answers.answer[here]],
        "won": bool(answers.won[here]),
        "points": int(answers.points[here]),
    }
