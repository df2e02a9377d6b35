"""One site for all tests of a session; Pyodide comes from the cache of this machine, or from the npm registry."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from bolicho.core.errors import BadInput
from bolicho.web.site.build import build
from bolicho.web.site.pyodide import pyodide


@pytest.fixture(scope="session")
def engine() -> dict[str, bytes]:
    """The files of Pyodide."""
    try:
        return pyodide()
    except BadInput as error:
        pytest.skip(f"the npm registry cannot be reached: {error}")


@pytest.fixture(scope="session")
def site(engine: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as ``bolicho site`` writes it."""
    assert engine
    return build(tmp_path_factory.mktemp("school") / "bolicho").folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where a plain static server shows the folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
