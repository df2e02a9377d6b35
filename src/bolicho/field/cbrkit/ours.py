"""Our similarity as one of cbrkit's: its ``attribute_value``, with what is ours in blanks and in the mean.

- A query compares what it knows; an attribute that is blank in it, or not there, is not counted.
- A blank in a case is worth 0. Where a query knows nothing, nothing is similar: 0 for all.
- The mean is counted in whole numbers (``learn/cases/retrieval/costs.py``), as by our search, so that
  cases which are equally similar tie, and cbrkit's ranking, which is stable, keeps them in the order of their numbers.
  With   ``cbrkit.sim.aggregator("mean")`` in its place values agree but for the last bits, and those order the ties.

>>> from bolicho.learn.cases.retrieval.similarity import equal, interval
>>> alike = similarity_of({"high": interval(52), "low": interval(52), "mano": equal})
>>> cases, asked = {7: {"high": 24, "low": None, "mano": 1}}, {"high": 22, "low": 7, "mano": 1, "suit": 3}
>>> compare(alike, cases, asked)[7].value
0.6538461538461539
"""

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any, cast

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.field.cbrkit.cases import Cases, answering, opened, value
from bolicho.field.cbrkit.versions import Alike, ByKey, compare, similarity_by
from bolicho.learn.cases.memory import POWERS
from bolicho.learn.cases.questions import Question
from bolicho.learn.cases.retrieval.costs import units_of
from bolicho.learn.cases.retrieval.similarities import HOUSE, shaped
from bolicho.learn.cases.retrieval.similarity import Equal, Interval, Local

Parts = Mapping[str, float]
Aggregate = Callable[[Parts], float]


def similarity(cases: Cases, question: Question, amalgam: str = "mean", name: str = HOUSE) -> Alike:
    """Return the similarity by which a base is asked a question; ``name`` says how numbers are compared."""
    ours = answering(opened(cases)[0], question).similarity
    return similarity_of(shaped(ours, name).local, amalgam)


def similarity_of(attributes: Mapping[str, Local], amalgam: str = "mean") -> Alike:
    """Return the similarity over some attributes: the mean of the local ones, or ``euclidean`` as some bots have it."""
    import cbrkit
    from cbrkit.sim import AttributeValueSim

    if amalgam not in POWERS:
        raise BadInput(f"amalgam {amalgam!r}: expected {' or '.join(POWERS)}")

    each = {name: _blanks_are_worth_nothing(_local(local)) for name, local in attributes.items()}
    whole = cast("Any", aggregator(attributes, amalgam))  # it is given a mapping, never a sequence

    def alike(cases: ByKey, query: Any) -> ByKey:
        known = {name: local for name, local in each.items() if value(query, name) is not None}
        if not known:
            return {key: AttributeValueSim(0.0, {}) for key in cases}
        return compare(cbrkit.sim.attribute_value(known, aggregator=whole, value_getter=_told), cases, query)

    return similarity_by(alike)


def aggregator(attributes: Mapping[str, Local], amalgam: str = "mean") -> Aggregate:
    """Return how local similarities become one; in whole numbers, unless somebody's own similarity is among them."""
    power = POWERS[amalgam]
    exact = all(isinstance(local, Interval | Equal) for local in attributes.values())
    most = units_of([local.span for local in attributes.values()]).most if exact else 1

    def whole(parts: Parts) -> float:
        paid = sum(round((1 - part) * most) ** power for part in parts.values())
        share = paid / (most**power * len(parts))
        return float(1 - (share if power == 1 else sqrt(share)))

    def summed(parts: Parts) -> float:
        found = [parts[name] for name in attributes if name in parts]  # cbrkit's order changes from run to run
        share = sum((1 - part) ** power for part in found) / len(found)
        return float(sum(found) / len(found) if power == 1 else 1 - sqrt(share))

    return whole if exact else summed


def _local(local: Local) -> Callable[[Any, Any], float]:
    """Return a similarity of ours as cbrkit's own where it has the same, else with the case first, as it asks."""
    import cbrkit

    if isinstance(local, Interval):
        return cbrkit.sim.numbers.linear(max=local.span)
    if isinstance(local, Equal):
        return cbrkit.sim.generic.equality()
    return lambda found, asked: local(asked, found)


class Blank:
    """Stands for a blank: the current cbrkit refuses None. (A class, so that other processes know it again.)"""


def _told(case: JsonMapping, name: str) -> Any:
    told = value(case, name)
    return Blank if told is None else told


def _blanks_are_worth_nothing(local: Callable[[Any, Any], float]) -> Callable[[Any, Any], float]:
    return lambda found, asked: 0.0 if found is Blank else local(found, asked)
