"""A base of cases: one small integer a cell, column after column, so that a million hands fit in memory.

>>> base = CaseBase("tiny", ("high", "low"), game="truco", form="demo", source="synthetic")
>>> base.append([[24, 7], [52, None]])
>>> len(base), base["high"].tolist(), base.row(1)
(2, [24, 52], (52, None))
"""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject

Cells = NDArray[np.int16]
UNKNOWN = -32768
"""A blank cell: what the observed player never came to know."""


class CaseBase:
    """Cases with a name, a source (recorded, web, synthetic, imitation, ...) and the format they are in.

    ``base["column"]`` is that column of all cases, read-only; it grows by ``append`` only. ``clusterings`` maps a
    scenario to its clusters. Whoever derives something from a base keeps it in ``derived``, which every change of the
    cases or clusterings empties.
    """

    def __init__(
        self,
        name: str,
        columns: Sequence[str],
        *,
        game: str,
        form: str,
        source: str,
        note: str = "",
        capacity: int = 64,
    ) -> None:
        self.name, self.game, self.form, self.source, self.note = name, game, form, source, note
        self.columns = tuple(columns)
        self._place = {column: place for place, column in enumerate(self.columns)}
        self._cells: Cells = np.empty((len(self.columns), capacity), dtype=np.int16)
        self._size = 0
        self._clusterings: JsonObject = {}
        self.derived: dict[Any, Any] = {}

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, column: str) -> Cells:
        cells = self._cells[self._place[column], : self._size]
        cells.flags.writeable = False
        return cells

    @property
    def clusterings(self) -> JsonObject:
        """The clusters of each scenario; set them whole."""
        return self._clusterings

    @clusterings.setter
    def clusterings(self, clusterings: JsonObject) -> None:
        self._clusterings = clusterings
        self.derived.clear()

    def append(self, rows: Iterable[Sequence[int | None]] | Cells) -> None:
        """Add cases, given as rows in the order of the columns; a blank is None (or UNKNOWN in an array)."""
        new = rows if isinstance(rows, np.ndarray) else cells_of(rows, len(self.columns))
        if new.ndim != 2 or new.shape[1] != len(self.columns):
            raise BadInput(f"base {self.name!r}: a case has {len(self.columns)} columns, not {new.shape[-1]}")
        size = self._size + len(new)
        if size > self._cells.shape[1]:
            wider = np.empty((len(self.columns), max(size, self._cells.shape[1] * 3 // 2)), dtype=np.int16)
            wider[:, : self._size] = self._cells[:, : self._size]
            self._cells = wider
        self._cells[:, self._size : size] = new.T
        self._size = size
        self.derived.clear()

    def cells(self, columns: Sequence[str] | None = None) -> Cells:
        """Return cases as rows of an array, of all columns or of some."""
        places = slice(None) if columns is None else [self._place[column] for column in columns]
        return np.ascontiguousarray(self._cells[places, : self._size].T)

    def row(self, case: int) -> tuple[int | None, ...]:
        """Return one case, blanks as None."""
        return tuple(None if cell == UNKNOWN else int(cell) for cell in self._cells[:, : self._size][:, case])

    def case(self, case: int) -> dict[str, int | None]:
        """Return one case by the names of its columns."""
        return dict(zip(self.columns, self.row(case), strict=True))

    def subset(self, keep: NDArray[np.bool_], name: str | None = None) -> Self:
        """Return a base with some of the cases, and the clusterings as they are."""
        base = type(self)(
            name or self.name, self.columns, game=self.game, form=self.form, source=self.source, note=self.note
        )
        base.append(self.cells()[keep])
        base.clusterings = dict(self.clusterings)
        return base


def cells_of(rows: Iterable[Sequence[int | None]], columns: int) -> Cells:
    """Turn rows into an array; a row of the wrong length or a number too large is named."""
    listed = [[UNKNOWN if cell is None else cell for cell in row] for row in rows]
    for number, row in enumerate(listed):
        if len(row) != columns:
            raise BadInput(f"case {number}: {len(row)} cells, not {columns}")
    try:
        return np.array(listed, dtype=np.int16).reshape(len(listed), columns)
    except (OverflowError, ValueError, TypeError) as error:
        raise BadInput(f"cases: {error}") from None
