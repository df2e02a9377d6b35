"""Moral et al.: agents that learn cases, BOT0 to BOT5; Table IV, Figs. 1 and 2 beside what they printed.

Every learner plays its training matches against BOT0; then the learned bases are tested on duplicate deals, against
BOT0 and, with BOT3, against each other. Beside it: contra-flor by guided dealing, and the upkeep of the bases.

The paper's 513 hands were one draw from what people play. So a base of at least twice as many is cut into sets of 513,
and each training begins with another one: what differs from set to set is then in the intervals.

``moral:NAME`` begins with another base, a file or one in the store; ``moral:preset=former`` reads the paper as we did
before, ``moral:rules=gaucho`` plays by other rules than those of the group's match engine.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import asdict
from pathlib import Path

import numpy as np

from bolicho.agents.bots.settings import CHOICES, PRESETS, RENAMED, Settings
from bolicho.arena import Plan
from bolicho.core.json_text import JsonObject
from bolicho.lab.engine.bases import BUNDLED, facts_of
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone, rules_of
from bolicho.lab.engine.matches import play_cells
from bolicho.lab.works.moral.lineup import (
    FIRST_HANDS,
    FIVE,
    LEARNERS,
    READING,
    RULES,
    Ground,
    arena_cells,
    players,
    train_cells,
    training_name,
)
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.learned_case import FORMS
from bolicho.learn.cases.truco.trio import Trio
from bolicho.report.document import Report

SIZES: dict[str, dict[str, int]] = {
    "quick": {"trainings": 1, "training": 30, "tests": 20, "hands": 600},
    "paper": {"trainings": 8, "training": 300, "tests": 60, "hands": 6_000},
    "full": {"trainings": 20, "training": 300, "tests": 200, "hands": 30_000},
}
"""Trainings of each learner, their matches; test matches of each pair after each; hands for contra-flor.

The paper trained each learner once. One training is one draw, so that no claim about learners could be decided by it.
"""
GUIDES = {"fair": "", "guided": "contra-flor=0.25"}
"""How the hands are dealt in which contra-flor is counted."""
HANDS_OF = (("bot0", "bot0"), ("sound", "bot0"))
"""Who plays them: the baseline with itself, and BOT5's tutor with the baseline."""


def _as_recorded(settings: Settings) -> JsonObject:
    """Return settings by the names that designs of finished runs have, which are judged anew as they are."""
    old = {new: name for name, new in RENAMED.items()}
    return {old.get(name, name): value for name, value in asdict(settings).items()}


class Moral:
    """The trainings and the tests; other sizes may be given, for a course or a test."""

    version = "4"
    readings: Mapping[str, tuple[str, ...]] = {
        "preset": tuple(PRESETS),
        **{
            name: CHOICES[name]
            for name in ("victory", "newness", "query", "raises", "score", "replaces", "folds", "loss", "chance")
        },
        "add_always": ("on",),
        "help": ("0.8", "0.95", "0.97", "0.99"),
    }
    costs: Mapping[str, float] = {
        "train": 0.11,
        "flor": 0.0025,
        "table3": 0.1,
        "upkeep": 2.0,
        "pruned": 1.0,
        "test": 0.04,
    }

    def __init__(
        self,
        base: str | None = None,
        *,
        preset: str = READING,
        rules: str = RULES,
        sizes: Mapping[str, Mapping[str, int]] = SIZES,
    ) -> None:
        """``base`` is one to begin with instead of the bundled one; ``preset`` how the paper is read."""
        Settings.of({"preset": preset})  # one that nobody knows is refused
        given = [base] if base else []
        given += [f"{key}={value}" for key, value, usual in (("preset", preset, READING), ("rules", rules, RULES))
                  if value != usual]  # fmt: skip
        self.name = f"moral:{','.join(given)}" if given else "moral"
        self.sizes, self.ground = sizes, Ground(1, preset, rules)
        self.folder: Path | None = None
        self.begin_with(shelf.base(base or BUNDLED))

    def begin_with(self, base: CaseBase) -> None:
        """Begin with these cases instead of the bundled ones."""
        shelf.usable(base, *FORMS)
        self.base, self.starts = base, cut(base)
        self.ground = self.ground._replace(sets=len(self.starts))

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the trainings, the tests and the rest."""
        size = dict(self.sizes[scale])
        size["trainings"] = self.ground.trainings(size["trainings"])
        cells = train_cells(size["trainings"], size["training"], seed, self.ground)
        cells += [Cell("table3", {}), *self._flor_cells(size["hands"], seed)]
        cells += [Cell(f"upkeep/{name}", {"name": name}) for name in ("", *FIVE)]
        cells += [Cell("pruned", {}), *arena_cells(size["trainings"], size["tests"], self.ground)]
        settings: JsonObject = {
            **rules_of(self._plan(seed, ()).build_game()),
            "learners": [one._asdict() for one in LEARNERS],
            "players": [self.ground.agent(player.spec) for player in players(size["trainings"], self.ground)],
            "base": facts_of(self.base),
            "sets": self.ground.sets,
            "preset": self.ground.preset,
            "readings": _as_recorded(Settings.of(self.ground.reading)),
            **size,
        }
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def read(self, name: str, value: str) -> "Moral":
        """Return the same with another preset, or with one reading that is another than in the preset."""
        other, ground = copy(self), self.ground
        if name == "preset":
            other.ground = ground._replace(preset=value)
        else:
            settings = {key: said for key, said in ground.settings if key != name}
            same = Settings.of({**ground.reading, name: value}) == Settings.of({"preset": ground.preset, **settings})
            other.ground = ground._replace(settings=tuple((settings | ({} if same else {name: value})).items()))
        return other

    def settle(self, folder: Path) -> None:
        """Take the directory in which the trainings are kept."""
        self.folder = folder

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Train, look at what was learned, and test it."""
        from bolicho.lab.engine.crew import share_out
        from bolicho.lab.works.moral import cells as small
        from bolicho.lab.works.moral.training import FILE, at_home, begin, train
        from bolicho.store import Store

        assert self.folder is not None, "settle first"
        store_file = str(self.folder / FILE)
        Store.open(store_file).close()  # with its tables, before several come to write
        begin(self.folder, self.starts)
        share_out(_of("train", cells), train, workers, done, store=store_file)
        share_out(_of("flor", cells), small.contra_flor, workers, done, store=store_file)
        for cell in _of("table3", cells):
            done(cell, small.table3(self.starts[0]))
        with at_home(self.folder) as store:
            for cell in _of("upkeep", cells):
                name = cell.facts["name"]
                trio = Trio.load(training_name(name, 0), store) if name else Trio.start(self.starts[0])
                done(cell, small.upkeep(trio))
            for cell in _of("pruned", cells):
                done(cell, small.pruned(store, design.seed))
            tests = _of("test", cells)
            if tests:
                play_cells(self._plan(design.seed, design.settings["players"]), tests, workers, done)

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and plots, and judge the claims."""
        from bolicho.lab.works.moral.report import report

        return report(design, rows, language)

    def _flor_cells(self, hands: int, seed: int) -> list[Cell]:
        rules = self.ground.rules
        return [
            Cell(
                f"flor/{' '.join(pair)}/{how}",
                {
                    "players": [self.ground.agent(spec) for spec in pair],
                    "guided": guide, "hands": hands, "seed": seed, "rules": rules,
                },
            )
            for pair in HANDS_OF
            for how, guide in GUIDES.items()
        ]  # fmt: skip

    def _plan(self, seed: int, specs: Sequence[str]) -> Plan:
        rules = {"preset": self.ground.rules}
        return Plan("truco", tuple(specs), rules, seed, time_limit=None, tally="bolicho.lab.works.moral.tally:Knowing")


def cut(base: CaseBase) -> list[CaseBase]:
    """Return sets of the paper's number of first hands, in their order; a base that has not two of them stays whole."""
    sets = len(base) // FIRST_HANDS
    if sets < 2:
        return [base]
    place = np.arange(len(base)) // FIRST_HANDS
    return [base.subset(place == number) for number in range(sets)]


def _of(name: str, cells: Sequence[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.key.split("/")[0] == name]
