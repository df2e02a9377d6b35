"""Trainings that stand in the middle: equilibrium, ladder, Markov."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from tests.readers.mutations import ARRAYS, JSON, LINES
from tests.readers.reader import Files, Reader, files_of
from tests.readers.strategies import SMALL


def _training() -> Files:
    from bolicho.learn.equilibrium.table import Table, save

    table = Table.empty(6, 256)
    table.keys[[3, 9, 40]], table.places[[3, 9, 40]] = [7, 8, 9], [0, 4, 10]
    table.counts[:] = 3, 14
    return files_of(lambda folder: save(folder / "e.npz", table, done=np.int64(5), design=np.array("x")))


def _read_training(folder: Path) -> None:
    from bolicho.learn.equilibrium.table import load

    load(folder / "e.npz")[0].known()


def _ladder_training() -> Files:
    from bolicho.learn.ladder.solver import Solver

    return files_of(lambda folder: Solver(SMALL).save(folder / "l.npz"))


def _read_ladder_training(folder: Path) -> None:
    from bolicho.learn.ladder.solver import Solver

    json.dumps(Solver.load(folder / "l.npz", SMALL)._head())


@cache
def _trunk_solver() -> Any:
    """With a forest of one leaf: a whole one has 150 MB, and its file says as much of it as of the trunk."""
    from bolicho.learn.trunk.forest import CpuForest
    from bolicho.learn.trunk.solver import Solver

    solver: Any = Solver("mini", CpuForest)
    solver.forest.regrets = solver.forest.averages = np.zeros((1, 3), np.float32)
    return solver


def _trunk() -> Files:
    return files_of(lambda folder: _trunk_solver().save(folder / "t.npz"))


def _read_trunk(folder: Path) -> None:
    solver = _trunk_solver()
    solver.load(folder / "t.npz")
    json.dumps([point._asdict() for point in solver.curve], allow_nan=False)


MARKOV: dict[str, Any] = {"matches": 4, "seed": 1, "switches": {"area": "cell"}}


def _markov_folder() -> Files:
    from bolicho.train.markov.folder import Folder

    def write(folder: Path) -> None:
        kept = Folder(folder, MARKOV)
        with kept.writing():
            for match in range(4):
                kept.add({"match": match, "won": 1, "points": [24, 3], "hands": 12})
            kept.settle()

    return files_of(write)


def _read_markov_folder(folder: Path) -> None:
    from bolicho.train.markov.folder import Folder

    Folder(folder, MARKOV).rows()


READERS = {
    "training-equilibrium": Reader(_training, {"e.npz": ARRAYS}, _read_training),
    "training-ladder": Reader(_ladder_training, {"l.npz": ARRAYS}, _read_ladder_training),
    "training-trunk": Reader(_trunk, {"t.npz": ARRAYS}, _read_trunk),
    "training-markov": Reader(_markov_folder, {"rows.jsonl": LINES, "design.json": JSON}, _read_markov_folder),
}
