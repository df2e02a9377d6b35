"""A directory that survives a power cut: what was asked, as ``design.json``, and one line of JSON for all that is done.

A line is appended whole; what a kill leaves of the last one is dropped when the journal is opened again. One process
at a time may have it open, and one that was begun for another design is refused.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, Self

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonMapping, JsonObject, read_json
from bolicho.core.times import TIMES

DESIGN, ROWS = "design.json", "rows.jsonl"
Difference = Callable[[str, Any, Any], str]
"""Says in words how two designs differ in one entry: its key, what was found, what was asked."""
Grown = Callable[[JsonMapping, JsonMapping], bool]
"""Whether the second design is the first one gone on with, so that its lines are good for both."""


class Journal:
    """The lines of a design, kept in a directory."""

    def __init__(
        self,
        folder: Path,
        design: JsonMapping,
        difference: Difference | None = None,
        grown: Grown | None = None,
    ) -> None:
        """Begin, or go on where the directory is; ``design`` is JSON data, compared entry by entry."""
        self.folder = folder
        self.path = folder / ROWS
        self.lines: list[Any] = []
        """What was there when the journal was opened; line n is ``lines[n - 1]``."""
        self._synced = monotonic()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / DESIGN).exists() and any(_foreign(path) for path in folder.iterdir()):
                raise BadInput(f"{folder}: has other things in it and no run; use another directory")
            self._out: BinaryIO = self.path.open("ab+")
        except OSError as error:
            raise BadInput(f"{folder}: cannot be written: {error.strerror}") from None
        try:
            self._lock()
            self._agree(json.loads(json.dumps(design)), difference or _plainly, grown)
            self._read()
        except BaseException:
            self._out.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Bring all to the disk and let others write."""
        if not self._out.closed:
            self.sync()
            self._out.close()

    def discard(self) -> None:
        """Leave nothing behind of a journal without a line."""
        self._out.close()
        for path in (self.path, self.folder / DESIGN):
            path.unlink(missing_ok=True)
        with suppress(OSError):  # there is something else in it
            self.folder.rmdir()

    def add(self, entry: JsonMapping, pause: float = 0.0) -> None:
        """Append a line, which no kill of this process takes back.

        It is on the disk when this returns, or with a ``pause`` so many seconds later at most, if more lines come.
        """
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        self._out.write(line.encode() + b"\n")
        self._out.flush()
        if monotonic() - self._synced >= pause:
            self.sync()

    def wrong(self, number: int, what: str) -> BadInput:
        """Return the error about a line, counted from 1, that is not what its run writes."""
        return BadInput(f"{self.path} line {number}: damaged: not {what}")

    def sync(self) -> None:
        """Return when all is on the disk."""
        os.fsync(self._out.fileno())
        self._synced = monotonic()

    def _lock(self) -> None:
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # where there are no such locks we trust the user
            return
        try:
            flock(self._out, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"{self.folder}: another run is writing there") from None

    def _agree(self, wanted: JsonObject, difference: Difference, grown: Grown | None) -> None:
        path = self.folder / DESIGN
        text = json.dumps(wanted, indent=1, ensure_ascii=False) + "\n"
        if not path.exists():
            if self.path.stat().st_size:
                raise BadInput(f"{self.folder}: has {ROWS} but no {DESIGN}, so nobody knows of what")
            write_whole(path, text)
            return
        try:
            found = read_json(path.read_bytes())
            other = [key for key in wanted if found.get(key) != wanted[key]]
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
        except (ValueError, AttributeError):
            raise BadInput(f"{path}: not the design of a run") from None
        if other and grown is not None and grown(found, wanted):
            write_whole(path, text)
        elif other:
            why = difference(other[0], found.get(other[0]), wanted[other[0]])
            raise BadInput(f"{self.folder}: {why}; remove it or use another directory")

    def _read(self) -> None:
        self._out.seek(0)
        good = 0
        for number, line in enumerate(self._out.readlines(), 1):
            if not line.endswith(b"\n"):
                break  # cut off by a kill
            try:
                self.lines.append(read_json(line))
            except BadInput as error:
                raise BadInput(f"{self.path} line {number}: damaged: {error}") from None
            if not isinstance(self.lines[-1], dict):
                raise BadInput(f"{self.path} line {number}: damaged: expected an object")
            good += len(line)
        self._out.truncate(good)


def _foreign(path: Path) -> bool:
    """Whether a file is not ours: not even what a kill left of a design half written."""
    return path.name not in (ROWS, TIMES) and not path.name.endswith(".part")


def _plainly(key: str, found: object, wanted: object) -> str:
    return f"holds a run with {key} {found!r}, not {wanted!r}"
