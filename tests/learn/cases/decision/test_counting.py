"""The compiled counting of cases says what the plain one says, at fixed and at adaptive thresholds."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.cases.truco.questions_asked import asked

from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.decision import consult as consulting
from bolicho.learn.cases.decision import counting
from bolicho.learn.cases.decision.consult import Consultation, consult
from bolicho.learn.cases.questions import Answers, IndexGroup, Question
from bolicho.learn.cases.retrieval.retrieve import FIXED, PAPER, Retrieval
from bolicho.learn.cases.retrieval.similarity import Values
from bolicho.learn.cases.truco import program
from bolicho.learn.cases.truco.program import PROGRAM

pytest.importorskip("numba")
HOWS = {
    "fixed": FIXED,
    "adaptive": PAPER,
    "alone": replace(PAPER, alone=0.9),
    "whole base": replace(PAPER, index=False),
    "nobody is alike": replace(FIXED, threshold=1.0),
}


@pytest.fixture(scope="module")
def base() -> CaseBase:
    return shelf.base("baseline")


def _told(base: CaseBase, question: Question, known: Values, how: Retrieval) -> Consultation:
    base.derived.pop("consultations", None)
    return consult(base, question, known, PROGRAM, how)


@pytest.mark.parametrize("how", HOWS)
def test_compiled_and_plain_counting_say_the_same(base: CaseBase, how: str) -> None:
    counting.KERNEL.warm_up(wait=True)
    for question, known in asked(60, asks=program.asks, values=program.values):
        quick = _told(base, question, known, HOWS[how])
        with counting.KERNEL.cold():
            plain = _told(base, question, known, HOWS[how])
        for name in ("found", "close", "threshold", "group", "votes", "acting", "best", "nearest"):
            assert getattr(quick, name) == getattr(plain, name)
        assert list(quick.votes) == list(plain.votes)


def test_the_compiler_is_not_asked_for_by_a_few_questions(base: CaseBase, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(counting.KERNEL, "warm_up", lambda: begun.append(True))
    monkeypatch.setattr(counting, "_asked", 0)
    for _ in range(counting.SOME - 1):
        counting.counting()
    assert not begun
    counting.counting()
    counting.counting()
    assert begun == [True]


def test_a_similarity_of_somebody_else_is_counted_plainly(base: CaseBase, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> None:
        raise AssertionError("the kernel knows only the similarity of the house")

    monkeypatch.setattr(consulting, "counting", forbidden)
    monkeypatch.setattr(consulting, "shaped", lambda similarity, _: similarity)
    monkeypatch.setattr("bolicho.learn.cases.retrieval.retrieve.alike_by", _all_alike)
    question, known = next(iter(asked(1, asks=program.asks, values=program.values)))
    assert _told(base, question, known, replace(FIXED, similarity="others")).found


def _all_alike(_found: Answers, group: IndexGroup, _values: Values, _name: str) -> NDArray[np.float64]:
    return np.ones(len(group.places))
