"""The benchmark of cases measures what it says and checks the answers itself."""

import numpy as np
import pytest

from bolicho.bench.case_matches import match_speed
from bolicho.bench.case_peers import SPANS
from bolicho.bench.cases import PAPER_BASE, check, search_speed, top, unseen
from bolicho.bench.random_cases import random_cases
from bolicho.bench.rows import CBRKIT, LARGE, OURS, SKLEARN, Memory, Rate, RowsReport
from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import UNKNOWN
from bolicho.learn.cases.retrieval.search import Nearest, Neighbours


def report(**seconds: float) -> RowsReport:
    names = {"ours": OURS, "large": LARGE, "sklearn": SKLEARN[0], "alone": SKLEARN[1], "cbrkit": CBRKIT}
    rates = tuple(Rate(names[who], PAPER_BASE, time, (time,)) for who, time in seconds.items())
    return RowsReport(0, {}, rates, Memory(10**6, 104, 46, 169), {}, 20, {})


def test_the_fastest_way_to_ask_scikit_learn_is_the_one_compared() -> None:
    summary = report(ours=1, sklearn=400, alone=9, cbrkit=1000, large=10).summary
    assert [measure.value for measure in summary] == [9, 1000, 10, 169]


def test_a_peer_that_is_not_installed_has_no_ratio() -> None:
    assert [measure.value for measure in report(ours=1, large=11).summary] == [None, None, 11, 169]


def test_memory_is_the_larger_of_the_arrays_and_the_growth() -> None:
    assert Memory(1, 104, 46, 100).total == 150
    assert Memory(1, 104, 46, None).total == 150
    assert Memory(1, 104, 46, 201).total == 201


def test_questions_are_whole_and_of_no_hand_in_the_base() -> None:
    questions = unseen(50, seed=1, first=1000)
    assert len(questions) == 50
    assert not any((question == UNKNOWN).any() for question in questions)


def test_ties_at_the_tenth_place_go_to_the_smaller_numbers() -> None:
    assert top(np.array([0.5] * 20 + [0.9])).tolist() == [20, *range(9)]


def test_an_index_that_errs_is_caught() -> None:
    class Wrong(Nearest):
        def nearest(self, query: object, k: int = 10) -> Neighbours:
            found = super().nearest(query, k)  # type: ignore[arg-type]
            return Neighbours(found.cases[::-1], found.similarities[::-1])

    cells, questions = random_cases(500, seed=3), unseen(3, seed=3, first=500)
    check(Nearest(cells, SPANS), questions)
    with pytest.raises(AssertionError, match="the index says"):
        check(Wrong(cells, SPANS), questions)


def test_a_whole_run_answers_exactly_and_tells_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolicho.bench.cases.find_spec", lambda _: None)
    told = search_speed(seed=1, seconds=0.0, large=30_000).to_dict()
    assert [rate["cases"] for rate in told["rates"]] == [PAPER_BASE] * 3 + [30_000]
    assert all(len(rate["rounds"]) == 3 and rate["seconds"] > 0 for rate in told["rates"])
    assert PAPER_BASE // 2 < told["rows"][PAPER_BASE] < PAPER_BASE
    assert set(told["missing"]) == {"sklearn", "cbrkit"}
    assert [measure["value"] for measure in told["summary"]][:2] == [None, None]


def test_a_large_base_is_not_smaller_than_the_small_one() -> None:
    with pytest.raises(BadInput, match="at least 27515"):
        search_speed(large=100)


def test_case_based_agents_are_timed_on_the_bundled_base() -> None:
    told = match_speed(seed=1, matches=2, workers=1).to_dict()
    assert told["cases"] == 3195
    assert told["times_paper"] == pytest.approx(144 / (told["seconds"] / 2))
