"""What a person who is asked sees: the cases of the question in doubt, in their language, whole within 80 columns."""

from collections.abc import Iterator
from functools import cache
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from tests.agents.bots.trained import GAME, learner, sound_tutor

import bolicho
from bolicho.cli.commands.cases.shared import words_of
from bolicho.cli.commands.train.tutor_cases import cases_table
from bolicho.cli.commands.train.tutor_person import own_move_in_words
from bolicho.cli.table.drawing import drawing_for
from bolicho.core.contract import Decision, Question
from bolicho.core.words import LANGUAGES, Words


@cache
def questions() -> tuple[Question, ...]:
    """What bot5 asks in a few matches."""
    heard: list[Question] = []

    def tutor(question: Question) -> Decision:
        heard.append(question)
        return sound_tutor(question)

    for match in range(6):
        bolicho.play_match(GAME, [learner("bot5"), bolicho.agent("sound", GAME)], 1, match=match, tutor=tutor)
    return tuple(heard)


def doubts() -> Iterator[tuple[Question, dict[str, Any], dict[str, Any]]]:
    for question in questions():
        facts = question.fallback.why["facts"]
        yield question, facts, facts["doubt"]


def drawn(doubt: dict[str, Any], language: str, width: int = 80) -> str:
    console = Console(width=width, record=True, file=StringIO())
    console.print(
        cases_table(
            doubt["cases"], doubt["question"], Words("bolicho.cli.commands.train", language, "tutor.toml"), width
        )
    )
    return console.export_text()


def test_a_question_carries_the_cases_of_what_is_in_doubt() -> None:
    elsewhere = 0
    for question, facts, doubt in doubts():
        assert (doubt["mode"], doubt["known"]) == (question.about, False)
        assert doubt["close"] == sum(case["similarity"] >= 0.9 for case in doubt["cases"]) < facts["k"]
        elsewhere += doubt["question"] != facts["question"]
    assert elsewhere > 0, "the own choice often stands on another question"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cases_are_drawn_whole_within_80_columns(language: str) -> None:
    kinds = words_of(language)
    for _, _, doubt in doubts():
        if doubt["cases"]:
            text = drawn(doubt, language)
            assert "…" not in text
            assert kinds(f"kind-{doubt['question']}") in text
            assert str(doubt["cases"][-1]["case"]) in text
            assert max(map(len, text.splitlines())) <= 80


def test_in_portuguese_nothing_is_left_in_english() -> None:
    for _, _, doubt in doubts():
        if doubt["cases"]:
            heads = drawn(doubt, "pt-BR", 200).split("\n", 3)
            shown = set(" ".join(heads[1:]).replace("_", " ").split())
            assert "parecida" in shown
            assert not shown & {"high", "medium", "low", "mano", "mine", "theirs", "margin", "none", "points", "round"}


def test_the_own_choice_is_told_without_naming_the_bot_twice() -> None:
    question = questions()[0]
    drawing = drawing_for(GAME, "en", ["bot5", "sound"])
    assert drawing.say(question.view.seat, question.fallback.move) == f"bot5: {own_move_in_words(drawing, question)}"
