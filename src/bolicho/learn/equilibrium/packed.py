"""A trained strategy as one small file: sorted keys as differences, chances in hundredths, LZMA over byte planes.

The file is a line of JSON (format, shape, sizes, what it was trained with) and one LZMA stream: eight planes of the
differences of keys, the number of moves of each situation, the chances of all moves but the last, in hundredths, and
the match values as float32. Situations that were hardly ever reached are left out; there one plays by rule of thumb.
"""

import json
import lzma
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.learn.arrays import DAMAGED, inflated
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.table import Floats, Keys, KnownSituations, Places

FORMAT = "bolicho-equilibrium-1"
LEVELS = 100
MOST_BUCKETS = 126
"""Of anything, and the highest value that one may begin at: a byte holds both."""
DATA = Path(__file__).parent / "data"
Bytes = npt.NDArray[np.uint8]


class PackedStrategy(NamedTuple):
    """A strategy read from a file: situations sorted by key, where the chances of each begin, and the chances."""

    shape: Shape
    keys: Keys
    starts: Places
    """One more than there are situations: the last is the end."""
    chances: Bytes
    """In hundredths."""
    worth: Floats
    """Match values (`match/worth.py`), or empty."""
    about: JsonObject

    def find(self, key: int, moves: int) -> tuple[float, ...] | None:
        """Return the chances of a situation with so many moves, None when it is not in the file."""
        wanted = np.uint64(key + 1)
        at = int(self.keys.searchsorted(wanted))
        if at == len(self.keys) or self.keys[at] != wanted:
            return None
        found = self.chances[self.starts[at] : self.starts[at + 1]].tolist()
        return tuple(chance / LEVELS for chance in found) if len(found) == moves else None

    def known(self) -> KnownSituations:
        """Return the situations as a table has them."""
        return KnownSituations(self.keys, np.diff(self.starts), self.chances.astype(np.float64))


def quantised(known: KnownSituations) -> Bytes:
    """Round the chances of each situation to hundredths that add up, the largest remainders first.

    >>> table = KnownSituations(np.array([1], np.uint64), np.array([3]), np.array([0.5, 0.496, 0.004]))
    >>> quantised(table).tolist()
    [50, 50, 0]
    """
    exact = known.chances() * LEVELS
    whole = np.floor(exact + 1e-9)
    owner = np.repeat(np.arange(len(known.keys)), known.actions)
    missing = LEVELS - np.bincount(owner, whole, len(known.keys)).astype(int)
    order = np.lexsort((np.arange(len(exact)), whole - exact, owner))
    rank = np.empty(len(exact), int)
    rank[order] = np.arange(len(exact)) - np.repeat(known.offsets[:-1], known.actions)
    return (whole + (rank < missing[owner])).astype(np.uint8)


def pack(known: KnownSituations, shape: Shape, worth: Floats, **about: Any) -> bytes:
    """Write a strategy as the bytes of a file."""
    chances = quantised(known)
    last = known.offsets[1:] - 1
    steps = np.diff(known.keys, prepend=np.uint64(0))
    planes = [np.ascontiguousarray(plane) for plane in steps.view(np.uint8).reshape(-1, 8).T]
    spoken = np.delete(chances, last)
    values = worth.astype(np.float32)
    body = b"".join(
        [
            *(plane.tobytes() for plane in planes),
            known.actions.astype(np.uint8).tobytes(),
            spoken.tobytes(),
            values.tobytes(),
        ]
    )
    head = {"format": FORMAT, "situations": len(known.keys), "chances": len(chances), "worth": list(worth.shape)}
    line = json.dumps({**head, "shape": shape._asdict(), "about": about}, separators=(",", ":"))
    return line.encode() + b"\n" + lzma.compress(body, preset=6)


def unpack(data: bytes, where: str = "strategy") -> PackedStrategy:
    """Read what `pack` wrote."""
    line, _, body = data.partition(b"\n")
    try:
        head = read_json(line)
        if head["format"] != FORMAT:
            raise ValueError
        count, total, form = head["situations"], head["chances"], tuple(head["worth"])
        if any(type(number) is not int or number < 0 for number in (count, total, *form)) or total < count:
            raise ValueError
        raw = np.frombuffer(inflated(body, 8 * count + total + 4 * prod(form)), np.uint8)
        keys = np.ascontiguousarray(raw[: 8 * count].reshape(8, count).T).view(np.uint64).ravel()
        np.cumsum(keys, out=keys)  # in place, as below: a table of six million is read with little beside it
        starts = np.zeros(count + 1, np.int64)
        np.cumsum(raw[8 * count : 9 * count], out=starts[1:])
        values = np.frombuffer(raw[9 * count + total - count :].tobytes(), np.float32)
        if not np.isfinite(values).all():
            raise ValueError
        worth = values.astype(np.float64).reshape(form)
        chances = np.zeros(total, np.uint8)
        said = np.ones(total, bool)
        last = starts[1:] - 1
        said[last] = False
        chances[said] = raw[9 * count : 9 * count + total - count]
        if starts[-1] != total or not raw[8 * count : 9 * count].all():
            raise ValueError
        if count:
            chances[last] = LEVELS - np.add.reduceat(chances, starts[:-1], dtype=np.uint8)
        if not isinstance(head["about"], dict):
            raise ValueError
        return PackedStrategy(_shape(head["shape"]), keys, starts, chances, worth, head["about"])
    except DAMAGED:
        raise BadInput(f"{where}: not a packed strategy of the equilibrium player") from None


def _shape(said: JsonObject) -> Shape:
    """Read a shape; what the kernels could not hold is a ValueError."""
    lists: JsonObject = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    shape, usual = Shape(**lists), Shape()
    for name, value in shape._asdict().items():
        kind = type(getattr(usual, name))
        numbers = value if kind is tuple else (value,)
        if type(value) is not kind or len(numbers) > MOST_BUCKETS:
            raise ValueError
        if kind is not bool and any(type(number) is not int or not 0 <= number <= MOST_BUCKETS for number in numbers):
            raise ValueError
    return shape


def write(path: Path, known: KnownSituations, shape: Shape, worth: Floats, **about: Any) -> None:
    """Write a strategy to a file."""
    write_whole(path, pack(known, shape, worth, **about))


def read(path: Path) -> PackedStrategy:
    """Read a strategy from a file."""
    try:
        return unpack(path.read_bytes(), str(path))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None


@lru_cache(4)
def bundled(name: str) -> PackedStrategy:
    """Return a strategy that is shipped: ``points`` or ``match``; read once and shared."""
    return read(DATA / f"{name}.eq")
