"""The arithmetic of 95 % intervals, for everybody who measures; `arena.results.intervals` judges by them."""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import stdev

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""The 97.5 % point of Student's t for 1 to 10 degrees of freedom."""


def wilson(rate: float, size: float) -> tuple[float, float]:
    """Return Wilson's interval of a rate seen in so many independent tries.

    >>> [round(end, 4) for end in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    share = Z * Z / size
    middle, margin = rate + share / 2, Z * sqrt(rate * (1 - rate) / size + share / (4 * size))
    return max(0.0, (middle - margin) / (1 + share)), min(1.0, (middle + margin) / (1 + share))


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's t (Fisher's expansion past ten degrees of freedom).

    >>> round(student(20), 3), round(student(1000), 3)
    (2.086, 1.962)
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    first = (Z**3 + Z) / (4 * freedom)
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    return Z + first + second + third


def spread(values: Sequence[float]) -> float:
    """Return half the 95 % interval of the mean of a sample; one value tells nothing of it.

    >>> round(spread([1, 2, 4]), 4), spread([1])
    (3.7949, inf)
    """
    return student(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
