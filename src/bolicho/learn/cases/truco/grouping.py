"""The clusters of a base of Truco cases: fourteen decision scenarios and two indexes (Paulus, Tables 6 and 11)."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.clustering.kmeans import LARGEST, RESTARTS, TooFew, cluster
from bolicho.learn.cases.truco.columns import FORM
from bolicho.learn.cases.truco.scenarios import ALL, Scenario, scenario

Progress = Callable[[int, int], None]
"""Called with how many scenarios are done, and of how many."""
OUTSIDE = -1
"""The label of a case that does not belong to the scenario."""


def cluster_base(
    base: CaseBase,
    scenarios: Iterable[str] | None = None,
    rule: str = "elbow",
    seed: int = 0,
    largest: int = LARGEST,
    keep: Mapping[str, Clustering] | None = None,
    progress: Progress | None = None,
    restarts: int = RESTARTS,
    k: int | None = None,
) -> dict[str, Clustering]:
    """Cluster the cases of a base in all scenarios and indexes, or in some; the base itself is not changed.

    ``keep`` holds the clusterings there were: their k is kept where the rule has no answer. With a ``k`` no rule is
    asked. A scenario with too few cases is an error that names it.
    """
    found: dict[str, Clustering] = {}
    wanted = _wanted(base, scenarios)
    for done, one in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted))
        found[one.name] = _cluster(base, one, rule, seed, largest, (keep or {}).get(one.name), restarts, k)
    if progress is not None:
        progress(len(wanted), len(wanted))
    return found


class Reclustering(NamedTuple):
    """The clusterings of a base after it has grown, and what became of each that did not just stay."""

    clusterings: dict[str, Clustering]
    """Every one, old or new: to be set as the base's."""
    changed: dict[str, tuple[int | None, int]]
    """From which k to which; None where there was no clustering before."""
    skipped: dict[str, str]
    """Scenarios that could not be clustered, with the reason; an old clustering stays."""


def recluster(
    base: CaseBase,
    scenarios: Iterable[str] | None = None,
    rule: str = "elbow",
    seed: int = 0,
    largest: int = LARGEST,
    progress: Progress | None = None,
    restarts: int = RESTARTS,
) -> Reclustering:
    """Ask the rule again in every scenario, and cluster anew only where k has changed; the base is not changed.

    So learning by imitation goes on while its base grows (Paulus, section 4.3).
    """
    result = Reclustering(dict(base.clusterings), {}, {})
    wanted = _wanted(base, scenarios)
    for done, one in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted))
        old: Clustering | None = base.clusterings.get(one.name)
        try:
            new = _cluster(base, one, rule, seed, largest, old, restarts, None)
        except TooFew as error:
            result.skipped[one.name] = str(error)
            continue
        if old is None or new.k != old.k:
            result.clusterings[one.name] = new
            result.changed[one.name] = (None if old is None else old.k, new.k)
    if progress is not None:
        progress(len(wanted), len(wanted))
    return result


def labels_of(base: CaseBase, name: str, clustering: Clustering | None = None) -> NDArray[np.int8]:
    """Return the cluster of every case of a base in a scenario, OUTSIDE for cases that do not belong to it.

    The clustering is the base's own unless another is given.
    """
    one = scenario(name)
    clustering = clustering or base.clusterings.get(name)
    if clustering is None:
        raise BadInput(f"base {base.name!r} has no clusters for {name}; make them with: bolicho cases cluster")
    inside = one.members(base)
    labels = np.full(len(base), OUTSIDE, dtype=np.int8)
    labels[inside] = clustering.labels(one.inputs(base)[inside])
    return labels


def _cluster(
    base: CaseBase,
    one: Scenario,
    rule: str,
    seed: int,
    largest: int,
    old: Clustering | None,
    restarts: int,
    k: int | None,
) -> Clustering:
    inputs = one.inputs(base)[one.members(base)]
    where = f"base {base.name!r}, scenario {one.name} ({one.about})"
    if len(inputs) < largest:
        raise TooFew(f"{where}: {len(inputs)} cases are too few to try up to {largest} clusters")
    try:
        return cluster(inputs, k, rule, seed, restarts, largest, None if old is None else old.k)
    except TooFew as error:
        raise TooFew(f"{where}: {error}") from None


def _wanted(base: CaseBase, names: Iterable[str] | None) -> list[Scenario]:
    if base.form != FORM:
        raise BadInput(f"base {base.name!r} has cases of {base.game} in the format {base.form!r}, not {FORM!r}")
    return list(ALL.values()) if names is None else [scenario(name) for name in names]
