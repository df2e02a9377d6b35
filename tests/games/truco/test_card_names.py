"""A card of Truco has one name a language, whoever says it: the number that is printed on it, and its suit."""

import pytest

from bolicho.agents import make
from bolicho.core.chance import stream
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.games.truco.cards import STRENGTH
from bolicho.web.tables.plainly import advice_in_words

GAME = GAMES.make("truco")
OF = {"pt-BR": "de", "en": "of"}
SUITS = {"e": "espadas", "b": "bastos", "o": "ouros", "c": "copas"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", STRENGTH)
def test_choice_log_and_sentence_call_a_card_alike(card: str, language: str) -> None:
    face = face_of(GAME, language)
    name = f"{card[:-1]} {OF[language]} {SUITS[card[-1]]}"
    assert face.card(card) == face.label(card) == face.name_of(card) == face.plainly(card) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_log_speech_and_hint_of_a_hand_call_its_cards_alike(language: str) -> None:
    state = GAME.start("1e 7o 12o / 3b 6c 5c", mano=0).play("12o").play("3b")
    face, name = face_of(GAME, language, ("Ana", "Bia")), f"12 {OF[language]} ouros"
    assert face.log(state.view(0))[0] == (0, "12o", name)
    assert any(name in line for line in face.speech(GAME.start("1e 7o 12o / 3b 6c 5c", mano=0).view(0), over=False))
    view = GAME.start("4e 5b 12o / 3b 6c 4c", mano=1).play("3b").play("4e").play("6c").view(0)
    why = make(face.adviser, GAME).choose(view, stream(1)).why
    hinted = str(advice_in_words(why, face))
    assert name in hinted or why["rule"] != "sound-card", hinted
