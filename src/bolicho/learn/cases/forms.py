"""Forms: what the columns of a kind of case are and which values they hold, so that a file can be checked.

>>> form("truco-1").game, form("truco-1").columns[:3]
('truco', ('high', 'medium', 'low'))
"""

from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import UnknownName
from bolicho.learn.cases.base import UNKNOWN, Cells

FORMS = {"truco-1": "bolicho.learn.cases.truco.form:TRUCO"}
"""Where each form is."""


class Form:
    """A kind of case: its game, its name, and of each column (name, lowest, highest, the only values if not all)."""

    def __init__(self, game: str, name: str, cells: tuple[tuple[str, int, int, tuple[int, ...]], ...]) -> None:
        self.game, self.name, self.cells = game, name, cells
        self.columns = tuple(cell[0] for cell in cells)

    @cached_property
    def _allowed(self) -> NDArray[np.bool_]:
        """Row after row, which 16-bit numbers a column may hold; a blank always."""
        allowed = np.zeros((len(self.cells), 2**16), dtype=bool)
        for place, (_, lowest, highest, values) in enumerate(self.cells):
            allowed[place, list(values or range(lowest, highest + 1))] = True  # a negative one counts from the end
            allowed[place, UNKNOWN] = True
        return allowed

    def wrong(self, cells: Cells) -> tuple[int, str, str] | None:
        """Return the first cell that holds what it cannot: its row, its column, and what may stand there."""
        for place, (column, lowest, highest, values) in enumerate(self.cells):
            bad = ~self._allowed[place, cells[:, place]]
            if bad.any():
                may = f"one of {', '.join(map(str, values))}" if values else f"{lowest} to {highest}"
                return int(bad.argmax()), column, may
        return None


def form(name: str) -> Form:
    """Return a form by its name."""
    if name not in FORMS:
        raise UnknownName("form of cases", name, FORMS)
    module, _, attribute = FORMS[name].partition(":")
    found: Any = getattr(import_module(module), attribute)
    assert isinstance(found, Form)
    return found
