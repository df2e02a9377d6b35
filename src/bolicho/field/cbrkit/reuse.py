"""From what cbrkit retrieved to a decision: our policies go on from there.

>>> from bolicho.learn.cases.decision.reuse import policy
>>> found = {4: {"cluster": 0, "action": "quero", "won": True, "points": 2},
...          9: {"cluster": 0, "action": "nao-quero", "won": False, "points": -1}}
>>> policy("PVCS").choices(votes(found), ("nao-quero", "quero"))
{'quero': 1.0}
"""

from collections.abc import Mapping
from typing import Any

from bolicho.field.cbrkit.cases import Case
from bolicho.learn.cases.decision.reuse import Tally


def votes(found: Mapping[Any, Case]) -> dict[tuple[int, str], Tally]:
    """Count cases by cluster and action, as every policy asks for it; ``found`` is the casebase of a result."""
    counted: dict[tuple[int, str], Tally] = {}
    for case in found.values():
        key = case["cluster"], case["action"]
        counted[key] = counted.get(key, Tally()).plus(Tally(1, int(case["won"]), case["points"]))
    return counted
