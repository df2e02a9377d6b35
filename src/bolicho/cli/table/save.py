"""Keep what was played: appended to a file, put in the store; if that fails, in a file of its own. Nothing is lost."""

import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.files import plain_file
from bolicho.core.record import Record, read_records
from bolicho.core.words import Words


class Keeper:
    """Knows where records go; everything that can be refused is refused before the match, not after it."""

    def __init__(self, words: Words, path: Path | None, *, store: bool, url: str | None) -> None:
        self.words = words
        self.path = None if path is None else usable(path)
        self.store = store
        self.opened: Any = open_store(url) if store and url else None

    def keep(self, record: Record, joined: bool = True) -> list[str]:
        """Write a record, unfinished ones too, and return where it is: told only once all is safe.

        Nobody wants a match in the store in which the person never ``joined`` in; a file was asked for.
        """
        if not any(unit.moves for unit in record.units) or not (joined or self.path):
            return []
        lines = [] if record.finished else [self.words("kept-unfinished")]
        place = self._to_file(record, lines) if self.path is not None else None
        if self.store and joined:
            self._to_store(record, place, lines)
        elif place is None:
            lines.append(self.words("kept-nowhere"))
        return lines

    def _to_file(self, record: Record, lines: list[str]) -> Path:
        assert self.path is not None
        try:
            append(self.path, record)
        except OSError as error:
            place = refuge(record)
            lines.append(self.words("record-failed", path=self.path, why=error.strerror, place=place))
            return place
        lines.append(self.words("kept-file", place=self.path))
        return self.path

    def _to_store(self, record: Record, place: Path | None, lines: list[str]) -> None:
        try:
            self.opened = self.opened or open_store(None)
            self.opened.save([record])
        except Exception as error:  # whatever a database does, the match was played and stays
            lines.append(self.words("store-failed", why=_reason(error), place=place or refuge(record)))
        else:
            lines.append(self.words("kept-store"))


def _reason(error: Exception) -> str:
    line = str(error).partition("\n")[0]
    return line if isinstance(error, BolichoError) else f"{type(error).__name__}: {line}"


def open_store(url: str | None) -> Any:
    """Open the house's store; the database library is imported only here."""
    from bolicho.store import Store

    return Store.open(url)


def usable(path: Path) -> Path:
    """Check that records can be appended to a file."""
    if plain_file(path).exists() and path.stat().st_size:
        next(iter(read_records(path)))  # never append to something that is not a file of records
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise BadInput(f"{path}: cannot be written")
    return path


def append(path: Path, record: Record) -> None:
    """Add one line of JSON to a file, on a line of its own."""
    with path.open("ab+") as out:
        if out.tell():
            out.seek(-1, os.SEEK_END)
            if out.read(1) != b"\n":
                out.write(b"\n")
        out.write(record.to_json().encode() + b"\n")


def refuge(record: Record) -> Path:
    """Write a record to a new file here, or where temporary files go."""
    name = f"bolicho-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl"
    for place in (Path.cwd(), Path(tempfile.gettempdir())):
        try:
            append(place / name, record)
        except OSError:
            continue
        return place / name
    raise BadInput(f"the match could not be kept anywhere: {record.to_json()}")
