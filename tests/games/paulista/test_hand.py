"""Rounds and ties, calls, cards face down, mão de onze and mão de ferro: docs/games/paulista.md, clause by clause."""

import pytest
from tests.games.paulista.conftest import Tell

import bolicho
from bolicho.games.paulista.state import CALLS
from bolicho.games.paulista.view import WORTH

DEAL = "7o / 3p 2c Ae / Ko Jp 4c"
"""The damas are manilhas, and nobody has one: seat 0 has the better cards."""


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_rounds_win_a_hand_and_it_is_worth_one_point(tell: Tell) -> None:
    state = tell(DEAL, "3p Ko 2c Jp")
    assert (state.over, state.won, state.scores) == (True, (0, 0), (1, 0))


def test_who_won_a_round_leads_the_next(tell: Tell) -> None:
    assert tell(DEAL, "Ae Jp").seat == 0
    assert tell("7o / 3p 2c 4e / Ko Jp 4c", "4e Ko").seat == 1


def test_after_a_tie_who_led_leads_again(tell: Tell) -> None:
    deal = "7o / 3p 2c Ae / 3o 2e 4c"
    assert (tell(deal, "3p 3o").won, tell(deal, "3p 3o").seat) == ((None,), 0)
    state = tell(deal, "3p 3o 2c 2e")
    assert (state.won, state.seat) == ((None, None), 0)
    lost = tell("7o / 3p 2c Ae / 3o 2e 4c", "Ae 3o 2e 2c")  # seat 1 led the second
    assert (lost.won, lost.over, lost.scores) == ((1, None), True, (0, 1))


@pytest.mark.parametrize(
    ("deal", "said", "won", "scores"),
    [
        ("7o / 3p 2c Ae / 3o Jp 4c", "3p 3o 2c Jp", (None, 0), (1, 0)),  # the second decides
        ("7o / 3p 2c Ae / 3o 2p 4c", "3p 3o 2c 2p Ae 4c", (None, None, 0), (1, 0)),  # then the third
        ("7o / 3p 2c Ae / 3o 2p Ac", "3p 3o 2c 2p Ae Ac", (None, None, None), (0, 0)),  # nobody
        ("7o / 3p 2c Ae / Ko 2p 4c", "3p Ko 2c 2p", (0, None), (1, 0)),  # the first decides
        ("7o / 3p 4e Ae / Ko 2p Ap", "3p Ko 4e 2p Ap Ae", (0, 1, None), (1, 0)),  # the first decides
        ("7o / 3p 4e Ae / Ko 2p Kp", "3p Ko 4e 2p Kp Ae", (0, 1, 0), (1, 0)),
    ],
)
def test_a_tie_is_decided_by_the_first_round_that_is_not(
    tell: Tell, deal: str, said: str, won: tuple[int | None, ...], scores: tuple[int, int]
) -> None:
    state = tell(deal, said)
    assert (state.over, state.won, state.scores) == (True, won, scores)


def test_manilhas_never_tie(tell: Tell) -> None:
    assert tell("7o / Qo 2c Ae / Qe 2p 4c", "Qo Qe").won == (1,)
    assert tell("7o / Qp 2c Ae / Qc 2p 4c", "Qp Qc").won == (0,)


# ── calls ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("calls", [1, 2, 3, 4])
def test_each_call_pays_its_value_accepted_and_the_one_before_refused(tell: Tell, calls: int) -> None:
    said = " ".join(CALLS[:calls])
    caller = (calls - 1) % 2
    refused = tell(DEAL, f"{said} corro")
    assert (refused.over, refused.scores[caller], refused.scores[1 - caller]) == (True, WORTH[calls - 1], 0)
    assert tell(DEAL, f"{said} aceito 3p Ko 2c Jp").scores == (WORTH[calls], 0)


def test_only_who_did_not_call_last_may_raise(tell: Tell) -> None:
    state = tell(DEAL, "truco aceito")
    assert (state.seat, "seis" in state.moves()) == (0, False)
    assert "seis" in state.play("3p").moves()
    assert tell(DEAL, "truco").moves() == ("aceito", "corro", "seis")
    assert tell(DEAL, "truco seis nove").moves() == ("aceito", "corro", "doze")
    assert tell(DEAL, "truco seis nove doze").moves() == ("aceito", "corro")


def test_after_an_answer_the_turn_returns_to_who_was_to_play(tell: Tell) -> None:
    assert tell(DEAL, "truco aceito").seat == 0
    assert tell(DEAL, "3p truco aceito").seat == 1
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
    state = tell(DEAL, "truco seis aceito 3p Ko 2c Jp", score=(9, 3))
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
    assert not any(move.startswith("(") for move in tell(DEAL).moves() + tell(DEAL, "3p").moves())
    state = tell(DEAL, "3p Ko")
    assert state.moves() == ("2c", "Ae", "(2c)", "(Ae)", "truco")
    assert state.play("(2c)").play("4c").won == (0, 1)
    assert state.play("(2c)").play("(Jp)").won == (0, None)
    assert tell(DEAL, "3p Ko", face_down="never").moves() == ("2c", "Ae", "truco")


def test_the_rival_sees_only_its_back(tell: Tell) -> None:
    state = tell(DEAL, "3p Ko (2c) 4c")
    assert state.view(1).played == (("3p", "(?)"), ("Ko", "4c"))
    assert state.view(0).played == (("3p", "(2c)"), ("Ko", "4c"))
    assert (0, "(?)") in state.view(1).history
    assert "2c" not in repr(state.view(1))


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
    assert tell(DEAL, "aceito 3p Ko 2c Jp", score=(11, 4)).scores == (1, 0)  # that is twelve


# ── mão de ferro ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_at_eleven_all_nobody_looks_and_each_plays_his_cards_as_they_came(tell: Tell) -> None:
    deal = "7o / Ae 3p 2c / 4c Ko Jp"
    state = tell(deal, score=(11, 11))
    assert state.moves() == ("escuro",)
    assert state.view(0).hand == state.view(0).dealt == ()
    state = state.play("escuro")
    assert state.view(0).played == state.view(1).played == (("Ae",), ())
    assert not {"3p", "2c", "4c", "Ko", "Jp"} & set(repr(state.view(1)).replace("'", " ").split())
    state = tell(deal, "escuro escuro escuro escuro", score=(11, 11))
    assert (state.over, state.played, state.scores) == (True, (("Ae", "3p"), ("4c", "Ko")), (1, 0))


def test_it_may_be_a_plain_hand_without_calls(tell: Tell) -> None:
    state = tell(DEAL, score=(11, 11), mao_de_ferro="open")
    assert state.moves() == ("3p", "2c", "Ae")
    assert tell(DEAL, "3p Ko 2c Jp", score=(11, 11), mao_de_ferro="open").scores == (1, 0)


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
def test_a_wrong_context_is_refused(context: dict[str, object]) -> None:
    with pytest.raises(bolicho.BadInput):
        bolicho.game("paulista").start(DEAL, **context)
