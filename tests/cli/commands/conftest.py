"""What tests of several commands share."""

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type commands in an empty folder: ``pytestmark = pytest.mark.usefixtures("here")``."""
    monkeypatch.chdir(tmp_path)
