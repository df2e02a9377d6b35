"""What a reader is: a folder of sound files, the ways in which they may be damaged, and how it reads."""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.readers.mutations import Mutation

Files = dict[str, bytes]


class Reader(NamedTuple):
    """One reader: its files, which of them are damaged in which ways, and what is done with them."""

    sample: Callable[[], Files]
    damaged: Mapping[str, tuple[Mutation, ...]]
    read: Callable[[Path], object]


def files_of(write: Callable[[Path], object]) -> Files:
    """What somebody writes into an empty folder."""
    with TemporaryDirectory() as folder:
        write(Path(folder))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}
