"""cbrkit retrieves by our steps what we retrieve, and reuse goes on from there; its similarities serve our search."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cbrkit
import pytest
from tests.learn.cases.truco.questions_asked import asked

import bolicho
from bolicho.core.errors import BadInput
from bolicho.field.cbrkit import (
    Theirs,
    apply,
    casebase,
    export,
    look,
    query,
    questions,
    retrievers,
    shape,
    similarity,
    votes,
)
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.decision.consult import consult
from bolicho.learn.cases.decision.reuse import POLICIES
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.retrieval.retrieve import FIXED, PAPER, Retrieval, retrieve
from bolicho.learn.cases.retrieval.similarities import SIMILARITIES
from bolicho.learn.cases.retrieval.similarity import Similarity, equal, interval
from bolicho.learn.cases.truco.decisions import TRUCO

WHOLE = Retrieval(index=False)
cases_of: Any = cbrkit.loaders.path  # its own types fit nothing


@pytest.fixture(scope="module")
def base() -> CaseBase:
    return shelf.base("baseline")


@pytest.mark.parametrize("how", [PAPER, FIXED, WHOLE], ids=["paper", "fixed", "without the index"])
def test_cbrkit_finds_what_we_find_in_the_same_order(base: CaseBase, how: Retrieval) -> None:
    for question, known in asked(15):
        ours = retrieve(base, question, known, TRUCO, how)
        theirs = apply(casebase(base, question), query(known), retrievers(base, question, how))
        assert list(theirs.ranking) == ours.answers.ids[ours.places].tolist()
        assert [one.value for one in theirs.similarities.values()] == ours.similarities.tolist()
        assert len(theirs.steps) == 1 + how.index


def test_reuse_goes_on_from_what_cbrkit_retrieved(base: CaseBase) -> None:
    for question, known in asked(12):
        result = apply(casebase(base, question), query(known), retrievers(base, question))
        told = consult(base, question, known, TRUCO)
        counted = votes(result.casebase)
        assert counted == told.votes
        actions = tuple(sorted({action for _, action in counted}))
        for policy in POLICIES.values():
            assert policy.choices(counted, actions) == policy.choices(told.votes, actions)


def test_our_search_looks_by_a_similarity_of_cbrkit(base: CaseBase) -> None:
    for question, known in asked(8):
        ours = retrieve(base, question, known, TRUCO, PAPER)
        same = retrieve(base, question, known, TRUCO, PAPER, look(base, question, similarity(base, question)))
        assert same.places.tolist() == ours.places.tolist()
        assert same.similarities.tolist() == ours.similarities.tolist()
        assert (same.threshold, same.close, same.group) == (ours.threshold, ours.close, ours.group)


def test_and_by_one_that_is_none_of_ours(base: CaseBase) -> None:
    question, known = questions()["card first-card-first"], {"high": 24, "medium": 12, "low": 6, "mano": 1}
    steep: Any = cbrkit.sim.attribute_value(
        attributes={name: cbrkit.sim.numbers.exponential(0.5) for name in ("high", "medium", "low")},
        aggregator=cbrkit.sim.aggregator("min"),
    )
    found = retrieve(base, question, known, TRUCO, Retrieval(0.6, least=0, index=False), look(base, question, steep))
    cards = ("high", "medium", "low")  # exp(-0.5) is 0.607: one step of the code, not two
    near = [case for case in casebase(base, question).values() if all(abs(case[c] - known[c]) <= 1 for c in cards)]
    assert len(found) == len(near) > 3
    pairs = retrieve(
        base, question, known, TRUCO, WHOLE, look(base, question, lambda x, y: float(x["low"] == y["low"]))
    )
    assert set(pairs.similarities.tolist()) == {1.0}


def test_a_look_at_a_base_that_grew_since_is_refused() -> None:
    grown = shelf.copy("starter")
    question = questions()["card first-card-first"]
    old = look(grown, question, similarity(grown, question))
    grown.append(grown.cells())
    with pytest.raises(BadInput, match="has changed since its cases were read"):
        retrieve(grown, question, {"high": 24, "mano": 1}, TRUCO, WHOLE, old)


def test_one_attribute_may_be_compared_by_cbrkit_where_no_index_is_asked(base: CaseBase) -> None:
    linear, same = cbrkit.sim.numbers.linear(max=52), cbrkit.sim.generic.equality()
    theirs = Similarity({"high": Theirs(linear), "low": Theirs(linear), "mano": Theirs(same)})
    ours = Similarity({"high": interval(52), "low": interval(52), "mano": equal})
    for case in range(0, 600, 7):
        for other in range(0, 600, 13):
            pair = base.case(other), base.case(case)
            assert theirs(*pair).value == pytest.approx(ours(*pair).value, abs=1e-12)
    with pytest.raises(BadInput, match="span inf"):
        Memory(base).alike(theirs.local, base.case(0), 0.9, 10)


def test_by_a_name_they_are_played_by(base: CaseBase, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = cbrkit.sim.numbers
    makers = {"straight": lambda span: numbers.linear(max=span), "steep": lambda span: numbers.exponential(4 / span)}
    for name, make in makers.items():
        monkeypatch.setitem(SIMILARITIES._loaded, name, shape(make))
    game = bolicho.game("truco")
    ours, straight, steep = (
        bolicho.agent(f"cbr:PVCNPS{how}", game) for how in ("", *(f",similarity={n}" for n in makers))
    )
    played = [bolicho.play_match(game, [agent, ours], seed=5) for agent in (ours, straight, steep)]
    assert [unit.moves for unit in played[1].units] == [unit.moves for unit in played[0].units]
    assert [unit.moves for unit in played[2].units] != [unit.moves for unit in played[0].units]
    for name in makers:
        how = replace(PAPER, similarity=name)
        for question, known in asked(6):
            mine = retrieve(base, question, known, TRUCO, how)
            theirs = apply(casebase(base, question), query(known), retrievers(base, question, how))
            assert list(theirs.ranking) == mine.answers.ids[mine.places].tolist()
            assert [one.value for one in theirs.similarities.values()] == mine.similarities.tolist()


def test_cases_written_for_cbrkit_come_back_without_pandas(tmp_path: Path) -> None:
    question = questions()["answer-truco truco-1-second truco"]
    path, cases = tmp_path / "cases.json", casebase("starter", question)
    assert export("starter", path, question) == len(cases) > 20
    assert {int(number): case for number, case in cases_of(path).items()} == cases
    assert export("starter", path) == 513
    with pytest.raises(BadInput, match=r"written as \.json"):
        export("starter", tmp_path / "cases.csv")


def test_cbrkit_is_imported_by_who_needs_it_only() -> None:
    code = "import sys, bolicho.field.cbrkit; print('cbrkit' in sys.modules, 'pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
