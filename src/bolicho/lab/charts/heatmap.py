"""Matrices of the Markov player as pictures in numbers: brown few, white even, blue many (Rossato, section 5.4).

Own configurations go down, the rival's go across, the weakest at the top left; the helper matrix has levels down and
cards across, as the paper prints it. A `Picture` is small and plain, so that rows of an experiment may hold it.
"""

import base64
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject

if TYPE_CHECKING:
    from bolicho.learn.markov.matrices import Matrices

Numbers = NDArray[np.float64]
MATRICES = ("truco", "envido", "flor", "cards", "levels")
MEASURES = ("wins", "losses", "chance")
COLOURS = ("#4d2a0b", "#8c510a", "#bf812d", "#e5cb93", "#ffffff", "#a9cfe6", "#4f97c8", "#1f65a9", "#0b2f66")
"""From few to many; the middle one is white."""
MIDDLE = 32
SAME = 1e-9
SHADES = 2 * MIDDLE + 1
"""So many steps of colour, the middle one white: few enough for small files, too many to be seen."""


@dataclass(frozen=True)
class Sheet:
    """One matrix: what its rows and columns are called, and its counts; the helper matrix has no losses."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    win: Numbers
    loss: Numbers | None

    def measured(self, measure: str) -> Numbers:
        """Return wins, losses, or the chance to win (where there is neither, both count as 1)."""
        if measure not in MEASURES:
            raise UnknownName("measure", measure, MEASURES)
        if measure == "wins":
            return self.win
        if self.loss is None:
            raise BadInput(f"{self.name}: a matrix without {measure}; it counts what was seen")
        if measure == "losses":
            return self.loss
        both: Numbers = self.win + self.loss
        return np.divide(self.win, both, out=np.full_like(both, 0.5), where=both > 0)


@dataclass(frozen=True)
class Picture:
    """Shades of a matrix, row by row, and the numbers that the darkest brown and the darkest blue stand for."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shades: NDArray[np.uint8]
    low: float
    high: float

    def to_dict(self) -> JsonObject:
        """Return plain JSON data; names of rows and columns are kept elsewhere."""
        packed = base64.b64encode(zlib.compress(self.shades.tobytes(), 9)).decode()
        return {"shape": list(self.shades.shape), "low": self.low, "high": self.high, "shades": packed}

    @classmethod
    def from_dict(cls, data: JsonMapping, rows: Sequence[str], columns: Sequence[str]) -> "Picture":
        """Read a picture back."""
        shades = np.frombuffer(zlib.decompress(base64.b64decode(data["shades"])), np.uint8)
        return cls(tuple(rows), tuple(columns), shades.reshape(data["shape"]), data["low"], data["high"])


def sheet(matrices: "Matrices", name: str) -> Sheet:
    """Return one matrix of a set."""
    from bolicho.learn.markov.states import CARD_LABELS, LEVELS

    if name not in MATRICES:
        raise UnknownName("matrix", name, MATRICES)
    if name == "levels":
        return Sheet(name, LEVELS, CARD_LABELS, np.array(matrices.levels.T, dtype=float), None)
    module = getattr(matrices, name)
    return Sheet(name, module.labels, module.labels, module.win, module.loss)


def picture(one: Sheet, measure: str = "wins") -> Picture:
    """Draw counts between the fewest and the most, as the paper does; a chance between 0 and 1."""
    values = one.measured(measure)
    low, high = (0.0, 1.0) if measure == "chance" else (float(values.min()), float(values.max()))
    return Picture(one.rows, one.columns, _shaded(values, low, high), low, high)


def difference(one: Sheet, earlier: Sheet, measure: str = "wins") -> Picture:
    """Draw what was added since an earlier snapshot: white nothing, blue more, brown less."""
    if one.rows != earlier.rows or one.columns != earlier.columns:
        raise BadInput(f"{one.name}: two matrices of other states cannot be compared")
    change: Numbers = one.measured(measure) - earlier.measured(measure)
    most = float(np.abs(change).max())
    return Picture(one.rows, one.columns, _shaded(change, -most, most), -most, most)


def changed(now: Numbers, before: Numbers) -> float:
    """Return the part of the squares whose count is another one."""
    return float(np.mean(np.abs(now - before) > SAME))


def _shaded(values: Numbers, low: float, high: float) -> NDArray[np.uint8]:
    if high <= low:
        return np.full(values.shape, MIDDLE, np.uint8)
    shades: NDArray[np.uint8] = np.rint((values - low) / (high - low) * (SHADES - 1)).astype(np.uint8)
    return shades
