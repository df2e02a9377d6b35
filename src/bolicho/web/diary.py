"""The diary: every move of every table, written before it is answered, so that a killed server loses none.

One line of JSON a move, in a file beside the files of the house. A line is with the operating system before the move is
told to anybody (a killed process loses nothing) and on the disk within a second (a power cut may lose that second).
(A transaction of the store for each move took 10 ms on a busy machine with two cores; a line here takes 0.01 ms.)
Records in the store are written when a match begins, when it ends, and when the diary is closed or has grown long.
"""

import asyncio
import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from bolicho.core.errors import BadInput

NAME = "moves.jsonl"
LONG = 64 * 2**20
"""Bytes after which the tables are saved and the diary begun anew."""
SYNC_SECONDS = 1.0


class Diary:
    """The file of moves that are not in the store yet."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._out = self._opened(self.path)
        self._unsynced = False
        self.size = os.fstat(self._out).st_size

    def _opened(self, path: Path) -> int:
        """Open a file to write at its end, ours alone."""
        try:
            out = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(out)
                raise BadInput(f"{path}: another server of this store is running") from None
        return out

    def note(self, entry: dict[str, Any]) -> None:
        """Write one line; it outlives this process from now on."""
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        written = os.write(self._out, line)
        if written != len(line):  # a full disk: what was begun must not swallow the next line
            os.ftruncate(self._out, self.size)
            raise OSError(f"{self.path}: no room")
        self.size += written
        self._unsynced = True

    def entries(self) -> dict[str, list[dict[str, Any]]]:
        """Return what was written, by table, in order; the half line that a kill may have left is dropped."""
        found: dict[str, list[dict[str, Any]]] = {}
        for line in self.path.read_bytes().split(b"\n"):
            try:
                entry = json.loads(line)
                found.setdefault(entry["t"], []).append(entry)
            except (ValueError, KeyError, TypeError):
                continue
        return found

    def empty(self) -> None:
        """Forget everything: it is in the store now."""
        os.ftruncate(self._out, 0)
        self.size = 0

    def drop(self, size: int) -> None:
        """Forget what was written while the diary was so long: it is in the store now; later lines stay."""
        if size >= self.size:
            self.empty()
        elif size > 0:
            self._rewrite(os.pread(self._out, self.size - size, size))

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the lines of all tables but these: of a match that was deleted no move stays, not even here."""
        kept = {f'{{"t":"{table}",'.encode() for table in tables}
        lines = os.pread(self._out, self.size, 0).splitlines(keepends=True)
        self._rewrite(b"".join(line for line in lines if line[: line.find(b",") + 1] in kept))

    def _rewrite(self, lines: bytes) -> None:
        """Put a new file in the place of the old one; whenever we are killed, one of the two is there, whole."""
        part = self.path.with_suffix(".part")
        part.unlink(missing_ok=True)
        new = self._opened(part)
        try:
            if os.write(new, lines) != len(lines):
                raise OSError(f"{part}: no room")
            os.fsync(new)
            part.replace(self.path)
        except OSError:  # a full disk: the old one stays
            os.close(new)
            raise
        os.dup2(new, self._out)  # the same number, which another thread may be syncing just now
        os.close(new)
        self.size = len(lines)

    async def keep_in_step(self) -> None:
        """Bring to the disk what was written, once a second, for ever."""
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            if self._unsynced:
                self._unsynced = False
                with suppress(OSError):  # a disk that fails now may be there again in a second
                    await asyncio.to_thread(os.fdatasync if hasattr(os, "fdatasync") else os.fsync, self._out)

    def close(self) -> None:
        """Close the file."""
        os.close(self._out)
