"""Somebody with a browser: opens pages of a server, and notes whatever a page does that no page may do."""

import json
import time
from collections.abc import Iterator
from typing import Any

from tests.web.browsers import Browser, is_complaint
from tests.web.labs import Lab

DESKTOP, PHONE, SMALL, ZOOMED = (1200, 800), (360, 740), (320, 568), (600, 400)
"""The last is a desktop at 200 %: half as many pixels each way, each twice as large."""
AT_ONCE = {"bolicho.settings": '{"speed": "instant"}'}
KEEP = """if (location.protocol === "http:" && window.origin !== "null")
    for (const [key, value] of Object.entries(%s)) localStorage.getItem(key) ?? localStorage.setItem(key, value)"""
"""Only pages of a server keep anything: empty ones and reports in their sandbox may not."""


class Visitor:
    """A person's browser; ``complaints`` must be empty in the end."""

    def __init__(self, browser: Browser, server: Lab) -> None:
        self.browser, self.server = browser, server
        self.complaints: list[str] = []
        self.heard: list[str] = []
        """Every frame and every answer of the server, as they came."""
        self.bodies: list[Any] = []
        self.contexts: dict[Any, tuple[int, int]] = {}
        """Those lent to this person, and how large their pages are."""

    @property
    def url(self) -> str:
        return str(self.server.client.base_url).rstrip("/")

    def browser_of(self, language: str = "en", size: tuple[int, int] = DESKTOP, **options: Any) -> Any:
        """Return a browser of its own: cookies, seats and settings are kept in it."""
        context = self.browser.lend(**({"locale": language, "reduced_motion": "reduce"} | options))
        context.on("page", self._listen)
        self.contexts[context] = size
        return context

    def page_in(self, context: Any, kept: dict[str, str] = AT_ONCE) -> Any:
        """Open a page in a browser that has kept something of the server's pages before."""
        page = context.new_page()
        page.set_viewport_size(dict(zip(("width", "height"), self.contexts[context], strict=True)))
        page.add_init_script(KEEP % json.dumps(kept))
        return page

    def open(self, path: str, language: str = "en", size: tuple[int, int] = DESKTOP, **options: Any) -> Any:
        """Open a page in a browser of its own."""
        page = self.page_in(self.browser_of(language, size, **options))
        page.goto(self.url + path)
        return page

    def seat(self, opened: dict[str, Any], script: str = "", **options: Any) -> Any:
        """Open a table that was opened over HTTP, as whoever sits there; the script runs before those of the page."""
        context = self.browser_of(**options)
        kept = json.dumps({key: opened[key] for key in ("seat", "token", "invites") if key in opened})
        page = self.page_in(context, AT_ONCE | {f"bolicho.table.{opened['table']}": kept})
        page.add_init_script(script)
        page.goto(f"{self.url}/table/{opened['table']}")
        return page

    def _listen(self, page: Any) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        page.on("response", lambda answer: self.bodies.append(answer))
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.heard.append(str(frame))))

    def _said(self, message: Any) -> None:
        if is_complaint(message):
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"asked for {request.url}")

    def close(self) -> None:
        for context in self.contexts:
            context.remove_listener("page", self._listen)
            self.browser.give_back(context)
        self.contexts.clear()


def until(page: Any, script: str, *given: Any) -> None:
    """Wait until a script says yes; pages forbid what ``wait_for_function`` does from its second try on."""
    end = time.monotonic() + 120
    while not page.evaluate(script, *given):
        assert time.monotonic() < end, f"never so: {script}"
        page.wait_for_timeout(20)


def sideways(page: Any, sizes: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """Tell at which sizes a page is wider than the window, and what sticks out."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            beyond = page.evaluate(BEYOND, width)
            yield f"{wide} px of {width}: {beyond}"


BEYOND = """width => [...document.querySelectorAll("body *")].filter((one) =>
    one.getBoundingClientRect().right > width + 1).slice(0, 5).map((one) => one.outerHTML.slice(0, 90))"""


def violations(page: Any) -> list[str]:
    """Return what axe finds wrong, one line each."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]
