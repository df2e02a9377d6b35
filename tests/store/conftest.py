"""Every test that asks for ``url`` or ``store`` is about a SQLite database and about one on a PostgreSQL server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bolicho.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of a new store, for several to open."""
    return str(tmp_path / "store.db") if backend == "sqlite" else str(request.getfixturevalue("postgres"))


@pytest.fixture
def store(backend: str, request: pytest.FixtureRequest) -> Iterator[Store]:
    """A new store, in memory or on the server."""
    with Store.open(":memory:" if backend == "sqlite" else request.getfixturevalue("postgres")) as store:
        yield store
