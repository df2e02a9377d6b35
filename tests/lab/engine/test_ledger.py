"""The ledger: nothing finished is lost or done twice, and no rows of different making are mixed."""

import json
from pathlib import Path

import pytest

from bolicho import BadInput
from bolicho.lab.engine.experiment import Cell, Design
from bolicho.lab.engine.ledger import DESIGN, ROWS, Ledger

CELLS = tuple(Cell(f"cell {n}", {"n": n}) for n in range(4))
VERSIONS = {"bolicho": "1", "code": "abc"}


def design(seed: int = 7, scale: str = "quick", **settings: int) -> Design:
    return Design("demo", "1", scale, seed, settings, CELLS)


def begun(folder: Path, cells: int = 2) -> None:
    with Ledger(folder, design(), VERSIONS) as ledger:
        for cell in CELLS[:cells]:
            ledger.add(cell, [{"row": cell.facts["n"], "text": "não"}], 1.5)


def test_what_was_finished_is_there_when_opened_again(tmp_path: Path) -> None:
    begun(tmp_path)
    with Ledger(tmp_path, design(), VERSIONS) as ledger:
        assert ledger.rows == {"cell 0": [{"row": 0, "text": "não"}], "cell 1": [{"row": 1, "text": "não"}]}
        assert ledger.seconds == 3
        ledger.add(CELLS[2], [], 1)
    with Ledger(tmp_path, design(), VERSIONS) as ledger:
        assert list(ledger.rows) == ["cell 0", "cell 1", "cell 2"]


def test_a_line_that_was_cut_off_is_dropped_wherever_it_was_cut(tmp_path: Path) -> None:
    begun(tmp_path)
    whole = (tmp_path / ROWS).read_bytes()
    first = whole.index(b"\n") + 1
    for end in range(first, len(whole)):
        (tmp_path / ROWS).write_bytes(whole[:end])
        with Ledger(tmp_path, design(), VERSIONS) as ledger:
            assert list(ledger.rows) == ["cell 0"]
            ledger.add(CELLS[1], [{"row": 1, "text": "não"}], 1.5)
        assert (tmp_path / ROWS).read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "versions", "why"),
    [
        (design(seed=8), VERSIONS, "holds a run with seed 7, not 8"),
        (design(scale="full"), VERSIONS, "holds a run with scale 'quick', not 'full'"),
        (design(matches=3), VERSIONS, "made by another design"),
        (design(), {"bolicho": "1", "code": "abd"}, "made by another version of code"),
    ],
)
def test_a_run_of_something_else_is_refused_and_left_alone(
    other: Design, versions: dict[str, str], why: str, tmp_path: Path
) -> None:
    begun(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(BadInput, match=why):
        Ledger(tmp_path, other, versions)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_tournament_is_no_experiment(tmp_path: Path) -> None:
    (tmp_path / "design.json").write_text('{"game": "truco", "seed": 7}')
    with pytest.raises(BadInput, match="holds a run of another kind, not "):
        Ledger(tmp_path, design(), VERSIONS)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Ledger(tmp_path, design(), VERSIONS), pytest.raises(BadInput, match="another run is writing there"):
        Ledger(tmp_path, design(), VERSIONS)


def test_somebody_elses_directory_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(BadInput, match="other things in it"):
        Ledger(tmp_path, design(), VERSIONS)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_damage_is_named_with_file_and_line(tmp_path: Path) -> None:
    begun(tmp_path)
    path = tmp_path / ROWS
    good = path.read_text()
    for line in ("nonsense", "[]", '{"cell": "cell 0"}', json.dumps({"cell": "other", "rows": [], "seconds": 0})):
        path.write_text(good + line + "\n")
        with pytest.raises(BadInput, match=r"rows\.jsonl line 3"):
            Ledger(tmp_path, design(), VERSIONS)
    path.write_text(good)
    (tmp_path / DESIGN).write_text("{")
    with pytest.raises(BadInput, match="not the design of a run"):
        Ledger(tmp_path, design(), VERSIONS)
    (tmp_path / DESIGN).unlink()
    with pytest.raises(BadInput, match="nobody knows of what"):
        Ledger(tmp_path, design(), VERSIONS)


def test_a_directory_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        Ledger(tmp_path / "file" / "inside", design(), VERSIONS)
