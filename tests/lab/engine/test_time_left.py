"""The time that is left: by what cells cost, and by how long those took that are done; also after a kill."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bolicho.core.times import TIMES, Times
from bolicho.lab.engine.everything import reproduce_all
from bolicho.lab.engine.experiment import Cell, Design, WhenDone
from bolicho.lab.engine.run import reproduce
from bolicho.lab.engine.time_left import TimeLeft, units
from bolicho.report.document import Report

CELLS = [Cell("play/0", {"matches": 20}), Cell("play/20", {"matches": 10}), Cell("learn/0", {"first": 0, "last": 5})]


def test_units_are_what_a_cell_counts() -> None:
    assert [units(cell) for cell in CELLS] == [20, 10, 5]
    assert units(Cell("flor/a", {"hands": 600})) == 600
    assert units(Cell("bidding/a", {"first": 0, "count": 50})) == 50
    assert units(Cell("odd", {"matches": "many"})) == 1


def test_before_the_first_cell_the_costs_tell_it(tmp_path: Path) -> None:
    left = TimeLeft(workers=2)
    left.expect("work", CELLS, {"play": 0.5, "learn": 3.0}, Times(tmp_path / TIMES), ())
    assert left.seconds == pytest.approx((30 * 0.5 + 5 * 3.0) / 2)


def test_cells_that_are_done_tell_how_fast_the_machine_is(tmp_path: Path) -> None:
    left = TimeLeft(workers=1)
    left.expect("work", CELLS, {"play": 0.5, "learn": 3.0}, Times(tmp_path / TIMES), ())
    left.done("work", CELLS[0], 20.0)
    assert left.seconds == pytest.approx(10 * 1.0 + 5 * 3.0 * 2)  # of its kind two seconds for one of the costs
    left.done("work", CELLS[2], 3.0)
    assert left.seconds == pytest.approx(10 * 1.0)
    left.done("work", CELLS[1], 9.0)
    assert left.seconds == 0


def test_a_run_that_goes_on_knows_it_from_the_times_of_the_earlier_one(tmp_path: Path) -> None:
    Times(tmp_path / TIMES).add("play/0", 40.0)
    left = TimeLeft(workers=1)
    left.expect("work", CELLS[:2], {}, Times(tmp_path / TIMES), {"play/0"})
    assert left.seconds == pytest.approx(20.0)


def test_a_work_that_failed_is_not_waited_for(tmp_path: Path) -> None:
    left = TimeLeft(workers=1)
    left.expect("one", CELLS, {}, Times(tmp_path / TIMES), ())
    left.expect("two", CELLS[:1], {"": 2.0}, Times(tmp_path / TIMES), ())
    left.forget("one")
    assert left.seconds == pytest.approx(40.0)


class Patient:
    """An experiment whose cells cost ten and a hundred seconds, by what it says."""

    def __init__(self, name: str, stop: bool = False) -> None:
        self.name, self.stop, self.costs = name, stop, {"a": 10.0, "b": 100.0}

    def design(self, scale: str, seed: int) -> Design:
        return Design(self.name, "1", scale, seed, {}, (Cell("a", {}), Cell("b", {})))

    def run(self, design: Design, cells: Any, workers: int, done: WhenDone) -> None:
        for cell in cells:
            if self.stop and cell.key == "b":
                raise KeyboardInterrupt
            done(cell, [])

    def report(self, design: Design, rows: Any, language: str) -> Report:
        return Report(self.name, "", [], ())


def test_it_is_told_with_every_cell_and_survives_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolicho.lab.engine.run.monotonic", count(step=5).__next__)  # a cell takes five seconds
    told: list[tuple[int, int, float]] = []
    with pytest.raises(KeyboardInterrupt):
        reproduce(Patient("p", stop=True), tmp_path, workers=1, progress=lambda *at: told.append(at))
    assert [at[:2] for at in told] == [(0, 2), (1, 2)]
    assert [at[2] for at in told] == pytest.approx([110.0, 50.0])
    resumed: list[tuple[int, int, float]] = []
    reproduce(Patient("p"), tmp_path, workers=1, progress=lambda *at: resumed.append(at))
    assert [at[2] for at in resumed] == pytest.approx([50.0, 0.0])


def test_for_all_works_it_is_the_time_of_all_of_them(tmp_path: Path) -> None:
    told: list[str] = []

    def show(done: int, total: int, said: str | None, left: float) -> None:
        told.append(f"{said}: {left:.0f} s")

    reproduce_all(tmp_path, ["one", "two"], workers=1, make=Patient, show=show)
    assert (told[0], told[-1]) == ("1/2 one: 220 s", "2/2 two: 0 s")
