"""What a finished hand says in a case."""

from random import Random

import pytest
from tests.learn.cases.truco.hands import hand

import bolicho
from bolicho.core.errors import BadInput
from bolicho.games.truco.options import PRESETS
from bolicho.learn.cases.truco.codes import FACE_DOWN, I_FOLDED, I_LOST_THE_BET, NOT_PLAYED, RIVAL_FOLDED
from bolicho.learn.cases.truco.columns import COLUMNS, NAMES
from bolicho.learn.cases.truco.hand import case_of, row_of

DEAL = "1e 7o 4c / 3b 2c 12o"


def test_the_cards_and_rounds_of_a_hand() -> None:
    case = hand(DEAL, "4c 12o 2c 7o 1e 3b")
    assert (case["high"], case["medium"], case["low"]) == (52, 40, 1)
    assert (case["high_suit"], case["medium_suit"], case["low_suit"]) == (1, 2, 4)
    assert [case[f"mine_{r}"] for r in (1, 2, 3)] == [1, 40, 52]
    assert [case[f"theirs_{r}"] for r in (1, 2, 3)] == [8, 16, 24]
    assert [case[f"won_{r}"] for r in (1, 2, 3)] == [2, 1, 1]
    assert [case[f"played_{r}"] for r in (1, 2, 3)] == [4, 16, 46]
    assert (case["truco_won_by"], case["truco_gain"], case["score_after"]) == (1, 1, 1)


def test_the_same_hand_from_the_other_seat_is_the_mirror() -> None:
    mine, theirs = (hand(DEAL, "truco quero 4c 12o 2c 7o 1e 3b", seat) for seat in (0, 1))
    assert (mine["mano"], theirs["mano"]) == (1, 2)
    assert (mine["truco_by"], theirs["truco_by"]) == (1, 2)
    assert (mine["truco_gain"], theirs["truco_gain"]) == (2, -2)
    assert theirs["mine_1"] == mine["theirs_1"]


def test_why_no_card_was_played() -> None:
    refused = "truco nao-quero"
    assert hand(DEAL, refused, 0)["played_1"] == RIVAL_FOLDED
    assert hand(DEAL, refused, 1)["played_1"] == I_LOST_THE_BET
    folded = "4c 12o baralho"
    assert hand(DEAL, folded, 1)["played_2"] == I_FOLDED
    assert hand(DEAL, folded, 0)["played_2"] == RIVAL_FOLDED
    assert hand(DEAL, folded, 0)["played_3"] == NOT_PLAYED
    assert hand(DEAL, "1e 12o 7o 2c", 0)["played_3"] == NOT_PLAYED


def test_folding_under_a_truco_is_refusing_it() -> None:
    case = hand(DEAL, "4c 12o truco baralho")
    assert (case["truco_by"], case["truco_refused_by"], case["folded_by"], case["played_2"]) == (
        2,
        1,
        1,
        I_LOST_THE_BET,
    )
    plain = hand(DEAL, "4c 12o baralho")
    assert (plain["truco_refused_by"], plain["folded_by"], plain["folded_round"]) == (0, 2, 2)


def test_who_folds_under_his_own_truco_has_refused_nothing() -> None:
    """The mão calls truco, the pé answers envido first, and the mão runs from that."""
    case = hand("1e 7o 4c / 3b 2b 12o", "truco envido baralho")
    assert (case["truco_by"], case["truco_refused_by"], case["folded_by"], case["played_1"]) == (1, 0, 1, I_FOLDED)
    assert (case["envido_refused_by"], case["envido_gain"], case["truco_gain"]) == (1, -1, -1)


def test_a_face_down_card_is_known_to_its_owner_only() -> None:
    moves = "4c (12o) 7o 3b"
    mine, theirs = (hand(DEAL, moves, seat, preset="ufsm-web") for seat in (0, 1))
    assert (mine["theirs_1"], mine["won_1"]) == (None, 1)
    assert (theirs["mine_1"], theirs["played_1"]) == (8, FACE_DOWN)


def test_envido_tells_the_rivals_points_only_when_announced() -> None:
    deal = "7e 6e 4c / 3b 2b 12o"
    accepted = hand(deal, "envido quero baralho", 1)
    assert (accepted["envido_by"], accepted["rival_envido_points"], accepted["envido_gain"]) == (2, 33, -2)
    assert hand(deal, "envido quero baralho", 0)["rival_envido_points"] is None, "é bom hides the number"
    higher = hand("3b 2b 12o / 7e 6e 4c", "envido quero baralho", 0)
    assert (higher["envido_points"], higher["rival_envido_points"]) == (25, 33), "the pé said his, being higher"
    refused = hand(deal, "envido nao-quero baralho", 1)
    assert (refused["rival_envido_points"], refused["envido_refused_by"], refused["envido_gain"]) == (None, 1, -1)


def test_a_second_envido_has_its_own_column() -> None:
    case = hand("7e 6e 4c / 3b 2b 12o", "envido envido real-envido nao-quero baralho")
    assert (case["envido_by"], case["envido_envido_by"], case["real_envido_by"]) == (1, 2, 1)
    assert (case["envido_refused_by"], case["envido_won_by"], case["envido_gain"]) == (2, 1, 4)


def test_flor_cancels_the_envido_and_pays_nothing_for_it() -> None:
    case = hand("3e 6o 4c / 7b 2b 12b", "envido flor baralho")
    assert (case["envido_by"], case["envido_won_by"], case["envido_gain"]) == (1, 0, 0)
    assert (case["flor_by"], case["flor_won_by"], case["flor_gain"]) == (2, 2, -3)


def test_a_hand_that_ended_by_envido_has_no_truco_part() -> None:
    case = hand("7e 6e 4c / 3b 2b 12o", "envido quero", score=(22, 0))
    assert (case["truco_won_by"], case["truco_gain"], case["played_1"]) == (0, 0, NOT_PLAYED)


def test_folding_under_an_envido_that_ends_the_match_is_still_folding() -> None:
    case = hand("7e 6e 4c / 3b 2b 12o", "falta-envido baralho", 1, score=(23, 0))
    assert (case["folded_by"], case["folded_round"], case["truco_won_by"], case["envido_gain"]) == (1, 1, 0, -1)


def test_a_truco_cancelled_by_envido_first_was_never_called() -> None:
    moves = "truco envido nao-quero 4c 3b baralho"
    assert hand(DEAL, moves, preset="ufsm-web")["truco_by"] == 0
    kept = hand(DEAL, "truco envido nao-quero quero 4c 3b baralho")
    assert (kept["truco_by"], kept["truco_round"]) == (1, 1)


def test_a_hand_that_goes_on_is_no_case_yet() -> None:
    game = bolicho.game("truco")
    state = game.start(game.parse_deal(DEAL))
    with pytest.raises(BadInput, match="finished hand"):
        case_of(state.view(0))


@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_fit_their_columns_and_add_up(preset: str) -> None:
    game = bolicho.game("truco", preset=preset)
    rng = Random(7)
    for _ in range(300):
        state = game.start(game.deal(rng), mano=rng.randrange(2), score=(rng.randrange(24), rng.randrange(24)))
        while not state.over:
            state = state.play(rng.choice([move for move in state.moves() if move != "baralho"] or state.moves()))
        cases = [case_of(state.view(seat)) for seat in (0, 1)]
        for case in cases:
            assert set(case) == set(NAMES)
            assert len(row_of(case)) == len(COLUMNS)
            for column in COLUMNS:
                cell = case[column.name]
                assert cell is None or column.lowest <= cell <= column.highest, column
        mine, theirs = ({mode: case[f"{mode}_gain"] or 0 for mode in ("envido", "flor", "truco")} for case in cases)
        assert mine == {mode: -gain for mode, gain in theirs.items()}
        assert sum(mine.values()) == state.scores[0] - state.scores[1]
