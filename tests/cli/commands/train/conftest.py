"""Every training of these tests is begun in an empty folder."""

import pytest


@pytest.fixture(autouse=True)
def _in_an_empty_folder(here: None) -> None:
    """By ``here`` of the folder above."""
