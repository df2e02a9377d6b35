"""The ledger of a run: a journal that holds the design of an experiment and one line a finished cell.

A cell that is there is not run twice. A ledger begun for another design, or by other code, is refused. How long each
cell took stands apart, in ``times.jsonl``.
"""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.journal import DESIGN, ROWS, Journal
from bolicho.core.times import TIMES, Times
from bolicho.lab.engine.experiment import Cell, Design, Rows

__all__ = ["DESIGN", "ROWS", "Ledger"]


class Ledger:
    """The rows of a design, kept in a directory; one process at a time may have it open."""

    def __init__(self, folder: Path, design: Design, versions: Mapping[str, str]) -> None:
        self.folder = folder
        self.rows: dict[str, Rows] = {}
        self._journal = Journal(folder, {**design.to_dict(), "versions": dict(versions)}, _difference)
        self.path = self._journal.path
        try:
            self.times = Times(folder / TIMES)
            self._read({cell.key for cell in design.cells})
        except BaseException:
            self._journal.close()
            raise

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._journal.close()

    @property
    def seconds(self) -> float:
        """Time spent on the cells so far, over all runs."""
        return self.times.total

    def add(self, cell: Cell, rows: Rows, seconds: float) -> None:
        """Keep the rows of a finished cell; when this returns they are on the disk."""
        self._journal.add({"cell": cell.key, "rows": rows})
        self.times.add(cell.key, seconds)
        self.rows[cell.key] = rows

    def _read(self, known: set[str]) -> None:
        for number, entry in enumerate(self._journal.lines, 1):
            try:
                key, rows = entry["cell"], entry["rows"]
                whole = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
            except (KeyError, TypeError):
                whole = False
            if not whole:
                raise BadInput(f"{self.path} line {number}: not the rows of a cell")
            if not isinstance(key, str) or key not in known:
                raise BadInput(f"{self.path} line {number}: no cell {key!r} in this design")
            self.rows[key] = rows


def _difference(key: str, found: Any, wanted: Any) -> str:
    if key == "versions" and isinstance(found, dict):
        other = [name for name, version in wanted.items() if found.get(name) != version]
        return f"its rows were made by another version of {' and '.join(other)}"
    if key in ("settings", "cells"):
        return "its rows were made by another design"
    if key == "experiment" and found is None:
        return f"holds a run of another kind, not {wanted!r}"
    return f"holds a run with {key} {found!r}, not {wanted!r}"
