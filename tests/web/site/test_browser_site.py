"""The folder in a real Chromium: from a plain static server, and from a memory stick; no other address is reached."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsers import Browser
from tests.web.visitor import AT_ONCE, DESKTOP, KEEP, PHONE, until, violations

MINE = "#turn.mine, #between:not([hidden]) .button"
POINT = "#drawing .point.target"
PATIENCE = 300_000
"""Milliseconds until a test gives up: Python starts in three seconds, on a machine with nothing else to do."""
QUICK = 'localStorage.setItem("bolicho.settings", \'{"speed": "instant"}\')'


class Pupil:
    """A browser that reaches the folder and nothing else."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.browser, self.home = browser, home
        self.complaints: list[str] = []
        self.contexts: list[Any] = []

    def page(self, size: tuple[int, int], language: str, path: str = "") -> Any:
        context = self.browser.lend(locale=language, reduced_motion="reduce", service_workers="block")
        self.contexts.append(context)
        context.route(lambda url: not url.startswith((self.home, "blob:", "data:")), self._refuse)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._said)
        page.goto(f"{self.home}{path or ('index.html' if language == 'pt-BR' else 'index.en.html')}")
        page.evaluate(QUICK)  # a script put in before the page's own would, from a memory stick, see an empty storage
        page.reload()
        return page

    def _refuse(self, route: Any) -> None:
        self.complaints.append(f"asked for {route.request.url}")
        route.abort()

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self.complaints.append(message.text)

    def close(self) -> None:
        for context in self.contexts:
            context.unroute_all()
            self.browser.give_back(context)


@pytest.fixture
def pupil(chromium: Browser, address: str) -> Iterator[Pupil]:
    found = Pupil(chromium, address)
    yield found
    found.close()
    assert found.complaints == []


def wanted(page: Any) -> str:
    """Wait until the person is asked for something."""
    page.locator(MINE).first.wait_for()
    if page.locator("#between:not([hidden]) a.button").count():
        return "over"
    return "next" if page.locator("#between:not([hidden]) button.primary").count() else "move"


# The log is read as it lies in the page: on a phone it is folded, and an answer at once leaves all else as it was.
STANDING = """() => [...document.querySelectorAll("#turn, #log, #calls, #between, #score")]
    .map((one) => one.textContent).join("|")"""


def act(page: Any, what: str) -> None:
    """Do something, and wait until the table has changed."""
    before = page.evaluate(STANDING)
    page.locator(what).first.click()
    until(page, f"before => ({STANDING})() !== before", before)


def test_a_hand_of_truco_goes_to_its_end_with_a_hint_reasons_and_a_reload(pupil: Pupil) -> None:
    page = pupil.page(PHONE, "pt-BR")
    assert violations(page) == []
    page.locator("#now").click()
    page.locator("#loading progress").wait_for()
    assert wanted(page) == "move"
    assert violations(page) == []
    page.locator("[data-do=hint]").click()
    page.locator("#hint").wait_for()
    assert page.locator("#hint").inner_text().startswith("Dica")
    own = page.locator("#drawing .own .card").evaluate_all("all => all.map((one) => one.dataset.card)")
    page.reload()
    assert wanted(page) == "move"
    assert page.locator("#drawing .own .card").evaluate_all("all => all.map((one) => one.dataset.card)") == own
    while wanted(page) == "move":
        cards = page.locator("#drawing .own .card.legal")
        act(page, "#drawing .own .card.legal" if cards.count() else "#calls button")
    assert page.locator("#between .told li").count() >= 1
    page.locator("#between button:not(.primary)").first.click()
    page.locator("#why details").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.goto(f"{pupil.home}index.html")
    assert page.locator("#running li").count() == 1
    page.locator("#running button").click()
    assert not page.locator("#going").is_visible()


def test_the_rules_are_told_and_the_language_changes_in_place(pupil: Pupil) -> None:
    page = pupil.page(PHONE, "pt-BR", "rules.html?id=truco")
    page.locator(".rules-ladder").wait_for()
    page.locator("#language").click()
    page.wait_for_url("**/rules.en.html?id=truco")
    page.locator(".rules-ladder").wait_for()
    assert violations(page) == []


def test_from_a_memory_stick_a_board_game_goes_to_its_end_and_another_one_begins(chromium: Browser, site: Path) -> None:
    stick = Pupil(chromium, site.as_uri() + "/")
    try:
        page = stick.page(DESKTOP, "en", "index.en.html#jogo-da-velha")
        page.locator("#set-up input[value=random]").check()
        page.locator("#set-up .sit-down button").click()
        while wanted(page) == "move":
            act(page, POINT)
        assert wanted(page) == "over"
        assert page.locator("#between h2").inner_text()
        first = page.url
        page.locator("#between button.primary").click()
        page.wait_for_url(lambda url: url != first)
        page.locator(MINE).first.wait_for()
        page.evaluate("localStorage.clear()")
    finally:
        stick.close()
    assert stick.complaints == []


def test_after_the_first_visit_it_opens_without_a_network(chromium: Browser, address: str) -> None:
    context = chromium.launched.new_context(locale="pt-BR")
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        page.add_init_script(KEEP % AT_ONCE)
        page.goto(f"{address}index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => caches.keys())")
        context.set_offline(True)
        page.goto(f"{address}index.html")
        page.locator("#now").click()
        assert wanted(page) == "move"
    finally:
        context.close()
