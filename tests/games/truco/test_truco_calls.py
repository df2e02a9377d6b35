"""Truco, retruco, vale quatro, folding."""

import pytest
from tests.games.truco.conftest import Tell

from bolicho.games.truco.ladders import TRUCO_CALLS

DEAL = "1e 3o 4c / 1b 2e 4o"


@pytest.mark.parametrize(("calls", "refused", "accepted"), [(1, 1, 2), (2, 2, 3), (3, 3, 4)])
def test_each_call_pays_its_value_accepted_and_the_one_before_refused(
    tell: Tell, calls: int, refused: int, accepted: int
) -> None:
    said = " ".join(TRUCO_CALLS[:calls])
    caller = (calls - 1) % 2
    state = tell(DEAL, f"{said} nao-quero")
    assert (state.over, state.scores[caller], state.scores[1 - caller]) == (True, refused, 0)
    state = tell(DEAL, f"{said} quero 1e 1b 3o 2e")
    assert state.scores == (accepted, 0)


def test_after_an_accepted_call_the_turn_returns_to_who_was_to_play(tell: Tell) -> None:
    assert tell(DEAL, "truco quero").seat == 0
    assert tell(DEAL, "3o truco quero").seat == 1
    assert tell(DEAL, "truco retruco quero").seat == 0
    assert tell(DEAL, "truco retruco vale-quatro quero").seat == 0


def test_only_the_side_that_did_not_call_last_holds_the_word(tell: Tell) -> None:
    state = tell(DEAL, "truco quero")
    assert "retruco" not in state.moves()  # seat 0 called
    assert "retruco" in state.play("3o").moves()
    # a round later, and after the turn has come and gone
    state = tell(DEAL, "truco quero 3o 1b")
    assert (state.seat, "retruco" in state.moves()) == (1, True)
    state = state.play("retruco").play("quero")
    assert "vale-quatro" not in state.moves()
    assert "vale-quatro" in state.play("2e").moves()


def test_only_the_right_side_holds_the_word_after_a_raise_accepted_a_round_earlier(tell: Tell) -> None:
    state = tell(DEAL, "truco retruco quero 3o 2e 1e")  # seat 1 raised in round 1, seat 0 holds the word
    assert state.seat == 1
    assert "vale-quatro" not in state.moves()
    state = tell(DEAL, "truco retruco quero 3o 1b 2e")
    assert (state.seat, "vale-quatro" in state.moves()) == (0, True)


def test_the_one_who_answers_may_raise(tell: Tell) -> None:
    assert tell(DEAL, "truco").moves() == (
        "quero",
        "nao-quero",
        "envido",
        "real-envido",
        "falta-envido",
        "retruco",
        "baralho",
    )
    assert tell(DEAL, "truco retruco").moves() == ("quero", "nao-quero", "vale-quatro", "baralho")
    assert tell(DEAL, "truco retruco vale-quatro").moves() == ("quero", "nao-quero", "baralho")


def test_truco_may_be_called_on_ones_last_card_and_raised_in_answer(tell: Tell) -> None:
    state = tell(DEAL, "3o 1b 2e 1e 4c")  # seat 1 has the last card of the hand
    assert state.hands == ((), ("4o",))
    assert "truco" in state.moves()
    assert state.play("truco").moves() == ("quero", "nao-quero", "retruco", "baralho")
    # 4 against 4: who won the first round wins
    assert state.play("truco").play("retruco").play("quero").play("4o").scores == (0, 3)


def test_no_card_is_legal_while_a_call_waits(tell: Tell) -> None:
    assert not set(tell(DEAL, "3o truco").moves()) & {"1e", "4c"}


def test_retruco_in_answer_closes_envido_and_flor_for_both(tell: Tell) -> None:
    state = tell(DEAL, "truco retruco quero")
    assert not {"envido", "real-envido", "falta-envido"} & set(state.moves())
    assert not {"envido", "real-envido", "falta-envido"} & set(state.play("3o").moves())
    assert "envido" not in tell(DEAL, "truco retruco").moves()


def test_after_mao_played_a_truco_of_the_pe_cannot_be_answered_with_envido(tell: Tell) -> None:
    assert tell(DEAL, "3o truco").moves() == ("quero", "nao-quero", "retruco", "baralho")
    assert "envido" not in tell(DEAL, "3o truco quero").moves()


def test_baralho_gives_the_last_accepted_value_whoever_called(tell: Tell) -> None:
    assert tell(DEAL, "baralho").scores == (0, 1)
    assert tell(DEAL, "3o baralho").scores == (1, 0)
    assert tell(DEAL, "truco baralho").scores == (1, 0)
    assert tell(DEAL, "truco quero baralho").scores == (0, 2)
    assert tell(DEAL, "truco retruco baralho").scores == (0, 2)
    assert tell(DEAL, "truco quero 3o retruco quero 2e 1e baralho").scores == (3, 0)


def test_cbtg_adds_a_point_for_folding_before_ones_first_card_with_nothing_said(tell: Tell) -> None:
    assert tell(DEAL, "baralho", preset="cbtg").scores == (0, 2)
    assert tell(DEAL, "3o baralho", preset="cbtg").scores == (2, 0)
    assert tell(DEAL, "3o 2e baralho", preset="cbtg").scores == (0, 1)  # own card played
    assert tell(DEAL, "truco baralho", preset="cbtg").scores == (1, 0)  # an answer, not one's turn
    assert tell(DEAL, "truco quero baralho", preset="cbtg").scores == (0, 2)
    assert tell(DEAL, "envido nao-quero baralho", preset="cbtg").scores == (1, 1)


def test_the_target_caps_the_score_and_ends_the_match_at_once(tell: Tell) -> None:
    state = tell(DEAL, "truco quero 1e 1b 3o 2e", score=(23, 5))
    assert state.scores == (1, 0)


def test_illegal_words_are_refused_and_the_state_stays_usable(tell: Tell) -> None:
    from bolicho import IllegalMove

    state = tell(DEAL, "truco")
    for word in ("truco", "vale-quatro", "1b", "4c", "flor", "e-bom", "pontos", "achico", "", "QUERO"):
        with pytest.raises(IllegalMove, match="legal: quero nao-quero"):
            state.play(word)
    assert state.play("quero").truco == 1
