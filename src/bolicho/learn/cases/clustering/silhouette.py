"""Silhouettes: another way to tell how many clusters there are, to be asked for by name (Rousseeuw, 1987).

A case's silhouette compares how far it is from its own cluster (a) with how far from the nearest other one (b):
(b - a) / max(a, b), from -1 to 1. The mean over all cases is best where clusters are tight and apart. Equal rows are
counted, not repeated, which gives the same mean without comparing every case with every other.

>>> import numpy as np
>>> points, counts = np.array([[0.0], [1.0], [9.0]]), np.array([2, 1, 3])
>>> [round(mean, 3) for mean in silhouettes(points, counts, [np.array([0, 0, 1])])]
[0.961]
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

AT_ONCE = 512
"""Rows compared with all others at a time, to bound the memory."""


def silhouettes(
    points: NDArray[np.float64], counts: NDArray[np.int64], labellings: Sequence[NDArray[np.int64]]
) -> tuple[float, ...]:
    """Return the mean silhouette of each labelling of distinct points that occur so many times."""
    members = [np.equal.outer(labels, np.arange(labels.max() + 1)) * counts[:, None] for labels in labellings]
    totals = [0.0] * len(labellings)
    for start in range(0, len(points), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        distances = np.sqrt(sum(np.subtract.outer(column[some], column) ** 2 for column in points.T))
        for place, (labels, inside) in enumerate(zip(labellings, members, strict=True)):
            totals[place] += float(counts[some] @ _silhouette(distances @ inside, inside.sum(axis=0), labels[some]))
    return tuple(total / float(counts.sum()) for total in totals)


def _silhouette(sums: NDArray[np.float64], sizes: NDArray[np.int64], labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the silhouettes of some points from the sums of their distances to all cases of each cluster."""
    rows = np.arange(len(labels))
    own = sums[rows, labels] / np.maximum(sizes[labels] - 1, 1)
    means = sums / sizes
    means[rows, labels] = np.inf
    other = means.min(axis=1)
    alone = sizes[labels] == 1
    return np.where(alone, 0.0, (other - own) / np.maximum(np.maximum(own, other), 1e-300))
