"""With CI=true every skipped test is listed, and one whose reason is not known here fails the run.

``postgres`` is the URL of a new database on a real server, for whoever asks, ``guests`` lets bad agents in.
"""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.store.server import new_database, programs, server
from threadpoolctl import threadpool_limits

from bolicho.core.chance import OPEN

# A busy machine is slow and breaks nothing. The same tree draws the same examples, so a run is green or red for all.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

KNOWN_REASONS = (
    "root may write everywhere",
    "looks for processes in /proc",
    "recorded hands are not on this machine",
    "pandas is not on this machine",
    "no PostgreSQL server could be installed",
    "endplay is not installed",
    "ray is not installed",
    "Stable-Baselines3 is not installed",
    "no Chromium on this machine",
    "no Node on this machine",
)


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The store of whoever runs the tests is neither read nor written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("BOLICHO_STORE", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> Iterator[None]:
    """Sums are short here: threads of BLAS would wait for each other longer than they work, in every process."""
    with pytest.MonkeyPatch.context() as patch, threadpool_limits(1):
        for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # for the processes that tests begin
            patch.setenv(name, "1")
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests and modules stay to the end: no need to look through them for garbage, again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(autouse=True)
def _no_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents that stand in a test are strangers, but its matches follow from the seed, so that no test needs luck.

    What is said of salts themselves is tested where they are drawn (the mark ``salted``).
    """
    if request.node.get_closest_marker("salted") is None:
        for module in ("core.strangers", "arena.plan.plan"):
            monkeypatch.setattr(f"bolicho.{module}.new_salt", lambda: OPEN)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server that lives as long as the tests (of this worker)."""
    if programs() is None:
        pytest.skip("no PostgreSQL server could be installed (make test tries: see $(VENV)/.postgres in the Makefile)")
    with server() as url:
        yield url


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The URL of a new, empty database."""
    with new_database(postgres_server) as url:
        yield url


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Agents nobody would invite are installed, for this process and its workers."""
    from tests.arena import bad_guests

    folder = tmp_path / "guests"
    folder.mkdir()
    bad_guests.invite(folder, monkeypatch)
    yield
    monkeypatch.undo()
    bad_guests.uninvite()


def skips(reporter: pytest.TerminalReporter) -> list[tuple[str, str]]:
    """The skipped tests, each with its reason."""
    found = []
    for report in reporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        found.append((report.nodeid, reason.removeprefix("Skipped: ")))
    return found


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and unknown(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get("CI") != "true":
        return
    for test, reason in skips(terminalreporter):
        terminalreporter.write_line(f"skipped: {test}: {reason}")
    for test, reason in unknown(terminalreporter):
        terminalreporter.write_line(f"SKIPPED FOR AN UNKNOWN REASON: {test}: {reason}", red=True)


def unknown(reporter: pytest.TerminalReporter) -> list[tuple[str, str]]:
    """The skips nobody has agreed to."""
    return [(test, reason) for test, reason in skips(reporter) if not reason.startswith(KNOWN_REASONS)]
