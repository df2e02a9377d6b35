"""Every reader under fire: whatever becomes of a file, it is read, or refused in one clear line, in bounded work."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.readers.readers import READERS

ROOT = Path(__file__).parents[2]
SEED = 26
FEW, MANY = 20, 20_000
"""Mutations of each reader: in every run of the tests, and under ``make endurance``."""


def tried(names: list[str], count: int) -> dict[str, dict[str, Any]]:
    """What the readers did, tried in a process of their own, under limits of memory and of the processor's time."""
    command = [sys.executable, "-m", "tests.readers.child", str(SEED), str(count), "0", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    missing = [name for name in names if name not in {one["reader"] for one in told}]
    assert not missing, f"{missing[0]}: the process ended with {done.returncode}: {done.stderr[-2000:]}"
    return {one["reader"]: one for one in told}


@cache
def few() -> dict[str, dict[str, Any]]:
    """All readers in one process: to start one takes longer than to try them."""
    return tried(list(READERS), FEW)


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_read_or_refused_in_one_clear_line(name: str) -> None:
    found = few()[name]
    assert found["faults"] == []
    assert found["read"] + found["refused"] == FEW


@pytest.mark.endurance
@pytest.mark.parametrize("name", READERS)
def test_so_it_is_after_twenty_thousand_mutations(name: str) -> None:
    found = tried([name], MANY)[name]
    print(name, found["read"], "read,", found["refused"], "refused")
    assert found["faults"] == []
