"""Retrieval in two steps, and over the whole base."""

import numpy as np
import pytest
from tests.learn.cases.truco.questions_asked import asked

from bolicho.core.errors import BadInput
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.questions import answers
from bolicho.learn.cases.retrieval.retrieve import FIXED, PAPER, Retrieval, index_group, retrieve, threshold_needed
from bolicho.learn.cases.retrieval.search import Nearest
from bolicho.learn.cases.retrieval.similarity import Values
from bolicho.learn.cases.truco.decisions import TRUCO

EVERYTHING = Retrieval(threshold=0.0, least=0, index=False)


@pytest.fixture(scope="module")
def base() -> CaseBase:
    return shelf.base("baseline")


def test_the_two_ways_agree_when_thresholds_and_groups_are_lifted(base: CaseBase) -> None:
    for question, known in asked(60):
        found = retrieve(base, question, known, TRUCO, EVERYTHING)
        whole = answers(base, question, TRUCO)
        exact = Nearest(whole.cells, whole.spans).nearest(whole.query(known), max(1, len(whole.ids)))
        assert len(found) == len(whole.ids)
        assert np.allclose(found.similarities, exact.similarities)
        assert sorted(found.places.tolist()) == sorted(exact.cases.tolist())


def test_the_groups_of_the_index_share_out_the_whole_base(base: CaseBase) -> None:
    for question, known in asked(40):
        near = retrieve(base, question, known, TRUCO, Retrieval(threshold=0.0, least=0))
        whole = retrieve(base, question, known, TRUCO, EVERYTHING)
        group = index_group(base, question, known, TRUCO)
        assert near.group == group
        inside = whole.answers.group[whole.places] == group
        assert near.places.tolist() == whole.places[inside].tolist()


def test_similarities_are_those_of_the_small_callables(base: CaseBase) -> None:
    for question, known in asked(30):
        found = retrieve(base, question, known, TRUCO, PAPER)
        for place, alike in list(zip(found.places, found.similarities, strict=True))[:20]:
            cells = found.answers.cells[place]
            case: Values = {
                name: None if cell == UNKNOWN else int(cell)
                for name, cell in zip(found.answers.similarity.local, cells, strict=True)
            }
            assert found.answers.similarity(known, case).value == pytest.approx(alike)


def test_the_threshold_falls_only_until_enough_cases_pass(base: CaseBase) -> None:
    lowered = 0
    for question, known in asked(80):
        found = retrieve(base, question, known, TRUCO, PAPER)
        there = retrieve(base, question, known, TRUCO, Retrieval(threshold=0.0, least=0))
        assert len(found) >= min(5, len(there))
        assert (found.similarities >= found.threshold - 1e-9).all()
        if found.threshold < PAPER.threshold:
            lowered += 1
            assert (there.similarities >= found.threshold + PAPER.step - 1e-9).sum() < 5, "it fell too far"
    assert lowered, "no question needed a lower threshold: the test says nothing"


def test_a_fixed_threshold_stays(base: CaseBase) -> None:
    for question, known in asked(30):
        found = retrieve(base, question, known, TRUCO, FIXED)
        assert found.threshold == 0.75
        assert (found.similarities >= 0.75 - 1e-9).all()


def test_what_is_no_threshold_is_refused() -> None:
    for wrong in ({"threshold": 1.5}, {"threshold": float("nan")}, {"least": -1}, {"step": 0.0}):
        with pytest.raises(BadInput):
            Retrieval(**wrong)


@pytest.mark.parametrize(
    ("alike", "start", "alone", "needed"),
    [
        ([0.99, 0.99, 0.99, 0.99, 0.99], 0.98, 0.85, 0.98),  # five pass at once
        ([0.93, 0.83, 0.52], 0.98, 0.0, 0.52),  # as the dissertation: down to the fifth, or the last
        ([0.93, 0.83, 0.52], 0.98, 0.85, 0.84),  # the first threshold below 0.85: one case is enough
        ([0.71, 0.52], 0.98, 0.85, 0.70),  # but there must be one
        ([0.93, 0.91, 0.91, 0.9, 0.9, 0.5], 0.98, 0.85, 0.90),  # five before that
        ([0.99, 0.8, 0.8, 0.1, 0.1], 0.75, 0.85, 0.73),  # asked again once, then one is enough
    ],
)
def test_below_some_threshold_one_case_may_be_enough(
    alike: list[float], start: float, alone: float, needed: float
) -> None:
    """``CbrModular.chamarEnvido`` and the others: five cases, or one once the threshold is below 0.85."""
    assert threshold_needed(np.array(alike), Retrieval(threshold=start, alone=alone)) == pytest.approx(needed)
