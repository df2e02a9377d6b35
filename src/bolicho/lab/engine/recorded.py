"""Recorded hands of the UFSM group in a folder, for a run that begins with them; they go into no store.

The hands are not ours to ship. Who has them names the folder; every file in it that could hold hands is looked at, so
that a wrong one is told and not passed over, and the one nearest to the paper's baseline is read.
"""

from pathlib import Path
from typing import Protocol, runtime_checkable

from bolicho.core.errors import BadInput
from bolicho.lab.engine.bases import BUNDLED, PRINTED, RECORDED
from bolicho.lab.engine.experiment import Experiment
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.ufsm import import_ufsm, recognised
from bolicho.learn.cases.truco.ufsm.hand import WHOLE

KINDS = (".csv", ".sql")


@runtime_checkable
class WithBase(Protocol):
    """An experiment that can begin with another base of cases."""

    def begin_with(self, base: CaseBase) -> None:
        """Take the base that everybody begins with; called before ``design``."""


def recorded_hands(folder: Path) -> CaseBase:
    """Read the recorded hands in a folder; what is wrong with it, or with a file, is one line that says where."""
    if not folder.is_dir():
        raise BadInput(f"--recorded {folder}: {'not a folder' if folder.exists() else 'no such folder'}")
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in KINDS and file.is_file())
    except OSError as error:
        raise BadInput(f"--recorded {folder}: {error.strerror}") from None
    if not files:
        raise BadInput(f"--recorded {folder}: no file of recorded hands in it ({' or '.join(KINDS)})")
    for file in files:
        if not recognised(file):
            raise BadInput(f"{file} line 1: not the group's form: no column cartaAltaRobo")
    file = min(files, key=_distance)
    base, report = import_ufsm(file, RECORDED)
    if not file.read_bytes().endswith(b"\n"):
        raise BadInput(f"{file}: its last line has no end: the file was cut off, or wants a line break there")
    if report.layout != WHOLE:
        raise BadInput(f"{file}: the form of {report.layout} does not say who called or answered truco; give {WHOLE}")
    if not report.cases:
        raise BadInput(f"{file}: none of its {report.rows} hands can be used")
    return base


def begin_with(experiment: Experiment, base: CaseBase) -> Experiment:
    """Let an experiment begin with recorded hands; one that takes none is as it was."""
    if isinstance(experiment, WithBase):
        experiment.begin_with(base)
    return experiment


def _distance(file: Path) -> tuple[bool, int, str]:
    """Which file is meant: one named after the paper's baseline, else the nearest to it in size."""
    lines = file.read_bytes().count(b"\n")
    return BUNDLED not in file.name, abs(lines - PRINTED), file.name
