"""A trained strategy as one small file: sorted keys as differences, chances in hundredths, LZMA over byte planes.

The file is a line of JSON (format, shape, sizes, what it was trained with) and one LZMA stream: eight planes of the
differences of keys, the number of moves of each situation, the chances of all moves but the last, in hundredths, and
the match values as float32. Situations that were hardly ever reached are left out; there one plays by rule of thumb.
"""

import json
import lzma
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.table import Floats, Keys, Known, Places

FORMAT = "bolicho-equilibrium-1"
LEVELS = 100
DATA = Path(__file__).parent / "data"
Bytes = npt.NDArray[np.uint8]


class Packed(NamedTuple):
    """A strategy read from a file: situations sorted by key, where the chances of each begin, and the chances."""

    shape: Shape
    keys: Keys
    starts: Places
    """One more than there are situations: the last is the end."""
    chances: Bytes
    """In hundredths."""
    worth: Floats
    """Match values (`match/worth.py`), or empty."""
    about: dict[str, Any]

    def find(self, key: int, moves: int) -> tuple[float, ...] | None:
        """Return the chances of a situation with so many moves, None when it is not in the file."""
        wanted = np.uint64(key + 1)
        at = int(self.keys.searchsorted(wanted))
        if at == len(self.keys) or self.keys[at] != wanted:
            return None
        found = self.chances[self.starts[at] : self.starts[at + 1]].tolist()
        return tuple(chance / LEVELS for chance in found) if len(found) == moves else None

    def known(self) -> Known:
        """Return the situations as a table has them."""
        return Known(self.keys, np.diff(self.starts), self.chances.astype(np.float64))


def quantised(known: Known) -> Bytes:
    """Round the chances of each situation to hundredths that add up, the largest remainders first.

    >>> table = Known(np.array([1], np.uint64), np.array([3]), np.array([0.5, 0.496, 0.004]))
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


def pack(known: Known, shape: Shape, worth: Floats, **about: Any) -> bytes:
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


def unpack(data: bytes, where: str = "strategy") -> Packed:
    """Read what `pack` wrote."""
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise ValueError
        raw = np.frombuffer(lzma.decompress(body), np.uint8)
        count, total, form = head["situations"], head["chances"], tuple(head["worth"])
        keys = np.ascontiguousarray(raw[: 8 * count].reshape(8, count).T).view(np.uint64).ravel()
        np.cumsum(keys, out=keys)  # in place, as below: a table of six million is read with little beside it
        starts = np.zeros(count + 1, np.int64)
        np.cumsum(raw[8 * count : 9 * count], out=starts[1:])
        worth = np.frombuffer(raw[9 * count + total - count :].tobytes(), np.float32).astype(np.float64).reshape(form)
        chances = np.zeros(total, np.uint8)
        said = np.ones(total, bool)
        last = starts[1:] - 1
        said[last] = False
        chances[said] = raw[9 * count : 9 * count + total - count]
        if count:
            chances[last] = LEVELS - np.add.reduceat(chances, starts[:-1], dtype=np.uint8)
        lists: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in head["shape"].items()}
        return Packed(Shape(**lists), keys, starts, chances, worth, head["about"])
    except (ValueError, KeyError, IndexError, TypeError, lzma.LZMAError):
        raise BadInput(f"{where}: not a packed strategy of the equilibrium player") from None


def write(path: Path, known: Known, shape: Shape, worth: Floats, **about: Any) -> None:
    """Write a strategy to a file."""
    write_whole(path, pack(known, shape, worth, **about))


def read(path: Path) -> Packed:
    """Read a strategy from a file."""
    try:
        return unpack(path.read_bytes(), str(path))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None


@lru_cache(4)
def bundled(name: str) -> Packed:
    """Return a strategy that is shipped: ``points`` or ``match``; read once and shared."""
    return read(DATA / f"{name}.eq")
