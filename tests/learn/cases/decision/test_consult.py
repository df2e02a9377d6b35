"""What a base says to a question: the votes of all cases, those of the cases that choose, and the nearest to show."""

import pytest
from tests.learn.cases.truco.questions_asked import asked

from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.decision.consult import SHOWN, consult
from bolicho.learn.cases.decision.counting import EVERY_CLUSTER
from bolicho.learn.cases.decision.reuse import Tally
from bolicho.learn.cases.questions import Question
from bolicho.learn.cases.retrieval.retrieve import FIXED, RetrievedCases, retrieve
from bolicho.learn.cases.truco import program
from bolicho.learn.cases.truco.program import PROGRAM


@pytest.fixture(scope="module")
def base() -> CaseBase:
    return shelf.base("baseline")


def _case_by_case(found: RetrievedCases, label: int, question: Question) -> dict[str, Tally]:
    """Count the cases that choose as the program does: it walks through them, the nearest first, and loses some."""
    told = found.answers
    here = [place for place in found.places.tolist() if label in (EVERY_CLUSTER, told.cluster[place])]
    said = {place: told.actions[told.answer[place]] for place in here}
    with_action = {action: [place for place in here if said[place] == action] for action in told.actions}
    what, _, call = question.kind.partition("-")
    if what == "bet" and call in TRUCO_CALLS:
        with_action["no"] = [] if with_action["refused"] else with_action["no"][:1]
        with_action["refused"] = with_action["refused"][-1:]
    elif what == "accept":
        with_action["yes"] = with_action["yes"][:1] if call in TRUCO_CALLS else with_action["yes"][-1:]
    counted = {}
    for action, places in with_action.items():
        if places:
            won, points = told.won[places].sum(), told.points[places].sum()
            counted[action] = Tally(len(places), int(won), int(points))
    return counted


def test_the_cases_that_choose_are_those_that_the_program_does_not_lose(base: CaseBase) -> None:
    kinds = set()
    for question, known in asked(120, asks=program.asks, values=program.values):
        found = retrieve(base, question, known, PROGRAM, FIXED)
        acting = consult(base, question, known, PROGRAM, FIXED).acting
        assert acting is not None
        for label in {EVERY_CLUSTER, *found.answers.cluster[found.places].tolist()}:
            mine = {action: one for (cluster, action), one in acting.items() if cluster == label}
            assert mine == _case_by_case(found, label, question)
        kinds.add(question.kind)
    assert {"bet-truco", "accept-truco", "bet-envido", "play-card"} <= kinds


def test_the_nearest_cases_are_shown_best_first_with_what_came_of_them(base: CaseBase) -> None:
    for question, known in asked(30, asks=program.asks, values=program.values):
        found = retrieve(base, question, known, PROGRAM, FIXED)
        shown = consult(base, question, known, PROGRAM, FIXED).nearest
        assert [one["case"] for one in shown] == found.answers.ids[found.places[:SHOWN]].tolist()
        assert [one["similarity"] for one in shown] == pytest.approx(found.similarities[:SHOWN].tolist(), abs=1e-4)
        assert [one["won"] for one in shown] == found.answers.won[found.places[:SHOWN]].tolist()
