"""Times stand in a file of their own, and nothing that happens to it stops anybody."""

from pathlib import Path

import pytest

from bolicho import BadInput
from bolicho.core.times import Times


def test_times_are_read_back_and_the_last_of_a_step_counts(tmp_path: Path) -> None:
    path = tmp_path / "times.jsonl"
    for step, seconds in ((1, 2.0), (2, 5.0), (2, 0.5), ("cell é", 1.0)):
        Times(path).add(step, seconds)
    times = Times(path)
    assert (times[1], times[2], times[3], times["cell é"], times.total) == (2.0, 0.5, None, 1.0, 3.5)
    assert (times.through(2), times.through(3)) == (2.5, None)


def test_what_a_kill_cut_off_is_unknown_and_the_next_line_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "times.jsonl"
    Times(path).add(1, 2.0)
    Times(path).add(2, 3.0)
    path.write_bytes(path.read_bytes()[:-4])
    times = Times(path)
    assert (times[1], times[2]) == (2.0, None)
    times.add(2, 4.0)
    assert Times(path).through(2) == 6.0


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"step":[1],"seconds":1}', '{"step":1,"seconds":NaN}',
                                  '{"step":1,"seconds":-1}', '{"step":1}', "\ufffd", "[" * 100_000])  # fmt: skip
def test_damaged_lines_are_left_out(tmp_path: Path, line: str) -> None:
    path = tmp_path / "times.jsonl"
    path.write_text(f'{line}\n{{"step":2,"seconds":1}}\n', encoding="utf-8")
    assert (Times(path)[1], Times(path).total) == (None, 1.0)


def test_a_place_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        Times(tmp_path / "nowhere" / "times.jsonl").add(1, 1.0)
