"""Lessons in a browser: one of each played to its end, by keyboard and by hand, in both languages."""

from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.visitor import DESKTOP, PHONE, SMALL, Visitor, sideways, violations

from bolicho.web.lessons.lesson import lesson


def press(page: Any, move: str) -> None:
    """Make a move: a card of the own hand, or a button with its name."""
    page.locator(f'[data-move="{move}"], [data-card="{move}"], #drawing [data-key="{move}"]').first.click()


@pytest.mark.parametrize(
    ("name", "size", "language"), [("truco", PHONE, "pt-BR"), ("rikken", DESKTOP, "en")]
)  # fmt: skip
def test_a_lesson_is_played_to_its_end(visitor: Visitor, name: str, size: tuple[int, int], language: str) -> None:
    page = visitor.open(f"/learn/{name}", language=language, size=size)
    steps = lesson(name).steps
    for number, step in enumerate(steps):
        page.locator("#say").get_by_text(step.say[language]).wait_for()
        if number == 1:
            assert violations(page) == []
            assert list(sideways(page, (size, SMALL))) == []
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        if step.do:
            press(page, step.do[-1])
            page.locator("#answer.right").get_by_text(step.right[language]).wait_for()
        if number + 1 < len(steps):
            page.locator("#next-step").click()
    assert page.locator("#play").is_visible()
    assert page.locator("#others a").count() == 1
    assert page.locator("#done").evaluate("one => one.value") == 1


def test_a_wrong_move_is_told_and_the_lesson_goes_on_where_it_stood(visitor: Visitor) -> None:
    page = visitor.open("/", language="en")
    page.locator("a.learn").click()
    page.locator("#next-step").click()
    step = lesson("truco").steps[1]
    page.locator("#say").get_by_text(step.say["en"]).wait_for()
    page.keyboard.press("t")  # truco, by its key
    page.locator("#answer.wrong").get_by_text(step.wrongs["truco"]["en"]).wait_for()
    page.keyboard.press("1")
    page.locator("#answer.right").wait_for()
    assert page.evaluate("document.activeElement.id") == "next-step"
    page.reload()
    page.locator("#say").get_by_text(step.say["en"]).wait_for()


def test_the_server_tells_steps_and_answers_and_refuses_the_rest(server: Lab) -> None:
    asked = server.client
    assert [one["name"] for one in asked.get("/api/lessons?lang=en").json()["lessons"]] == ["truco", "rikken"]
    assert asked.get("/api/lessons/truco/1?lang=en").json()["asks"] is True
    assert asked.post("/api/lessons/truco/1?lang=en", json={"move": "1e"}).json()["right"] is True
    assert asked.post("/api/lessons/truco/1?lang=en", json={"move": "4c"}).json()["view"] is None
    assert asked.post("/api/lessons/truco/1", json={"move": "7o"}).status_code == 422
    assert asked.post("/api/lessons/truco/1", json={"move": "1e", "more": 1}).status_code == 422
    assert asked.get("/api/lessons/truco/999").json()["error"]["code"] == "no-such-step"
    assert asked.get("/api/lessons/..%2Fsecret/0").status_code == 404
