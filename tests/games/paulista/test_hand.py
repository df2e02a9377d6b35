"""Rounds and ties, calls, cards face down, mão de onze and mão de ferro: docs/games/paulista.md, clause by clause."""

from typing import Any

import pytest
from tests.games.paulista.conftest import Tell

import bolicho
from bolicho.games import GAMES
from bolicho.games.paulista.state import CALLS
from bolicho.games.paulista.view import WORTH

DEAL = "7d / 3c 2h As / Kd Jc 4h"
"""The damas are manilhas, and nobody has one: seat 0 has the better cards."""


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_rounds_win_a_hand_and_it_is_worth_one_point(tell: Tell) -> None:
    state = tell(DEAL, "3c Kd 2h Jc")
    assert (state.over, state.won, state.scores) == (True, (0, 0), (1, 0))


def test_who_won_a_round_leads_the_next(tell: Tell) -> None:
    assert tell(DEAL, "As Jc").seat == 0
    assert tell("7d / 3c 2h 4s / Kd Jc 4h", "4s Kd").seat == 1


def test_after_a_tie_who_led_leads_again(tell: Tell) -> None:
    deal = "7d / 3c 2h As / 3d 2s 4h"
    assert (tell(deal, "3c 3d").won, tell(deal, "3c 3d").seat) == ((None,), 0)
    state = tell(deal, "3c 3d 2h 2s")
    assert (state.won, state.seat) == ((None, None), 0)
    lost = tell("7d / 3c 2h As / 3d 2s 4h", "As 3d 2s 2h")  # seat 1 led the second
    assert (lost.won, lost.over, lost.scores) == ((1, None), True, (0, 1))


@pytest.mark.parametrize(
    ("deal", "said", "won", "scores"),
    [
        ("7d / 3c 2h As / 3d Jc 4h", "3c 3d 2h Jc", (None, 0), (1, 0)),  # the second decides
        ("7d / 3c 2h As / 3d 2c 4h", "3c 3d 2h 2c As 4h", (None, None, 0), (1, 0)),  # then the third
        ("7d / 3c 2h As / 3d 2c Ah", "3c 3d 2h 2c As Ah", (None, None, None), (0, 0)),  # nobody
        ("7d / 3c 2h As / Kd 2c 4h", "3c Kd 2h 2c", (0, None), (1, 0)),  # the first decides
        ("7d / 3c 4s As / Kd 2c Ac", "3c Kd 4s 2c Ac As", (0, 1, None), (1, 0)),  # the first decides
        ("7d / 3c 4s As / Kd 2c Kc", "3c Kd 4s 2c Kc As", (0, 1, 0), (1, 0)),
    ],
)
def test_a_tie_is_decided_by_the_first_round_that_is_not(
    tell: Tell, deal: str, said: str, won: tuple[int | None, ...], scores: tuple[int, int]
) -> None:
    state = tell(deal, said)
    assert (state.over, state.won, state.scores) == (True, won, scores)


def test_manilhas_never_tie(tell: Tell) -> None:
    assert tell("7d / Qd 2h As / Qs 2c 4h", "Qd Qs").won == (1,)
    assert tell("7d / Qc 2h As / Qh 2c 4h", "Qc Qh").won == (0,)


# ── calls ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("calls", [1, 2, 3, 4])
def test_each_call_pays_its_value_accepted_and_the_one_before_refused(tell: Tell, calls: int) -> None:
    said = " ".join(CALLS[:calls])
    caller = (calls - 1) % 2
    refused = tell(DEAL, f"{said} corro")
    assert (refused.over, refused.scores[caller], refused.scores[1 - caller]) == (True, WORTH[calls - 1], 0)
    assert tell(DEAL, f"{said} aceito 3c Kd 2h Jc").scores == (WORTH[calls], 0)


def test_only_who_did_not_call_last_may_raise(tell: Tell) -> None:
    state = tell(DEAL, "truco aceito")
    assert (state.seat, "seis" in state.moves()) == (0, False)
    assert "seis" in state.play("3c").moves()
    assert tell(DEAL, "truco").moves() == ("aceito", "corro", "seis")
    assert tell(DEAL, "truco seis nove").moves() == ("aceito", "corro", "doze")
    assert tell(DEAL, "truco seis nove doze").moves() == ("aceito", "corro")


def test_after_an_answer_the_turn_returns_to_who_was_to_play(tell: Tell) -> None:
    assert tell(DEAL, "truco aceito").seat == 0
    assert tell(DEAL, "3c truco aceito").seat == 1
    assert tell(DEAL, "truco seis nove doze aceito").seat == 0


def test_nobody_may_run_unless_he_is_called(tell: Tell) -> None:
    assert "corro" not in tell(DEAL).moves()


def test_a_raise_may_be_held_to_what_the_one_behind_needs(tell: Tell) -> None:
    """CTruco: at 10 to 7 the one behind needs five, so seis is the last call."""
    assert "nove" in tell(DEAL, "truco seis", score=(10, 7)).moves()
    assert tell(DEAL, "truco seis", score=(10, 7), raises="needed").moves() == ("aceito", "corro")
    assert "seis" in tell(DEAL, "truco", score=(10, 7), raises="needed").moves()
    assert "doze" in tell(DEAL, "truco seis nove", score=(10, 0), raises="needed").moves()


def test_points_stop_at_the_target(tell: Tell) -> None:
    state = tell(DEAL, "truco seis aceito 3c Kd 2h Jc", score=(9, 3))
    assert state.scores == (3, 0)
    game = bolicho.game("paulista")
    assert game.following({"score": [9, 3], "mano": 0}, state.scores) is None


def test_the_mao_alternates(tell: Tell) -> None:
    game = bolicho.game("paulista")
    assert game.following({"score": [9, 3], "mano": 0}, (0, 0)) == {"score": [9, 3], "mano": 1}
    assert game.following({"score": [9, 3], "mano": 1}, (1, 0)) == {"score": [10, 3], "mano": 0}
    assert tell(DEAL, mano=1).seat == 1


# ── cards face down ───────────────────────────────────────────────────────────────────────────────────────────────


def test_from_the_second_round_on_a_card_may_lie_face_down_and_is_worth_nothing(tell: Tell) -> None:
    assert not any(move.startswith("(") for move in tell(DEAL).moves() + tell(DEAL, "3c").moves())
    state = tell(DEAL, "3c Kd")
    assert state.moves() == ("2h", "As", "(2h)", "(As)", "truco")
    assert state.play("(2h)").play("4h").won == (0, 1)
    assert state.play("(2h)").play("(Jc)").won == (0, None)
    assert tell(DEAL, "3c Kd", face_down="never").moves() == ("2h", "As", "truco")


def test_the_rival_sees_only_its_back(tell: Tell) -> None:
    state = tell(DEAL, "3c Kd (2h) 4h")
    assert state.view(1).played == (("3c", "(?)"), ("Kd", "4h"))
    assert state.view(0).played == (("3c", "(2h)"), ("Kd", "4h"))
    assert (0, "(?)") in state.view(1).history
    assert "2h" not in repr(state.view(1))


# ── mão de onze ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("score", "eleven"), [((11, 4), 0), ((4, 11), 1)])
@pytest.mark.parametrize("mano", [0, 1])
def test_who_has_eleven_looks_and_decides_whoever_is_mao(
    tell: Tell, score: tuple[int, int], eleven: int, mano: int
) -> None:
    state = tell(DEAL, score=score, mano=mano)
    assert (state.seat, state.moves()) == (eleven, ("aceito", "corro"))
    assert len(state.view(eleven).hand) == 3
    ran = state.play("corro")
    assert (ran.over, ran.scores[1 - eleven], ran.scores[eleven]) == (True, 1, 0)
    played = state.play("aceito")
    assert (played.seat, played.view(0).worth) == (mano, 3)


def test_in_a_mao_de_onze_nobody_calls_and_it_pays_three(tell: Tell) -> None:
    state = tell(DEAL, "aceito", score=(4, 11))
    while not state.over:
        assert not set(state.moves()) & {*CALLS, "aceito", "corro"}
        state = state.play(state.moves()[0])
    assert state.scores == (3, 0)
    assert tell(DEAL, "aceito 3c Kd 2h Jc", score=(11, 4)).scores == (1, 0)  # that is twelve


# ── mão de ferro ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_at_eleven_all_nobody_looks_and_each_plays_his_cards_as_they_came(tell: Tell) -> None:
    deal = "7d / As 3c 2h / 4h Kd Jc"
    state = tell(deal, score=(11, 11))
    assert state.moves() == ("escuro",)
    assert state.view(0).hand == state.view(0).dealt == ()
    state = state.play("escuro")
    assert state.view(0).played == state.view(1).played == (("As",), ())
    assert not {"3c", "2h", "4h", "Kd", "Jc"} & set(repr(state.view(1)).replace("'", " ").split())
    state = tell(deal, "escuro escuro escuro escuro", score=(11, 11))
    assert (state.over, state.played, state.scores) == (True, (("As", "3c"), ("4h", "Kd")), (1, 0))


def test_it_may_be_a_plain_hand_without_calls(tell: Tell) -> None:
    state = tell(DEAL, score=(11, 11), mao_de_ferro="open")
    assert state.moves() == ("3c", "2h", "As")
    assert tell(DEAL, "3c Kd 2h Jc", score=(11, 11), mao_de_ferro="open").scores == (1, 0)


# ── what is refused ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"target": 1}, "target=1: expected a number of points from 2 to 99"),
        ({"target": "x"}, "target='x': expected a number"),
        ({"face_down": "any"}, "face_down='any': expected one of rounds-2-3, never"),
        ({"preset": "x"}, "unknown paulista option 'preset'"),
    ],
)
def test_a_wrong_option_is_told_what_is_right(options: dict[str, object], says: str) -> None:
    with pytest.raises(bolicho.BadInput, match=says):
        bolicho.game("paulista", **options)


@pytest.mark.parametrize("context", [{"score": (12, 0)}, {"score": (0,)}, {"score": 3}, {"mano": 2}, {"mano": True}])
def test_a_wrong_context_is_refused(context: dict[str, Any]) -> None:
    with pytest.raises(bolicho.BadInput):
        GAMES.make("paulista").start(DEAL, **context)
