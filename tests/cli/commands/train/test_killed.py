"""Every training that was killed leaves the same bytes as one that nobody touched; only times differ."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

TIMES = (".times.jsonl", ".times.svg", "times.jsonl")
MOMENTS = {"runs": ("began", "finished", "seconds"), "bases": ("created",), "clusterings": ("created",)}
"""Columns of a store that tell when, and how long."""
OFTEN = """
import sys
from bolicho.cli import main
if "markov" in sys.argv:
    from bolicho.train.markov.training import MarkovTraining
    MarkovTraining.pause = 0.05
elif "s1" in sys.argv:
    from bolicho.train.equilibrium.ladder import LadderTraining
    LadderTraining.pause = 0.0
elif "full" in sys.argv:
    import bolicho.train.equilibrium.full as full
    full.PARTS = {name: part._replace(bits=18, room=1 << 22) for name, part in full.PARTS.items()}
    full.TableTraining.pause, full.BLOCK = 0.0, 20
elif "imitation" in sys.argv:
    import bolicho.learn.cases.clustering.kmeans as kmeans
    best_of_many = kmeans._group
    kmeans._group = lambda points, counts, k, restarts, seed: best_of_many(points, counts, k, 1, seed)
main()
"""
"""A training that saves whenever it may, in tables that are small: as the command, but nobody waits for minutes."""
TRAININGS: dict[str, tuple[object, ...]] = {
    "markov": ("markov", "--matches", 50, "--save-every", 20, "--target", 12, "--seed", 9, "--out", "out", "--csv"),
    "markov against": ("markov", "--matches", 30, "--against", "novice", "--target", 12, "--seed", 9, "--out", "out"),
    "cases": ("cases", "--bot", "bot4", "--matches", 6, "--seed", 5, "--name", "mine", "--store", "bolicho.db"),
    "imitation": ("imitation", "--name", "mine", "--start", "starter", "--matches", 4, "--recluster", "8%",
                  "--clean-start", "--seed", 5, "--store", "bolicho.db"),
    "s1": ("equilibrium", "--game", "s1", "--deck", "mini", "--iterations", 60, "--threads", 1),
    "full": ("equilibrium", "--game", "full", "--iterations", 100, "--threads", 1, "--out", "out"),
    "qlearning": ("qlearning", "tapatan", "--episodes", 20_000, "--save-every", 1000, "--csv", "q.csv"),
}  # fmt: skip


def begun(folder: Path, words: tuple[object, ...]) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", OFTEN, "train", *map(str, words)]
    quiet = {**os.environ, "LC_ALL": "C.UTF-8", "BOLICHO_STORE": "bolicho.db"}
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=quiet)


def ended(folder: Path, words: tuple[object, ...]) -> None:
    with begun(folder, words) as run:
        _, said = run.communicate()
    assert run.returncode == 0, said.decode()


def killed(folder: Path, words: tuple[object, ...], changes: int) -> bool:
    """Whether a training was killed after it had changed something on the disk so many times, before its end."""
    with begun(folder, words) as run:
        before = disk(folder)
        while run.poll() is None and changes:
            if (now := disk(folder)) != before:
                before, changes = now, changes - 1
            time.sleep(0.003)
        run.kill()
        run.communicate()
    return run.returncode == -signal.SIGKILL


def disk(folder: Path) -> list[tuple[str, int, int]]:
    found = []
    for path in sorted(folder.rglob("*")):
        try:
            told = path.stat()
        except FileNotFoundError:  # given its name, or gone, between two looks
            continue
        found.append((str(path), told.st_size, told.st_mtime_ns))
    return found


def left(folder: Path) -> dict[str, Any]:
    """All that a training has left, byte for byte, but for the times: files, and of a store every row."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".db":
            found |= stored(path)
        elif path.is_file() and not path.name.endswith((*TIMES, ".db-wal", ".db-shm")):
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def stored(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    store = sqlite3.connect(path)
    for table in ("runs", "run_rows", "bases", "cases", "clusterings"):
        columns = [told[1] for told in store.execute(f"PRAGMA table_info({table})")]
        kept = [f'"{column}"' for column in columns if column not in MOMENTS.get(table, ())]
        if table == "bases":
            kept.remove('"id"')
        elif '"base"' in kept:  # a number that a kill may have used up
            kept[kept.index('"base"')] = "(SELECT name FROM bases WHERE id = base)"
        found[table] = store.execute(f"SELECT {', '.join(kept)} FROM {table} ORDER BY 1, 2").fetchall()
    store.close()
    return found


KILLED = ("cases", "markov")
"""One that keeps what it learned in a store, and one that keeps files; all are killed under ``endurance``."""


@pytest.mark.parametrize("name", KILLED)
def test_a_training_that_was_killed_leaves_the_same_bytes(tmp_path: Path, name: str) -> None:
    leaves_the_same(tmp_path, TRAININGS[name], (2,))


@pytest.mark.endurance
@pytest.mark.parametrize("name", TRAININGS)
def test_so_does_one_that_was_killed_again_and_again(tmp_path: Path, name: str) -> None:
    leaves_the_same(tmp_path, TRAININGS[name], (1, 3, 5))


def leaves_the_same(tmp_path: Path, words: tuple[object, ...], after: tuple[int, ...]) -> None:
    """Kill a training after so many changes on the disk, go on, kill it again, and let it end."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
    kills = sum(killed(broken, words, changes) for changes in after)
    assert kills, "it was never killed in the middle"
    for folder in (whole, broken):
        ended(folder, words)
    one, other = left(whole), left(broken)
    assert list(other) == list(one)
    assert [what for what in one if other[what] != one[what]] == []
