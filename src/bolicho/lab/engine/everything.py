"""Everything reproduced by one command: each work in a directory of its own, one after the other, then the index.

A run that was killed goes on where it was, as each work does; one that fails does not take the others along.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bolicho.core.errors import BolichoError
from bolicho.core.journal import Journal
from bolicho.core.json_text import JsonObject
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import Experiment, check_scale
from bolicho.lab.engine.run import reproduce
from bolicho.report.about import About
from bolicho.report.document import Report

Make = Callable[[str], Experiment]
Show = Callable[[int, int, str | None], None]
"""Called with the cells done of the work that runs, all of its, and what to say of the whole."""
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


Written = Callable[[AllWorks], None]


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
    written: Written | None = None,
    make: Make | None = None,
) -> AllWorks:
    """Run works in directories below a folder; ``written`` is called with what there is after each of them."""
    scale = check_scale(scale)
    began = monotonic()
    entries = {name: Entry(name) for name in names}

    def whole() -> AllWorks:
        return AllWorks(scale, seed, tuple(entries.values()), monotonic() - began)

    with Journal(folder, {"experiment": "all", "scale": scale, "seed": seed}) as journal:
        known = {line["work"] for line in journal.lines if isinstance(line, Mapping) and "work" in line}
        for number, name in enumerate(names, 1):
            how: JsonObject = {"scale": scale, "seed": seed, "workers": workers, "language": language}
            entries[name] = _entry(
                entries[name], folder, make or EXPERIMENTS.make, show, f"{number}/{len(names)} {name}", how, store
            )
            if entries[name].state == DONE and name not in known:
                journal.add({"work": name})
            if written is not None:
                written(whole())
    return whole()


def _entry(
    entry: Entry, folder: Path, make: Make, show: Show | None, said: str, how: JsonObject, store: str | None
) -> Entry:
    def progress(done: int, total: int) -> None:
        if show is not None:
            show(done, total, said)

    try:
        outcome = reproduce(make(entry.name), folder / entry.folder, **how, progress=progress, store=store)
    except BolichoError as error:
        return Entry(entry.name, FAILED, error=str(error))
    except Exception as error:  # whatever a work has broken with, the others are still to be run
        return Entry(entry.name, FAILED, error=f"{type(error).__name__}: {error}")
    return Entry(entry.name, DONE, outcome.report, outcome.about)
