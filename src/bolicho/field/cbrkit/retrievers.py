"""Our retrieval as retrievers of cbrkit, one after the other: the group of the index, then the cases alike enough.

``apply(casebase(base, question), query, retrievers(base, question))`` finds what our own ``retrieve`` finds, in the
same order. (For the k nearest, ``build(similarity(base, question), limit=k)`` is enough.)
"""

from typing import Any

import numpy as np

from bolicho.field.cbrkit.cases import Cases, domain_of, opened
from bolicho.field.cbrkit.ours import similarity
from bolicho.field.cbrkit.versions import ByKey, Retriever, build, retrieve, retriever_by
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import Question
from bolicho.learn.cases.retrieval.retrieve import PAPER, ROUNDING, Retrieval, index_group, threshold_needed


def retrievers(cases: Cases, question: Question, how: Retrieval = PAPER) -> list[Retriever]:
    """Return the steps in which a base is searched: with an index two, else one."""
    base, _ = opened(cases)
    enough = _alike_enough(base, question, how)
    return [_same_group(base, question), enough] if how.index and question.indexed_by in base.clusterings else [enough]


def _same_group(base: CaseBase, question: Question) -> Retriever:
    domain = domain_of(base.game)

    def search(cases: ByKey, query: Any, _: int) -> ByKey:
        group = index_group(base, question, query, domain)
        return {key: 1.0 for key, case in cases.items() if case["group"] == group}

    return retriever_by(search)


def _alike_enough(base: CaseBase, question: Question, how: Retrieval) -> Retriever:
    every = build(similarity(base, question, name=how.similarity))

    def search(cases: ByKey, query: Any, processes: int) -> ByKey:
        found = retrieve(every, cases, query, processes)
        alike = np.array([one.value for one in found.values()])
        least = threshold_needed(alike, how) - ROUNDING
        return {key: one for key, one in found.items() if one.value >= least}

    return retriever_by(search)
