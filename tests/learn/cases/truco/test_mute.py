"""What a base cannot answer is known beforehand; a share of cases that stand for no others is not told."""

from typing import Any

import numpy as np
import pytest
from tests.learn.cases.truco.played_cases import empty_base

from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.truco.columns import NAMES
from bolicho.learn.cases.truco.decisions import KINDS
from bolicho.learn.cases.truco.habits import habits
from bolicho.learn.cases.truco.mute import mute, only_answers, questions, without_rounds
from bolicho.learn.cases.truco.scenarios import SCENARIOS


def changed(**columns: Any) -> CaseBase:
    """The baseline with other numbers in some columns."""
    cells = shelf.base("baseline").cells()
    for name, values in columns.items():
        cells[:, NAMES.index(name)] = values
    base = empty_base()
    base.append(cells)
    return base


def test_every_scenario_is_asked_in_every_kind_of_its_own() -> None:
    asked = list(questions())
    assert {question.kind for question in asked} == set(KINDS)
    assert {question.scenario for question in asked} == {scenario.name for scenario in SCENARIOS} | {""}
    assert len(set(asked)) == len(asked)


def test_the_baseline_answers_everything() -> None:
    assert mute(shelf.base("baseline")) == {}


def test_calls_without_rounds_are_no_calls() -> None:
    rounds = dict.fromkeys(("truco_round", "retruco_round", "vale_quatro_round"), UNKNOWN)
    base = changed(**rounds)
    found = mute(base)
    assert set(found) == {"call-truco", "answer-truco"}
    assert found["answer-truco"] == "no case answers"
    assert found["call-truco"] in ("every case answers none", "no case answers")
    assert without_rounds(base)
    assert not without_rounds(shelf.base("baseline"))


def test_one_answer_only_is_named() -> None:
    low = changed(played_1=4, played_2=4, played_3=4)
    assert mute(low)["card"] == "every case answers low"
    assert only_answers(low)["card"] == "low"
    assert set(mute(empty_base())) == set(KINDS)


@pytest.mark.parametrize("habit", ["truco-refused", "folded", "flor"])
def test_a_share_of_a_part_that_tells_nothing_is_not_told(habit: str) -> None:
    column = {"truco-refused": "truco_refused_by", "folded": "folded_by", "flor": "flor_by"}[habit]
    base = shelf.base("baseline")
    said = np.where(base["folded_by"] == 0, base["flor_by"], 0)
    some = changed(**{column: said, "truco_by": 1})
    assert habits(some)[habit].share is not None
    only_none = changed(**{column: np.where(said > 0, UNKNOWN, 0), "truco_by": 1})
    assert habits(only_none)[habit].share is None
    few = said.copy()
    few[np.flatnonzero(said == 0)[: int(0.6 * len(said))]] = UNKNOWN
    found = habits(changed(**{column: few, "truco_by": 1}))[habit]
    assert (found.share, found.of) == (None, int((few != UNKNOWN).sum()))
