"""Somebody who plays at a table in a browser, by the names that its buttons have."""

import re
import time
from typing import Any

from tests.web.labs import Lab

CARD = re.compile(r"^\d+ of ")
REFUSAL = re.compile("não quero|achico", re.IGNORECASE)
PATIENCE = 240.0


def opened(server: Lab, game: str, *others: str, **asked: Any) -> dict[str, Any]:
    """Open a table over HTTP, as a page would."""
    seats: list[dict[str, str]] = [{"kind": "me", "name": "Ana"}]
    seats += [{"kind": "open"} if one == "open" else {"kind": "agent", "agent": one} for one in others]
    answer = server.client.post("/api/tables", json={"game": game, "seats": seats, "language": "en", **asked})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def changes(page: Any, before: Any) -> None:
    """Wait until something has happened at the table since a look at it."""
    until = time.monotonic() + PATIENCE
    while standing(page) == before:
        assert time.monotonic() < until, before
        page.wait_for_timeout(20)


def standing(page: Any) -> Any:
    return page.evaluate(
        """() => [document.querySelectorAll("#log li").length, document.getElementById("between").hidden,
            document.getElementById("turn").textContent, document.getElementById("score").textContent]"""
    )


def asked(page: Any) -> str:
    """Wait until the person is asked for something, and tell what: "move", "next" or "over"."""
    page.locator("#turn.mine, #between:not([hidden]) button").first.wait_for()
    if page.get_by_role("button", name="Next hand").count():
        return "next"
    return "over" if page.get_by_role("link", name="Back to the lobby").count() else "move"


def choices(page: Any) -> list[Any]:
    """The buttons that may be pressed now: cards that are legal, then words, refusals first.

    Who presses the first one never accepts a falta envido, so no match of 24 points ends in its first hand.
    """
    cards = [
        one for one in page.get_by_role("button", name=CARD).all() if one.get_attribute("aria-disabled") == "false"
    ]
    words: list[Any] = page.get_by_role("group", name="What you may say").get_by_role("button").all()
    return cards + sorted(words, key=lambda word: not REFUSAL.search(word.inner_text()))


def act(page: Any) -> None:
    """Do what the person is asked for, whatever it is, and wait until it shows; a match that is over stays as it is."""
    what, before = asked(page), standing(page)
    if what == "over":
        return
    (page.get_by_role("button", name="Next hand") if what == "next" else choices(page)[0]).click()
    changes(page, before)
