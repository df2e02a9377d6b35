"""Trainings of case learners for tests: done to the end, and all that they left."""

from typing import Any

from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.training import CaseTraining


def trained(store: Store, design: CaseDesign, tutor: Any = None) -> CaseTraining:
    """A training that was played to its end."""
    training = CaseTraining(store, design, tutor)
    assert training.train()
    return training


def content(store: Store, name: str = "mine") -> list[Any]:
    """All that the three bases of a training are, but for their numbers and the moment they were made."""
    found = []
    for mode in MODES:
        base = store.base(f"{name}-{mode}")
        lists = [list(read(base.name)) for read in (store.cases, store.case_positions, store.case_origins)]
        found.append((base.form, base.columns, base.next, lists))
    return found


def told(training: CaseTraining) -> list[dict[str, Any]]:
    """What the steps of a training say."""
    return training.steps
