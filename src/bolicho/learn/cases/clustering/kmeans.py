"""K-means on standardised numbers, with k found by the elbow (Paulus, section 3.2). Needs scikit-learn.

>>> high_and_played = [[51, 46]] * 5 + [[41, 46]] * 4 + [[7, 4]] * 9 + [[3, 4]] * 8 + [[20, -46]] * 6 + [[12, -46]] * 3
>>> found = cluster(high_and_played)
>>> found.k, found.rule, found.labels([[7, 4], [12, -46], [51, 46]]).tolist()
(3, 'elbow', [0, 1, 2])

Cases take few distinct values, so k-means runs on distinct rows weighted by how often they occur; the sums of squares
are the same and it is many times faster.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.extras import need
from bolicho.learn.cases.clustering.clusters import MOST, RULES, TIE, Clustering, Labels, Numbers, nearest, scale
from bolicho.learn.cases.clustering.elbow import elbow
from bolicho.learn.cases.clustering.silhouette import silhouettes

Counts = NDArray[np.int64]

LARGEST = 10
"""The largest k that is tried."""
RESTARTS = 10
PATIENCE = 300
"""Iterations at most, as in scikit-learn."""


class TooFew(BadInput):
    """Cases that are too few, or too much alike, to be clustered."""


def cluster(
    inputs: ArrayLike,
    k: int | None = None,
    rule: str = "elbow",
    seed: int = 0,
    restarts: int = RESTARTS,
    largest: int = LARGEST,
    keep: int | None = None,
) -> Clustering:
    """Cluster rows of numbers by k-means (k-means++, best of several restarts) into k clusters.

    Without a ``k`` the rule finds it among 1 to ``largest``; where it has no answer, ``keep`` is taken. The same rows
    (in any order) and seed give the same clusters with the same labels.
    """
    if rule not in RULES:
        raise UnknownName("rule for the number of clusters", rule, RULES)
    if restarts < 1 or not 3 <= largest <= MOST:
        raise BadInput(f"restarts {restarts}, largest {largest}: expected restarts >= 1 and 3 <= largest <= {MOST}")
    rows, counts = _distinct(inputs)
    means, deviations = _spread(rows, counts)
    points = (rows - means) / scale(deviations)
    cases, kinds = int(counts.sum()), len(rows)
    if k is not None and not 1 <= k <= min(kinds, MOST):
        raise TooFew(f"{k} clusters cannot be made of {cases} cases of {kinds} kinds")
    if k is None and keep is None and kinds < 3:
        raise TooFew(f"{cases} cases of {kinds} kinds are too few to find clusters: at least 3 kinds are needed")
    with _one_thread():
        numbers = range(1, min(max(largest, k or keep or 0), kinds) + 1)
        tried = [_group(points, counts, number, restarts, seed) for number in numbers]
    wcss = tuple(group.wcss for group in tried)
    scores: tuple[float, ...] = ()
    if rule == "silhouette" and k is None:
        scores = silhouettes(points, counts, [group.labels for group in tried[1:]])
    found = k or (elbow(wcss[:largest]).k if rule == "elbow" else _best(scores[: largest - 1]))
    chosen = found or keep
    if chosen is None or chosen > len(tried):
        raise TooFew(f"{cases} cases of {kinds} kinds: no answer by the rule {rule!r}; say how many clusters to make")
    return Clustering(
        chosen,
        tuple(means.tolist()),
        tuple(deviations.tolist()),
        tuple(map(tuple, tried[chosen - 1].centroids.tolist())),
        wcss,
        "given" if k else rule if found else "kept",
        cases,
        seed,
        scores,
    )


class _Group(NamedTuple):
    """Distinct rows in clusters."""

    labels: Labels
    centroids: Numbers
    wcss: float


def _group(points: Numbers, counts: Counts, k: int, restarts: int, seed: int) -> _Group:
    if k == len(points):
        return _settled(points, counts, np.arange(k))._replace(wcss=0.0)
    if k == 1:
        return _settled(points, counts, np.zeros(len(points), dtype=int))
    from sklearn.cluster import KMeans

    draw = stream(seed, "k-means", k).getrandbits(32)
    means = KMeans(k, init="k-means++", n_init=restarts, tol=0, random_state=draw)
    return _settled(points, counts, means.fit(points, sample_weight=counts).labels_.astype(int))


def _settled(points: Numbers, counts: Counts, labels: Labels) -> _Group:
    """Order the clusters, and let equally near rows go to the lowest label until that changes nothing.

    So a label is what ``nearest`` says. Each change makes the sum of squares smaller: it soon comes to an end.
    """
    for _ in range(PATIENCE):
        sizes = np.bincount(labels, weights=counts)
        sums = [np.bincount(labels, weights=counts * column) for column in points.T]
        centroids = np.column_stack(sums) / sizes[:, None]
        order = np.lexsort((*np.round(centroids.T[::-1], 9), -sizes))
        centroids, before = centroids[order], np.argsort(order)[labels]
        labels = nearest(points, centroids)
        if np.array_equal(labels, before) or len(np.unique(labels)) < len(sizes):
            break
    return _Group(before, centroids, float(counts @ ((points - centroids[before]) ** 2).sum(axis=1)))


def _best(scores: tuple[float, ...]) -> int | None:
    """Return the k with the highest silhouette, among equals the smallest."""
    return next((k for k, score in enumerate(scores, 2) if score >= max(scores) - TIE), None)


def _distinct(inputs: ArrayLike) -> tuple[Numbers, Counts]:
    rows = np.asarray(inputs, dtype=float)
    if rows.ndim != 2 or 0 in rows.shape:
        raise TooFew(f"nothing to cluster: the inputs have the shape {rows.shape}")
    if not np.isfinite(rows).all():
        raise BadInput("the inputs to cluster are not all numbers")
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    return distinct, counts


def _spread(rows: Numbers, counts: Counts) -> tuple[Numbers, Numbers]:
    means = counts @ rows / counts.sum()
    deviations = np.sqrt(counts @ (rows - means) ** 2 / counts.sum())
    deviations[rows.min(axis=0) == rows.max(axis=0)] = 0.0
    return means, deviations


@contextmanager
def _one_thread() -> Iterator[None]:
    """So little data goes faster on one thread, and sums come out the same each time."""
    need("sklearn")
    import sklearn.cluster  # noqa: F401
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield
