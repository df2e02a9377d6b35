"""Numba, for kernels: they import it from here, so that whoever has not installed it is told how (extra ``fast``).

So are sets as the bits of a word, and chance: splitmix64, one state a lane in an array, the same on every machine.

Kernels are compiled in threads beside everything else. Numba colours the text of its errors, of which it raises and
drops many, and sets ``sys.stdout`` and ``sys.stderr`` meanwhile, to what they were when it began: what somebody has
redirected by then would go elsewhere. So colours are off.
"""

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from bolicho.core.extras import missed

os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")  # read when Numba is imported

try:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic
except ImportError as error:
    raise missed(error) from error

__all__ = [
    "GOLDEN",
    "Chance",
    "below",
    "bits64",
    "fraction",
    "highest",
    "instruction",
    "lowest",
    "mixed",
    "njit",
    "ones",
]

Chance = npt.NDArray[np.uint64]
"""States of splitmix64, one a lane."""
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""What a state moves on by from draw to draw."""


@njit(cache=True)
def mixed(word: np.uint64) -> np.uint64:
    """Mix the 64 bits of a word."""
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)


@njit(cache=True)
def bits64(chance: Chance, lane: int) -> np.uint64:
    """Draw 64 bits."""
    chance[lane] += GOLDEN
    return mixed(chance[lane])


@njit(cache=True)
def below(chance: Chance, lane: int, n: int) -> np.int64:
    """Draw a number below n; a bias of n / 2**32 remains."""
    return np.int64((bits64(chance, lane) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@njit(cache=True)
def fraction(chance: Chance, lane: int) -> np.float64:
    """Draw a number from 0 to 1, 1 left out."""
    return np.float64(bits64(chance, lane) >> np.uint64(11)) / np.float64(1 << 53)


# ── sets of bits ──────────────────────────────────────────────────────────────────────────────────────────────────────


def instruction(name: str, *flags: int) -> Any:
    """Make one machine instruction on 64 bits callable from compiled code."""
    constants = [ir.Constant(ir.IntType(1), flag) for flag in flags]

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return getattr(builder, name)(args[0], *constants)

    def one(_typing: Any, _bits: Any) -> Any:
        return types.int64(types.int64), generate

    return intrinsic(one)


ones = instruction("ctpop")
"""How many bits of a set are on."""
lowest = instruction("cttz", 1)
"""The number of the lowest bit of a set that is not empty."""
_leading_zeros = instruction("ctlz", 1)


@njit(cache=True, inline="always")
def highest(bits: Any) -> Any:
    """Return the number of the highest bit of a set that is not empty."""
    return 63 - _leading_zeros(bits)
