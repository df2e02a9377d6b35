"""Records to save, made of nothing but core: the store knows no rules, and neither do its tests."""

from dataclasses import replace
from typing import Any

from bolicho.core.record import Record, Unit


def a_record(match: int = 0, agents: tuple[str, ...] = ("ana", "beto"), **changes: Any) -> Record:
    scores = tuple(range(len(agents), 0, -1))
    unit = Unit("7e 1o | 3c", {"score": list(scores)}, ("7e", "não-quero"), scores, True, (None, {"value": 0.5}))
    record = Record("truco", "1", {"target": 12}, agents, 7, match, (unit,), scores, winner=0, notes={"board": match})
    return replace(record, **changes)


def unfinished(match: int = 0, **changes: Any) -> Record:
    return a_record(match, winner=None, finished=False, **changes)
