"""A file of numbers that is looked up where it lies: mapped into memory, so no process unpacks it and all share it.

Its last bytes are the CRC-32 of all before them.
"""

from mmap import ACCESS_READ, mmap
from pathlib import Path
from zlib import crc32

from bolicho.core.errors import BadInput
from bolicho.core.files import plain_file

CHECKSUM = 4
"""Bytes at the end."""
LONGEST_HEAD = 1 << 16
"""Bytes of the first line, at most."""
AT_ONCE = 1 << 20
"""Bytes whose checksum is taken at a time: what is only read, not mapped, is not resident."""


def map_file(path: Path) -> tuple[bytes | mmap, int]:
    """Return the bytes of a file, mapped, and the checksum of all but the last of them; of an empty one nothing."""
    try:
        with plain_file(path).open("rb") as file:
            checksum, left = 0, path.stat().st_size - CHECKSUM
            while left > 0:
                part = file.read(min(left, AT_ONCE))
                checksum, left = crc32(part, checksum), left - max(1, len(part))
            return mmap(file.fileno(), 0, access=ACCESS_READ), checksum
    except BadInput:
        raise
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:  # nothing can be mapped of an empty file
        return b"", 0
