"""What people see and hear: every situation has words in both languages, and nobody is shown what he may not see."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.paulista.conftest import Tell

import bolicho
from bolicho.core.words import LANGUAGES, Words
from bolicho.games.face import face_of
from bolicho.games.paulista import Paulista
from bolicho.games.scene import HIDDEN, Round, TableCard

NAMES = ("Ana", "Bento")


@settings(max_examples=40)
@given(st.sampled_from(LANGUAGES), st.sampled_from(("blind", "open")), st.integers(0, 2**32))
def test_every_situation_has_words(language: str, ferro: str, seed: int) -> None:
    game, rng = Paulista(mao_de_ferro=ferro), bolicho.stream(seed)
    face = face_of(game, language, NAMES)
    score = (rng.choice((11, 3)), rng.choice((11, 3)))
    state = game.start(game.deal(rng), score=score, mano=rng.randrange(2))
    while not state.over:
        assert state.seat is not None
        view = state.view(state.seat)
        told = [face.prompt(view), *face.standing(view), *(face.label(move) for move in view.moves)]
        assert all(told)
        assert not any("{" in text for text in told)
        assert len(set(face.keys(view).values())) == len(view.moves)
        state = state.play(rng.choice(state.moves()))
    assert face.summary(state.view(0)) == face.summary(state.view(1)) != [""]


def test_both_languages_say_the_same_things() -> None:
    told = [set(Words("bolicho.games.paulista", language).texts) for language in LANGUAGES]
    assert told[0] ^ told[1] <= {"gloss-aceito"}  # it needs no gloss in Portuguese


def test_the_scene_has_rounds_with_their_winners_the_vira_and_who_is_mao(tell: Tell) -> None:
    face = face_of(bolicho.game("paulista"), "en", NAMES)
    scene = face.scene(tell("7d / 4c 3c As / Kd Jc 4h", "4c Kd Jc").view(0))
    assert scene is not None
    assert scene.rounds == (
        Round((TableCard(0, "4c"), TableCard(1, "Kd")), True, 1),
        Round((TableCard(1, "Jc"),)),
    )
    assert (scene.up, scene.marks, scene.counts, scene.hand) == (("7d",), ("mão (leads)", "pé"), (2, 1), ("3c", "As"))


def test_who_looks_on_sees_no_hand_and_no_card_that_lies_face_down(tell: Tell) -> None:
    face = face_of(bolicho.game("paulista"), "en", NAMES)
    seen = face.public(tell("7d / 3c 2h As / Kd Jc 4h", "3c Kd (2h) 4h"))
    assert seen.played == (("3c", HIDDEN), ("Kd", "4h"))
    assert not {"2h", "As", "Jc"} & set(repr(seen).replace("'", " ").replace("(", " ").replace(")", " ").split())


def test_a_mao_de_ferro_shows_backs_and_tells_the_cards_that_were_turned_up(tell: Tell) -> None:
    face = face_of(bolicho.game("paulista"), "pt-BR", NAMES)
    view = tell("7d / 3c 2h As / Kd Jc 4h", "escuro", score=(11, 11)).view(1)
    scene = face.scene(view)
    assert scene is not None
    assert (scene.hand, face.history(view)) == ((HIDDEN,) * 3, [(0, "3c")])


@pytest.mark.parametrize(("language", "said"), [("en", "queen of hearts wins"), ("pt-BR", "dama de copas wins")])
def test_cards_in_reasons_are_named(language: str, said: str) -> None:
    assert face_of(bolicho.game("paulista"), language, NAMES).plainly("Qh wins") == said
