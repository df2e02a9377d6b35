"""How long each step of a work took, in a file of its own.

Two runs of one work never take the same time. Kept apart, times leave the results beside them the same bytes, however
often the work was killed. They decide nothing: what is lost or damaged of them is unknown, and hurts nobody.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     for step, seconds in ((1, 0.5), (2, 9.0), (2, 0.25)):  # a step that was done again took what it took at last
...         Times(Path(folder) / TIMES).add(step, seconds)
...     times = Times(Path(folder) / TIMES)
...     times[2], times[3], times.total, times.through(2), times.through(3)
(0.25, None, 0.75, 0.75, None)
"""

import json
from collections.abc import Container
from math import isfinite
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole

TIMES = "times.jsonl"
"""What the file is called in a folder of results."""
Step = int | str


class Times:
    """Seconds by step, a line of JSON each; the last line of a step counts."""

    def __init__(self, path: Path) -> None:
        """Read what is there; the file is made by the first step."""
        self.path = path
        self._seconds: dict[Step, float] = {}
        self._cut = False
        """Whether a kill left a line without its end."""
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
        self._cut = bool(data) and not data.endswith(b"\n")
        self._seconds.update(found for line in data.splitlines() if (found := _read(line)) is not None)

    def __getitem__(self, step: Step) -> float | None:
        return self._seconds.get(step)

    def add(self, step: Step, seconds: float) -> None:
        """Write down how long a step took."""
        seconds = round(seconds, 6)
        try:
            with self.path.open("ab") as out:
                out.write(b"\n" * self._cut + _line(step, seconds).encode())
        except OSError as error:
            raise BadInput(f"{self.path}: cannot be written: {error.strerror}") from None
        self._cut = False
        self._seconds[step] = seconds

    def keep(self, steps: Container[Step]) -> None:
        """Drop what is said of other steps, which are done again after a kill: each stands once in the file then."""
        kept = {step: seconds for step, seconds in self._seconds.items() if step in steps}
        text = "".join(_line(step, seconds) for step, seconds in kept.items())
        try:
            if self.path.exists() and self.path.read_bytes() != text.encode():
                write_whole(self.path, text)
        except OSError as error:
            raise BadInput(f"{self.path}: cannot be read: {error.strerror}") from None
        self._seconds, self._cut = kept, False

    @property
    def total(self) -> float:
        """All that is known, together."""
        return sum(self._seconds.values())

    def through(self, last: int) -> float | None:
        """Return how long the steps from 1 to this one took; None where one of them is unknown."""
        known = [self._seconds[step] for step in range(1, last + 1) if step in self._seconds]
        return sum(known) if len(known) == last else None


def _line(step: Step, seconds: float) -> str:
    return json.dumps({"step": step, "seconds": seconds}, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read(line: bytes) -> tuple[Step, float] | None:
    """Return what a line says; None where it is damaged."""
    try:
        told = json.loads(line)
        step, seconds = told["step"], float(told["seconds"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    return (step, seconds) if isinstance(step, int | str) and isfinite(seconds) and seconds >= 0 else None
