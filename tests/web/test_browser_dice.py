"""Gamão in the browser: the throw is told, a move is pressed point by point, and no page hears of throws to come."""

from tests.web.labs import Lab
from tests.web.player import asked, opened
from tests.web.visitor import Visitor


def test_a_throw_is_played_point_by_point(visitor: Visitor, server: Lab) -> None:
    told = opened(server, "gamao", "pia:1")
    page = visitor.seat(told)
    asked(page)
    assert "the dice say" in page.locator("body").inner_text()
    assert page.locator(".board-picture .height").count() > 0
    before = page.locator("#log li").count()
    for _ in range(8):  # a source, where it goes, another source: only what is legal can be pressed
        targets = page.locator(".point.legal.target:not(.chosen)")
        pressable = targets if targets.count() else page.locator(".point.legal.source")
        pressable.first.dispatch_event("click")
        page.wait_for_timeout(100)
        if page.locator("#log li").count() > before:
            break
        choice = page.locator(".board-which button")
        if choice.count():
            choice.first.click()
            break
    while page.locator("#log li").count() == before:
        page.wait_for_timeout(50)
    table = server.client.get(f"/api/tables/{told['table']}").json()
    rolls = table["state"]["start"].partition(" : ")[2].split()
    assert len(rolls) == len(table["state"]["history"]) + 1, "throws that were seen, and no other"
