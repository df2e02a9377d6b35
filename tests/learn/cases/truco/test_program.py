"""What the group's program asks, and how a case answers, in literal hands (docs/works/readings/paulus.md, Reuse)."""

import pytest
from tests.learn.cases.truco.hands import base_of, hand, turn

from bolicho.learn.cases.questions import Question, answers
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.program import KINDS, PROGRAM, asks, deciding_cases, forced_move, values

DEAL = "1e 7o 4c / 3b 2c 12o"
POINTS = "7e 6e 4c / 3b 2b 12o"


def said(case: Case, kind: str, scenario: str, number: int = 1) -> str | None:
    """Return the answer of one case, None when it cannot answer."""
    call = kind.partition("-")[2]
    found = answers(base_of(case), Question(kind, scenario, KINDS[kind].indexed_by, number, call, "program"), PROGRAM)
    return found.actions[found.answer[0]] if len(found.ids) else None


def test_envido_is_asked_from_the_highest_call_on_then_folding_truco_and_the_card() -> None:
    kinds = [ask.question.kind for ask in asks(turn(POINTS, ""))]
    assert kinds == ["bet-falta-envido", "bet-real-envido", "bet-envido", "fold", "bet-truco", "play-card"]
    assert [ask.question.kind for ask in asks(turn(DEAL, "4c 12o 2c"))] == ["fold", "bet-truco", "play-card"]


def test_nobody_folds_in_round_3() -> None:
    third = turn("3b 2c 4c / 1e 12o 7o", "3b 1e 12o 2c")
    assert [ask.question.kind for ask in asks(third)] == ["bet-truco", "play-card"]


def test_who_is_asked_accepts_first_and_is_then_asked_to_raise() -> None:
    accept, *raises = asks(turn(POINTS, "envido"))
    assert (accept.question.kind, accept.moves) == ("accept-envido", {"no": "nao-quero", "yes": None})
    assert [ask.question.kind for ask in raises] == ["bet-falta-envido", "bet-real-envido", "bet-envido"]
    assert raises[0].moves == {"no": None, "yes": "falta-envido"}
    assert raises[-1].moves == {"no": "quero", "yes": "envido"}
    accept, raised = asks(turn(DEAL, "4c 12o 2c truco"))
    assert (accept.moves, raised.moves) == ({"no": "nao-quero", "yes": None}, {"no": "quero", "yes": "retruco"})
    (last,) = asks(turn(DEAL, "4c 12o 2c truco retruco vale-quatro"))
    assert last.moves == {"no": "nao-quero", "yes": "quero"}


def test_a_flor_is_met_with_flor_and_nothing_above_it_is_accepted() -> None:
    both = "1e 7e 4e / 3b 2b 12b"
    assert forced_move(turn(both, "flor")) == "flor"
    assert forced_move(turn(both, "flor contra-flor")) == "nao-quero"


def test_a_case_says_call_if_anybody_called_and_the_player_did_not_refuse() -> None:
    theirs = hand(POINTS, "4c envido quero 12o baralho")
    assert said(theirs, "bet-envido", "envido-first") == "yes", "the rival called, the player accepted"
    assert said(theirs, "bet-real-envido", "envido-first") == "no"
    assert said(hand(POINTS, "4c envido nao-quero 12o baralho"), "bet-envido", "envido-first") == "refused"
    assert said(hand(POINTS, "4c 12o baralho"), "bet-envido", "envido-first") == "no"
    assert said(hand(POINTS, "falta-envido nao-quero 4c 12o baralho"), "bet-envido", "envido-first") == "yes", "higher"


def test_nobody_called_is_a_refusal_to_accept() -> None:
    assert said(hand(POINTS, "4c 12o baralho"), "accept-envido", "envido-first") == "no"
    assert said(hand(POINTS, "real-envido nao-quero 4c 12o baralho"), "accept-envido", "envido-first") == "yes"
    falta = hand(POINTS, "falta-envido nao-quero 4c 12o baralho")
    assert said(falta, "accept-real-envido", "envido-first") == "no", "a slip: the falta envido is forgotten"


def test_a_truco_counts_in_the_round_in_which_it_was_called() -> None:
    second = hand(DEAL, "4c 12o 2c truco quero 7o 1e 3b")
    assert said(second, "bet-truco", "truco-1-first") == "no"
    assert said(second, "bet-truco", "truco-2-lost", 2) == "yes"
    assert said(second, "accept-truco", "truco-1-first") == "yes", "whenever it was called"
    refused = hand(DEAL, "4c 12o 2c truco nao-quero", 1)
    assert said(refused, "bet-truco", "truco-2-won", 2) == "refused"
    assert said(hand(DEAL, "4c 12o 2c 7o 1e 3b"), "accept-truco", "truco-1-first") == "no"


def test_folding_is_folding_or_refusing_and_a_card_question_knows_no_folds() -> None:
    folded = hand(DEAL, "4c 12o baralho", 1)
    assert said(folded, "fold", "truco-2-won", 2) == "yes"
    assert said(folded, "play-card", "second-card-won", 2) is None
    assert said(hand(DEAL, "4c 12o 2c 7o 1e 3b"), "fold", "truco-1-first") == "no"


@pytest.mark.parametrize(
    ("kind", "found", "kept"),
    [
        ("bet-truco", "no yes", {"no": "nearest", "yes": "all"}),
        ("bet-truco", "no refused yes", {"no": "none", "refused": "farthest", "yes": "all"}),  # the last refusal
        ("accept-truco", "no yes refused", {"no": "all", "yes": "nearest", "refused": "all"}),
        ("accept-envido", "yes no", {"yes": "farthest", "no": "all"}),
        ("bet-envido", "yes no refused", {"yes": "all", "no": "all", "refused": "all"}),
    ],
)
def test_the_program_loses_cases_in_some_questions(kind: str, found: str, kept: dict[str, str]) -> None:
    """Slips of ``retornaHashChamarGenerico`` and ``retornaHashAceitarGenerico``."""
    question = Question(kind, "", KINDS[kind].indexed_by, 1, kind.partition("-")[2])
    assert deciding_cases(question)(found.split()) == kept


def test_the_query_knows_calls_scores_and_levels_but_no_zero() -> None:
    known = values(turn(DEAL, "4c 12o 2c truco"))
    assert (known["truco_by"], known["truco_round"], known["played_1"]) == (2, 2, 4)
    assert "score" not in known
    assert "retruco_by" not in known
    assert "played_2" not in known
