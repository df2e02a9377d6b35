"""The journal: lines that a kill does not take back, of one design, written by one process."""

from pathlib import Path

import pytest

from bolicho import BadInput
from bolicho.core.journal import DESIGN, ROWS, Journal


def test_lines_are_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with Journal(tmp_path, {"seed": 1}) as journal:
        journal.add({"n": 0})
        journal.add({"n": "não"}, pause=60)
        assert (tmp_path / ROWS).read_bytes().count(b"\n") == 2  # also before it is closed
    with Journal(tmp_path, {"seed": 1}) as journal:
        assert journal.lines == [{"n": 0}, {"n": "não"}]


def test_a_design_may_grow_where_that_is_allowed(tmp_path: Path) -> None:
    Journal(tmp_path, {"rounds": 1}).close()
    with pytest.raises(BadInput, match="holds a run with rounds 1, not 2"):
        Journal(tmp_path, {"rounds": 2})
    with Journal(tmp_path, {"rounds": 2}, grown=lambda found, wanted: found["rounds"] < wanted["rounds"]):
        assert '"rounds": 2' in (tmp_path / DESIGN).read_text()


def test_one_that_is_discarded_leaves_nothing_of_its_own(tmp_path: Path) -> None:
    Journal(tmp_path / "new", {}).discard()
    assert list(tmp_path.iterdir()) == []
    journal = Journal(tmp_path / "old", {})
    (tmp_path / "old" / "mine.txt").write_text("mine")
    journal.discard()
    assert [path.name for path in (tmp_path / "old").iterdir()] == ["mine.txt"]


def test_what_a_kill_left_of_a_design_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / f".{DESIGN}.123.part").write_text("{")
    Journal(tmp_path, {}).close()
