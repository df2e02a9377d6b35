"""What tests of several trainings share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bolicho.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    with Store.open(str(tmp_path / "bolicho.db")) as opened:
        yield opened
