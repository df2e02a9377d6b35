"""A trained strategy as one file that is mapped into memory and looked up where it lies: no process unpacks it.

In order, all numbers little-endian (B blocks, S bytes of steps, C chances):

    one line of JSON          format, sizes, shape, what it was trained with; spaces fill it up to a multiple of 8 bytes
    firsts    B     uint64    the first key of each block of at most 128 situations, in the order of keys
    step_at   B + 1 uint32    where the steps of each block begin, and the end
    chance_at B + 1 uint32    where the chances of each block begin, and the end
    worth           float32   match values, or none
    moves     B     uint8     how many moves each situation of the block has: all have the same number
    steps     S     uint8     from key to key within a block, seven bits a byte, lowest first; the highest bit: goes on
    chances   C     uint8     in hundredths, of all moves but the last
    checksum  1     uint32    CRC-32 of all that comes before

A look-up reads the index and two short stretches; workers share the pages they touch. Situations that were hardly ever
reached are left out; there one plays by rule of thumb.
"""

import json
from functools import lru_cache
from math import prod
from mmap import mmap
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.learn.arrays import DAMAGED
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.table import Floats, Keys, KnownSituations
from bolicho.learn.mapped import CHECKSUM, LONGEST_HEAD, map_file

FORMAT, FORMER = "bolicho-equilibrium-2", b'{"format":"bolicho-equilibrium-1"'
WRONG = "not a packed strategy of the equilibrium player, or damaged"
EARLIER = "packed by an earlier Bolicho; `bolicho train equilibrium` with the folder it came from packs it anew"
LEVELS = 100
BLOCK = 128
"""Situations, at most: so many keys are added up to find one."""
MOST_BUCKETS = 126
"""Of anything, and the highest value that one may begin at: a byte holds both."""
DATA = Path(__file__).parent / "data"
Bytes = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.uint32]


class PackedStrategy(NamedTuple):
    """A strategy as it lies in its file; the arrays are views of the mapped bytes."""

    shape: Shape
    firsts: Keys
    step_at: Offsets
    chance_at: Offsets
    moves: Bytes
    steps: Bytes
    chances: Bytes
    worth: Floats
    """Match values (`match_worth.py`), or empty."""
    about: JsonObject

    def find(self, key: int, moves: int) -> tuple[float, ...] | None:
        """Return the chances of a situation with so many moves, None when it is not in the file."""
        wanted = key + 1
        block = int(self.firsts.searchsorted(np.uint64(wanted), "right")) - 1
        if block < 0 or self.moves[block] != moves:
            return None
        steps = self.steps[int(self.step_at[block]) : int(self.step_at[block + 1])]
        number = _number(wanted - int(self.firsts[block]), steps.tobytes())
        if number is None:
            return None
        begin = int(self.chance_at[block]) + number * (moves - 1)
        spoken = self.chances[begin : begin + moves - 1].tolist()
        return tuple(chance / LEVELS for chance in (*spoken, LEVELS - sum(spoken)))

    def known(self) -> KnownSituations:
        """Return all situations as a table has them."""
        last = np.flatnonzero(self.steps < 128)
        sizes = 1 + np.diff(last.searchsorted(self.step_at))
        begins = np.concatenate(([0], np.cumsum(sizes)))
        rises = np.zeros(begins[-1], np.uint64)
        later = np.ones(len(rises), bool)
        later[begins[:-1]] = False
        rises[later] = _numbers(self.steps, last)
        keys = np.cumsum(rises)
        keys += np.repeat(self.firsts - keys[begins[:-1]], sizes)
        spoken = self.moves.astype(np.int64) - 1
        actions = np.repeat(spoken + 1, sizes)
        ends = np.cumsum(actions)
        sums = np.zeros(actions.sum())
        not_last = np.ones(len(sums), bool)
        not_last[ends - 1] = False
        fits = np.array_equal(np.diff(self.chance_at), sizes * spoken) and (keys[1:] > keys[:-1]).all()
        if not fits or (len(last) and last[-1] != len(self.steps) - 1):
            raise BadInput("a packed strategy whose keys and chances do not belong together: damaged")
        sums[not_last] = self.chances
        if len(keys):
            sums[ends - 1] = LEVELS - np.add.reduceat(sums, ends - actions)
        return KnownSituations(keys, actions, sums)


def _number(distance: int, steps: bytes) -> int | None:
    """Return which key of a block lies so far from its first."""
    number = rise = shift = 0
    if distance == 0:
        return 0
    for byte in steps:
        rise |= (byte & 127) << shift
        if byte & 128:
            shift += 7
            continue
        number += 1
        distance -= rise
        if distance <= 0:
            return number if distance == 0 else None
        rise = shift = 0
    return None


def _numbers(steps: Bytes, last: npt.NDArray[np.intp]) -> Keys:
    """All steps at once; ``last`` says where each ends."""
    lengths = np.diff(last, prepend=-1)
    numbers = np.zeros(len(last), np.uint64)
    for back in range(int(lengths.max(initial=0))):
        longer = lengths > back
        part = (steps[last[longer] - back] & 127).astype(np.uint64)
        numbers[longer] = numbers[longer] << np.uint64(7) | part
    return numbers


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
    begins = _blocks(known)
    spoken = np.delete(quantised(known), known.offsets[1:] - 1)
    steps, step_at = _steps(known.keys, begins)
    chance_at = np.append(0, np.cumsum(known.actions - 1))[np.append(begins, len(known.keys))]
    head: JsonObject = {"format": FORMAT, "blocks": len(begins), "steps": len(steps), "chances": len(spoken)}
    head |= {"worth": list(worth.shape), "shape": shape._asdict(), "about": about}
    line = json.dumps(head, separators=(",", ":")).encode()
    arrays = (
        known.keys[begins].astype("<u8"), step_at.astype("<u4"), chance_at.astype("<u4"), worth.astype("<f4"),
        known.actions[begins].astype(np.uint8), steps, spoken,
    )  # fmt: skip
    body = line + b" " * (-(len(line) + 1) % 8) + b"\n" + b"".join(array.tobytes() for array in arrays)
    return body + crc32(body).to_bytes(4, "little")


def _blocks(known: KnownSituations) -> npt.NDArray[np.intp]:
    """Where blocks begin: wherever the number of moves changes, and every so many situations from there."""
    numbers = np.arange(len(known.keys))
    runs = np.flatnonzero(np.diff(known.actions, prepend=0))
    since = numbers - np.repeat(runs, np.diff(runs, append=len(numbers)))
    return np.flatnonzero(since % BLOCK == 0)


def _steps(keys: Keys, begins: npt.NDArray[np.intp]) -> tuple[Bytes, npt.NDArray[np.int64]]:
    """The way from each key to the next within its block, in bytes; and where the bytes of each block begin."""
    rises = np.diff(keys, prepend=keys[:1])
    lengths = np.zeros(len(keys), np.int64)
    for bits in range(0, 64, 7):
        lengths += rises >> np.uint64(bits) > 0
    lengths[begins] = 0
    ends = np.append(0, np.cumsum(lengths))
    steps = np.zeros(ends[-1], np.uint8)
    for place in range(int(lengths.max(initial=0))):
        some = lengths > place
        part = (rises[some] >> np.uint64(7 * place)).astype(np.uint8) & 127
        steps[ends[:-1][some] + place] = part | (lengths[some] > place + 1).astype(np.uint8) << 7
    return steps, ends[np.append(begins, len(keys))]


def unpack(data: bytes | mmap, where: str = "strategy", checksum: int | None = None) -> PackedStrategy:
    """Read what `pack` wrote, leaving it where it is; ``checksum`` is that of all but its last bytes, where known."""
    try:
        line = data[:LONGEST_HEAD].partition(b"\n")[0]
        head = read_json(line)
        if head["format"] != FORMAT:
            raise ValueError
        if checksum is None:
            checksum = crc32(memoryview(data)[:-CHECKSUM])
        if checksum != int.from_bytes(data[-CHECKSUM:], "little"):
            raise ValueError
        blocks, many, spoken, form = head["blocks"], head["steps"], head["chances"], tuple(head["worth"])
        if any(type(number) is not int or number < 0 for number in (blocks, many, spoken, *form)):
            raise ValueError
        kinds = {"<u8": [blocks], "<u4": [blocks + 1] * 2, "<f4": [prod(form)], "u1": [blocks, many, spoken]}
        arrays, at = list[npt.NDArray[Any]](), len(line) + 1
        for kind, count in ((kind, count) for kind, counts in kinds.items() for count in counts):
            arrays.append(np.frombuffer(data, kind, count, at))
            at += arrays[-1].nbytes
        firsts, step_at, chance_at, values, moves, steps, chances = arrays
        if at != len(data) - CHECKSUM or not np.isfinite(values).all() or not moves.all():
            raise ValueError
        if not (_runs(step_at, many) and _runs(chance_at, spoken) and (firsts[1:] > firsts[:-1]).all()):
            raise ValueError
        if not isinstance(head["about"], dict):
            raise ValueError
        worth = values.astype(np.float64).reshape(form)
        shape, about = _shape(head["shape"]), head["about"]
        return PackedStrategy(shape, firsts, step_at, chance_at, moves, steps, chances, worth, about)
    except DAMAGED:
        raise BadInput(f"{where}: {EARLIER if FORMER in data[:LONGEST_HEAD] else WRONG}") from None


def _runs(offsets: Offsets, end: int) -> bool:
    """Whether offsets go up from 0 to the end."""
    return bool(offsets[0] == 0 and offsets[-1] == end and (offsets[1:] >= offsets[:-1]).all())


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
    """Map a strategy from a file; its pages come in as they are looked at, and are shared by all who map it."""
    data, checksum = map_file(path)
    return unpack(data, str(path), checksum)


@lru_cache(4)
def bundled(name: str) -> PackedStrategy:
    """Return a strategy that is shipped: ``points`` or ``match``; mapped once and shared."""
    return read(DATA / f"{name}.eq")
