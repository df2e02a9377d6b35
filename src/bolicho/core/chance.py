"""Chance: every random stream is named by a seed and a path, so one process and many draw the same.

>>> stream(7, "deal", 3).random() == stream(7, "deal", 3).random()
True
>>> stream(7, "deal", 3).random() == stream(7, "deal", 4).random()
False
"""

from hashlib import blake2b
from random import Random

from bolicho.core.errors import BadInput


def stream(seed: int, *path: int | str) -> Random:
    """Return the generator that belongs to this seed and path, the same on every machine."""
    if not isinstance(seed, int):
        raise BadInput(f"seed {seed!r}: expected a whole number")
    # repr keeps 1 and "1", and ("a", "b") and ("ab",), apart
    name = repr((int(seed), *path)).encode()
    return Random(int.from_bytes(blake2b(name, digest_size=16).digest(), "big"))
