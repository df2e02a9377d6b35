"""Every lesson goes to its end in both languages; what is legal the rules decide; one that does not go is refused."""

import json
import re

import pytest

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.games.face import face_of
from bolicho.web.lessons.lesson import DATA, Lesson, answered, lesson, listed, names, read, step_view
from bolicho.web.server.refusal import Refusal

TOKENS = re.compile(r"nao-quero|real-envido|falta-envido|vale-quatro|ask:\w|trump:\w|\b\d{1,2}[eobc]\b|[{}]")


def every_text(one: Lesson, language: str) -> list[str]:
    said = [text for step in one.steps for text in (step.say, step.right, step.wrong, *step.wrongs.values()) if text]
    return [one.title[language], one.about[language], *(text[language] for text in said)]


def test_truco_comes_first_and_both_games_are_taught() -> None:
    assert names() == ("truco", "rikken")
    for language in LANGUAGES:
        assert [one["name"] for one in listed(language)] == ["truco", "rikken"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_lesson_is_played_to_its_end(name: str, language: str) -> None:
    """At each step every legal move is tried: the right ones lead on, each of the others is told why it is wrong."""
    one = lesson(name)
    for number, step in enumerate(one.steps):
        told = step_view(name, number, language)
        assert (told["step"], told["steps"], told["asks"]) == (number, len(one.steps), bool(step.do))
        assert told["say"]
        offered = [move["move"] for move in told["view"]["moves"]]
        assert offered == (list(step.state.moves()) if step.do else [])
        for move in offered:
            answer = answered(name, number, move, language)
            assert answer["right"] == (move in step.do)
            assert answer["said"]
            assert (answer["view"] is not None) == answer["right"]
    assert not one.steps[-1].do


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_it_speaks_to_people_without_tokens(name: str, language: str) -> None:
    for text in every_text(lesson(name), language):
        assert not TOKENS.search(text), text
        assert text[-1] in ".!?…" or text in (lesson(name).title[language],), text
        if language == "pt-BR":
            assert not re.search(r"\b(tu|teu|tua|contigo)\b", text), text


@pytest.mark.parametrize("name", names())
def test_nobody_else_s_cards_are_in_what_is_shown(name: str) -> None:
    one = lesson(name)
    for number, step in enumerate(one.steps):
        dealt = face_of(one.game).hands(step.state)
        assert dealt is not None
        told = step_view(name, number, "en")["view"]
        seen = {turn["move"] for turn in told["told"]["history"]} | {told["state"].get("asked")}
        hidden = {card for hand in dealt[1:] if hand for card in hand} - seen
        assert hidden
        written = json.dumps(told)
        assert not [card for card in hidden if f'"{card}"' in written], f"step {number + 1}"


def test_every_wrong_move_with_an_answer_of_its_own_can_be_made() -> None:
    for name in names():
        for number, step in enumerate(lesson(name).steps):
            assert set(step.wrongs) <= set(step.state.moves()) - set(step.do), f"{name}, step {number + 1}"


def test_what_is_told_of_points_is_what_the_rules_paid() -> None:
    steps = lesson("truco").steps
    paid = [step.after.scores for step in steps]
    assert paid[5] == (1, 0)  # a hand without truco
    assert paid[6] == (1, 0)  # truco, refused
    assert paid[8] == (0, 1)
    assert steps[8].state.play("baralho").scores == (0, 1)  # "come to the same here"
    assert paid[9] == (2, 0)  # envido, accepted
    assert paid[11] == (0, 1)  # envido, refused
    assert paid[13] == (1, 1)
    assert paid[14] == (3, 0)  # flor
    assert "envido" not in steps[14].after.moves()


def test_the_rik_of_the_lesson_is_made_whatever_the_others_play() -> None:
    """The two sure tricks: nobody has a trump left, and the ace of diamonds was not led yet."""
    step = lesson("rikken").steps[8]
    view = step_view("rikken", 8, "en")["view"]["state"]
    assert sum(view["won"][seat] for seat in (0, 2)) == 6
    for first in step.do:
        state, mine = step.state.play(first), [card for card in step.do if card != first]
        while not state.over:
            state = state.play(
                mine.pop() if state.seat == 0 and mine and mine[0] in state.moves() else state.moves()[0]
            )
        assert state.scores[0] == state.scores[2] == 1
        assert state.scores[1] == state.scores[3] == -1


@pytest.mark.parametrize(
    ("name", "step", "move", "code"),
    [
        ("chess", 0, None, "no-such-lesson"),
        ("truco", 99, None, "no-such-step"),
        ("truco", 1, "7o", "illegal"),
        ("truco", 0, "1e", "illegal"),
    ],
)
def test_what_is_not_there_is_refused(name: str, step: int, move: str | None, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        step_view(name, step, "en") if move is None else answered(name, step, move, "en")
    assert refused.value.code == code


HEAD = """game = "truco"
rivals = ["Anselmo"]
title = { pt-BR = "a", en = "a" }
about = { pt-BR = "a", en = "a" }
"""
SAY = 'say = { pt-BR = "a", en = "a" }\nright = { pt-BR = "a", en = "a" }\nwrong = { pt-BR = "a", en = "a" }\n'
DEAL = 'deal = "1e 4c 5o / 3b 6c 4o"\ncontext = { mano = 0 }\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game = [", "lesson x:"),
        ('game = "truco"', "'title' is missing"),
        (f"{HEAD}[[step]]\n{SAY}", "step 1: the first step needs a deal"),
        (f"{HEAD}[[step]]\n{DEAL}{SAY}do = ['7o']", "step 1: '7o' cannot be done here; legal: 1e"),
        (f"{HEAD}[[step]]\n{DEAL}{SAY}before = ['7o']", "step 1: illegal move"),
        (f"{HEAD}[[step]]\n{DEAL}{SAY}before = ['1e']\ndo = ['4c']", "step 1: '4c' cannot be done here"),
        (f"{HEAD}[[step]]\n{DEAL}{SAY}do = ['1e', '4c']\n[[step]]\n{SAY}", "what follows must be a new deal"),
        (f"{HEAD}[[step]]\n{DEAL}say = {{ en = 'a' }}", "step 1: say: a text in each of pt-BR, en is needed"),
    ],
)
def test_a_lesson_that_does_not_go_is_refused_with_its_step(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=re.escape(why)):
        read(text, "x")


def test_files_of_lessons_are_read_as_they_are() -> None:
    assert {path.stem for path in DATA.glob("*.toml")} == set(names())
