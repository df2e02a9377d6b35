"""A base opened in cbrkit is as similar to a query as it is to us: every question, both bases, blanks and ties."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

import cbrkit
import numpy as np
import pytest

from bolicho.core.errors import BadInput
from bolicho.field.cbrkit import apply, build, casebase, query, questions, similarity, similarity_of
from bolicho.field.cbrkit.cases import answering
from bolicho.field.cbrkit.versions import compare
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.memory import POWERS, Memory
from bolicho.learn.cases.questions import Question
from bolicho.learn.cases.retrieval.search import plain_scan
from bolicho.learn.cases.retrieval.similarity import Local, Similarity, equal, interval
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.learn.cases.truco.hindsight import situations_then
from bolicho.learn.cases.truco.retention import ATTRIBUTES

QUERIES, CASES = 4, 200


def parts(alike: Any) -> Any:
    """Return the local similarities, which cbrkit 0.14 and 1 call by different names."""
    return alike.by_attribute if hasattr(alike, "by_attribute") else alike.attributes


WAYS = [
    (name, question._replace(points=points))
    for name, question in questions().items()
    for points in ("interval", "equal")
    if points == "interval" or "envido" in name or "flor" in name
]


def situations(base: CaseBase, question: Question, count: int) -> list[dict[str, int]]:
    """Return what was known when some cases were asked this very question, one thing more forgotten in every other."""
    found, rng = answering(base, question), Random(question.kind + question.scenario)
    rows = situations_then(base, question, found).tolist()
    told = []
    for number, row in enumerate(rng.sample(rows, min(count, len(rows)))):
        known = {name: cell for name, cell in zip(found.similarity.local, row, strict=True) if cell != UNKNOWN}
        if number % 2:
            known.pop(rng.choice(list(known)))
        told.append(known)
    return told


@pytest.mark.parametrize("name", shelf.BUNDLED)
def test_every_question_is_compared_alike_over_thousands_of_pairs(name: str) -> None:
    base, pairs = shelf.base(name), 0
    for _, question in WAYS:
        found, cases = answering(base, question), casebase(base, question)
        alike = similarity(base, question)
        picked = Random(7).sample(range(len(cases)), min(CASES, len(cases)))
        numbers = found.ids[picked].tolist()
        for known in situations(base, question, QUERIES):
            told = compare(alike, {number: cases[number] for number in numbers}, known)
            values = np.array([told[number].value for number in numbers])
            assert (values == plain_scan(found.cells[picked], found.spans, found.query(known))).all()
            for number in numbers[:10]:
                ours = found.similarity(known, cases[number])
                assert told[number].value == pytest.approx(ours.value, abs=1e-12)
                assert parts(told[number]) == pytest.approx(ours.parts, abs=1e-12)
            pairs += len(numbers)
    assert pairs > {"baseline": 25_000, "starter": 8_000}[name]


@pytest.mark.parametrize("amalgam", POWERS)
@pytest.mark.parametrize("mode", ATTRIBUTES)
def test_what_a_finished_hand_is_compared_by_is_the_same_in_both_amalgams(mode: str, amalgam: str) -> None:
    base = shelf.base("starter")
    memory, cases = Memory(base), casebase(base)
    retriever = build(similarity_of(ATTRIBUTES[mode], amalgam), limit=40)
    for case in Random(mode).sample(range(len(base)), 4):
        ours = memory.alike(ATTRIBUTES[mode], base.case(case), 0.0, 40, amalgam)
        found = apply(cases, query(base.case(case)), retriever)
        assert list(found.ranking) == ours.positions.tolist()
        assert [one.value for one in found.similarities.values()] == ours.similarities.tolist()


def test_the_nearest_are_ours_ties_and_all() -> None:
    base = shelf.base("baseline")
    for name in ("card first-card-first", "call-envido envido-second", "answer-flor flor"):
        question = questions()[name]
        found, cases = answering(base, question), casebase(base, question)
        retriever = build(similarity(base, question), limit=10)
        for known in situations(base, question, 6):
            alike = plain_scan(found.cells, found.spans, found.query(known))
            nearest = np.argsort(-alike, kind="stable")[:10]
            theirs = apply(cases, known, retriever)
            assert list(theirs.ranking) == found.ids[nearest].tolist()
            assert [one.value for one in theirs.similarities.values()] == alike[nearest].tolist()


def test_equally_similar_cases_tie_which_their_own_mean_would_order() -> None:
    spans: Mapping[str, Local] = dict.fromkeys(("high", "medium", "low"), interval(52))
    asked = dict.fromkeys(spans, 0)
    cases = {0: dict(zip(spans, (0, 1, 1), strict=True)), 1: dict(zip(spans, (0, 0, 2), strict=True))}
    plain: Any = cbrkit.sim.attribute_value(attributes=dict.fromkeys(spans, cbrkit.sim.numbers.linear(max=52)))
    assert apply(cases, asked, build(plain)).ranking[0] == 1  # by the last bit
    found = apply(cases, asked, build(similarity_of(spans)))
    assert found.ranking[0] == 0
    assert len({one.value for one in found.similarities.values()}) == 1


def test_a_query_that_knows_nothing_finds_nothing_similar() -> None:
    alike = similarity_of({"high": interval(52), "mano": equal})
    for asked in ({}, {"high": None}, {"suit": 1}):
        told = compare(alike, {3: {"high": 24, "mano": 1}}, asked)
        assert told[3].value == 0.0
        assert parts(told[3]) == {}
        assert Similarity({"high": interval(52)})({"high": None}, {"high": 24}).value == 0.0


def test_numbers_a_whole_span_apart_or_farther_are_not_similar() -> None:
    alike = similarity_of({"margin": interval(24)})
    told = compare(alike, {0: {"margin": -23}, 1: {"margin": 1}, 2: {"margin": 2}}, {"margin": 23})
    assert [one.value for one in told.values()] == [0.0, 1 - 22 / 24, 1 - 21 / 24]


def test_a_memory_keeps_its_positions_and_its_cases_that_live() -> None:
    memory = Memory(shelf.base("starter"))
    question = questions()["call-envido envido-first"]
    before = casebase(memory, question)
    memory.remove([next(iter(before))])
    again = casebase(memory, question)
    assert list(again) == list(before)[1:]
    assert {number: before[number] | {"cluster": -1, "group": -1} for number in again} == {
        number: case | {"cluster": -1, "group": -1} for number, case in again.items()
    }
    known = query({name: again[list(again)[5]][name] for name in ("envido_points", "mano", "margin")})
    found = apply(again, known, build(similarity(memory, question), limit=10))
    assert list(found.ranking) == memory.nearest(question, known, TRUCO).positions.tolist()


def test_a_table_is_compared_as_well_its_blanks_too() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not on this machine")
    loaders: Any = cbrkit.loaders

    base, question = shelf.base("starter"), questions()["card first-card-second"]
    cases = casebase(base, question)
    told = pandas.DataFrame(list(cases.values()))
    if hasattr(loaders, "dataframe"):
        table = loaders.dataframe(told)
    else:
        table = loaders.polars(import_module("polars").from_pandas(told))
    asked = {"high": 24, "medium": 12, "low": 6, "mano": 2, "theirs_1": 7}
    alike = similarity(base, question)
    ours, theirs = compare(alike, cases, asked), compare(alike, table, asked)
    assert [one.value for one in theirs.values()] == [one.value for one in ours.values()]


def test_an_unknown_amalgam_and_a_game_without_cases_are_named() -> None:
    with pytest.raises(BadInput, match="amalgam 'median': expected mean or euclidean"):
        similarity_of({"high": interval(52)}, "median")
    with pytest.raises(BadInput, match="no cases of rikken answer questions"):
        questions("rikken")
