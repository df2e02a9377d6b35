"""What is heard at a Truco table: what was refused, the numbers of envido and flor, what a call is worth here."""

import pytest

from bolicho.core.words import Words
from bolicho.games import GAMES
from bolicho.games.truco import talk
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View

PT = Words("bolicho.games.truco", "pt-BR")
EN = Words("bolicho.games.truco", "en")
MANO_27 = "1e 7o 12o / 3b 6c 5c"  # envido 27 for the mão, 31 for the other
PE_LOWER = "1e 7o 12o / 3b 2c 12c"  # 27 and 22
FLORES = "1e 7e 12e / 3b 2b 12b"


def hand(deal: str, moves: str = "", score: tuple[int, int] = (0, 0), **options: object) -> State:
    game = GAMES.make("truco", **options)
    state: State = game.start(game.parse_deal(deal), mano=0, score=score)
    for move in moves.split():
        state = state.play(move)
    return state


def heard(state: State, words: Words = PT) -> list[str]:
    return [f"{seat} {text}" for seat, _, text in talk.log(state.view(0), words)]


def view_of_turn(state: State) -> View:
    assert state.seat is not None
    return state.view(state.seat)


def test_an_accepted_envido_is_followed_by_the_numbers_the_mao_first() -> None:
    assert heard(hand(MANO_27, "envido quero")) == ["0 Envido!", "1 Quero!", "0 Vinte e sete.", "1 Trinta e um."]
    assert heard(hand(PE_LOWER, "envido quero"))[2:] == ["0 Vinte e sete.", "1 São boas."]
    assert heard(hand(PE_LOWER, "envido quero"), EN)[2:] == ["0 Twenty-seven.", "1 They are good."]


def test_a_pe_who_may_choose_says_the_number_when_asked() -> None:
    asked = hand(MANO_27, "envido quero", preset="ufsm-web")
    assert heard(asked) == ["0 Envido!", "1 Quero!", "0 Vinte e sete."]
    assert heard(asked.play("pontos"))[3:] == ["1 Trinta e um."]
    assert heard(asked.play("e-bom"))[3:] == ["1 É bom."]


def test_numbers_stand_where_they_were_said_and_not_at_the_end() -> None:
    state = hand(MANO_27, "envido quero 1e 3b")
    assert [move for _, move, _ in talk.log(state.view(0), PT)] == ["envido", "quero", "", "", "1e", "3b"]


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ("truco nao-quero", "Não quero o truco."),
        ("truco retruco nao-quero", "Não quero o retruco."),
        ("truco retruco vale-quatro nao-quero", "Não quero o vale quatro."),
        ("envido real-envido nao-quero", "Não quero o real envido."),
        ("falta-envido nao-quero", "Não quero a falta envido."),
        ("truco envido nao-quero nao-quero", "Não quero o truco."),  # the envido came first, then the truco waits
        ("envido quero truco nao-quero", "Não quero o truco."),
    ],
)
def test_a_refusal_says_what_is_refused(moves: str, last: str) -> None:
    assert talk.log(hand(MANO_27, moves).view(0), PT)[-1][2] == last


def test_a_truco_refused_after_an_undisputed_flor_is_a_truco_refused() -> None:
    alone = "1e 7o 12o / 3b 2b 12b"
    assert talk.log(hand(alone, "envido flor truco nao-quero").view(0), PT)[-1][2] == "Não quero o truco."
    assert talk.log(hand(alone, "truco flor nao-quero").view(0), PT)[-1][2] == "Não quero o truco."


def test_flor_against_flor_is_followed_by_both_numbers() -> None:
    assert heard(hand(FLORES, "flor contra-flor quero"))[3:] == ["0 Vinte e oito.", "1 São boas."]
    assert heard(hand(FLORES, "flor achico")) == ["0 Flor!", "1 Com flor, me achico."]
    assert talk.log(hand(FLORES, "flor contra-flor nao-quero").view(0), PT)[-1][2] == "Não quero a contra-flor."


def test_the_end_of_a_hand_names_what_was_refused() -> None:
    names = ("Ana", "Bia")
    told = talk.summary(hand(MANO_27, "truco retruco nao-quero").view(0), PT, names)
    assert told == ["Ana não quis o retruco: Bia +2"]
    told = talk.summary(hand(MANO_27, "falta-envido nao-quero baralho").view(0), EN, names)
    assert told[0] == "Bia refused the falta envido: Ana +1"


@pytest.mark.parametrize(
    ("score", "options", "points"),
    [((0, 0), {}, 24), ((17, 9), {}, 7), ((3, 22), {}, 2), ((9, 4), {"preset": "argentino"}, 6)],
)
def test_a_falta_envido_shows_its_points_before_it_is_said_and_when_it_is_answered(
    score: tuple[int, int], options: dict[str, object], points: int
) -> None:
    state = hand(MANO_27, "", score, **options)
    assert talk.meaning(view_of_turn(state), "falta-envido", PT) == f"vale {points}"
    asked = talk.prompt(view_of_turn(state.play("falta-envido")), PT, ("Ana", "Bia"))
    assert asked == f"Ana canta falta envido. Quer? Vale {points}, a falta; se não, Ana leva 1."


def test_a_contra_flor_e_o_resto_shows_its_points() -> None:
    state = hand(FLORES, "flor", (10, 4), preset="cbtg")
    assert talk.meaning(view_of_turn(state), "contra-flor-e-o-resto", EN) == "worth 20"
    asked = talk.prompt(view_of_turn(state.play("contra-flor-e-o-resto")), EN, ("Ana", "Bia"))
    assert "Worth 20, the resto" in asked
