"""Chance: every random stream is named by a seed and a path, so one process and many draw the same.

>>> stream(7, "deal", 3).random() == stream(7, "deal", 3).random()
True
>>> stream(7, "deal", 3).random() == stream(7, "deal", 4).random()
False

A seed is a small number that people type. Whoever sees one draw of a stream, or one hand of cards, finds it by trying
all seeds. So where a stranger plays, a secret salt keys the streams too: without it no draw tells of another.

>>> stream(7, "deal", 3, salt="pampa").random() == stream(7, "deal", 3).random()
False
"""

import os
from hashlib import blake2b
from random import Random

from bolicho.core.errors import BadInput

OPEN = ""
"""The salt of a run that hides nothing: all its chance follows from the seed."""
LONGEST_SALT = 64
"""Bytes of a salt at most."""


def stream(seed: int, *path: int | str, salt: str = OPEN) -> Random:
    """Return the generator that belongs to this seed, path and salt, the same on every machine."""
    if not isinstance(seed, int):
        raise BadInput(f"seed {seed!r}: expected a whole number")
    # repr keeps 1 and "1", and ("a", "b") and ("ab",), apart
    name = repr((int(seed), *path)).encode()
    return Random(int.from_bytes(blake2b(name, digest_size=16, key=salt.encode()).digest(), "big"))


def new_salt() -> str:
    """Draw a salt that nobody can guess."""
    return os.urandom(16).hex()


def checked_salt(salt: str) -> str:
    """Return a salt that somebody gave, if it can be one."""
    try:
        size = len(salt.encode())
    except UnicodeEncodeError:
        raise BadInput(f"salt {salt!r}: not text that can be written as UTF-8") from None
    if size > LONGEST_SALT:
        raise BadInput(f"salt of {size} bytes: at most {LONGEST_SALT} are used")
    return salt
