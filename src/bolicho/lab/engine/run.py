"""Running an experiment: what is missing of its design, then the report; a run that was killed goes on where it was."""

import os
import platform
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from bolicho.core.extras import need
from bolicho.core.times import Times
from bolicho.lab.engine.experiment import (
    Cell,
    Design,
    Experiment,
    Rows,
    WhenDone,
    WithCosts,
    WithDirectory,
    WithPeople,
    check_scale,
)
from bolicho.lab.engine.ledger import Ledger
from bolicho.lab.engine.time_left import TimeLeft
from bolicho.report.about import About, row_versions, versions
from bolicho.report.document import Report
from bolicho.report.files import write_report

Progress = Callable[[int, int, float], None]
"""Called with the number of cells done, of all, and about how many seconds it will take yet."""
Run = Callable[[Design, Sequence[Cell], int, WhenDone], None]
"""What runs the cells that are still to be run, as `Experiment.run`."""


@dataclass(frozen=True)
class Outcome:
    """A finished run: its report, and where it was written."""

    report: Report
    about: About
    page: Path
    markdown: Path
    taken_over: int
    """Cells that an earlier run had finished."""


def reproduce(
    experiment: Experiment,
    folder: Path,
    *,
    scale: str = "quick",
    seed: int = 1,
    workers: int | None = None,
    language: str = "en",
    progress: Progress | None = None,
    store: str | None = None,
    time_left: TimeLeft | None = None,
) -> Outcome:
    """Run an experiment in a directory and write its report there: ``report.html``, ``report.md`` and the plots.

    ``store`` is where people's matches are, for an experiment that draws on them; by default the house's. ``time_left``
    is the estimate for several works, of which this is one.
    """
    scale = check_scale(scale)
    design = experiment.design(scale, seed)
    need("matplotlib")  # said before hours of play, not after
    workers = workers or os.cpu_count() or 1
    with Ledger(folder, design, row_versions()) as ledger:
        if isinstance(experiment, WithDirectory):
            experiment.settle(folder)
        time_left = time_left or TimeLeft(workers)
        expect(time_left, experiment, design, ledger.times, ledger.rows)
        taken_over = fill(ledger, design, experiment.run, workers, progress, time_left)
        rows = {cell.key: ledger.rows[cell.key] for cell in design.cells}
        about = About(
            name=experiment.name,
            scale=scale,
            seed=seed,
            cells=len(design.cells),
            seconds=ledger.seconds,
            date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
            workers=workers,
            versions=versions(),
            platform=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            recorded=design.recorded,
        )
        if isinstance(experiment, WithPeople):
            experiment.meet(store)
        report = experiment.report(design, rows, language)
        return Outcome(report, about, *write_report(report, about, folder, language), taken_over)


def expect(time_left: TimeLeft, experiment: Experiment, design: Design, times: Times, done: Collection[str]) -> None:
    """Let an estimate count with the cells of an experiment."""
    costs = experiment.costs if isinstance(experiment, WithCosts) else {}
    time_left.expect(design.experiment, design.cells, costs, times, done)


def fill(
    ledger: Ledger,
    design: Design,
    run: Run,
    workers: int,
    progress: Progress | None = None,
    time_left: TimeLeft | None = None,
) -> int:
    """Run the cells that a ledger lacks; return how many it had."""
    todo = [cell for cell in design.cells if cell.key not in ledger.rows]
    if time_left is None:
        time_left = TimeLeft(workers)
        time_left.expect(design.experiment, design.cells, {}, ledger.times, ledger.rows)
    last = monotonic()

    def done(cell: Cell, rows: Rows) -> None:
        nonlocal last
        now = monotonic()
        ledger.add(cell, rows, now - last)
        time_left.done(design.experiment, cell, now - last)
        last = now
        tell()

    def tell() -> None:
        if progress is not None:
            progress(len(ledger.rows), len(design.cells), time_left.seconds)

    tell()
    if todo:
        run(design, todo, workers, done)
    return len(design.cells) - len(todo)
