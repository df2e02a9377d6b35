"""Numba, for kernels: they import it from here, so that whoever has not installed it is told how (extra ``fast``).

Kernels are compiled in threads beside everything else. Numba colours the text of its errors, of which it raises and
drops many, and sets ``sys.stdout`` and ``sys.stderr`` meanwhile, to what they were when it began: what somebody has
redirected by then would go elsewhere. So colours are off.
"""

import os

from bolicho.core.extras import missed

os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")  # read when Numba is imported

try:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic
except ImportError as error:
    raise missed(error) from error

__all__ = ["intrinsic", "ir", "njit", "types"]
