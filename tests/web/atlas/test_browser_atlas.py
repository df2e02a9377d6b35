"""The atlas and the guide in a browser: a chart by hand, by keyboard and by its address; boards; a page to print."""

from typing import Any

import pytest
from tests.web.visitor import DESKTOP, PHONE, SMALL, Visitor, sideways, until, violations


def charted(page: Any, number: int = 1) -> None:
    until(page, "n => document.querySelectorAll('.classes').length === n", number)


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("pt-BR", PHONE)])
def test_two_players_beside_each_other_and_a_cell_by_its_address(
    visitor: Visitor, language: str, size: tuple[int, int]
) -> None:
    page = visitor.open("/atlas#player=random&against=sound&cell=14,27", language=language, size=size)
    charted(page, 2)
    page.locator("#cell:not([hidden])").wait_for()
    assert page.locator("#cell-told .bars").count() == 2
    assert page.locator('.classes [data-cell="14,27"][aria-pressed="true"]').count() == 2
    assert "{" not in page.locator("main").inner_text()
    assert list(sideways(page, (size, SMALL))) == []
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    assert violations(page) == []


def test_a_cell_is_chosen_by_keyboard_and_the_address_keeps_everything(visitor: Visitor) -> None:
    page = visitor.open("/atlas#player=random")
    charted(page)
    page.locator('.classes [data-cell="14,0-19"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator('.classes [aria-pressed="true"]').get_attribute("data-cell") == "13,20"
    page.locator("#show").select_option("envido")
    assert {"player=random", "show=envido", "cell=13%2C20"} <= set(page.evaluate("location.hash.slice(1).split('&')"))
    page.reload()
    charted(page)
    assert page.locator("#show").input_value() == "envido"
    page.locator("#situation").select_option("pe-envido")
    until(page, "() => document.querySelector('.legend')?.textContent.includes('accepts')")


def test_a_hand_is_weighed_when_one_asks(visitor: Visitor) -> None:
    page = visitor.open("/atlas#player=random&cell=14,27")
    charted(page)
    page.locator("#worth-go").click()
    page.locator("#worth tbody tr").first.wait_for()
    assert violations(page) == []


def test_a_board_is_walked_through_its_solution_and_back(visitor: Visitor) -> None:
    page = visitor.open("/atlas#game=tapatan", size=PHONE)
    page.locator("#around tr").first.wait_for()
    first = page.locator("#around th").first.inner_text()
    page.locator("#around button").first.click()
    until(page, "() => location.hash.includes('moves=')")
    until(page, "() => !document.getElementById('back').disabled")
    assert list(sideways(page, (PHONE,))) == []
    assert violations(page) == []
    page.locator("#back").click()
    until(page, "() => !location.hash.includes('moves=')")
    until(page, "text => document.querySelector('#around th')?.textContent === text", first)


def test_the_guide_is_reached_from_the_lobby_and_has_its_chapters(visitor: Visitor) -> None:
    page = visitor.open("/", language="pt-BR")
    page.locator("a.to-guide").click()
    page.locator(".guide h2").first.wait_for()
    assert page.locator(".guide h2").count() == page.locator(".contents a").count() == 10
    page.locator(".contents a").nth(8).click()
    assert page.evaluate("location.hash") == "#c9"
    page.emulate_media(media="print")
    assert page.locator(".top").is_hidden()
    assert page.locator(".guide h2").first.is_visible()
