"""A unit told to who cannot see the table: golden speech of a hand of each game, each line once and in order."""

import re
from random import Random
from typing import Any

import pytest

from bolicho.agents import make
from bolicho.games import GAMES
from bolicho.games.face import face_of

NAMES = ("Você", "Bia", "Caio", "Davi")
PLAYERS = {
    "truco": ("sound", "bold"),
    "rikken": ("rules",) * 4,
    "tapatan": ("minimax", "random"),
    "paulista": ("zap", "random"),
}


def told(game: str, deal: str, moves: str, language: str = "pt-BR", **context: Any) -> list[str]:
    made = GAMES.make(game)
    state = made.start(made.parse_deal(deal), **context)
    for move in moves.split():
        state = state.play(move)
    names = NAMES if language == "pt-BR" else ("You", *NAMES[1:])
    return face_of(made, language, names[: made.seats]).speech(state.view(0), over=state.over)


def test_a_hand_of_truco_can_be_followed_by_ear() -> None:
    heard = told("truco", "1e 7o 12o / 3b 6c 5c", "envido quero 1e 3b 7o 6c", mano=0)
    assert heard == [
        "Suas cartas: 1 de espadas, 7 de ouros, 12 de ouros. Você é mão.",
        "Bia: Quero!",
        "Você: Vinte e sete.",
        "Bia: Trinta e um.",
        "Bia: 3 de bastos.",
        "1ª rodada: Você.",
        "Bia: 6 de copas.",
        "2ª rodada: Você.",
        "Envido querido: Bia +2.",
        "Nas cartas: Você +1.",
        "Bia mostra: 6 de copas, 5 de copas.",
    ]


def test_a_refused_truco_is_heard_by_its_name() -> None:
    heard = told("truco", "1e 7o 12o / 3b 6c 5c", "3b truco retruco nao-quero", mano=1, language="en")
    assert heard == [
        "Your cards: 1 of espadas, 7 of ouros, 12 of ouros. Mão: Bia.",
        "Bia: 3 of bastos.",
        "Bia: Retruco!",
        "You refused the retruco: Bia +2.",
    ]


def test_a_hand_of_truco_paulista_can_be_followed_by_ear() -> None:
    heard = told("paulista", "6s / As Kh 4d / Ad 7c Qs", "As Ad Kh truco aceito Qs", mano=0)
    assert heard == [
        "Suas cartas: ás de espadas, rei de copas, 4 de ouros.",
        "Vira 6 de espadas; manilha: 7.",
        "Você é mão.",
        "Bia: ás de ouros.",
        "1ª rodada: cangou.",
        "Bia: Truco!",
        "Bia: dama de espadas.",
        "2ª rodada: Você.",
        "Nas cartas: Você +3.",
    ]


def test_a_game_on_a_board_is_heard_move_by_move() -> None:
    made = GAMES.make("jogo-da-velha")
    state = made.start(made.deal(Random(1)))
    for move in ["a1", "b2", "a2", "b3", "a3"]:
        state = state.play(move)
    heard = face_of(made, "en", ("You", "Bia")).speech(state.view(0), over=True)
    assert heard[:2] == ["Bia: b2.", "Bia: b3."]
    assert len(heard) == 3
    assert heard[2].startswith("You")


@pytest.mark.parametrize("game", ["fanorona-5x5", "oware", "tapatan", "damas", "amazonas"])
def test_boards_are_heard_in_words_and_points_alone(game: str) -> None:
    made, rng = GAMES.make(game), Random(3)
    state = made.start(made.deal(rng))
    for _ in range(30):
        if state.over:
            break
        state = state.play(rng.choice(state.moves()))
    for line in face_of(made, "pt-BR", ("Você", "Bia")).speech(state.view(0), over=state.over):
        assert re.fullmatch(r"[\w\s:.,×–!-]+", line), line


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_what_was_said_stays_said_and_is_never_said_again(game: str, language: str) -> None:
    made = GAMES.make(game)
    players = [make(name, made) for name in PLAYERS[game]]
    face = face_of(made, language, NAMES[: made.seats])
    for seed in range(4):
        rng, before = Random(seed), [list[str]() for _ in range(made.seats)]
        state = made.start(made.deal(rng))
        while not state.over:
            state = state.play(players[state.seat].choose(state.view(state.seat), rng).move)
            for seat in range(made.seats):
                now = face.speech(state.view(seat), over=state.over)
                assert now[: len(before[seat])] == before[seat]
                assert all(line.endswith((".", "!", "?")) for line in now)
                before[seat] = now


def test_who_plays_which_contract_of_rikken_is_heard_as_the_auction_ends() -> None:
    made = GAMES.make("rikken")
    state = made.start(made.deal(Random(4)), dealer=3)
    for move in ("piek", "pas", "open-misere-plus", "pas", "pas"):
        state = state.play(move)
    face = face_of(made, "en", ("You", "Bia", "Caio", "Dora"))
    seen = "the declarer's cards are seen, and the others show each other theirs"
    told = f"Caio plays open misère+ (no trick · 15 · {seen})."
    assert face.speech(state.view(0))[-2:] == ["Dora: Pass.", told]
    assert told not in face.speech(state.view(2)), "one's own contract is known"


def test_every_trick_of_rikken_is_given_to_somebody() -> None:
    made, rng = GAMES.make("rikken"), Random(4)
    players = [make("rules", made) for _ in range(4)]
    state = made.start(made.deal(rng))
    while not state.over:
        state = state.play(players[state.seat].choose(state.view(state.seat), rng).move)
    heard = face_of(made, "en", NAMES).speech(state.view(2), over=True)
    taken = [line for line in heard if line.startswith("Trick ")]
    assert [line.split(":")[0] for line in taken] == [f"Trick {n}" for n in range(1, 14)]
    counted = [sum(line.endswith(f": {name}.") for line in taken) for name in NAMES]
    assert counted == list(state.view(0).won)
