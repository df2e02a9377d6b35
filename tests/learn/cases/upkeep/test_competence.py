"""Competence: what is counted is what a plain look at every pair of cases counts."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.cases.truco.played_cases import empty_base, played_base

from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import Answers, Question, answers
from bolicho.learn.cases.retrieval.retrieve import PAPER, Retrieval, retrieve
from bolicho.learn.cases.retrieval.search import plain_scan
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.learn.cases.truco.hindsight import ground
from bolicho.learn.cases.upkeep.competence import (
    Share,
    Situation,
    by_nearest,
    by_threshold,
    contradictions,
    coverage,
    idle,
    known,
    replaceable,
    times_retrieved,
)

GROUND = ground()


def pairs(base: CaseBase, threshold: float) -> Iterator[tuple[Question, Answers, int, NDArray[np.bool_]]]:
    """For every question and answering case: the others (by number), where they stand, and the answers."""
    for question in GROUND.questions:
        told = answers(base, question, TRUCO)
        if len(told.ids):
            for place, row in enumerate(GROUND.situations(base, question, told)):
                near = plain_scan(told.cells, told.spans, row) >= threshold - 1e-9
                assert near[place]
                yield question, told, place, near


@pytest.mark.parametrize(("threshold", "enough"), [(0.9, 10), (0.95, 3)])
def test_coverage_is_that_of_looking_at_every_pair(threshold: float, enough: int) -> None:
    base = played_base(6)
    plain = dict.fromkeys((question.kind for question in GROUND.questions), Share())
    able, silent = np.ones(len(base), dtype=bool), np.ones(len(base), dtype=bool)
    for question, told, place, near in pairs(base, threshold):
        plain[question.kind] = plain[question.kind].plus(Share(int(near.sum() > enough), 1))
        case = told.ids[place]
        silent[case] = False
        able[case] &= (near & (told.answer == told.answer[place])).sum() > enough
    found = coverage(base, GROUND, threshold, enough)
    assert found == plain
    assert 0 < found["card"].part < found["card"].of
    assert (idle(base, GROUND) == silent).all()
    assert (replaceable(base, GROUND, threshold, enough) == (able & ~silent)).all()


@pytest.mark.parametrize("near", [1.0, 0.97])
def test_contradictions_are_equal_situations_with_another_action_and_another_end(near: float) -> None:
    base = played_base(20)
    against, worse, upheld = (np.zeros(len(base), dtype=int) for _ in range(3))
    for _, told, place, alike in pairs(base, near):
        case, mine = told.ids[place], told.answer[place]
        means = {said: told.points[alike & (told.answer == said)].mean() for said in set(told.answer[alike].tolist())}
        clash = (alike & (told.answer != mine) & (told.won != told.won[place])).any()
        less = means[mine] < max(means.values())
        against[case] += clash
        worse[case] += clash and less
        upheld[case] += not less
    found = contradictions(base, GROUND, near)
    assert (found.contradicting == against).all()
    assert (found.worse == worse).all()
    assert (found.upheld == upheld).all()
    assert against.sum() == sum(share.part for share in found.kinds.values()) > 0


def test_two_hands_that_agree_do_not_contradict() -> None:
    base = empty_base()
    lead = next(iter(ground("truco").questions))
    base.append([shelf.base("starter").row(int(answers(shelf.base("starter"), lead, TRUCO).ids[0]))] * 2)
    assert not contradictions(base, GROUND).contradicting.any()
    assert coverage(base, GROUND, 1.0, 1)["card"].share == 1
    assert coverage(base, GROUND, 1.0, 2)["card"].share == 0


def situations(base: CaseBase, many: int = 40) -> list[Situation]:
    """Questions as the cases of a base were asked them."""
    found: list[Situation] = []
    for question in GROUND.questions:
        told = answers(base, question, TRUCO)
        if len(told.ids):
            rows = GROUND.situations(base, question, told)[:many]
            names = tuple(told.similarity.local)
            found += [(question, {n: int(v) for n, v in zip(names, row, strict=True) if v > -1000}) for row in rows]
    return found


def test_a_case_is_retrieved_as_often_as_its_player_would_look_at_it() -> None:
    base, asked = played_base(6), situations(shelf.base("starter"), many=2)
    everything = Retrieval(threshold=0.0, least=0, index=False)
    for look, how, most in ((by_threshold(PAPER), PAPER, None), (by_nearest(10), everything, 10)):
        times = np.zeros(len(base), dtype=int)
        for question, values in asked:
            found = retrieve(base, question, values, TRUCO, how)
            times[found.answers.ids[found.places[:most]]] += 1
        assert (times_retrieved(base, GROUND, asked, look) == times).all()
        assert 0 < (times == 0).sum() < len(base)


def test_a_situation_is_known_when_enough_cases_are_alike() -> None:
    base, asked = played_base(6), situations(shelf.base("starter"))
    found = known(base, GROUND, asked, 0.9, 10)
    how = Retrieval(threshold=0.9, least=0, index=False)
    enough = [len(retrieve(base, question, values, TRUCO, how)) >= 10 for question, values in asked]
    assert sum(share.part for share in found.values()) == sum(enough)
    assert sum(share.of for share in found.values()) == len(asked)


def test_a_share_of_nothing_is_none() -> None:
    assert Share().share is None
    assert Share(1, 4).plus(Share(2, 4)).share == 3 / 8
