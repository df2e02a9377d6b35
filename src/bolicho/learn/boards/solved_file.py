"""A solved game as two files: ``NAME.npz`` for programs, ``NAME.csv`` to look at. Written whole or not at all."""

import csv
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.boards.graph import GOES_ON
from bolicho.learn.arrays import DAMAGED, read_arrays
from bolicho.learn.boards.solution import NAMES, SolvedBoard

WHAT = "a table of a solved game"
COLUMNS = ("position", "reachable", "over", "value", "distance", "best")


class Table(NamedTuple):
    """What a file holds: for each position its text, value for who is to move, and plies to the end."""

    game: str
    digest: str
    """Which version of the game's file was solved."""
    positions: tuple[str, ...]
    value: npt.NDArray[np.int8]
    distance: npt.NDArray[np.int32]
    reachable: npt.NDArray[np.bool_]


def files(path: Path) -> tuple[Path, Path]:
    """Return the two files of a table; a path that cannot be written to is refused."""
    base = path.with_suffix("") if path.suffix in (".npz", ".csv") else path
    if base.name in ("", ".."):
        raise BadInput(f"{path}: cannot be written: expected the name of a file")
    if not base.absolute().parent.is_dir():
        raise BadInput(f"{path}: cannot be written: no such folder")
    pair = base.with_name(base.name + ".npz"), base.with_name(base.name + ".csv")
    if not os.access(base.absolute().parent, os.W_OK) or any(file.exists() and not file.is_file() for file in pair):
        raise BadInput(f"{path}: cannot be written")
    return pair


def save(known: SolvedBoard, path: Path) -> tuple[Path, Path]:
    """Write a solved game; returns the two files."""
    pair = files(path)
    parts = tuple(file.with_name(file.name + ".part") for file in pair)
    writers: tuple[Callable[[SolvedBoard, Path], None], ...] = (_write_arrays, _write_text)
    try:
        for part, write in zip(parts, writers, strict=True):
            write(known, part)
        for part, file in zip(parts, pair, strict=True):
            part.replace(file)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    return pair


def load(path: Path) -> Table:
    """Read the ``.npz`` of a table."""
    data = read_arrays(files(path)[0], WHAT)
    try:
        texts = tuple(str(text) for text in data["positions"])
        table = Table(str(data["game"]), str(data["digest"]), texts, data["value"], data["distance"], data["reachable"])
    except DAMAGED:
        raise BadInput(f"{path}: not {WHAT}") from None
    kinds = [(column.dtype, column.shape) for column in (table.value, table.distance, table.reachable)]
    if kinds != [(np.dtype(kind), (len(texts),)) for kind in (np.int8, np.int32, np.bool_)]:
        raise BadInput(f"{path}: not {WHAT}")
    return table


def _write_arrays(known: SolvedBoard, path: Path) -> None:
    made, solution = known
    with path.open("wb") as out:
        np.savez_compressed(
            out,
            game=np.array(made.board.name),
            digest=np.array(made.board.digest),
            positions=np.array([str(position) for position in made.positions]),
            value=solution.value,
            distance=solution.distance,
            reachable=made.reachable,
        )
        _settle(out)


def _write_text(known: SolvedBoard, path: Path) -> None:
    made = known.graph
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(COLUMNS)
        for number, position in enumerate(made.positions):
            over = made.result[number] != GOES_ON
            legal = made.moves(number)
            best = "" if over else " ".join(legal[move] for move in known.best(number))
            value, distance = known.worth(number)
            rows.writerow([position, int(made.reachable[number]), int(over), NAMES[value], distance, best])
        _settle(out)


def _settle(out: IO[str] | IO[bytes]) -> None:
    out.flush()
    os.fsync(out.fileno())
