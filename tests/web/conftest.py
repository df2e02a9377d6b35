"""A real server in a process of its own, and a real Chromium, for the tests of pages."""

from collections.abc import Iterator

import pytest
from tests.web.browsers import CHROMIUM, Browser, browser
from tests.web.labs import Lab
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of the distribution. Of a module, not of the session: while it runs, asyncio.run does not."""
    if not CHROMIUM.exists():
        pytest.skip("no Chromium on this machine (make test tries to install it: see $(VENV)/.chromium)")
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """``bolicho serve`` on a free port, with a store and a folder of its own."""
    server = Lab(tmp_path_factory.mktemp("house"))
    yield server
    server.close()


@pytest.fixture
def visitor(chromium: Browser, server: Lab) -> Iterator[Visitor]:
    """Somebody with a browser; no page may complain or ask another server for anything."""
    visitor = Visitor(chromium, server)
    yield visitor
    visitor.close()
    assert visitor.complaints == []
