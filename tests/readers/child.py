"""Damages the files of some readers in many ways and reads them, in a process of its own under limits.

``python -m tests.readers.child SEED COUNT FIRST READER...`` writes a line of JSON for each reader: how many were read,
how many refused, and what went wrong: which mutation, and how. The processor's time counts, never that of the wall.
"""

import json
import resource
import shutil
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.readers.reader import Files
from tests.readers.readers import READERS

from bolicho.core.chance import stream
from bolicho.core.errors import BolichoError

SECONDS = 4.0
"""Of the processor, for one damaged folder; sound ones take hundredths."""
MEMORY = 1 << 30
"""Bytes that reading may take beside what the process has."""
LONGEST = 2000
"""Characters of an error."""
MOST = 10
"""Faults that are told of one reader."""
MEMORY_DISK = Path("/dev/shm")
"""Where it is there, files lie in memory: hundreds of thousands are written and thrown away."""


class TooLong(BaseException):
    """A reader that does not come to an end."""


def main(seed: int, count: int, first: int, names: list[str]) -> None:
    """Try all readers that are named."""
    warnings.simplefilter("error")
    signal.signal(signal.SIGPROF, _late)
    samples = {name: READERS[name].sample() for name in names}
    for name, files in samples.items():
        _sound(name, files)
    with _little_memory():
        for name, files in samples.items():
            print(json.dumps({"reader": name, **tried(name, files, seed, first, count)}), flush=True)


def _late(*_: object) -> None:
    raise TooLong


@contextmanager
def _little_memory() -> Iterator[None]:
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY,) * 2)
    yield


def _sound(name: str, files: Files) -> None:
    """A sample that is refused would prove nothing."""
    with TemporaryDirectory() as folder:
        _lay(Path(folder), files)
        READERS[name].read(Path(folder))


def _lay(folder: Path, files: Files) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def damaged(name: str, files: Files, seed: int, number: int) -> Files:
    """Return the files of a reader after one mutation."""
    rng = stream(seed, "readers", name, number)
    file = rng.choice(sorted(READERS[name].damaged))
    return {**files, file: rng.choice(READERS[name].damaged[file])(files[file], rng)}


def tried(name: str, files: Files, seed: int, first: int, count: int) -> dict[str, Any]:
    """Read so many damaged folders."""
    told: dict[str, Any] = {"read": 0, "refused": 0, "faults": []}
    with TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as home:
        folder = Path(home) / "files"
        for number in range(first, first + count):
            try:
                _lay(folder, damaged(name, files, seed, number))
                fault = _fault(name, folder, told)
            except TooLong:  # it came a moment late
                fault = None
            if fault is not None:
                told["faults"].append({"mutation": number, "fault": fault})
            if len(told["faults"]) >= MOST:
                break
    return told


def _fault(name: str, folder: Path, told: dict[str, Any]) -> str | None:
    """Say what a reader did wrong, None when it read or refused as it should."""
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        READERS[name].read(folder)
        signal.setitimer(signal.ITIMER_PROF, 0)
    except BolichoError as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        told["refused"] += 1
        said = str(error)
        clear = said and len(said.splitlines()) == 1 and len(said) <= LONGEST
        return None if clear else f"not one clear line: {type(error).__name__} {said[:200]!r}, {len(said)} characters"
    except TooLong:
        return f"took more than {SECONDS:g} seconds: {_where()}"
    except BaseException as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{type(error).__name__}: {str(error)[:200]}: {_where()}"
    told["read"] += 1
    return None


def _where() -> str:
    frames = [frame for frame in traceback.extract_tb(sys.exc_info()[2]) if "bolicho" in frame.filename]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[::-1][:4])


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
