"""Puzzles in a browser: one solved right, one wrong, by hand and by keyboard; rating and streak stay in the browser."""

from typing import Any

import pytest
from tests.web.visitor import DESKTOP, PHONE, SMALL, Visitor, sideways, until, violations

from bolicho.play.puzzles.puzzle import Puzzle, shipped

KEPT = "JSON.parse(localStorage.getItem('bolicho.puzzles'))"


def one_of(game: str, *themes: str) -> Puzzle:
    return next(one for one in shipped().values() if one.game == game and one.theme in themes)


def wrong_of(one: Puzzle) -> str:
    wrong: str = next(move for move in one.view.moves if not one.right(move))
    return wrong


def stands(page: Any, one: Puzzle) -> None:
    """Wait until a puzzle is shown."""
    script = "id => location.hash === `#${id}` && document.getElementById('drawing').dataset.puzzle === id"
    until(page, script, one.id)


def make(page: Any, one: Puzzle, move: str) -> None:
    """Make a move: a card or a call, or a step on the board, point by point."""
    for part in [move] if one.unit == "match" else move.split("-"):
        page.locator(f'[data-move="{part}"], [data-card="{part}"], #drawing [data-key="{part}"]').first.click()
    page.locator("#answer:not([hidden])").wait_for()


@pytest.mark.parametrize(
    ("language", "size", "game", "right", "wrong"),
    [("en", DESKTOP, "truco", "Well done", "Not this time"), ("pt-BR", PHONE, "picaria", "Isso aí", "Não foi")],
)
def test_one_is_solved_and_one_is_not(
    visitor: Visitor, language: str, size: tuple[int, int], game: str, right: str, wrong: str
) -> None:
    first, second = one_of(game, "call", "win-2"), one_of(game, "answer", "save")
    page = visitor.open(f"/puzzles#{first.id}", language=language, size=size)
    stands(page, first)
    assert violations(page) == []
    assert list(sideways(page, (size, SMALL))) == []
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    make(page, first, first.answer)
    assert right in page.locator("#answer.right").inner_text()
    assert page.locator("#values-rows tr").count() == len(first.view.moves)
    assert page.evaluate("document.activeElement.id") == "next"
    assert violations(page) == []
    kept = page.evaluate(KEPT)
    assert kept["tried"] == {first.id: 1}
    assert kept["streak"] == 1
    assert kept["players"][first.unit]["rating"] > 1500

    page.goto(f"{visitor.url}/puzzles#{second.id}")
    stands(page, second)
    make(page, second, wrong_of(second))
    assert wrong in page.locator("#answer.wrong").inner_text()
    told = page.evaluate(KEPT)
    assert told["tried"] == {first.id: 1, second.id: 0}
    assert (told["streak"], told["best"]) == (0, 1)
    assert told["players"][first.unit]["rating"] < kept["players"][first.unit]["rating"]


def test_nothing_that_comes_before_the_try_says_what_is_right(visitor: Visitor) -> None:
    one = one_of("truco", "card")
    page = visitor.open(f"/puzzles#{one.id}")
    page.locator("#drawing .card").first.wait_for()
    come = [answer.json() for answer in visitor.bodies if "/api/puzzles" in answer.url]
    assert len(come) == 2
    assert not any("answer" in told or "moves" in told for told in come)


def test_the_next_one_is_of_the_kind_that_was_chosen_and_near_the_own_rating(visitor: Visitor) -> None:
    page = visitor.open("/puzzles")
    page.locator("#drawing > *").first.wait_for()
    page.locator("#game").select_option("achi")
    until(page, "() => document.getElementById('rated').textContent.startsWith('Achi')")
    page.locator("#kind").select_option("win-far")
    until(page, "() => document.getElementById('question').textContent.includes('only one move')")
    shown = shipped()[page.evaluate("location.hash.slice(1)")]
    nearest = min(abs(one.rating - 1500) for one in shipped().values() if (one.game, one.theme) == ("achi", "win-far"))
    assert (shown.game, shown.theme) == ("achi", "win-far")
    assert abs(shown.rating - 1500) <= nearest + 50


def test_by_keyboard_and_once_only(visitor: Visitor) -> None:
    one = next(one for one in shipped().values() if one.game == "truco" and one.answer == "truco")
    page = visitor.open(f"/puzzles#{one.id}")
    page.locator("#calls button").first.wait_for()
    page.keyboard.press("t")
    page.locator("#answer.right").wait_for()
    page.reload()
    page.locator("#calls button").first.wait_for()
    assert page.locator("#again").is_visible()
    page.keyboard.press("b")
    page.locator("#answer.wrong").wait_for()
    assert page.evaluate(KEPT)["tried"] == {one.id: 1}


def test_from_the_lobby_to_a_puzzle_and_on_to_a_table(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator("a.to-puzzles").click()
    page.locator("#drawing > *").first.wait_for()
    one = one_of("tapatan", "win-2")
    page.goto(f"{visitor.url}/puzzles#{one.id}")
    stands(page, one)
    make(page, one, one.answer)
    page.locator("#play-on").click()
    page.wait_for_url("**/table/*")
    page.locator("#turn.mine").wait_for()
