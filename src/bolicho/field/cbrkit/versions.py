"""The two ways in which cbrkit is spoken to: by whole casebases (0.14), or by batches (1).

The extra brings 0.14 up to Python 3.12, and 1, which needs 3.13, from there on. Where they differ stands here:

- A similarity took a casebase and a query, and gave a mapping. Now it takes pairs, and gives a sequence.
- A retriever took a casebase, a query and a number of processes. Now it takes casebases with their queries.
- ``build`` took the limit, and ``apply`` ran retrievers. Now they are ``dropout`` and ``apply_query``.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

ByKey = Mapping[Any, Any]
"""A casebase, or what is known of its cases, by key: both are the user's, of any type."""
Alike = Callable[..., Any]
"""cbrkit's similarity, in the form that the version at hand calls. Its own types are too narrow for its own results."""
Retriever = Callable[..., Any]
"""cbrkit's ``RetrieverFunc``, in the form that the version at hand calls; the most similar first."""
OfCasebase = Callable[[ByKey, Any], ByKey]
"""Of cases by their keys and a query, how similar each is."""
Search = Callable[[ByKey, Any, int], ByKey]
"""Of cases by their keys, a query and a number of processes, those retrieved."""
Pairs = Sequence[tuple[Any, Any]]


def build(similarity: Alike, limit: int | None = None) -> Retriever:
    """Return cbrkit's retriever by a similarity: all cases, or the most similar ones, the most similar first."""
    retrieval = _retrieval()
    built: Retriever
    if _by_batches():
        built = retrieval.dropout(retrieval.build(similarity), limit=limit)
    else:
        built = retrieval.build(similarity, limit=limit)
    return built


def apply(cases: ByKey, query: object, retrievers: Retriever | Sequence[Retriever]) -> Any:
    """Let cbrkit run retrievers, one after the other; return its result."""
    retrieval = _retrieval()
    return (retrieval.apply_query if _by_batches() else retrieval.apply)(cases, query, retrievers)


def similarity_by(alike: OfCasebase) -> Alike:
    """Return a similarity for cbrkit."""

    def of_casebase(x_map: ByKey, y: Any) -> ByKey:  # cbrkit 0.14 knows it by these names
        return alike(x_map, y)

    def of_pairs(batches: Pairs) -> list[Any]:
        told: list[Any] = []
        for _, pairs in groupby(batches, key=lambda pair: id(pair[1])):  # those of one query stand together
            cases, queries = zip(*pairs, strict=True)
            told += alike(dict(enumerate(cases)), queries[0]).values()
        return told

    return of_pairs if _by_batches() else of_casebase


def retriever_by(search: Search) -> Retriever:
    """Return a retriever for cbrkit."""

    def of_casebase(x_map: ByKey, y: Any, processes: int = 1) -> ByKey:
        return search(x_map, y, processes)

    def of_batches(batches: Pairs) -> list[tuple[Any, Any]]:
        return [(cases, search(cases, query, 1)) for cases, query in batches]

    return of_batches if _by_batches() else of_casebase


def compare(similarity: Alike, cases: ByKey, query: object) -> ByKey:
    """Return how similar cases are to a query by any similarity of cbrkit: of two values, or of many at once."""
    from cbrkit import helpers

    their: Any = helpers
    if _by_batches():
        return dict(zip(cases, their.batchify_sim(similarity)([(case, query) for case in cases.values()]), strict=True))
    told: ByKey = their.sim2map(similarity)(cases, query)
    return told


def retrieve(retriever: Retriever, cases: ByKey, query: object, processes: int = 1) -> ByKey:
    """Call one retriever of cbrkit."""
    told: ByKey
    if _by_batches():
        ((_, told),) = retriever([(cases, query)])
    else:
        told = retriever(cases, query, processes)
    return told


def _by_batches() -> bool:
    return hasattr(_retrieval(), "apply_query")


def _retrieval() -> Any:
    import cbrkit

    return cbrkit.retrieval
