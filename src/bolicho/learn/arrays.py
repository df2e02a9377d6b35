"""Arrays from a file (``.npz``) that may be damaged or hostile: its sizes are checked before they are believed.

An archive of arrays tells how large each part is when unpacked, and each part what shape and kind its array has. Both
must fit: the parts what the reader is ready to hold, the array the bytes that its part has. Nothing is pickled.
"""

import json
import lzma
import struct
from ast import literal_eval
from io import BytesIO
from math import prod
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile
from zlib import error as ZipError

import numpy as np
from numpy.lib import format as npy

from bolicho.core.errors import BadInput
from bolicho.core.files import plain_file, whole_file
from bolicho.core.json_text import JsonMapping, JsonObject, read_json

Arrays = dict[str, np.ndarray[Any, Any]]
MOST = 1 << 28
"""Bytes that the arrays of a packed file may take together, where a reader does not say otherwise."""
AT_ONCE = 1 << 24
"""Bytes that are unpacked at a time: an array may be as large as half the memory."""
LONGEST_HEADER = 10_000
"""Bytes: those of numpy have about a hundred."""
DAMAGED = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, EOFError, MemoryError, SyntaxError),
    *(BadZipFile, ZipError, NotImplementedError, RuntimeError, struct.error, lzma.LZMAError),
)
"""What the libraries raise at archives that are none, and what a reader may meet in an array it did not expect."""


def read_arrays(path: Path, what: str, most: int = MOST) -> Arrays:
    """Return the arrays of a file by name; one that is wrong in any way is a BadInput that calls it no ``what``."""
    try:
        with plain_file(path).open("rb") as file, ZipFile(file) as archive:
            parts, room = archive.infolist(), path.stat().st_size
            packed = [part for part in parts if part.compress_type == ZIP_DEFLATED]
            if sum(part.file_size for part in packed) > most:
                raise BadInput(f"{path}: not {what}: its arrays would take more than {most >> 20} MB")
            if any(part.compress_type != ZIP_STORED or part.file_size > room for part in parts if part not in packed):
                raise BadInput(f"{path}: not {what}, or damaged")
            found = {}
            for part in parts:
                with archive.open(part) as body:
                    found[part.filename.removesuffix(".npy")] = _array(body, part.file_size)
            return found
    except BadInput:
        raise
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or f'not {what}'}") from None
    except DAMAGED:
        raise BadInput(f"{path}: not {what}, or damaged") from None


def write_arrays(path: Path, head: JsonObject, arrays: Arrays) -> None:
    """Write arrays and the JSON data of their ``header``, whole or not at all; they go straight to the disk."""
    with whole_file(path) as out:
        np.savez(out, header=np.array(json.dumps(head)), **arrays)  # type: ignore[arg-type]


def header(arrays: JsonMapping) -> Any:
    """Return the JSON data that stands in the array ``header``."""
    return read_json(str(arrays["header"]))


def inflated(data: bytes, size: int) -> bytes:
    """Unpack LZMA of just so many bytes; what holds more or fewer is a ValueError, before it takes up memory."""
    if not 0 <= size <= MOST:
        raise ValueError("more than is ever packed")
    unpacker, found = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST), BytesIO()
    while not unpacker.eof and found.tell() <= size:
        part = unpacker.decompress(data if unpacker.needs_input else b"", max_length=size + 1 - found.tell())
        if not part and unpacker.needs_input and not data:
            raise EOFError
        data = b""
        found.write(part)
    if found.tell() != size or unpacker.unused_data:
        raise ValueError("another size than is told")
    return found.getvalue()


def _array(body: IO[bytes], size: int) -> np.ndarray[Any, Any]:
    """Read one array, whose part of the archive says to have so many bytes."""
    shape, by_columns, kind = _header(body)
    if kind.kind not in "biufU" or kind.itemsize == 0 or any(type(length) is not int or length < 0 for length in shape):
        raise ValueError("an array of no numbers and no text")
    wanted = prod(shape) * kind.itemsize
    if wanted != size - body.tell():
        raise ValueError("an array that is larger or smaller than its bytes")
    data = np.empty(wanted, np.uint8)
    place = 0
    while place < wanted:
        chunk = body.read(min(AT_ONCE, wanted - place))
        if not chunk:
            raise EOFError
        data[place : place + len(chunk)] = np.frombuffer(chunk, np.uint8)
        place += len(chunk)
    if body.read(1):  # the end, where the sum over all bytes is checked
        raise ValueError("more bytes than there should be")
    if kind.kind == "U" and not _is_text(data.view(np.dtype(np.uint32).newbyteorder(kind.byteorder))):
        raise ValueError("text of no characters")
    return data.view(kind).reshape(shape, order="F" if by_columns else "C")


def _is_text(codes: np.ndarray[Any, Any]) -> bool:
    return bool(((codes < 0xD800) | (codes > 0xDFFF) & (codes <= 0x10FFFF)).all())


def _header(body: IO[bytes]) -> tuple[tuple[Any, ...], bool, np.dtype[Any]]:
    """Read what an array says it is.

    Numpy's own reader takes headers of Python 2 too, after a warning; here they are damage.
    """
    form = _LENGTHS[npy.read_magic(body)]
    (length,) = struct.unpack(form, body.read(struct.calcsize(form)))
    if length > LONGEST_HEADER:
        raise ValueError("a header that is longer than any")
    said = literal_eval(body.read(length).decode("latin1").strip())
    if set(said) != {"descr", "fortran_order", "shape"} or type(said["shape"]) is not tuple:
        raise ValueError("a header that says too little or too much")
    return said["shape"], bool(said["fortran_order"]), npy.descr_to_dtype(said["descr"])


_LENGTHS = {(1, 0): "<H", (2, 0): "<I"}
"""How the length of the header is written, by the version of the format."""
