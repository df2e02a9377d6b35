"""The file of records: in order, whole or not at all, and refused before anything is played."""

from pathlib import Path

import pytest

from bolicho import BadInput
from bolicho.arena.run.record_file import RecordFile


def test_lines_come_out_in_the_order_of_the_matches(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with RecordFile(path, [4, 2, 3]) as file:
        for match in (3, 4, 2):
            assert not path.exists()
            file.add(match, f"match {match}")
    assert path.read_text() == "match 2\nmatch 3\nmatch 4\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_run_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text("old\n")
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_says_so_at_once(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "where", tmp_path, Path("/dev/null")):
        with pytest.raises(BadInput, match="cannot be written"):
            RecordFile(path, [])
    assert Path("/dev/null").is_char_device()


def interrupted(path: Path) -> None:
    with RecordFile(path, [0, 1]) as file:
        file.add(0, "new")
        raise KeyboardInterrupt
