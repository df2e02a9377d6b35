"""How long a tournament has been played, over all the runs that it took; a kill costs a few seconds of the count."""

import json
from pathlib import Path
from time import monotonic

from bolicho.core.files import write_whole
from bolicho.core.json_text import read_json

MOST = 1e10
"""Seconds, three hundred years: what a note tells beyond is no time that was played."""
PAUSE = 5.0
"""Seconds between two notes of the time."""


class Stopwatch:
    """Counts while it runs; in a directory it goes on from where an earlier run has left it."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / "seconds.json"
        self._before = self._noted()
        self._began: float | None = None
        self._written = monotonic()

    @property
    def seconds(self) -> float:
        """What it shows."""
        return self._before + (0.0 if self._began is None else monotonic() - self._began)

    def start(self) -> None:
        """Begin to count."""
        self._began = monotonic()

    def tick(self) -> None:
        """Note the time now and then."""
        if monotonic() - self._written >= PAUSE:
            self._note()

    def stop(self, *, keep: bool = True) -> None:
        """Count no further, and note the time; or forget it since the start, if nothing was done in it."""
        self._before, self._began = self.seconds if keep else self._before, None
        if keep:
            self._note()

    def _note(self) -> None:
        self._written = monotonic()
        if self._path is not None:
            write_whole(self._path, json.dumps({"seconds": round(self.seconds, 3)}) + "\n")

    def _noted(self) -> float:
        try:
            noted = 0.0 if self._path is None else float(read_json(self._path.read_bytes())["seconds"])
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            noted = 0.0  # it decides nothing, so that it is lost hurts nobody
        return noted if 0 <= noted <= MOST else 0.0
