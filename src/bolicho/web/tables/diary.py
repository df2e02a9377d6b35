"""The diary: every move of every table, written before it is answered, so that a killed server loses none.

One line of JSON a move, in a file that belongs to one store (``store/identity.py`` says where it is); its first line
names the store, so that no other one ever takes it for its own. A line is with the operating system before the move is
told to anybody (a killed process loses nothing) and on the disk within a second (a power cut may lose that second).
(A transaction of the store for each move took 10 ms on a busy machine with two cores; a line here takes 0.01 ms.)
Records in the store are written when a match begins, when it ends, and when the diary is closed or has grown long.
"""

import asyncio
import errno
import json
import logging
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject, read_json
from bolicho.store import StoreAway
from bolicho.store.holding import locked

LONG = 64 * 2**20
"""Bytes after which the tables are saved and the diary begun anew."""
SYNC_SECONDS = 1.0
ROOM = 64 * 2**10
"""Bytes that must fit on the disk again before anybody goes on."""

log = logging.getLogger("bolicho.web")


class Diary:
    """The file of moves that are not in the store yet."""

    def __init__(self, path: Path, store: str) -> None:
        self.path = path
        self._heading = _line({"store": store}) if store else b""
        self._out = self._opened(self.path)
        if not self._ours():
            aside = path.with_name(f"{path.name}.{token_hex(4)}")
            path.rename(aside)
            os.close(self._out)
            self._out = self._opened(path)
            log.warning("%s is of another store and was put aside: %s", path, aside)
        self._unsynced = False
        self.size = os.fstat(self._out).st_size

    def _ours(self) -> bool:
        """Whether the moves in the file are of our store; one that a kill left without its first line is."""
        first = os.pread(self._out, 1024, 0).partition(b"\n")[0] + b"\n"
        return first == self._heading or not self._heading or not first.startswith(b'{"store":')

    def _opened(self, path: Path) -> int:
        """Open a file to write at its end, ours alone."""
        try:
            out = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
        try:
            locked(out)
        except OSError:
            os.close(out)
            raise BadInput(f"{path}: another server of this store is running") from None
        return out

    def note(self, entry: JsonObject) -> None:
        """Write one line; it outlives this process from now on. StoreAway, and nothing written, where it cannot be."""
        line = (b"" if self.size else self._heading) + _line(entry)
        self._put(line)
        self.size += len(line)
        self._unsynced = True

    def probe(self) -> None:
        """See that there is room; StoreAway if there is none."""
        self._put(b" " * (ROOM - 1) + b"\n")
        os.ftruncate(self._out, self.size)

    def _put(self, line: bytes) -> None:
        """Write at the end, all of it or (a full disk) none: what was begun must not swallow the next line."""
        try:
            written = os.write(self._out, line)
            if written != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._out, self.size)
            full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
            raise StoreAway(f"{self.path}: {error.strerror}", full=full) from error

    def entries(self) -> dict[str, list[JsonObject]]:
        """Return what was written, by table, in order; the half line that a kill may have left is dropped."""
        found: dict[str, list[JsonObject]] = {}
        for line in self.path.read_bytes().split(b"\n"):
            try:
                entry = read_json(line)
                found.setdefault(entry["t"], []).append(entry)
            except (BadInput, KeyError, TypeError):
                continue
        return found

    def empty(self) -> None:
        """Forget everything: it is in the store now."""
        os.ftruncate(self._out, 0)
        self.size = 0

    def drop(self, size: int, keep: Collection[str] = ()) -> None:
        """Forget what was written while the diary was so long: it is in the store now.

        Later lines stay, and those of some tables.
        """
        kept = self._lines_of(os.pread(self._out, size, 0), keep) if keep else b""
        if size >= self.size and not kept:
            self.empty()
        elif size > 0:
            self._rewrite(kept + os.pread(self._out, self.size - size, size))

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget the lines of all tables but these: of a match that was deleted no move stays, not even here."""
        self._rewrite(self._lines_of(os.pread(self._out, self.size, 0), tables))

    def _lines_of(self, text: bytes, tables: Collection[str]) -> bytes:
        kept = {f'{{"t":"{table}",'.encode() for table in tables}
        lines = text.splitlines(keepends=True)
        return b"".join(line for line in lines if line[: line.find(b",") + 1] in kept and line.endswith(b"\n"))

    def _rewrite(self, lines: bytes) -> None:
        """Put a new file in the place of the old one; whenever we are killed, one of the two is there, whole."""
        if not lines:
            self.empty()
            return
        lines = self._heading + lines
        part = self.path.with_name(f"{self.path.name}.part")
        part.unlink(missing_ok=True)
        new = self._opened(part)
        try:
            if os.write(new, lines) != len(lines):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(new)
            part.replace(self.path)
        except OSError as error:  # a full disk: the old one stays
            os.close(new)
            part.unlink(missing_ok=True)
            raise StoreAway(f"{part}: {error.strerror}", full=True) from error
        os.dup2(new, self._out)  # the same number, which another thread may be syncing just now
        os.close(new)
        self.size = len(lines)

    async def keep_in_step(self) -> None:
        """Bring to the disk what was written, once a second, for ever."""
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            if self._unsynced:
                self._unsynced = False
                try:
                    await asyncio.to_thread(os.fdatasync if hasattr(os, "fdatasync") else os.fsync, self._out)
                except OSError:  # a disk that fails now may be there again in a second
                    self._unsynced = True

    def close(self, *, remove: bool = False) -> None:
        """Close the file."""
        if remove:
            self.path.unlink(missing_ok=True)
        os.close(self._out)


def _line(entry: JsonObject) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
