"""With CI=true every skipped test is listed, and one whose reason is not known here fails the run."""

import os

import pytest

KNOWN_REASONS = (
    "root may write everywhere",
    "looks for processes in /proc",
    "recorded hands are not on this machine",
    "endplay is not installed",
)


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
