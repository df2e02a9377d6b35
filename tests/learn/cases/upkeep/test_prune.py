"""Pruning: what goes is stood for by what stays, never retrieved, or on the worse side; nothing else goes."""

import numpy as np
import pytest
from tests.learn.cases.truco.played_cases import empty_base, played_base
from tests.learn.cases.upkeep.test_competence import GROUND, pairs, situations

from bolicho.core.errors import BadInput, UnknownName
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.hindsight import ground
from bolicho.learn.cases.truco.learned_case import widen
from bolicho.learn.cases.upkeep.competence import contradictions
from bolicho.learn.cases.upkeep.prune import NothingLeft, Settings, prune, strategies


@pytest.mark.parametrize(("threshold", "enough"), [(0.9, 3), (0.95, 1)])
def test_enough_cases_that_stay_did_the_same_as_each_that_went(threshold: float, enough: int) -> None:
    base = played_base(10)
    found = prune(base, GROUND, ["redundant"], Settings(threshold, enough, drift=1.0))
    gone = set(found.gone["redundant"].tolist())
    assert 10 < len(gone) < len(base) - 10
    for _, told, place, near in pairs(base, threshold):
        if told.ids[place] in gone:
            assert (near & found.keep[told.ids] & (told.answer == told.answer[place])).sum() >= enough


def test_the_less_the_shares_may_drift_the_fewer_go() -> None:
    base = played_base(10)
    sizes = [
        len(prune(base, GROUND, ["redundant"], Settings(0.9, 3, drift=drift)).gone["redundant"])
        for drift in (0.0, 0.05, 1.0)
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2]


def test_the_same_seed_prunes_the_same_cases() -> None:
    base = played_base(10)
    settings = Settings(0.9, 3)
    first, again = (prune(base, GROUND, ["redundant"], settings).keep for _ in range(2))
    other = prune(base, GROUND, ["redundant"], Settings(0.9, 3, seed=1)).keep
    assert (first == again).all()
    assert (first != other).any()


def test_a_case_twice_is_one_too_many() -> None:
    base = empty_base()
    base.append([shelf.base("starter").row(0)] * 5)
    found = prune(base, GROUND, ["redundant"], Settings(1.0, 1))
    assert found.keep.sum() == 1
    assert len(found.gone["redundant"]) == 4


def test_what_nobody_asked_for_goes() -> None:
    base = played_base(6)
    asked = situations(base, many=3)
    found = prune(base, GROUND, ["never"], Settings(situations=asked))
    assert 0 < len(found.gone["never"]) < len(base)
    with pytest.raises(BadInput, match="needs questions of played hands"):
        prune(base, GROUND, ["never"], Settings())


def test_contradicting_cases_go_where_they_are_more_often_worse_than_upheld() -> None:
    base = played_base(10)
    told = contradictions(base, GROUND, 0.97)
    found = prune(base, GROUND, ["contradicting"], Settings(near=0.97))
    assert found.gone["contradicting"].tolist() == np.flatnonzero(told.worse > told.upheld).tolist() != []


def test_each_strategy_looks_at_what_those_before_it_left() -> None:
    base = played_base(10)
    found = prune(base, GROUND, ["contradicting", "redundant"], Settings(0.9, 3, near=0.97))
    alone = prune(base, GROUND, ["contradicting"], Settings(near=0.97))
    assert found.gone["contradicting"].tolist() == alone.gone["contradicting"].tolist()
    assert not set(found.gone["contradicting"]) & set(found.gone["redundant"])
    left = base.subset(alone.keep)
    after = prune(left, GROUND, ["redundant"], Settings(0.9, 3))
    assert found.gone["redundant"].tolist() == np.flatnonzero(alone.keep)[after.gone["redundant"]].tolist()
    assert found.keep.sum() + sum(map(len, found.gone.values())) == len(base)


def test_idle_cases_of_one_mode_are_those_without_an_answer_in_it() -> None:
    base = widen(played_base(10))
    found = prune(base, ground("envido"), ["idle"], Settings())
    said = {int(case) for _, told, place, _ in pairs(base, 1.0) for case in [told.ids[place]]}
    assert 0 < len(found.gone["idle"]) < len(base)
    assert len(said) > found.keep.sum()
    with pytest.raises(NothingLeft, match="would leave no case"):
        prune(base.subset(base["flor_by"] == 0), ground("flor"), ["idle"], Settings())


def test_bad_settings_and_names_are_refused() -> None:
    for wrong in ({"threshold": 1.5}, {"near": -1}, {"drift": 2}, {"enough": 0}):
        with pytest.raises(BadInput, match=next(iter(wrong))):
            Settings(**wrong)
    with pytest.raises(UnknownName, match="did you mean 'redundant'"):
        strategies(["redundent"])
    with pytest.raises(BadInput, match="nothing to prune by"):
        strategies([])
    assert strategies(["never", "idle", "never"]) == ("never", "idle")
