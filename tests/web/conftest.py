"""A real server in a process of its own, and a real Chromium, for the tests of pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.visitor import Visitor

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser of the distribution. Of a module, not of the session: while it runs, asyncio.run does not."""
    if not CHROMIUM.exists():
        pytest.skip("no Chromium on this machine (make test tries to install it: see $(VENV)/.chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """``bolicho serve`` on a free port, with a store and a folder of its own."""
    server = Lab(tmp_path_factory.mktemp("house"))
    yield server
    server.close()


@pytest.fixture
def visitor(chromium: Any, server: Lab) -> Iterator[Visitor]:
    """Somebody with a browser; no page may complain or ask another server for anything."""
    visitor = Visitor(chromium, server)
    yield visitor
    visitor.close()
    assert visitor.complaints == []
