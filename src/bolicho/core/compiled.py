"""Numba, for kernels: they import it from here, so that whoever has not installed it is told how (extra ``fast``)."""

from bolicho.core.extras import missed

try:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic
except ImportError as error:
    raise missed(error) from error

__all__ = ["intrinsic", "ir", "njit", "types"]
