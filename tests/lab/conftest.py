"""What tests of the laboratory share."""

from collections.abc import Iterator

import pytest
from tests.lab.drawings import no_drawings


@pytest.fixture
def undrawn() -> Iterator[list[str]]:
    """Reports without their drawings, which other tests draw; the list holds the kind of every one asked for."""
    with no_drawings() as asked:
        yield asked
