"""What the player of a case knew when it was asked: the same as a look at the table of that moment says."""

from collections import Counter, defaultdict
from itertools import product

import numpy as np

import bolicho
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.questions import Question, answers
from bolicho.learn.cases.retrieval.similarity import Values
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.decisions import KINDS
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.learn.cases.truco.hindsight import ground
from bolicho.learn.cases.truco.turn import asks, forced_move, values
from bolicho.play.replay import steps

PLAYERS = ("bold", "bluffer", "sound", "random")

Then = dict[Question, list[Values]]


def played() -> tuple[CaseBase, list[Then]]:
    """Hands as cases of both seats, and all that each of them could have asked, turn by turn."""
    game = bolicho.game("truco")
    base = CaseBase("played", NAMES, game="truco", form=FORM, source="synthetic")
    asked: list[Then] = []
    for match, pair in enumerate(product(PLAYERS, PLAYERS)):
        record = bolicho.play_match(game, [bolicho.agent(name, game) for name in pair], match)
        now: tuple[Then, Then] = defaultdict(list), defaultdict(list)
        for step in steps(record, game):
            state = step.state
            if state.over:
                base.append([row_of(case_of(state.view(seat))) for seat in (0, 1)])
                asked += now
                now = defaultdict(list), defaultdict(list)
            elif forced_move(view := state.view(state.seat)) is None:
                for ask in asks(view):
                    now[state.seat][ask.question].append(values(view))
    return base, asked


def test_a_case_is_asked_again_as_its_player_was() -> None:
    base, asked = played()
    found, kinds = Counter[bool](), set()
    for question in ground().questions:
        told = answers(base, question, ground().domain)
        cells = ground().situations(base, question, told) if len(told.ids) else told.cells
        for case, row in zip(told.ids, cells, strict=True):
            if question in asked[case]:
                found[any((told.query(then) == row).all() for then in asked[case][question])] += 1
                kinds.add(question.kind)
    assert kinds >= set(KINDS) - {"answer-flor"}
    assert found[True] > 1500
    assert found[False] < 0.002 * found[True]  # a raise after a truco that was first accepted


def test_nobody_who_leads_a_round_knows_the_card_that_will_answer() -> None:
    base = shelf.base("baseline")
    for question in ground("truco").questions:
        told = answers(base, question, ground().domain)
        if len(told.ids):
            blank = ground().situations(base, question, told)[:, -1] == UNKNOWN
            if question.scenario.endswith(("first", "won")):
                assert blank.all()
            elif question.kind == "card":
                assert (blank == (told.cells[:, -1] == UNKNOWN)).all()


def test_the_base_of_a_mode_is_asked_about_that_mode_only() -> None:
    asked = {mode: {question.kind for question in ground(mode).questions} for mode in ("envido", "flor", "truco")}
    assert asked["envido"] == {"call-envido", "answer-envido"}
    assert asked["flor"] == {"answer-flor"}
    assert asked["truco"] == {"card", "call-truco", "answer-truco"}
    assert sum(len(ground(mode).questions) for mode in asked) == len(ground().questions) == len(set(ground().questions))


def test_what_a_case_tells_besides_stays_as_it_is() -> None:
    base = shelf.base("starter")
    for question in ground().questions:
        told = answers(base, question, ground().domain)
        if len(told.ids):
            cells = ground().situations(base, question, told)
            assert ((cells == told.cells) | (cells == UNKNOWN)).all()
            assert np.count_nonzero(cells != told.cells, axis=1).max() <= 1
