"""The crew of the lab: the same rows with one process or many, and nobody left at work when one fails."""

import os
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bolicho.core.errors import BolichoError
from bolicho.lab.engine.crew import Steps, Task, share_out, single, work_through
from bolicho.lab.engine.experiment import Cell, Rows


def square(facts: Mapping[str, Any], plus: int) -> Rows:
    return [{"square": facts["n"] ** 2 + plus}]


def fail_or_sleep(facts: Mapping[str, Any]) -> Rows:
    if facts["n"] == 0:
        raise ValueError("the first one fails")
    time.sleep(600)  # longer than any test may take: who waits for it hangs
    return []


def die(facts: Mapping[str, Any]) -> Rows:
    if facts["n"] == 0:
        os._exit(3)
    return []


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_rows_are_the_same_with_one_process_or_many(workers: int) -> None:
    cells = [Cell(f"cell {n}", {"n": n}) for n in range(4)]
    found: dict[str, Rows] = {}
    share_out(cells, square, workers, lambda cell, rows: found.update({cell.key: rows}), plus=1)
    assert found == {f"cell {n}": [{"square": n * n + 1}] for n in range(4)}


def test_when_one_fails_the_others_are_ended() -> None:
    cells = [Cell(str(n), {"n": n}) for n in range(2)]
    with pytest.raises(BolichoError, match="a worker failed: ValueError: the first one fails"):
        share_out(cells, fail_or_sleep, 2, lambda *_: None)


def test_a_process_that_dies_is_noticed() -> None:
    cells = [Cell(str(n), {"n": n}) for n in range(2)]
    with pytest.raises(BolichoError, match=r"terminated abruptly \(exit code 3\), at 0"):
        share_out(cells, die, 2, lambda *_: None)


def lesson(folder: Path, *numbers: int) -> Steps:
    for number in numbers:
        yield f"learn/{number}", [{"number": number}]
    (folder / "base").write_text(str(sum(numbers)))


def read(facts: Mapping[str, Any], folder: Path) -> Rows:
    return [{"base": (folder / "base").read_text(), "n": facts["n"]}]


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_who_needs_what_is_learned_waits_for_it_and_the_others_do_not(workers: int, tmp_path: Path) -> None:
    later, alone = Cell("later", {"n": 1}), Cell("alone", {"n": 2})
    cells = [Cell("learn/3", {}), Cell("learn/4", {}), later, alone]
    tasks = {
        "lessons": Task(partial(lesson, tmp_path, 3, 4, 5)),  # the last one was handed over by an earlier run
        "later": Task(single(later, read, folder=tmp_path), "lessons"),
        "alone": Task(single(alone, square, plus=0)),
    }
    found: dict[str, Rows] = {}
    work_through(tasks, cells, workers, lambda cell, rows: found.update({cell.key: rows}))
    assert found == {
        "learn/3": [{"number": 3}],
        "learn/4": [{"number": 4}],
        "later": [{"base": "12", "n": 1}],
        "alone": [{"square": 4}],
    }
