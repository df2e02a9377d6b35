"""The envido: every sequence, who may call when, what is said and what it pays."""

import pytest
from tests.games.truco.conftest import Tell

from bolicho.games.truco.ladders import ENVIDO, FALTA

DEAL = "7e 6e 4c / 1b 2c 5c"  # 33 against 27
LOW = "1b 2c 5c / 7e 6e 4c"
SHORT = {"E": "envido", "R": "real-envido", "F": "falta-envido"}
TABLE = [
    ("E", 2, 1),
    ("R", 3, 1),
    ("F", FALTA, 1),
    ("E-E", 4, 2),
    ("E-R", 5, 2),
    ("E-F", FALTA, 2),
    ("R-F", FALTA, 3),
    ("E-E-R", 7, 4),
    ("E-E-F", FALTA, 4),
    ("E-R-F", FALTA, 5),
    ("E-E-R-F", FALTA, 7),
]


def words(sequence: str) -> str:
    return " ".join(SHORT[letter] for letter in sequence.split("-"))


def test_the_table_lists_every_sequence_there_is() -> None:
    assert {tuple(words(s).split()) for s, _, _ in TABLE} == set(ENVIDO)


@pytest.mark.parametrize(("sequence", "accepted", "refused"), TABLE)
def test_every_sequence_pays_as_listed(tell: Tell, sequence: str, accepted: int, refused: int) -> None:
    said = words(sequence)
    pays = 24 - 9 if accepted == FALTA else accepted
    assert tell(DEAL, f"{said} quero", score=(9, 4)).scores == (pays, 0)
    assert tell(LOW, f"{said} quero", score=(4, 9)).scores == (0, pays)
    caller = sequence.count("-") % 2
    state = tell(DEAL, f"{said} nao-quero")
    assert (state.scores[caller], state.scores[1 - caller]) == (refused, 0)


@pytest.mark.parametrize(
    ("sequence", "raises"),
    [("E", "E R F"), ("E-E", "R F"), ("R", "F"), ("E-R", "F"), ("E-E-R", "F"), ("F", ""), ("E-F", ""), ("E-E-R-F", "")],
)
def test_calls_only_go_up(tell: Tell, sequence: str, raises: str) -> None:
    state = tell(DEAL, words(sequence))
    assert state.moves() == ("quero", "nao-quero", *(SHORT[r] for r in raises.split()), "baralho")


def test_envido_envido_can_be_switched_off(tell: Tell) -> None:
    assert "envido" not in tell(DEAL, "envido", preset="ufsm-auto").moves()
    assert "real-envido" in tell(DEAL, "envido", preset="ufsm-auto").moves()


def test_a_tie_is_the_maos(tell: Tell) -> None:
    tie = "7e 6e 4c / 7o 6o 4e"
    assert tell(tie, "envido quero").scores == (2, 0)
    assert tell(tie, "envido quero", mano=1).scores == (0, 2)


def test_only_before_ones_own_first_card(tell: Tell) -> None:
    assert "envido" in tell(DEAL).moves()
    assert "envido" in tell(DEAL, "4c").moves()  # the pé, whose first card is unplayed
    assert "envido" not in tell(DEAL, "4c 2c").moves()


def test_the_mao_who_has_played_may_still_raise_in_answer(tell: Tell) -> None:
    assert tell(DEAL, "4c envido").moves() == (
        "quero",
        "nao-quero",
        "envido",
        "real-envido",
        "falta-envido",
        "baralho",
    )


def test_one_dispute_a_hand(tell: Tell) -> None:
    for answer in ("quero", "nao-quero"):
        state = tell(DEAL, f"envido {answer}")
        assert state.seat == 0
        assert not {"envido", "real-envido", "falta-envido"} & set(state.moves())
        assert not {"envido", "real-envido", "falta-envido"} & set(state.play("4c").moves())


def test_not_once_a_truco_was_accepted(tell: Tell) -> None:
    assert "envido" not in tell(DEAL, "truco quero").moves()
    assert "envido" not in tell(DEAL, "truco quero 4c").moves()


def test_turn_after_envido_envido_nao_quero_goes_back_to_who_was_to_play(tell: Tell) -> None:
    assert tell(DEAL, "envido envido nao-quero").seat == 0
    assert tell(DEAL, "4c envido envido nao-quero").seat == 1
    assert tell(DEAL, "4c envido real-envido quero").seat == 1


def test_truco_is_legal_at_once_after_an_envido_ends(tell: Tell) -> None:
    assert "truco" in tell(DEAL, "envido quero").moves()
    assert "truco" in tell(DEAL, "envido nao-quero").moves()


def test_truco_never_answers_envido(tell: Tell) -> None:
    assert "truco" not in tell(DEAL, "envido").moves()


def test_envido_esta_primeiro_and_the_truco_stays_pending(tell: Tell) -> None:
    state = tell(DEAL, "truco envido quero")
    assert state.scores == (2, 0)
    assert (state.seat, state.moves()) == (1, ("quero", "nao-quero", "retruco", "baralho"))
    assert state.play("quero").seat == 0
    assert state.play("nao-quero").scores == (3, 0)


def test_with_both_pending_quero_answers_the_envido(tell: Tell) -> None:
    state = tell(DEAL, "truco envido quero")
    assert (state.truco, state.truco_by) == (0, 0)


def test_envido_first_may_cancel_the_truco_as_if_never_called(tell: Tell) -> None:
    state = tell(DEAL, "truco envido nao-quero", preset="ufsm-web")
    assert (state.seat, state.truco_by, state.word) == (0, None, None)
    assert "truco" in state.moves()
    assert state.play("4c").play("truco").seat == 0


def test_the_match_ends_inside_a_hand_when_envido_reaches_the_target(tell: Tell) -> None:
    state = tell(DEAL, "truco envido quero", score=(22, 23))
    assert (state.over, state.scores, state.moves()) == (True, (2, 0), ())
    assert state.truco_by is None  # the pending truco is void


def test_falta_is_what_the_leader_lacks_and_pays_the_trailing_winner_too(tell: Tell) -> None:
    assert tell(DEAL, "falta-envido quero", score=(3, 20)).scores == (4, 0)
    assert tell(DEAL, "falta-envido quero", score=(20, 3)).scores == (4, 0)
    assert tell(DEAL, "falta-envido quero").scores == (24, 0)


def test_malas_and_buenas(tell: Tell) -> None:
    assert tell(DEAL, "falta-envido quero", score=(3, 9), preset="argentino").scores == (6, 0)
    assert tell(DEAL, "falta-envido quero", score=(3, 15), preset="argentino").scores == (15, 0)
    assert tell(DEAL, "falta-envido quero", score=(14, 2), preset="argentino").scores == (1, 0)
    assert tell(DEAL, "falta-envido quero", score=(6, 2), target=15, falta="malas-buenas").scores == (1, 0)


def test_folding_while_an_envido_is_pending_pays_its_refusal_and_the_hand(tell: Tell) -> None:
    assert tell(DEAL, "envido baralho").scores == (2, 0)
    assert tell(DEAL, "envido real-envido baralho").scores == (0, 3)
    assert tell(DEAL, "truco envido baralho").scores == (0, 2)  # the folder's own truco: worth 1


def test_mao_announces_first_and_the_pe_only_if_higher(tell: Tell) -> None:
    state = tell(DEAL, "envido quero")
    assert [(a.seat, a.points) for a in state.announced] == [(0, 33), (1, None)]
    state = tell(LOW, "envido quero")
    assert [(a.seat, a.points) for a in state.announced] == [(0, 27), (1, 33)]
    assert not tell(DEAL, "envido nao-quero").announced


def test_where_the_pe_may_concede_he_always_speaks(tell: Tell) -> None:
    web = {"preset": "ufsm-web"}
    state = tell(DEAL, "envido quero", **web)
    assert (state.seat, state.moves()) == (1, ("e-bom",))  # no baralho while announcing
    state = tell(LOW, "envido quero", **web)
    assert (state.seat, state.moves()) == (1, ("e-bom", "pontos"))
    assert [(a.seat, a.points) for a in state.announced] == [(0, 27)]
    assert state.play("e-bom").scores == (2, 0)
    assert state.play("pontos").scores == (0, 2)
    assert state.play("pontos").seat == 0
    # also when it was the pé who called
    assert tell(LOW, "5c envido quero", **web).seat == 1


def test_three_of_a_suit_used_for_envido_count_the_best_two(tell: Tell) -> None:
    state = tell("7e 6e 5e / 1b 2c 5c", "envido quero", flor="off")
    assert state.announced[0].points == 33


def test_envido_can_be_switched_off_for_the_ladder_game(tell: Tell) -> None:
    assert tell(DEAL, envido="off", flor="off").moves() == ("7e", "6e", "4c", "truco", "baralho")
    assert tell(DEAL, "truco", envido="off", flor="off").moves() == ("quero", "nao-quero", "retruco", "baralho")
