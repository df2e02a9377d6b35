"""cbrkit and we: a base opens as its casebase, with similarities equal to ours; its similarities serve our search.

>>> from bolicho.learn.cases import shelf
>>> base, question = shelf.base("baseline"), questions()["card first-card-first"]
>>> cases, asked = casebase(base, question), {"high": 24, "medium": 12, "low": 6, "mano": 1}
>>> retriever = build(similarity(base, question), limit=3)
>>> list(apply(cases, asked, retriever).ranking)
[194, 2468, 750]

cbrkit is an extra, ``bolicho[cbrkit]``, and is imported by what needs it; 0.14 and 1 are served, and ``build`` and
``apply`` are theirs in both.
"""

from bolicho.field.cbrkit.cases import Case, casebase, query, questions
from bolicho.field.cbrkit.export import export
from bolicho.field.cbrkit.ours import similarity, similarity_of
from bolicho.field.cbrkit.retrievers import retrievers
from bolicho.field.cbrkit.reuse import votes
from bolicho.field.cbrkit.theirs import Theirs, look, shape
from bolicho.field.cbrkit.versions import apply, build

__all__ = [
    "Case",
    "Theirs",
    "apply",
    "build",
    "casebase",
    "export",
    "look",
    "query",
    "questions",
    "retrievers",
    "shape",
    "similarity",
    "similarity_of",
    "votes",
]
