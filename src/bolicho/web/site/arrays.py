"""Arrays of plain Python, under the names that numpy has for them.

Pyodide's npm package brings no numpy. Of our rules and scripted players only Truco's odds need it, and of numpy they
need what stands here: `bolicho site` puts this file into the folder as ``numpy``. A test plays with both and compares.
Arrays are flat lists with a shape; ``array[2]`` shares the list of ``array``, every other index copies.
"""

import builtins
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, product
from typing import Any, Union

Shape = tuple[int, ...]
Operand = Union["ndarray", float]
Work = Callable[[float, float], float]
"""An operation of two entries."""
float64, bool_ = float, bool
int8 = int16 = int32 = int64 = uint64 = int


class ndarray:
    """A flat list, its shape, and where in the list it begins."""

    def __init__(self, data: list[float], shape: Shape, start: int = 0) -> None:
        self.data, self.shape, self.start = data, shape, start

    @property
    def flat(self) -> list[float]:
        """All entries in order."""
        size = _size(self.shape)
        return self.data if self.start == 0 and len(self.data) == size else self.data[self.start : self.start + size]

    @property
    def ndim(self) -> int:
        """How many axes there are."""
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(self.shape[0]))

    def __float__(self) -> float:
        (only,) = self.flat
        return float(only)

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    def tolist(self) -> Any:
        """Return lists within lists."""
        return self.flat[0] if not self.shape else [one.tolist() if isinstance(one, ndarray) else one for one in self]

    def astype(self, kind: type) -> "ndarray":
        """Return the entries as another kind of number."""
        return ndarray(list(map(kind, self.flat)), self.shape)

    def reshape(self, *shape: int) -> "ndarray":
        """Return the same entries in another shape; -1 stands for what is left."""
        flat = self.flat
        known = _size([side for side in shape if side >= 0])
        return ndarray(flat, tuple(side if side >= 0 else len(flat) // max(known, 1) for side in shape))

    def sum(self) -> float:
        """Add up all entries."""
        return builtins.sum(self.flat)

    def argmax(self, axis: int) -> "ndarray":
        """Return where in each row its first greatest entry is."""
        assert (self.ndim, axis) == (2, 1)
        rows = (row.flat for row in self)
        return ndarray([row.index(max(row)) for row in rows], self.shape[:1])

    # ── entry by entry ────────────────────────────────────────────────────────────────────────────────────────────

    def _with(self, other: Operand, work: Work, turned: bool = False) -> "ndarray":
        if not isinstance(other, ndarray):
            flat = self.flat
            return ndarray([work(other, one) if turned else work(one, other) for one in flat], self.shape)
        if self.shape == other.shape:
            return ndarray(list(map(work, self.flat, other.flat)), self.shape)
        shape = _common(self.shape, other.shape)
        return ndarray(list(map(work, _spread(self, shape), _spread(other, shape))), shape)

    def __add__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.add)

    def __sub__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.sub)

    def __mul__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.mul)

    def __truediv__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.truediv)

    def __pow__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.pow)

    def __and__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.and_)

    def __or__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.or_)

    def __radd__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.add, turned=True)

    def __rsub__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.sub, turned=True)

    __rmul__ = __mul__

    def __eq__(self, other: Operand) -> "ndarray":  # type: ignore[override]
        return self._with(other, operator.eq)

    def __ne__(self, other: Operand) -> "ndarray":  # type: ignore[override]
        return self._with(other, operator.ne)

    def __lt__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.lt)

    def __le__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.le)

    def __ge__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.ge)

    def __gt__(self, other: Operand) -> "ndarray":
        return self._with(other, operator.gt)

    def __hash__(self) -> int:
        return id(self)

    def __matmul__(self, other: "ndarray") -> Any:
        """Multiply by one column, along the last axis."""
        (length,), weights, flat = other.shape, other.flat, self.flat
        rows = [
            builtins.sum(map(operator.mul, flat[at : at + length], weights)) for at in range(0, len(flat), length or 1)
        ]
        return ndarray(rows, self.shape[:-1]) if self.ndim > 1 else builtins.sum(rows)

    # ── parts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int):
            return self._row(index)
        if isinstance(index, ndarray) and _is_mask(index):
            rest = self.shape[index.ndim :]
            size, flat = _size(rest), self.flat
            chosen = [number for number, wanted in enumerate(index.flat) if wanted]
            kept = (
                [flat[i] for i in chosen]
                if size == 1
                else [one for i in chosen for one in flat[i * size : i * size + size]]
            )
            return ndarray(kept, (len(chosen), *rest))
        shape, places = self._places(index if isinstance(index, tuple) else (index,))
        return ndarray([self.data[place] for place in places], shape) if shape else self.data[places[0]]

    def __setitem__(self, index: Any, value: Operand) -> None:
        shape, places = self._places(index if isinstance(index, tuple) else (index,))
        values = _spread(value, shape) if isinstance(value, ndarray) else [value] * len(places)
        for place, one in zip(places, values, strict=True):
            self.data[place] = one

    def _row(self, number: int) -> Any:
        rest = self.shape[1:]
        size = _size(rest)
        start = self.start + (number + self.shape[0] if number < 0 else number) * size
        return ndarray(self.data, rest, start) if rest else self.data[start]

    def _places(self, index: tuple[Any, ...]) -> tuple[Shape, list[int]]:
        """Return the shape of a part, and where in the list its entries are."""
        given = builtins.sum(one is not None and one is not Ellipsis for one in index)
        if Ellipsis not in [one for one in index if not isinstance(one, ndarray)]:
            index = (*index, Ellipsis)
        before: list[tuple[int, list[int]]] = []
        after: list[tuple[int, list[int]]] = []
        arrays: list[tuple[ndarray, int]] = []
        axis, whole = 0, _steps(self.shape)
        for one in index:
            sides = before if not arrays else after
            if one is None:
                sides.append((1, [0]))
                continue
            if one is Ellipsis:
                for _ in range(len(self.shape) - given):
                    sides.append((self.shape[axis], [whole[axis] * i for i in range(self.shape[axis])]))
                    axis += 1
                continue
            if isinstance(one, slice):
                chosen = range(*one.indices(self.shape[axis]))
                sides.append((len(chosen), [whole[axis] * i for i in chosen]))
            elif isinstance(one, int):
                arrays.append((ndarray([one if one >= 0 else one + self.shape[axis]], ()), whole[axis]))
            else:
                arrays.append((one if isinstance(one, ndarray) else array(one), whole[axis]))
            axis += 1
        nothing: Shape = ()
        middle = reduce(_common, [one.shape for one, _ in arrays], nothing)
        parts = [[step * i for i in _spread(one, middle)] for one, step in arrays]
        joined = [(_size(middle), [builtins.sum(steps) for steps in zip(*parts, strict=True)] if parts else [0])]
        axes = [steps for _, steps in (*before, *joined, *after)]
        shape = (*(size for size, _ in before), *middle, *(size for size, _ in after))
        if all(len(steps) == 1 for steps in axes[:-1]):
            start = self.start + builtins.sum(steps[0] for steps in axes[:-1])
            return shape, [start + step for step in axes[-1]]
        return shape, [self.start + builtins.sum(steps) for steps in product(*axes)]


def _size(shape: Iterable[int]) -> int:
    return reduce(operator.mul, shape, 1)


def _steps(shape: Shape) -> Shape:
    """Return how far apart neighbours along each axis are."""
    return tuple(reversed(list(accumulate(reversed(shape[1:]), operator.mul, initial=1)))) if shape else ()


def _is_mask(index: ndarray) -> bool:
    return bool(index.data) and isinstance(index.data[index.start] if _size(index.shape) else None, bool)


def _common(one: Shape, other: Shape) -> Shape:
    """Return the shape to which both can be spread."""
    size = max(len(one), len(other))
    sides = zip((1,) * (size - len(one)) + one, (1,) * (size - len(other)) + other, strict=True)
    return tuple(b if a == 1 else a for a, b in sides)


def _spread(given: ndarray, shape: Shape) -> list[float]:
    """Return the entries as often as a larger shape has them."""
    flat = given.flat
    return flat if given.shape == shape else [flat[place] for place in _spread_places(given.shape, shape)]


@lru_cache(256)
def _spread_places(small: Shape, shape: Shape) -> list[int]:
    small = (1,) * (len(shape) - len(small)) + small
    steps = [0 if side == 1 else step for side, step in zip(small, _steps(small), strict=True)]
    return [builtins.sum(map(operator.mul, place, steps)) for place in product(*map(range, shape))]


# ── making them ───────────────────────────────────────────────────────────────────────────────────────────────────


def array(given: Any, kind: type | None = None) -> ndarray:
    """Return numbers, or lists within lists of them, as an array."""
    if isinstance(given, ndarray):
        return given.astype(kind) if kind else ndarray(list(given.flat), given.shape)
    if not isinstance(given, Sequence):
        return ndarray([kind(given) if kind else given], ())
    rows = [array(one, kind) for one in given]
    return ndarray([one for row in rows for one in row.flat], (len(rows), *(rows[0].shape if rows else ())))


def asarray(given: Any, kind: type | None = None) -> ndarray:
    """Return an array as it is, anything else as an array."""
    return given if isinstance(given, ndarray) and kind is None else array(given, kind)


def full(shape: int | Shape, value: float) -> ndarray:
    """Return an array of one value."""
    shape = (shape,) if isinstance(shape, int) else shape
    return ndarray([value] * _size(shape), shape)


def zeros(shape: int | Shape, kind: type = float) -> ndarray:
    """Return an array of noughts."""
    return full(shape, kind(0))


def ones(shape: int | Shape, kind: type = float) -> ndarray:
    """Return an array of ones."""
    return full(shape, kind(1))


def arange(length: int) -> ndarray:
    """Return 0, 1, 2 …"""
    return ndarray(list(range(length)), (length,))


def concatenate(given: Sequence[ndarray]) -> ndarray:
    """Put arrays below one another."""
    rows = builtins.sum(len(one) for one in given)
    return ndarray([entry for one in given for entry in one.flat], (rows, *given[0].shape[1:]))


def stack(given: Sequence[ndarray]) -> ndarray:
    """Put arrays side by side along a new first axis."""
    return ndarray([entry for one in given for entry in one.flat], (len(given), *given[0].shape))


def tile(given: ndarray, times: int) -> ndarray:
    """Repeat a row."""
    return ndarray(given.flat * times, (len(given) * times,))


def broadcast_to(given: Operand, length: int) -> ndarray:
    """Repeat one value, or leave a row of that length."""
    return ndarray(_spread(asarray(given), (length,)), (length,))


def ix_(*rows: ndarray) -> tuple[ndarray, ...]:
    """Return the index of all crossings of rows and columns."""
    return tuple(ndarray(row.flat, (*(1,) * at, len(row), *(1,) * (len(rows) - at - 1))) for at, row in enumerate(rows))


# ── working with them ─────────────────────────────────────────────────────────────────────────────────────────────


def sign(given: ndarray) -> ndarray:
    """Return -1, 0 or 1 for each entry."""
    return ndarray([(one > 0) - (one < 0) for one in given.flat], given.shape)


def clip(given: ndarray, low: float, high: float) -> ndarray:
    """Keep each entry between two ends."""
    return ndarray([min(max(one, low), high) for one in given.flat], given.shape)


def where(wanted: ndarray, yes: Operand, no: Operand) -> ndarray:
    """Return one or the other, entry by entry."""
    ends = [_spread(asarray(one), wanted.shape) for one in (yes, no)]
    return ndarray([a if found else b for found, a, b in zip(wanted.flat, *ends, strict=True)], wanted.shape)


def flatnonzero(given: ndarray) -> ndarray:
    """Return where an array is not nought."""
    found: list[float] = [number for number, one in enumerate(given.flat) if one]
    return ndarray(found, (len(found),))


def bincount(numbers: Any, weights: Any = None, minlength: int = 0) -> ndarray:
    """Count, or weigh, how often each number is there."""
    places = [int(number) for number in asarray(numbers).flat]
    total: list[float] = [0 if weights is None else 0.0] * max(minlength, max(places, default=-1) + 1)
    for place, weight in zip(places, [1] * len(places) if weights is None else asarray(weights).flat, strict=True):
        total[place] += weight
    return ndarray(total, (len(total),))


def sum(given: Any, axis: int | None = None) -> Any:
    """Add up: all of it, or (axis 0) array by array."""
    return reduce(operator.add, given) if axis == 0 else builtins.sum(asarray(given).flat)


class _OfTwo:
    """Join many arrays of one shape, or of shapes that spread to it, by an operation of two."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def reduce(self, given: Sequence[ndarray]) -> ndarray:
        """Join them all."""
        return reduce(lambda one, other: one._with(other, self.work), given)


logical_and, logical_or, maximum = _OfTwo(operator.and_), _OfTwo(operator.or_), _OfTwo(max)
