"""The trainings of a run, in a store of its own: killed, each goes on after its last whole match.

A training is one sequence of matches and one cell. All are in one store, in the directory of the run, where the players
of the tests find their bases.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bolicho.core.json_text import JsonMapping
from bolicho.lab.charts.case_growth import case_training_facts
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.works.moral.lineup import start_name, training_name
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.codes import CODE, ME
from bolicho.learn.cases.truco.learned_case import MODES, widen
from bolicho.learn.cases.truco.trio import name_of
from bolicho.store import Store
from bolicho.store.where import VARIABLE
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.training import CaseTraining

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = "trainings.db"
STRONG = CODE["7o"]
"""A hand with one of the four cards that beat all others is called strong."""
TRUCO_BETS = ("truco", "retruco", "vale_quatro")


def train(facts: JsonMapping, store: str) -> Rows:
    """Go through one training, and tell what came of it."""
    design = CaseDesign(
        training_name(facts["name"], facts["training"]),
        facts["bot"],
        against=facts["against"],
        matches=facts["matches"],
        seed=facts["seed"],
        start=facts["start"],
        tutor=facts["tutor"],
        stay=facts["salt"],
        preset=facts["rules"],
    )
    with at_home(Path(store).parent) as kept:
        training = CaseTraining(kept, design)
        training.train()
        found = case_training_facts(training)
        gone = {mode: forgotten(kept, name_of(design.name, mode), mode, design.start) for mode in MODES}
    told_here = {
        **{key: found[key] for key in ("matches", "won", "hands", "cases", "help", "growth", "seconds")},
        "by_match": {
            "hands": [step["hands"] for step in training.played],
            "asked": {mode: [step["asked"].get(mode, 0) for step in training.played] for mode in MODES},
        },
        "forgotten": gone,
    }
    return [told_here]


def forgotten(store: Store, base: str, mode: str, begun: str) -> dict[str, list[int]]:
    """Return how many of the cases it began with a base has forgotten, and of how many.

    Of the truco base also those of strong bets: the player called with a strong hand, and it was lost or won.
    """
    start = shelf.base(begun, store=store)
    gone = ~np.isin(np.arange(len(start)), list(store.case_positions(base)))
    kinds = {"all": np.ones(len(start), dtype=bool)}
    if mode == "truco":
        bets = strong_bets(start)
        kinds |= {"strong-lost": bets & (start["truco_gain"] < 0), "strong-won": bets & (start["truco_gain"] > 0)}
    return {name: [int((gone & kind).sum()), int(kind.sum())] for name, kind in kinds.items()}


def strong_bets(base: CaseBase) -> "NDArray[np.bool_]":
    """Mark the hands in which the player called truco or above with a strong hand."""
    called = np.any([base[f"{bet}_by"] == ME for bet in TRUCO_BETS], axis=0)
    return np.asarray(called & (base["high"] >= STRONG))


def begin(folder: Path, starts: Sequence[CaseBase]) -> None:
    """Keep each set of first hands in the store of a run, as the three bases of a BOT0; those that are there stay."""
    with at_home(folder) as store:
        there = {known.name for known in store.bases()}
        for number, base in enumerate(starts):
            for name in (name_of(start_name(number), mode) for mode in MODES):
                if name not in there:
                    shelf.save(widen(base, name), store)


@contextmanager
def at_home(folder: Path) -> Iterator[Store]:
    """Open the store of a run, and let players called by their names look for their bases there."""
    before = os.environ.get(VARIABLE)
    path = str((folder / FILE).absolute())
    os.environ[VARIABLE] = path
    try:
        with Store.open(path) as store:
            yield store
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
