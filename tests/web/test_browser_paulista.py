"""Truco Paulista in a browser, drawn as any card game is: the vira, the rounds, the calls, log and score."""

from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import changes, opened, standing
from tests.web.visitor import DESKTOP, PHONE, Visitor

CALLS = "#calls button"
CARDS = "#drawing .hand button.legal"


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "pt-BR")])
def test_a_match_is_played_to_its_end(visitor: Visitor, server: Lab, size: tuple[int, int], language: str) -> None:
    """To five points: we accept and never raise, so no hand brings more than three."""
    table = opened(server, "paulista", "zap", options={"target": 5}, language=language)
    page = visitor.seat(table, size=size, language=language)
    hands = 0
    while (what := wanted(page)) != "over":
        before = standing(page)
        if what == "next":
            hands += 1
            assert page.locator("#between .told li").count() >= 1
            page.locator("#between button.primary").click()
        else:
            assert page.locator("#drawing .up svg").count() == 1
            held = page.locator("#drawing .hand button").count()
            assert held == page.locator("#drawing .hand svg").count()
            cards = page.locator(CARDS)
            (cards if cards.count() else page.locator(CALLS)).first.click()
        changes(page, before)
    assert hands >= 1
    scores = [int(one.split()[0]) for one in page.locator("#score .points").all_text_contents()]
    assert max(scores) == 5
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_rules_and_the_lobby_speak_of_the_game(visitor: Visitor) -> None:
    page = visitor.open("/rules/paulista", language="pt-BR")
    page.get_by_text("zap", exact=False).first.wait_for()
    assert page.locator("svg").count() >= 40
    page = visitor.open("/#paulista")
    page.get_by_role("button", name="Truco Paulista").wait_for()


def wanted(page: Any) -> str:
    """Wait until the person is asked for something, in either language."""
    page.locator("#turn.mine, #between:not([hidden]) button").first.wait_for()
    if page.locator("#between:not([hidden]) a[href='/']").count():
        return "over"
    return "next" if page.locator("#between:not([hidden]) button.primary").count() else "move"
