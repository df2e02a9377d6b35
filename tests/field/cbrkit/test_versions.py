"""cbrkit 0.14 asks by whole casebases, cbrkit 1 by batches: what we hand it answers both ways alike."""

from collections.abc import Mapping
from typing import Any

import pytest

from bolicho.field.cbrkit import apply, build, casebase, questions, similarity, versions

CASES = {1: 4, 2: 9, 3: 0}


def near(cases: Mapping[Any, Any], query: Any) -> Mapping[Any, float]:
    return {key: 1 - abs(case - query) / 10 for key, case in cases.items()}


def nearest(cases: Mapping[Any, Any], query: Any, processes: int) -> Mapping[Any, float]:
    assert processes in (1, 3)
    return {key: alike for key, alike in near(cases, query).items() if alike > 0.5}


def test_a_similarity_tells_of_pairs_what_it_tells_of_a_casebase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "_by_batches", lambda: False)
    whole = versions.similarity_by(near)
    monkeypatch.setattr(versions, "_by_batches", lambda: True)
    pairs = versions.similarity_by(near)
    asked = [(case, query) for query in (4, 700, 0) for case in CASES.values()]
    assert pairs(asked) == [alike for query in (4, 700, 0) for alike in whole(x_map=CASES, y=query).values()]
    assert pairs([]) == []


def test_a_retriever_finds_in_batches_what_it_finds_in_a_casebase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "_by_batches", lambda: False)
    alone = versions.retriever_by(nearest)
    assert versions.retrieve(alone, CASES, 4, 3) == {1: 1.0, 3: 0.6}
    monkeypatch.setattr(versions, "_by_batches", lambda: True)
    batches = versions.retriever_by(nearest)
    assert batches([(CASES, 4), ({}, 4), (CASES, 9)]) == [(CASES, {1: 1.0, 3: 0.6}), ({}, {}), (CASES, {2: 1.0})]
    assert versions.retrieve(batches, CASES, 4) == alone(CASES, 4)


def test_the_version_at_hand_runs_what_is_built_for_it() -> None:
    question = questions()["card first-card-first"]
    cases, asked = casebase("starter", question), {"high": 24, "medium": 12, "low": 6, "mano": 1}
    alike = similarity("starter", question)
    told = versions.compare(alike, cases, asked)
    order = sorted(cases, key=lambda key: -told[key].value)
    every = apply(cases, asked, build(alike))
    assert list(every.similarities) == list(every.ranking) == order
    few = apply(cases, asked, build(alike, limit=4))
    assert list(few.ranking) == order[:4]
    assert few.casebase == {key: cases[key] for key in order[:4]}


def test_a_similarity_of_two_values_is_compared_by_too() -> None:
    assert versions.compare(lambda x, y: float(x == y), CASES, 9) == {1: 0.0, 2: 1.0, 3: 0.0}
