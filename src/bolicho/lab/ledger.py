"""The ledger of a run: a directory that survives a power cut, holding the design and one line a finished cell.

A line is written, flushed and synced whole; what a kill leaves of the last one is dropped when the ledger is opened
again, and every other cell is not run twice. A ledger begun for another design, or by other code, is refused.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.lab.experiment import Cell, Design, Rows

DESIGN, ROWS = "design.json", "rows.jsonl"


class Ledger:
    """The rows of a design, kept in a directory; one process at a time may have it open."""

    def __init__(self, folder: Path, design: Design, versions: Mapping[str, str]) -> None:
        self.folder = folder
        self.path = folder / ROWS
        self.rows: dict[str, Rows] = {}
        self.seconds = 0.0
        """Time spent on the cells so far, over all runs."""
        wanted = {**design.to_dict(), "versions": dict(versions)}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / DESIGN).exists() and any(path.name != ROWS for path in folder.iterdir()):
                raise BadInput(f"{folder}: has other things in it and no run; use another directory")
            self._out: BinaryIO = self.path.open("ab+")
        except OSError as error:
            raise BadInput(f"{folder}: cannot be written: {error.strerror}") from None
        try:
            self._lock()
            self._agree(wanted)
            self._read({cell.key for cell in design.cells})
        except BaseException:
            self._out.close()
            raise

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.close()

    def add(self, cell: Cell, rows: Rows, seconds: float) -> None:
        """Keep the rows of a finished cell; when this returns they are on the disk."""
        line = json.dumps({"cell": cell.key, "seconds": round(seconds, 3), "rows": rows}, separators=(",", ":"))
        self._out.write(line.encode() + b"\n")
        self._out.flush()
        os.fsync(self._out.fileno())
        self.rows[cell.key] = rows
        self.seconds += seconds

    def _lock(self) -> None:
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # where there are no such locks we trust the user
            return
        try:
            flock(self._out, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"{self.folder}: another run is writing there") from None

    def _agree(self, wanted: dict[str, Any]) -> None:
        path = self.folder / DESIGN
        if not path.exists():
            if self.path.stat().st_size:
                raise BadInput(f"{self.folder}: has {ROWS} but no {DESIGN}, so nobody knows of what")
            write_whole(path, json.dumps(wanted, indent=1, ensure_ascii=False) + "\n")
            return
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise BadInput(f"{path}: not the design of a run") from None
        for key in ("experiment", "scale", "seed", "version", "settings", "cells", "versions"):
            if found.get(key) != wanted[key]:
                why = _difference(key, found.get(key), wanted[key])
                raise BadInput(f"{self.folder}: {why}; remove it or use another directory")

    def _read(self, known: set[str]) -> None:
        self._out.seek(0)
        good = 0
        for number, line in enumerate(self._out.readlines(), 1):
            if not line.endswith(b"\n"):
                break  # cut off by a kill
            try:
                entry = json.loads(line)
                key, rows, seconds = entry["cell"], entry["rows"], float(entry["seconds"])
            except (ValueError, KeyError, TypeError):
                raise BadInput(f"{self.path} line {number}: not the rows of a cell") from None
            if key not in known:
                raise BadInput(f"{self.path} line {number}: no cell {key!r} in this design")
            self.rows[key] = rows
            self.seconds += seconds
            good += len(line)
        self._out.truncate(good)


def _difference(key: str, found: Any, wanted: Any) -> str:
    if key == "versions" and isinstance(found, dict):
        other = [name for name, version in wanted.items() if found.get(name) != version]
        return f"its rows were made by another version of {' and '.join(other)}"
    if key in ("settings", "cells"):
        return "its rows were made by another design"
    return f"holds a run with {key} {found!r}, not {wanted!r}"
