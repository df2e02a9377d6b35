"""Runs that are finished, read again from their folders: what was asked, every row, and so the report anew.

Nothing is run and nothing is written here. The report is a function of design and rows, so a page can be made again
after a claim was worded better; rows of another version of the experiment are outdated.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.times import TIMES, Times
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import Cell, Design, Experiment, Rows
from bolicho.lab.engine.ledger import DESIGN, ROWS
from bolicho.report.about import About
from bolicho.report.document import Report


@dataclass(frozen=True)
class RunFolder:
    """A run as its folder has it, perhaps not finished."""

    folder: Path
    design: Design
    rows: Mapping[str, Rows]
    seconds: float
    day: str
    """When its last row was written."""
    versions: Mapping[str, str]
    """Of the code that made the rows."""

    @property
    def work(self) -> str:
        """The experiment, without the arguments that it was given."""
        return self.design.experiment.partition(":")[0]

    @property
    def missing(self) -> int:
        """How many cells are still to be run."""
        return sum(cell.key not in self.rows for cell in self.design.cells)

    @property
    def outdated(self) -> str:
        """Say that another version of the experiment made the rows; empty where it was this one."""
        theirs, ours = self.design.version, self._usual.version
        return "" if theirs == ours else f"made by version {theirs} of {self.work}, and this is {ours}; run it again"

    @property
    def usual(self) -> bool:
        """Whether it has the settings of its scale, whatever the base of cases: no other reading, no other size."""
        ours, theirs = ({k: v for k, v in one.to_dict()["settings"].items() if k != "base"}
                        for one in (self._usual, self.design))  # fmt: skip
        same: bool = read_json(json.dumps(ours)) == theirs
        return same

    def report(self, language: str) -> Report:
        """Make the report of the rows, without people's matches: those are in a store of somebody's own."""
        return self._experiment.report(self.design, self.rows, language)

    @property
    def _usual(self) -> Design:
        return self._experiment.design(self.design.scale, self.design.seed)

    @cached_property
    def _experiment(self) -> Experiment:
        made: Experiment = EXPERIMENTS.make(self.work)
        return made

    def about(self) -> About:
        """Return the circumstances, as far as a folder tells them."""
        return About(
            name=self.design.experiment,
            scale=self.design.scale,
            seed=self.design.seed,
            cells=len(self.design.cells),
            seconds=self.seconds,
            date=self.day,
            workers=0,
            versions=dict(self.versions),
            platform="",
            recorded=self.design.recorded,
        )


def runs_in(folder: Path) -> list[RunFolder]:
    """Return the run of a folder, or the runs of its folders: those of ``reproduce all``, or several side by side."""
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder")
    places = [folder] if _is_run(folder) else [place for place in sorted(folder.iterdir()) if _is_run(place)]
    if not places:
        raise BadInput(f"{folder}: no run in it")
    return [read_run(place) for place in places]


def _is_run(folder: Path) -> bool:
    """Whether a folder has a design with cells; that of ``all`` and of a tournament have none."""
    return (folder / DESIGN).is_file() and "cells" in _object(folder / DESIGN)


def read_run(folder: Path) -> RunFolder:
    """Read a run; a last line that a kill cut off does not count."""
    told = _object(folder / DESIGN)
    try:
        cells = tuple(Cell(key, facts) for key, facts in told["cells"].items())
        name, version, scale, seed, settings = (
            told[key] for key in ("experiment", "version", "scale", "seed", "settings")
        )
        design = Design(name, version, scale, seed, settings, cells)
        versions = {str(key): str(value) for key, value in told.get("versions", {}).items()}
        texts = all(isinstance(text, str) for text in (name, version, scale)) and type(seed) is int
        if not texts or not all(isinstance(facts, dict) for facts in (settings, *told["cells"].values())):
            raise KeyError("of another kind")
    except (KeyError, AttributeError):
        raise BadInput(f"{folder / DESIGN}: not the design of a run") from None
    path = folder / ROWS
    data, written = (path.read_bytes(), path.stat().st_mtime) if path.exists() else (b"", 0.0)
    lines = data.split(b"\n")[:-1]
    rows = dict(_cell(path, number, line) for number, line in enumerate(lines, 1))
    day = datetime.fromtimestamp(written, UTC).strftime("%Y-%m-%d")
    return RunFolder(folder, design, rows, Times(folder / TIMES).total, day, versions)


def _object(path: Path) -> JsonObject:
    try:
        found = read_json(path.read_bytes())
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    if not isinstance(found, dict):
        raise BadInput(f"{path}: not the design of a run")
    return found


def _cell(path: Path, number: int, line: bytes) -> tuple[str, Rows]:
    try:
        entry = read_json(line)
        key, rows = entry["cell"], entry["rows"]
        if not isinstance(key, str) or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise TypeError("of another kind")
    except BadInput as error:
        raise BadInput(f"{path} line {number}: damaged: {error}") from None
    except (KeyError, TypeError):
        raise BadInput(f"{path} line {number}: not the rows of a cell") from None
    return key, rows
