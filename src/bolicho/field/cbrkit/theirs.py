"""Their similarities in our house: one of cbrkit's for an attribute, for all numbers by a name, or whole for a search.

>>> from cbrkit.sim.numbers import exponential
>>> from bolicho.learn.cases.retrieval.similarity import Similarity, equal, interval
>>> how = Similarity({"high": Theirs(exponential(0.1)), "mano": equal})
>>> how({"high": 24, "mano": 1}, {"high": 14, "mano": 1}).parts["high"]
0.36787944117144233

>>> from bolicho.learn.cases.retrieval.similarities import SIMILARITIES, shaped
>>> SIMILARITIES.add("steep", shape(lambda span: exponential(4 / span)))
>>> round(shaped(Similarity({"high": interval(52)}), "steep")({"high": 26}, {"high": 0}).value, 4)
0.1353

Then ``cbr:PVCNPS,similarity=steep`` plays by it. And ``retrieve(base, question, values, domain, how, look(base,
question, anything of cbrkit))`` retrieves by a whole one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.field.cbrkit.cases import Cases, casebase, opened, query
from bolicho.field.cbrkit.versions import compare
from bolicho.learn.cases.questions import Answers, IndexGroup, Question
from bolicho.learn.cases.retrieval.retrieve import Look
from bolicho.learn.cases.retrieval.similarities import Alike
from bolicho.learn.cases.retrieval.similarity import Values


@dataclass(frozen=True)
class Theirs:
    """A similarity of two values of cbrkit's (the case first) as one of ours (the query first).

    Its ``span`` is endless: an index, which knows similarities by their span alone, refuses it and does not search by
    another. Where it is the same as one of ours, take ours.
    """

    function: Callable[[Any, Any], Any]
    span: float = inf

    def __call__(self, asked: int, found: int) -> float:
        """Compare what is asked with what a case holds."""
        return _number(self.function(found, asked))


def shape(make: Callable[[float], Any]) -> Alike:
    """Return what our registry of similarities takes, of what makes one of cbrkit's for a span."""
    made = cache(make)
    return lambda asked, found, span: _number(made(span)(found, asked))


def look(cases: Cases, question: Question, similarity: Any) -> Look:
    """Return how ``retrieve`` looks by any similarity of cbrkit: of two values, or of many at once."""
    base, _ = opened(cases)
    every = list(casebase(base, question).values())

    def measured(found: Answers, group: IndexGroup, values: Values) -> NDArray[np.float64]:
        places = group.places.tolist()
        if len(every) != len(found.ids):
            raise BadInput(f"base {base.name!r} has changed since its cases were read: make the look anew")
        told = compare(similarity, {place: every[place] for place in places}, query(values))
        return np.array([_number(told[place]) for place in places])

    return measured


def _number(alike: Any) -> float:
    """Return a similarity as a number: cbrkit has some that carry their parts."""
    return float(getattr(alike, "value", alike))
