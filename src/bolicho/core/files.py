"""Files written whole or not at all (beside the place first, synced, then given their name), and read within bounds."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import IO

from bolicho.core.errors import BadInput


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file; whatever goes wrong, what was there before is still there."""
    try:
        with whole_file(path) as out:
            out.write(data.encode() if isinstance(data, str) else data)
    except UnicodeEncodeError as error:
        raise BadInput(f"{path}: cannot be written: {error.reason}") from None


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written piece by piece; it gets its name when all of it is on the disk."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def make_folder(path: Path) -> Path:
    """Make a folder, and those in which it lies, where it is not there yet."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
    return path


def plain_file(path: Path) -> Path:
    """Return the path of a file that has an end; a pipe, a socket or a folder is refused, for it may have none."""
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: not a plain file")
    return path


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file of at most so many bytes; a larger one is refused before it fills the memory."""
    with plain_file(path).open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadInput(f"{path}: larger than {most // 10**6:,} MB, which no such file is")
    return data


def stamp_of(path: Path) -> tuple[int, int]:
    """Return when a file was last changed, and its size: another file under its name has another stamp."""
    try:
        about = path.stat()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    return about.st_mtime_ns, about.st_size


def sweep(*paths: Path) -> None:
    """Remove what kills left of files half written; only for who alone writes them."""
    for path in paths:
        for part in path.parent.glob(f".{escape(path.name)}.*.part"):
            with suppress(OSError):
                part.unlink()
