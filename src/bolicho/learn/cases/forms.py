"""Forms: what the columns of a kind of case are and which values they hold, so that a file can be checked.

>>> form("truco-1").game, form("truco-1").columns[:3]
('truco', ('high', 'medium', 'low'))
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import UnknownName
from bolicho.learn.cases.base import UNKNOWN, Cells

FORMS = {
    "truco-1": "bolicho.learn.cases.truco.form:TRUCO",
    "truco-learned-1": "bolicho.learn.cases.truco.learned_case:TRUCO_LEARNED",
}
"""Where each form of the house is; guests bring theirs with the craft of their game (``craft.py``)."""


Faults = Callable[[Mapping[str, Cells]], Iterable[tuple[NDArray[np.bool_], str, str]]]
"""The rules of a form: for each, the cases that break it, the column where it shows, what is wrong there."""


class Form:
    """A kind of case: its game, its name, and of each column (name, lowest, highest, the only values if not all).

    ``faults`` are the rules between columns.
    """

    def __init__(
        self,
        game: str,
        name: str,
        cells: tuple[tuple[str, int, int, tuple[int, ...]], ...],
        faults: Faults = lambda _: (),
    ) -> None:
        self.game, self.name, self.cells, self.faults = game, name, cells, faults
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

    def unsound(self, cells: Cells) -> tuple[int, str, str] | None:
        """Return the first case that breaks a rule of its game: its row, the column, and what is wrong there."""
        columns = dict(zip(self.columns, np.ascontiguousarray(cells.T), strict=True))
        found: tuple[int, str, str] | None = None
        for broken, column, rule in self.faults(columns):
            row = int(broken.argmax()) if broken.any() else len(cells)
            if row < (len(cells) if found is None else found[0]):
                found = row, column, rule
        if found is None:
            return None
        row, column, rule = found
        return row, column, rule.format_map({name: values[row] for name, values in columns.items()})


def form_names() -> tuple[str, ...]:
    """Return the names of all forms, those of the house first."""
    from bolicho.learn.cases.craft import guest_forms  # a craft is made of forms

    return (*FORMS, *(name for name in guest_forms() if name not in FORMS))


def form(name: str) -> Form:
    """Return a form by its name."""
    from bolicho.learn.cases.craft import guest_forms

    if name in FORMS:
        module, _, attribute = FORMS[name].partition(":")
        found: object = getattr(import_module(module), attribute)
        assert isinstance(found, Form)
        return found
    guests = guest_forms()
    if name not in guests:
        raise UnknownName("form of cases", name, (*FORMS, *guests))
    return guests[name]
