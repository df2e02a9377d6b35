"""Numba, for kernels: they import it from here, so that whoever has not installed it is told how (extra ``fast``).

Kernels are compiled in threads beside everything else. Numba colours the text of its errors, of which it raises and
drops many, and sets ``sys.stdout`` and ``sys.stderr`` meanwhile, to what they were when it began: what somebody has
redirected by then would go elsewhere. So colours are off.
"""

import os
from typing import Any

from bolicho.core.extras import missed

os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")  # read when Numba is imported

try:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic
except ImportError as error:
    raise missed(error) from error

__all__ = ["highest", "instruction", "lowest", "njit", "ones"]


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
