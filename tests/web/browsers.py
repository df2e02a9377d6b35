"""A real Chromium whose contexts (a person's cookies, storage and cache) are lent, emptied and lent again.

A page in a new context costs the processor two seconds, one beside another that is still open less than one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",
    "--disable-features=IsolateOrigins,site-per-process",
]
PATIENCE = 240_000
"""Milliseconds until a test gives up: a loaded machine is slow, not wrong."""
Facts = tuple[tuple[str, Any], ...]


def is_complaint(message: Any) -> bool:
    """Whether a page complains on its console: not where it is the tests that keep its service worker away."""
    return message.type in ("error", "warning") and "registration blocked by Playwright" not in message.text


class Browser:
    """The browser of the distribution."""

    def __init__(self, launched: Any) -> None:
        self.launched = launched
        self._idle: dict[Facts, list[Any]] = {}
        self._lent: dict[Any, Facts] = {}
        self._keepers: dict[Any, tuple[Any, Any]] = {}
        """By context, an empty page that stays open, and a line to what the browser keeps."""

    def lend(self, **options: Any) -> Any:
        """Return a context that nobody else has, and that has nothing in it; its pages set their own sizes."""
        facts = tuple(sorted(options.items()))
        idle = self._idle.setdefault(facts, [])
        context = idle.pop() if idle else self._new(options)
        self._lent[context] = facts
        return context

    def _new(self, options: dict[str, Any]) -> Any:
        context = self.launched.new_context(**({"service_workers": "block"} | options))
        context.set_default_timeout(PATIENCE)
        keeper = context.new_page()
        self._keepers[context] = keeper, context.new_cdp_session(keeper)
        return context

    def page(self, width: int, height: int, **options: Any) -> Any:
        """Return a page of a context of its own."""
        page = self.lend(**options).new_page()
        page.set_viewport_size({"width": width, "height": height})
        return page

    def give_back(self, context: Any) -> None:
        """Take a context back: its pages are closed and all it kept is forgotten."""
        facts, (keeper, line) = self._lent.pop(context), self._keepers[context]
        seen = {page.url.split("/", 3)[2] for page in context.pages if page.url.startswith("http")}
        for page in context.pages:
            if page is not keeper:
                page.close()
        for host in seen:
            line.send("Storage.clearDataForOrigin", {"origin": f"http://{host}", "storageTypes": "local_storage"})
        context.clear_cookies()
        self._idle[facts].append(context)

    def all_back(self) -> None:
        """Take back whatever is lent."""
        for context in list(self._lent):
            self.give_back(context)


@contextmanager
def browser() -> Iterator[Browser]:
    """Run a Chromium while the block runs."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield Browser(launched)
        launched.close()
