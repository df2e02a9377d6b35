"""The bases of a run, kept in its directory: the initial one with its clusters, and the one learned from it.

Both are files, since workers find a base by its path; the training is a store of its own, in which a killed run goes on
after its last whole match. What a base is, is told in a row of the ledger. A training of the very same design that was
finished by a run in a directory beside this one is taken over: the same code would learn the same again.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.lab.engine.experiment import Cell, Rows
from bolicho.lab.engine.neighbours import alike
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import about, clusterings_data, read, write
from bolicho.learn.cases.truco.codes import ME
from bolicho.learn.cases.truco.columns import FORM
from bolicho.learn.cases.truco.scenarios import ALL
from bolicho.train.imitation.design import ImitationDesign as Training
from bolicho.train.imitation.training import Imitation

if TYPE_CHECKING:
    from bolicho.store import Store

RECORDED, BUNDLED = "recorded", "baseline"
"""A base of recorded hands in the user's store is taken before the bundled one: the one of this name, else one named
after the paper's baseline, else the nearest in size."""
PRINTED = 3195
"""The cases of the paper's baseline."""
PORTION = 20
"""Matches of a training in a cell."""
START, LEARNED = "start", "learned"
TRAINING = "training.db"
BETS = ("envido", "envido_envido", "real_envido", "falta_envido", "truco", "retruco", "vale_quatro")


def starting_base(name: str | None) -> CaseBase:
    """Return the base to begin with: one by name, else the recorded one where it was imported, else the bundled one."""
    if name is not None:
        return shelf.base(name, form=FORM)
    return (_recorded() if has_store() else None) or shelf.base(BUNDLED, form=FORM)


def facts_of(base: CaseBase) -> JsonObject:
    """Return what tells a base from another, for a design."""
    told = about(base)
    return {key: told[key] for key in ("name", "source", "note", "cases", "digest")}


def lessons(matches: int) -> list[Cell]:
    """Return the cells of a training, for `Bases.learn`."""
    ends = [(first, min(first + PORTION, matches)) for first in range(0, matches, PORTION)]
    return [Cell(f"learn/{first}", {"first": first, "last": last}) for first, last in ends]


class Bases:
    """The two bases of a run, made when they are first wanted."""

    def __init__(self, folder: Path, start: CaseBase, training: JsonObject, seed: int) -> None:
        self.folder, self.start, self.seed = folder.absolute() / "bases", start, seed
        self.training = Training(LEARNED, START, seed=seed, **training)
        if set(",=") & set(str(self.folder)):
            raise BadInput(f"{folder}: players cannot find a base in a directory with , or = in its name")
        self.folder.mkdir(exist_ok=True)
        self.paths = {name: str(self.folder / f"{name}.csv") for name in ("base", LEARNED)}

    def base(self) -> CaseBase:
        """Return the initial base with clusters for all scenarios."""
        found = self._there("base")
        if found is None:
            from bolicho.learn.cases.truco.grouping import cluster_base

            found = self.start.subset(np.ones(len(self.start), dtype=bool))
            found.clusterings = cluster_base(found, seed=self.seed)
            write(found, Path(self.paths["base"]))
        return found

    def learn(self, cells: Sequence[Cell]) -> Iterator[tuple[Cell, Rows]]:
        """Train up to the last match of each cell in turn, and give what its matches added."""
        if not cells:
            return
        with self._store() as store:
            training = Imitation(store, self.training)
            for cell in cells:
                first, last = cell.facts["first"], cell.facts["last"]
                training.train(stop=partial(_reached, training, last))
                steps = [_step(step) for step in training.steps if _within(step["key"], first, last, training)]
                steps[-1]["elapsed"] = round(training.seconds, 6)
                yield cell, steps

    def learned(self) -> CaseBase:
        """Return the base that was learned; the training is gone through if it was not yet."""
        found = self._there(LEARNED)
        if found is None:
            with self._store() as store:
                training = Imitation(store, self.training)
                training.train()
                found = training.base
            write(found, Path(self.paths[LEARNED]))
        return found

    def _store(self) -> "Store":
        from bolicho.store import Store

        file = self.folder / TRAINING
        if not file.exists():
            self._take_over(file)
        store = Store.open(str(file))
        if all(known.name != START for known in store.bases()):
            shelf.save(self.base().subset(np.ones(len(self.start), dtype=bool), START), store)
        return store

    def _take_over(self, file: Path) -> None:
        """Take a finished training of this design from a run beside this one, if there is any."""
        from bolicho.store import Store
        from bolicho.store.copies import copy_store
        from bolicho.train.imitation.run import finished

        part = file.with_suffix(".part")
        for run in alike(self.folder.parent):
            if not copy_store(run / self.folder.name / TRAINING, part):
                continue
            with Store.open(str(part)) as store:
                good = finished(store, self.training, self.base())
            if good:
                part.replace(file)
                return
            part.unlink()

    def has(self, name: str) -> bool:
        """Whether a base was made before."""
        path = Path(self.paths[name])
        return path.exists() and path.with_suffix(".json").exists()

    def _there(self, name: str) -> CaseBase | None:
        return read(Path(self.paths[name])) if self.has(name) else None


def base_facts(base: CaseBase, since: int = 0) -> JsonObject:
    """Return what a page tells of a base: its clusters, their portraits, and the bets in its cases from one on."""
    from bolicho.learn.cases.truco.portraits import portraits

    drawn = {name: [portrait.to_json() for portrait in portraits(base, name)] for name in ALL}
    clusterings = clusterings_data(base)
    bets = np.sum([base[f"{bet}_by"][since:] == ME for bet in BETS], axis=0)
    return {
        **facts_of(base),
        "clusterings": {name: clusterings[name] for name in ALL},
        "portraits": drawn,
        "bets": {"cases": len(bets), "sum": int(bets.sum()), "squares": int((bets**2).sum())},
    }


def _step(step: JsonObject) -> JsonObject:
    """Return what is kept of a step of a training: not the clusterings, of which there are many."""
    kept = {key: step[key] for key in ("key", "policies", "hands", "kept", "cases", "k") if key in step}
    return kept | ({"removed": len(step["removed"]), "broken": step["broken"]} if "removed" in step else {})


def elapsed(steps: Sequence[JsonMapping]) -> float:
    """Return how long the training took; the last step of each cell tells it so far."""
    return float(max(step.get("elapsed", 0.0) for step in steps))


def _reached(training: Imitation, match: int) -> bool:
    return training.done >= match


def _within(key: Any, first: int, last: int, training: Imitation) -> bool:
    """Whether a step belongs to some matches; the start goes with the first of all, the cleaning with the last."""
    if isinstance(key, str):
        return first == 0 if key == "start" else last == training.design.matches
    return bool(first <= key < last)


def has_store(named: str | None = None) -> bool:
    """Whether there is such a store, the user's where none is named; asking is no reason to make one."""
    from bolicho.store.where import in_memory, locate

    url = locate(named)
    return url.get_backend_name() != "sqlite" or (not in_memory(url) and Path(url.database or "").exists())


def _recorded() -> CaseBase | None:
    from bolicho.store import Store

    with Store.open() as store:
        here = [base for base in store.bases() if base.source == RECORDED and base.form == FORM and base.cases]
        if not here:
            return None
        best = min(here, key=lambda base: (base.name != RECORDED, BUNDLED not in base.name, abs(base.cases - PRINTED)))
        return shelf.base(best.name, form=FORM, store=store)
