"""A file of records written while matches finish in any order: in the order of the matches, whole or not at all."""

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import mkstemp
from types import TracebackType

from bolicho.core.errors import BadInput


class RecordFile:
    """Records as JSON lines; what cannot be written says so when opened, before anything is played.

    Lines go to a hidden file beside it as their turn comes; only a run that ends well gives it the name.
    """

    def __init__(self, path: Path, matches: Iterable[int]) -> None:
        self.path = path.resolve()
        if self.path.exists() and not self.path.is_file():
            raise BadInput(f"{path}: cannot be written: not a regular file")
        self._order = iter(sorted(matches))
        self._next = next(self._order, None)
        self._waiting: dict[int, str] = {}
        try:
            number, part = mkstemp(".part", f".{self.path.name}.", self.path.parent)
            self.part = Path(part)
            self._out = os.fdopen(number, "w", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror}") from None

    def add(self, match: int, record: str) -> None:
        """Take the record of a match, as its line of JSON."""
        self._waiting[match] = record
        while self._next is not None and self._next in self._waiting:
            self._out.write(self._waiting.pop(self._next) + "\n")
            self._next = next(self._order, None)

    def __enter__(self) -> "RecordFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._out.flush()
                os.fsync(self._out.fileno())
                self._out.close()
                self.part.chmod(0o666 & ~_umask())
                self.part.replace(self.path)
        except OSError as problem:
            raise BadInput(f"{self.path}: cannot be written: {problem.strerror}") from None
        finally:
            self._out.close()
            self.part.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
