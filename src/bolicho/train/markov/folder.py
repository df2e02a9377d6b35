"""The folder of a training: its design, a line a match, numbered snapshots, and what was reached when broken off.

::

    design.json          what was asked; with other matches asked for, those
    rows.jsonl           one line a match: who won, who was mão first, points, hands, what was learned
    times.jsonl          how long each match took: the one file that two runs of one design do not share
    matrices-000200.npz  the matrices after so many matches
    checkpoint.npz       the matrices between two snapshots; gone when all is played

Lines are on the disk before the matrices that know of them, so a kill leaves lines too many at most: they are dropped,
and played again they are the same.
"""

import json
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonMapping, JsonObject, read_json

DESIGN, ROWS, CHECKPOINT, SNAPSHOT = "design.json", "rows.jsonl", "checkpoint.npz", "matrices-{:06d}.npz"
Row = JsonObject


class Folder:
    """Where a training lives; one process at a time may write there."""

    def __init__(self, path: Path, wanted: JsonMapping, grows: Collection[str] = ()) -> None:
        """Open the folder of a design, or make it; one of another design is refused, but for what ``grows``."""
        self.path, self._wanted = path, wanted
        self._out: BinaryIO | None = None
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not (path / DESIGN).exists():
                if any(not other.name.endswith(".part") for other in path.iterdir()):
                    raise BadInput(f"{path}: has other things in it and no training; use another directory")
                write_whole(path / DESIGN, _text(wanted))
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
        self._agree({key: value for key, value in wanted.items() if key not in grows})

    def renew(self) -> None:
        """Write the design anew where a training is given another end; within `writing`."""
        text = _text(self._wanted)
        if (self.path / DESIGN).read_text(encoding="utf-8") != text:
            write_whole(self.path / DESIGN, text)

    @property
    def checkpoint(self) -> Path:
        """The matrices as they were when the training was broken off."""
        return self.path / CHECKPOINT

    def snapshot(self, matches: int) -> Path:
        """The matrices after so many matches."""
        return self.path / SNAPSHOT.format(matches)

    @property
    def numbered(self) -> list[Path]:
        """All snapshots there are, the one of an earlier end among them, in the order of matches."""
        return sorted(self.path.glob(SNAPSHOT.partition("{")[0] + "*.npz"))

    def rows(self) -> list[Row]:
        """Return the lines that are whole."""
        path, found = self.path / ROWS, []
        try:
            lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
        for number, line in enumerate(lines):
            if not line.endswith(b"\n"):
                break  # cut off by a kill
            try:
                row = read_json(line)
                right = type(row["match"]) is int and row["match"] == number
            except (ValueError, KeyError, TypeError):
                right = False
            if not right:
                raise BadInput(f"{path} line {number + 1}: not match {number} of a training")
            found.append(row)
        return found

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Have the folder alone for a while."""
        path = self.path / ROWS
        try:
            out = path.open("ab")
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
        with out:
            _lock(out, self.path)
            self._out = out
            for part in self.path.glob(".*.part"):
                part.unlink(missing_ok=True)  # what a kill left of a file half written
            try:
                yield
            finally:
                self._out = None

    def keep(self, count: int) -> None:
        """Drop the lines after the first so many."""
        lines = (self.path / ROWS).read_bytes().splitlines(keepends=True)[:count]
        self._open.truncate(sum(map(len, lines)))

    def add(self, row: Row) -> None:
        """Write a line; `settle` brings it to the disk."""
        self._open.write(json.dumps(row, separators=(",", ":")).encode() + b"\n")

    def settle(self) -> None:
        """Return when every line is on the disk."""
        try:
            self._open.flush()
            os.fsync(self._open.fileno())
        except OSError as error:
            raise BadInput(f"{self.path / ROWS}: cannot be written: {error.strerror}") from None

    @property
    def _open(self) -> BinaryIO:
        assert self._out is not None, "only within writing()"
        return self._out

    def _agree(self, wanted: JsonMapping) -> None:
        path = self.path / DESIGN
        try:
            found = read_json(path.read_bytes())
            told = {key: found[key] for key in wanted}
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise BadInput(f"{path}: not the design of a training") from None
        agree(self.path, told, wanted, "--out")


def _text(design: JsonMapping) -> str:
    return json.dumps(design, indent=1, ensure_ascii=False) + "\n"


def _lock(file: BinaryIO, folder: Path) -> None:
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # where there are no such locks we trust the user
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise BadInput(f"{folder}: another training is writing there") from None
