"""The teacher's path: every game once, in its module; the answers on its pages are proven; the pages need no script."""

import re
from html import escape

import pytest
from fastapi.testclient import TestClient

from bolicho.core.words import LANGUAGES
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards import board_game
from bolicho.games.boards.picture import pieces_svg
from bolicho.games.boards.rules import parse_position
from bolicho.learn.boards.exercises import KINDS, answer, collection, line
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import worth_at
from bolicho.web.app import create_app
from bolicho.web.server.settings import Settings
from bolicho.web.teaching.handout import html, index, modules, page

ASKED = [(name, exercise) for name, known in collection().items() for exercise in known.exercises]
WORDS = {1: "first", -1: "second", 0: "draw"}


def test_every_game_stands_once_on_the_path_and_in_the_module_of_its_family() -> None:
    placed = {lesson.game: module.name for module in modules() for lesson in module.lessons}
    assert sum(len(module.lessons) for module in modules()) == len(placed)
    assert placed == {name: GAMES.make(name).board.family for name in BOARDS}
    assert set(collection()) == set(BOARDS)


@pytest.mark.parametrize(("name", "exercise"), ASKED, ids=[f"{name}-{one.kind}" for name, one in ASKED])
def test_an_exercise_has_one_answer_and_it_is_the_printed_one(name: str, exercise: tuple[str, str, str]) -> None:
    board = board_game(GAMES.make(name), name).board
    text, kind, printed = exercise
    assert answer(board, parse_position(board, text), kind) == printed


@pytest.mark.parametrize("name", SHIPPED)
def test_who_wins_is_what_the_table_says(name: str) -> None:
    game = board_game(GAMES.make(name), name)
    position = game.start().position
    assert collection()[name].start == WORDS[worth_at(game.board, position).worth.value]


def test_most_games_have_an_exercise() -> None:
    without = {name for name, known in collection().items() if not known.exercises}
    assert without <= {"gamao", "tabula", "halma", "xadrez-chines", "go", "gomoku", "surakarta"}
    assert {exercise.kind for _, exercise in ASKED} == set(KINDS)


def test_the_line_of_a_forced_win_ends_with_the_win() -> None:
    for name, exercise in ASKED:
        if exercise.kind == "win":
            assert len(line(GAMES.make(name).board, exercise)) >= 2, (name, exercise)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_page_shows_every_game_with_board_pieces_and_answers(module: object, language: str) -> None:
    _, body = page(module, language)  # type: ignore[arg-type]
    games = [lesson.game for lesson in module.lessons]  # type: ignore[attr-defined]
    assert list(re.findall(r"<section class='sheet' id='([\w-]+)'>", body)) == games
    for game in games:
        answers = body[body.index("<section class='sheet answers'>") :]
        assert all(f"<li>{escape(one.answer)}" in answers for one in collection()[game].exercises)
        assert GAMES.make(game).board.title[language].replace("'", "&#x27;") in answers
    assert "<script" not in body
    assert "{" not in re.sub(r"<svg.*?</svg>", "", body)


def test_pieces_to_cut_out_are_those_of_the_game() -> None:
    assert pieces_svg(GAMES.make("tapatan").board).count("<rect") == 6
    assert pieces_svg(GAMES.make("jogo-da-onca").board).count("<rect") == 15
    assert pieces_svg(GAMES.make("three-mens-morris").board).count("<rect") == 6
    assert pieces_svg(GAMES.make("damas").board).count("<rect") == 24 + 2 * 4  # some kings
    assert pieces_svg(GAMES.make("gamao").board).count("<rect") == 30


def test_the_server_has_the_pages_in_both_languages() -> None:
    client = TestClient(create_app(Settings(store=":memory:")))  # not entered: no house is needed to read
    assert index("en")[0] in client.get("/path?lang=en").text
    told = client.get("/path/hunt?lang=pt-BR")
    assert told.status_code == 200
    assert "Jogo da onça" in told.text
    assert "path.css" in told.text
    assert client.get("/path/nothing").status_code == 404


def test_the_other_language_is_called_as_its_readers_call_it() -> None:
    assert ">Português</a>" in html("", "", "en", "")
    assert ">English</a>" in html("", "", "pt-BR", "")
