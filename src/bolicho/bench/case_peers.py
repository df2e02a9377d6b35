"""The peers of the search for similar cases, each asked in its own way: scikit-learn and cbrkit."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.bench.random_cases import ATTRIBUTES
from bolicho.bench.rows import CBRKIT, CKDTREE, SKLEARN, K
from bolicho.learn.cases.base import UNKNOWN, Cells
from bolicho.learn.cases.truco.codes import SPAN

QUERIES = 200
SPANS = tuple(0.0 if name.endswith("_by") or name in ("mano", "won_1", "won_2") else float(SPAN) for name in ATTRIBUTES)
Ask = Callable[[int], object]
"""Answers one of the questions."""
Peer = tuple[str, Ask, int]
"""Its name, how it is asked, and how many questions it answers at a time."""
TOGETHER = 10
"""Questions asked one by one within one limit of threads, since setting the limit takes time too."""


def sklearn_askers(cells: Cells, questions: list[Cells]) -> list[Peer]:
    """scikit-learn's brute force: one question at a time, with its threads and with one, and all questions at once."""
    from sklearn.neighbors import NearestNeighbors
    from threadpoolctl import ThreadpoolController

    brute = NearestNeighbors(n_neighbors=K, algorithm="brute", metric="manhattan").fit(_scaled(cells))
    asked, threads = _scaled(questions), ThreadpoolController()

    def alone(i: int) -> object:
        return brute.kneighbors(asked[i : i + 1])

    one_thread = threads.wrap(limits=1)(lambda i: [alone(j % QUERIES) for j in range(i, i + TOGETHER)])
    ways = (alone, 1), (one_thread, TOGETHER), (lambda _: brute.kneighbors(asked), QUERIES)
    return [(name, *way) for name, way in zip(SKLEARN, ways, strict=True)]


def ckdtree_asker(cells: Cells, questions: list[Cells]) -> Peer:
    """SciPy's k-d tree in C++, the best of its trees for these distances."""
    from scipy.spatial import cKDTree

    tree, asked = cKDTree(_scaled(cells)), _scaled(questions)
    return CKDTREE, lambda i: tree.query(asked[i], k=K, p=1), 1


def cbrkit_asker(cells: Cells, questions: list[Cells]) -> list[Peer]:
    """Similarity by attribute and value, the mean of them, the ten best: as its documentation shows."""
    import cbrkit

    attributes = {
        name: cbrkit.sim.numbers.linear(max=span) if span else cbrkit.sim.generic.equality()
        for name, span in zip(ATTRIBUTES, SPANS, strict=True)
    }
    alike: Any = cbrkit.sim.attribute_value(attributes, aggregator=cbrkit.sim.aggregator(pooling="mean"))
    theirs: Any = cbrkit.retrieval
    if hasattr(theirs, "apply_query"):  # cbrkit 1
        retriever, apply = theirs.dropout(theirs.build(alike), limit=K), theirs.apply_query
    else:
        retriever, apply = theirs.build(alike, limit=K), theirs.apply
    cases = dict(enumerate(dict(zip(ATTRIBUTES, row, strict=True)) for row in cells.tolist()))
    asked = [dict(zip(ATTRIBUTES, question.tolist(), strict=True)) for question in questions]
    return [(CBRKIT, lambda i: apply(cases, asked[i], retriever), 1)]


def _scaled(cells: Cells | list[Cells]) -> NDArray[np.float64]:
    """Return twelve numbers a case whose distance is about the dissimilarity: theirs is the time that is compared."""
    numbers = np.where(np.asarray(cells) == UNKNOWN, -SPAN, cells)
    return np.ascontiguousarray(numbers / [span or 1.0 for span in SPANS])
