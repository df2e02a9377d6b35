"""Everything reproduced by one command: each work in a directory of its own, one after the other, then the index.

A run that was killed goes on where it was, as each work does; one that fails does not take the others along.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bolicho.core.errors import BolichoError
from bolicho.core.journal import Journal
from bolicho.core.json_text import JsonObject
from bolicho.core.times import TIMES, Times
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import Experiment, check_scale
from bolicho.lab.engine.run import expect, reproduce
from bolicho.lab.engine.time_left import TimeLeft
from bolicho.report.about import About
from bolicho.report.document import Report

Make = Callable[[str], Experiment]
Show = Callable[[int, int, str | None, float], None]
"""Called with the cells done of the work that runs, all of its, what to say of the whole, and its seconds left."""
WAITING, DONE, FAILED = "waiting", "done", "failed"


@dataclass(frozen=True)
class Entry:
    """What came of one work."""

    name: str
    state: str = WAITING
    report: Report | None = None
    about: About | None = None
    error: str = ""
    """Why it failed."""

    @property
    def folder(self) -> str:
        """Its directory, beside the index."""
        return self.name.replace(":", "-")


@dataclass(frozen=True)
class AllWorks:
    """All works of a run, in order."""

    scale: str
    seed: int
    entries: tuple[Entry, ...]
    seconds: float
    """Since this run began; what earlier runs took is in the works' own times."""

    @property
    def failed(self) -> list[Entry]:
        """Those that did not come to an end."""
        return [entry for entry in self.entries if entry.state == FAILED]


WhenWritten = Callable[[AllWorks], None]


def reproduce_all(
    folder: Path,
    names: Sequence[str],
    *,
    scale: str = "quick",
    seed: int = 1,
    workers: int | None = None,
    language: str = "en",
    store: str | None = None,
    show: Show | None = None,
    written: WhenWritten | None = None,
    make: Make | None = None,
) -> AllWorks:
    """Run works in directories below a folder; ``written`` is called with what there is after each of them."""
    scale = check_scale(scale)
    make, workers = make or EXPERIMENTS.make, workers or os.cpu_count() or 1
    began, time_left = monotonic(), TimeLeft(workers)
    entries = {name: Entry(name) for name in names}

    def whole() -> AllWorks:
        return AllWorks(scale, seed, tuple(entries.values()), monotonic() - began)

    with Journal(folder, {"experiment": "all", "scale": scale, "seed": seed}) as journal:
        known = {line["work"] for line in journal.lines if isinstance(line, Mapping) and "work" in line}
        for entry in entries.values():
            _look_ahead(time_left, make, entry, folder, scale, seed)
        how: JsonObject = {"scale": scale, "seed": seed, "workers": workers, "language": language}
        how |= {"store": store, "time_left": time_left}
        for number, name in enumerate(names, 1):
            entries[name] = _entry(entries[name], folder, make, show, f"{number}/{len(names)} {name}", how)
            if entries[name].state == DONE and name not in known:
                journal.add({"work": name})
            if written is not None:
                written(whole())
    return whole()


def _look_ahead(time_left: TimeLeft, make: Make, entry: Entry, folder: Path, scale: str, seed: int) -> None:
    """Count with the cells of a work before its turn; one that cannot be laid out says so when its turn comes."""
    with suppress(Exception):
        experiment, times = make(entry.name), Times(folder / entry.folder / TIMES)
        design = experiment.design(scale, seed)
        expect(time_left, experiment, design, times, [cell.key for cell in design.cells if times[cell.key] is not None])


def _entry(entry: Entry, folder: Path, make: Make, show: Show | None, said: str, how: JsonObject) -> Entry:
    def progress(done: int, total: int, left: float) -> None:
        if show is not None:
            show(done, total, said, left)

    try:
        outcome = reproduce(make(entry.name), folder / entry.folder, **how, progress=progress)
    except BolichoError as error:
        failed = str(error)
    except Exception as error:  # whatever a work has broken with, the others are still to be run
        failed = f"{type(error).__name__}: {error}"
    else:
        return Entry(entry.name, DONE, outcome.report, outcome.about)
    how["time_left"].forget(entry.name)
    return Entry(entry.name, FAILED, error=failed)
