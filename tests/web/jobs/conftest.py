"""One laboratory for the tests of a file: its queue runs jobs in processes of their own."""

from collections.abc import Iterator

import pytest
from tests.web.labs import Lab


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    lab = Lab(tmp_path_factory.mktemp("lab"))
    yield lab
    lab.close()
