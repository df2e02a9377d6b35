"""Flor: declaring, answering, comparing; mandatory, optional, off."""

import pytest
from tests.games.truco.conftest import Tell

from bolicho.games.truco.view import Payment

MINE = "7e 6e 5e / 1b 2c 5c"  # only the mão has flor (38)
HIS = "1b 2c 5c / 7e 6e 5e"
BOTH = "7e 6e 5e / 1c 2c 5c"  # 38 against 28
BOTH_LOW = "1c 2c 5c / 7e 6e 5e"


def test_mandatory_flor_is_the_only_word_at_its_holders_first_decision(tell: Tell) -> None:
    assert tell(MINE).moves() == ("flor",)
    assert tell(HIS, "1b").moves() == ("flor",)
    assert tell(HIS, "envido").moves() == ("flor",)
    assert tell(HIS, "truco").moves() == ("flor",)


def test_flor_alone_pays_three_at_once_and_the_rival_is_not_asked(tell: Tell) -> None:
    state = tell(MINE, "flor")
    assert (state.scores, state.seat) == ((3, 0), 0)
    assert "truco" in state.moves()
    assert not {"envido", "flor"} & set(state.moves())
    assert "envido" not in state.play("7e").moves()


def test_flor_cancels_a_pending_envido_which_pays_nothing(tell: Tell) -> None:
    state = tell(HIS, "envido flor")
    assert (state.scores, state.seat) == ((0, 3), 0)
    assert tell(HIS, "real-envido flor").scores == (0, 3)


def test_flor_in_answer_to_truco_leaves_it_pending_or_cancels_it(tell: Tell) -> None:
    state = tell(HIS, "truco flor")
    assert (state.scores, state.seat) == ((0, 3), 1)
    assert state.moves() == ("quero", "nao-quero", "retruco", "baralho")
    state = tell(HIS, "truco flor", truco_after_envido_first="cancelled")
    assert (state.seat, state.truco_by) == (0, None)
    assert "truco" in state.moves()


def test_the_legal_answers(tell: Tell) -> None:
    assert tell(BOTH, "flor").moves() == ("flor", "achico", "contra-flor", "contra-flor-e-o-resto", "baralho")
    assert tell(BOTH, "flor contra-flor").moves() == ("quero", "nao-quero", "contra-flor-e-o-resto", "baralho")
    assert tell(BOTH, "flor contra-flor-e-o-resto").moves() == ("quero", "nao-quero", "baralho")
    assert tell(BOTH, "flor contra-flor contra-flor-e-o-resto").moves() == ("quero", "nao-quero", "baralho")


@pytest.mark.parametrize(
    ("said", "pays"),
    [
        ("flor flor", (6, 0)),
        ("flor achico", (4, 0)),
        ("flor contra-flor quero", (6, 0)),
        ("flor contra-flor nao-quero", (0, 4)),
        ("flor contra-flor-e-o-resto quero", (14, 0)),
        ("flor contra-flor-e-o-resto nao-quero", (0, 4)),
        ("flor contra-flor contra-flor-e-o-resto quero", (14, 0)),
        ("flor contra-flor contra-flor-e-o-resto nao-quero", (6, 0)),
    ],
)
def test_what_flor_against_flor_pays(tell: Tell, said: str, pays: tuple[int, int]) -> None:
    state = tell(BOTH, said, score=(2, 10))
    assert state.scores == pays
    assert state.seat == 0  # back to who was to play
    assert not {"envido", "flor"} & set(state.moves())


def test_the_higher_flor_wins_and_a_tie_is_the_maos(tell: Tell) -> None:
    assert tell(BOTH_LOW, "flor flor").scores == (0, 6)
    tie = "7e 6e 5e / 7c 6c 5c"
    assert tell(tie, "flor flor").scores == (6, 0)
    assert tell(tie, "flor flor", mano=1).scores == (0, 6)


def test_three_each_pays_the_mao_first(tell: Tell) -> None:
    assert tell(BOTH, "flor flor", preset="ufsm-auto").scores == (3, 3)
    state = tell(BOTH, "flor flor", preset="ufsm-auto", score=(21, 21))
    assert (state.scores, state.over) == ((3, 0), True)
    state = tell(BOTH, "flor flor", preset="ufsm-auto", score=(20, 22))
    assert (state.scores, state.over) == ((3, 2), True)
    assert not tell(BOTH, "flor flor", preset="ufsm-auto").announced


@pytest.mark.parametrize(("option", "pays"), [("falta", 14), ("6+falta", 20), ("target", 22)])
def test_the_rest_is_worth_what_the_option_says_capped(tell: Tell, option: str, pays: int) -> None:
    assert tell(BOTH, "flor contra-flor-e-o-resto quero", score=(2, 10), resto=option).scores == (pays, 0)


def test_the_rest_counts_malas_and_buenas(tell: Tell) -> None:
    halves = {"falta": "malas-buenas", "target": 30}
    assert tell(BOTH, "flor contra-flor-e-o-resto quero", score=(2, 10), **halves).scores == (5, 0)


def test_folding_while_a_flor_is_pending_pays_it_as_achico(tell: Tell) -> None:
    assert tell(BOTH, "flor baralho").scores == (5, 0)
    assert tell(BOTH, "flor contra-flor baralho").scores == (0, 5)
    assert tell(BOTH, "flor contra-flor contra-flor-e-o-resto baralho").scores == (7, 0)


def test_an_undeclared_flor_pays_nothing_to_who_did_not_declare(tell: Tell) -> None:
    assert tell(MINE, "baralho", flor="optional").scores == (0, 1)
    assert tell(HIS, "baralho").scores == (0, 1)  # the mão folds before the pé could speak


def test_flor_numbers_are_said_only_when_compared(tell: Tell) -> None:
    assert [(a.seat, a.points) for a in tell(BOTH, "flor flor").announced] == [(0, 38), (1, None)]
    assert [(a.seat, a.points) for a in tell(BOTH_LOW, "flor contra-flor quero").announced] == [(0, 28), (1, 38)]
    assert not tell(BOTH, "flor achico").announced
    assert not tell(MINE, "flor").announced


def test_optional_flor_may_be_kept_silent(tell: Tell) -> None:
    state = tell(MINE, flor="optional")
    assert state.moves() == ("7e", "6e", "5e", "envido", "real-envido", "falta-envido", "flor", "truco", "baralho")
    assert "flor" not in state.play("7e").play("2c").moves()
    assert state.play("envido").play("quero").announced[0].points == 33  # with the best two


def test_optional_flor_has_the_window_of_the_envido(tell: Tell) -> None:
    assert "flor" in tell(HIS, "envido", flor="optional").moves()
    assert "flor" in tell(HIS, "truco", flor="optional").moves()
    assert "flor" in tell(HIS, "1b", flor="optional").moves()
    assert "flor" not in tell(HIS, "truco quero 1b", flor="optional").moves()
    assert "flor" not in tell(HIS, "envido nao-quero 1b", flor="optional").moves()
    assert tell(HIS, "truco envido quero", flor="optional").moves() == ("quero", "nao-quero", "retruco", "baralho")


def test_once_the_other_declared_one_must_answer(tell: Tell) -> None:
    state = tell(BOTH, "7e flor", flor="optional")  # the mão kept silent and has played
    assert (state.seat, state.moves()[0]) == (0, "flor")
    assert state.play("achico").scores == (0, 4)
    state = tell(BOTH, "envido flor", flor="optional")
    assert state.moves() == ("flor", "achico", "contra-flor", "contra-flor-e-o-resto", "baralho")


# the mão holds the flor of copas, plays his 7c without a word, and the pé declares his own flor
SILENT = "7c 6c 5c / 4o 3o 2o"


@pytest.mark.parametrize("rules", [{"preset": "ufsm-web"}, {"flor": "optional"}], ids=str)
def test_a_flor_kept_silent_answers_the_rivals(tell: Tell, rules: dict[str, str]) -> None:
    state = tell(SILENT, "7c flor", **rules)
    assert state.seat == 0
    assert state.moves() == ("flor", "achico", "contra-flor", "contra-flor-e-o-resto", "baralho")
    assert state.play("flor").scores == (6, 0)
    assert "flor" not in tell("7c 6c 5c / 4o 3o 2b", "7c", **rules).play("3o").moves()  # of his own it is too late


@pytest.mark.parametrize("rules", [{"preset": "ufsm-web"}, {"flor": "optional"}], ids=str)
@pytest.mark.parametrize("card", ["7c", "(7c)"])
def test_where_a_silent_flor_is_lost_the_rivals_stands_alone(tell: Tell, rules: dict[str, str], card: str) -> None:
    state = tell(SILENT, f"{card} flor", **rules, face_down="any", silent_flor="lost")
    assert (state.scores, state.seat, state.bet) == ((0, 3), 1, "")
    assert state.paid == (Payment("flor", 1, 3, "alone"),)
    assert state.moves()[:3] == ("3o", "2o", "4o")  # the turn is still his
    over = state.play("3o").play("2o").play("6c")
    assert over.over
    assert over.view(1).shown == ((), ("3o", "2o", "4o"))  # and nothing ever shows the flor that was lost


def test_a_silent_flor_is_lost_with_the_first_card_and_not_before(tell: Tell) -> None:
    lost = {"flor": "optional", "silent_flor": "lost"}
    for said in ("envido flor", "truco flor", "flor"):  # nobody has played a card
        state = tell(SILENT, said, **lost)
        assert state.moves() == ("flor", "achico", "contra-flor", "contra-flor-e-o-resto", "baralho"), said
    assert tell(SILENT, "flor", silent_flor="lost").bet == "flor"  # a compulsory one cannot be kept silent


def test_without_flor_in_the_rules_nobody_declares(tell: Tell) -> None:
    assert "flor" not in tell(BOTH, preset="argentino").moves()


def test_flor_can_end_the_match_and_voids_a_pending_truco(tell: Tell) -> None:
    state = tell(HIS, "truco flor", score=(23, 21))
    assert (state.over, state.scores, state.truco_by) == (True, (0, 3), None)
