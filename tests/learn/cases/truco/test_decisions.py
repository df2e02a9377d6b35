"""How a case answers a question: what its player did when it stood there."""

import numpy as np
import pytest
from tests.learn.cases.truco.hands import base_of, hand

from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import NO_ANSWER, Question, answers
from bolicho.learn.cases.truco.decisions import KINDS, MARGIN, TRUCO
from bolicho.learn.cases.truco.hand import Case

DEAL = "1e 7o 4c / 3b 2c 12o"


def said(case: Case, kind: str, scenario: str, number: int = 1, call: str = "") -> str | None:
    """Return the answer of one case, None when it cannot answer."""
    found = answers(base_of(case), Question(kind, scenario, KINDS[kind].indexed_by, number, call), TRUCO)
    return found.actions[found.answer[0]] if len(found.ids) else None


def test_a_card_question_is_answered_by_the_level_that_was_played() -> None:
    case = hand(DEAL, "4c 12o 2c 7o 1e 3b")
    assert said(case, "card", "first-card-first") == "low"
    assert said(case, "card", "second-card-lost", 2) == "medium"
    assert said(case, "card", "third-card-won", 3) == "high"


def test_who_stood_in_another_place_does_not_answer() -> None:
    case = hand(DEAL, "4c 12o 2c 7o 1e 3b")
    assert said(case, "card", "first-card-second") is None
    assert said(case, "card", "second-card-won", 2) is None


def test_folding_is_an_answer_and_a_refused_bet_is_none() -> None:
    assert said(hand(DEAL, "4c 12o baralho", 1), "card", "second-card-won", 2) == "baralho"
    assert said(hand(DEAL, "truco nao-quero", 1), "card", "first-card-second") is None


def test_after_a_tie_who_led_leads_again_and_counts_as_winner() -> None:
    deal = "1e 3o 4c / 3b 2c 12o"
    mine, theirs = (hand(deal, "3o 3b 1e 12o", seat) for seat in (0, 1))
    assert said(mine, "card", "second-card-won", 2) == "high"
    assert said(theirs, "card", "second-card-lost", 2) == "low"


def test_calling_envido_is_asked_of_who_had_the_word() -> None:
    deal = "7e 6e 4c / 3b 2b 12o"
    assert said(hand(deal, "envido nao-quero baralho"), "call-envido", "envido-first") == "envido"
    assert said(hand(deal, "4c 12o baralho"), "call-envido", "envido-first") == "none"
    assert said(hand(deal, "4c 12o baralho", 1), "call-envido", "envido-second") == "none"
    assert said(hand(deal, "envido nao-quero baralho", 1), "call-envido", "envido-second") is None
    pe_called = "4c real-envido nao-quero 12o baralho"
    assert said(hand(deal, pe_called), "call-envido", "envido-first") == "none", "the mão let it pass"
    assert said(hand(deal, pe_called, 1), "call-envido", "envido-second") == "real-envido"


def test_raising_an_envido_is_an_answer_not_a_call() -> None:
    deal = "7e 6e 4c / 3b 2b 12o"
    case = hand(deal, "4c envido envido falta-envido quero")
    assert said(case, "answer-envido", "envido-first", 1, "envido") == "envido"
    assert said(case, "answer-envido", "envido-first", 1, "falta-envido") == "quero"
    other = hand(deal, "4c envido envido falta-envido quero", 1)
    assert said(other, "answer-envido", "envido-second", 1, "envido-envido") == "falta-envido"
    assert said(other, "answer-envido", "envido-second", 1, "envido") is None, "the rival did not call that"


def test_who_refused_the_envido_says_so_and_a_flor_says_nothing() -> None:
    deal = "7e 6e 4c / 3b 2b 12o"
    assert said(hand(deal, "envido nao-quero baralho", 1), "answer-envido", "envido-second", 1, "envido") == "nao-quero"
    flor = hand("3e 6o 4c / 7b 2b 12b", "envido flor baralho", 1)
    assert said(flor, "answer-envido", "envido-second", 1, "envido") is None


def test_the_holder_of_a_flor_was_not_asked_about_envido() -> None:
    case = hand("7b 2b 12b / 3e 6o 4c", "flor baralho")
    assert said(case, "call-envido", "envido-first") is None


def test_truco_is_answered_in_the_round_it_was_called() -> None:
    case = hand(DEAL, "4c 12o truco quero 2c 7o 1e 3b")
    assert said(case, "answer-truco", "truco-2-lost", 2, "truco") == "quero"
    assert said(case, "answer-truco", "truco-1-first", 1, "truco") is None
    assert said(hand(DEAL, "4c 12o truco nao-quero"), "answer-truco", "truco-2-lost", 2, "truco") == "nao-quero"
    raised = hand(DEAL, "4c 12o truco retruco nao-quero")
    assert said(raised, "answer-truco", "truco-2-lost", 2, "truco") == "retruco"
    later = hand(DEAL, "4c 12o truco quero 2c 7o retruco nao-quero")
    assert said(later, "answer-truco", "truco-2-lost", 2, "truco") == "quero"


def test_calling_truco_counts_only_where_it_was_still_possible() -> None:
    assert said(hand(DEAL, "truco nao-quero"), "call-truco", "truco-1-first", 1, "truco") == "truco"
    assert said(hand(DEAL, "4c 12o baralho"), "call-truco", "truco-1-first", 1, "truco") == "none"
    late = hand(DEAL, "4c 12o truco quero 2c 7o 1e 3b", 1)
    assert said(late, "call-truco", "truco-1-second", 1, "truco") == "none"
    assert said(late, "call-truco", "truco-2-won", 2, "truco") == "truco"
    rival = hand(DEAL, "4c 12o truco quero 2c 7o 1e 3b")
    assert said(rival, "call-truco", "truco-2-lost", 2, "truco") is None, "the leader of round 2 was faster"
    assert said(rival, "call-truco", "truco-3-won", 3, "truco") is None, "it had been called"
    assert said(rival, "call-truco", "truco-3-won", 3, "retruco") == "none"


def test_a_raise_kept_for_later_is_a_call() -> None:
    case = hand(DEAL, "4c 12o truco quero 2c 7o retruco nao-quero")
    assert said(case, "call-truco", "truco-3-won", 3, "retruco") == "retruco"
    assert said(case, "call-truco", "truco-2-lost", 2, "retruco") == "none"


def test_flor_against_flor() -> None:
    deal = "1e 3e 4e / 7b 2b 12b"
    refused = hand(deal, "flor contra-flor nao-quero baralho")
    assert said(refused, "answer-flor", "", 0, "contra-flor") == "nao-quero"
    assert said(hand(deal, "flor contra-flor nao-quero baralho", 1), "answer-flor", "", 0, "flor") == "contra-flor"
    assert said(hand(deal, "flor flor baralho", 1), "answer-flor", "", 0, "flor") == "quero"
    assert said(hand(deal, "flor achico baralho", 1), "answer-flor", "", 0, "flor") == "nao-quero"
    alone = hand("1e 3e 4e / 7b 2b 12o", "flor baralho", 1)
    assert said(alone, "answer-flor", "", 0, "flor") is None, "without a flor of one's own nothing is asked"


def test_what_won_and_points_mean() -> None:
    case = hand(DEAL, "envido nao-quero truco quero 4c 12o 2c 7o 1e 3b", 1)
    base = base_of(case)
    truco = answers(base, Question("answer-truco", "truco-1-second", "index-cards", 1, "truco"), TRUCO)
    envido = answers(base, Question("answer-envido", "envido-second", "index-points", 1, "envido"), TRUCO)
    assert (truco.won.tolist(), truco.points.tolist()) == ([False], [-2])
    assert (envido.won.tolist(), envido.points.tolist()) == ([False], [-1])


def test_the_margin_is_worked_out_and_blank_when_a_score_is() -> None:
    case = hand(DEAL, "truco nao-quero", score=(3, 10))
    base = base_of(case, {**case, "score": None})
    assert TRUCO.column(base, MARGIN).tolist() == [-7, -32768]


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_base_answers_nothing(kind: str) -> None:
    base: CaseBase = base_of(hand(DEAL, "truco nao-quero")).subset(np.zeros(1, dtype=bool))
    call = {"answer-envido": "envido", "answer-flor": "flor"}.get(kind, "truco")
    found = answers(base, Question(kind, "", KINDS[kind].indexed_by, 1, call), TRUCO)
    assert len(found.ids) == 0
    assert NO_ANSWER not in found.answer


@pytest.mark.parametrize(
    ("moves", "kind", "scenario", "call", "hangs_on"),
    [
        ("4c 12o 2c 7o 1e 3b", "card", "first-card-first", "", "played_1 mano truco_won_by"),
        ("4c 12o 2c 7o 1e 3b", "call-envido", "envido-first", "", "envido_by falta_envido_by flor_by envido_won_by"),
        (
            "4c envido quero 12o 2c 7o 1e 3b",
            "answer-envido",
            "envido-first",
            "envido",
            "envido_refused_by real_envido_by",
        ),
        ("4c 12o 2c 7o 1e 3b", "call-truco", "truco-1-first", "truco", "truco_by"),
        ("truco nao-quero", "call-truco", "truco-1-first", "truco", "truco_by truco_round"),
        ("4c truco quero 12o 2c 7o 1e 3b", "answer-truco", "truco-1-first", "truco", "truco_refused_by retruco_by"),
        ("4c truco retruco nao-quero", "answer-truco", "truco-1-first", "truco", "retruco_round truco_round"),
        ("4c truco quero 12o 2c 7o 1e 3b", "call-truco", "truco-1-first", "retruco", "truco_round truco_refused_by"),
    ],
)
def test_a_blank_is_no_answer(moves: str, kind: str, scenario: str, call: str, hangs_on: str) -> None:
    case = hand(DEAL, moves)
    assert said(case, kind, scenario, 1, call) is not None
    for name in hangs_on.split():
        assert said({**case, name: None}, kind, scenario, 1, call) is None, name


def test_who_leads_is_not_told_without_the_round_before() -> None:
    case = hand(DEAL, "4c 12o 2c 7o 1e 3b")
    assert said({**case, "won_1": None}, "card", "second-card-lost", 2) is None


def test_a_raise_given_as_an_answer_is_no_call() -> None:
    case = hand(DEAL, "4c truco retruco quero 12o 2c 7o 1e 3b")
    assert said(case, "answer-truco", "truco-1-first", 1, "truco") == "retruco"
    assert said(case, "call-truco", "truco-1-first", 1, "retruco") is None


def test_points_that_are_not_told_add_nothing() -> None:
    case = {**hand(DEAL, "truco nao-quero"), "truco_gain": None}
    found = answers(base_of(case), Question("call-truco", "truco-1-first", "index-cards", 1, "truco"), TRUCO)
    assert (found.won.tolist(), found.points.tolist()) == ([True], [0])


def test_the_spans_are_those_of_the_spec() -> None:
    spans = {
        name: local.span
        for kind in KINDS.values()
        for number in (1, 2, 3)
        for name, local in kind.attributes(number).items()
    }
    cards = dict.fromkeys(["high", "medium", "low", "mine_1", "mine_2", "theirs_1", "theirs_2", "theirs_3"], 52)
    players = dict.fromkeys(["mano", "won_1", "won_2"], 0)
    assert spans == {**cards, **players, "envido_points": 33, "flor_points": 38, MARGIN: 24}


@pytest.mark.parametrize(
    ("points", "envido", "flor"), [("equal", 0, 0), ("program", 0, 38), ("interval", 33, 38)]
)  # fmt: skip
def test_points_are_compared_as_the_question_says(points: str, envido: int, flor: int) -> None:
    base = base_of(hand(DEAL, "4c 12o baralho"))
    for kind, name, span in (("call-envido", "envido_points", envido), ("answer-flor", "flor_points", flor)):
        asked = Question(kind, "", KINDS[kind].indexed_by, 1, "flor" if kind == "answer-flor" else "", points)
        assert TRUCO.ask(base, asked).attributes[name].span == span
