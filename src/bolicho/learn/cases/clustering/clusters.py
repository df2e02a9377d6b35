"""Clusters of cases: what standardises numbers, the centroids, and the label of any case (Paulus, section 3.2).

``kmeans.cluster`` makes them; whoever plays needs only what is here.

>>> by_height = Clustering(2, (10.0,), (5.0,), ((-1.0,), (1.0,)), (8.0, 2.0), "given", 8, 0)
>>> by_height.labels([[4], [9], [10], [11]]).tolist(), by_height.centres.tolist()
([0, 0, 0, 1], [[5.0], [15.0]])
>>> Clustering.from_json(by_height.to_json()) == by_height
True
"""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject

Numbers = NDArray[np.float64]
Labels = NDArray[np.int64]

RULES = ("elbow", "silhouette")
"""The ways to find k; the elbow is the paper's."""
MOST = 127
"""The most clusters there can be: labels are small integers."""
TIE = 1e-9
"""Centroids whose squared distances differ by less are equally near."""
LARGEST = 1e100
"""Of a number in a file: squares of it are numbers still."""
AT_ONCE = 65_536
"""Cases labelled at a time, to bound the memory."""


@dataclass(frozen=True)
class Clustering:
    """The clusters of some cases: what standardises them, the centroids, and how k was chosen.

    Cluster 0 is the largest; labels of equally large ones follow their centroids.
    """

    k: int
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    """Zero where all cases had the same number; such a column says nothing."""
    centroids: tuple[tuple[float, ...], ...]
    """In standardised numbers, by label."""
    wcss: tuple[float, ...]
    """The sum of squares within clusters for every k tried, from 1."""
    rule: str
    """How k was chosen: elbow, silhouette, given (by somebody), kept (the rule had no answer)."""
    cases: int
    """On how many cases it was computed."""
    seed: int
    silhouettes: tuple[float, ...] = ()
    """The mean silhouette for every k tried, from 2, where that was the rule."""

    def labels(self, inputs: ArrayLike) -> NDArray[np.int8]:
        """Return the cluster of each row: that of the nearest centroid, among equally near ones the lowest label."""
        rows = np.asarray(inputs, dtype=float)
        if rows.ndim != 2 or rows.shape[1] != len(self.means):
            raise BadInput(f"clusters of {len(self.means)} attributes cannot label rows of shape {rows.shape}")
        means, spans, centroids = self._arrays
        labels = np.empty(len(rows), dtype=np.int8)
        for start in range(0, len(rows), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            labels[some] = nearest((rows[some] - means) / spans, centroids)
        return labels

    @property
    def centres(self) -> Numbers:
        """The centroids in the numbers that were clustered."""
        means, spans, centroids = self._arrays
        centres: Numbers = centroids * spans + means
        return centres

    @cached_property
    def _arrays(self) -> tuple[Numbers, Numbers, Numbers]:
        return np.array(self.means), scale(np.array(self.deviations)), np.array(self.centroids)

    def to_json(self) -> JsonObject:
        """Return plain JSON data."""
        lists = {"centroids": [list(centroid) for centroid in self.centroids]}
        lists |= {name: list(getattr(self, name)) for name in ("means", "deviations", "wcss", "silhouettes")}
        return {field.name: lists.get(field.name, getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, data: object, where: str = "clustering") -> Self:
        """Read what ``to_json`` gave; anything else is refused with its place."""
        known = {field.name for field in fields(cls)}
        if not isinstance(data, dict) or set(data) != known:
            raise BadInput(f"{where}: expected {', '.join(sorted(known))}")
        for name in ("k", "cases", "seed"):
            if type(data[name]) is not int:
                raise BadInput(f"{where}.{name}: expected a whole number, found {data[name]!r}")
        if data["rule"] not in (*RULES, "given", "kept"):
            raise BadInput(f"{where}.rule: unknown rule {data['rule']!r}")
        means = _floats(data["means"], f"{where}.means")
        deviations = _floats(data["deviations"], f"{where}.deviations", lowest=0.0)
        if not isinstance(data["centroids"], list | tuple) or not 1 <= len(data["centroids"]) <= MOST:
            raise BadInput(f"{where}.centroids: expected a list of 1 to {MOST}")
        centroids = tuple(_floats(row, f"{where}.centroids[{n}]") for n, row in enumerate(data["centroids"]))
        if len(centroids) != data["k"]:
            raise BadInput(f"{where}: k is {data['k']}, but there are {len(centroids)} centroids")
        if not means or {len(row) for row in (deviations, *centroids)} != {len(means)}:
            raise BadInput(f"{where}: means, deviations and centroids are not of one length")
        return cls(
            data["k"],
            means,
            deviations,
            centroids,
            _floats(data["wcss"], f"{where}.wcss", lowest=0.0),
            data["rule"],
            data["cases"],
            data["seed"],
            _floats(data["silhouettes"], f"{where}.silhouettes"),
        )


def nearest(points: Numbers, centroids: Numbers) -> Labels:
    """Return the place of the nearest centroid of each point, among equally near ones the first."""
    distances = np.zeros((len(points), len(centroids)))
    for column, centres in zip(points.T, centroids.T, strict=True):
        distances += np.subtract.outer(column, centres) ** 2
    found: Labels = (distances <= distances.min(axis=1, keepdims=True) + TIE).argmax(axis=1)
    return found


def scale(deviations: Numbers) -> Numbers:
    """Return what to divide by; a column without spread stays as it is."""
    return np.where(deviations > 0, deviations, 1.0)


def _floats(numbers: object, where: str, lowest: float | None = None) -> tuple[float, ...]:
    if not isinstance(numbers, list | tuple):
        raise BadInput(f"{where}: expected a list of numbers, found {numbers!r}")
    for number in numbers:
        good = type(number) in (int, float) and abs(number) <= LARGEST
        if not good or (lowest is not None and number < lowest):
            raise BadInput(f"{where}: expected numbers{'' if lowest is None else ' from 0'}, found {number!r}")
    return tuple(float(number) for number in numbers)
