"""What an extra brings and is not installed: one line that names it."""

import pickle
import re
import tomllib
from pathlib import Path

import pytest

from bolicho.core.errors import BadInput
from bolicho.core.extras import CALLED, EXTRAS, NotInstalled, missed, need

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("library", EXTRAS)
def test_the_extra_that_is_named_brings_the_library(library: str) -> None:
    brought = [re.split(r"[\[<>=~]", one)[0] for one in PROJECT["optional-dependencies"][EXTRAS[library]]]
    plain = [re.sub("[-_]", "", name).lower() for name in (*brought, CALLED.get(library, library))]
    assert plain[-1] in plain[:-1]


def test_what_is_there_is_not_missed_and_the_first_that_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    need()
    monkeypatch.setattr("bolicho.core.extras.find_spec", lambda library: None if library == "ray" else library)
    need("numba")
    with pytest.raises(NotInstalled, match=re.escape("ray is not installed: pip install 'bolicho[ray]'")) as raised:
        need("numba", "ray")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.library) == (str(raised.value), "ray")
    assert isinstance(again, BadInput)
    assert isinstance(again, ImportError)


def test_only_an_import_that_failed_for_want_of_an_extra_is_told_as_one() -> None:
    assert str(missed(ModuleNotFoundError("x", name="numba.core"))).startswith("numba is not installed")
    for other in (
        ModuleNotFoundError("No module named 'my_policy'", name="my_policy"),
        ImportError("numba needs another numpy", name="numba"),  # it is there, and broken: its own words tell more
        ImportError("no name"),
    ):
        assert missed(other) is other
