"""Paulus: case-based players of Truco in four stages of tests, beside what the dissertation printed.

The initial base is clustered; twenty policies play all against all on it; ten of them teach a larger base by imitation,
meet themselves on it, and play all against all again; everything at Paulus's fixed threshold and at the adaptive one.
The fourth stage, people, is taken from the recorded matches of a store.
``paulus:NAME`` begins with another base, a file or one in the store; by default the base ``recorded`` in the user's
store, else the bundled synthetic one.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path

from bolicho.agents.cbr.settings import PRESETS, SWITCHES
from bolicho.arena import Plan
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.lab.engine.bases import Bases, base_facts, facts_of, lessons, starting_base
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone, rules_of
from bolicho.lab.engine.matches import play_cells
from bolicho.lab.works.paulus.cells import foreseen, index, similarity
from bolicho.lab.works.paulus.lineup import MORE, READING, players, stage_cells
from bolicho.lab.works.paulus.people import People, met_in
from bolicho.learn.cases.base import CaseBase
from bolicho.report.document import Report

SIZES: dict[str, JsonObject] = {
    "quick": {
        "matches": {"stage1": 2, "revision": 40, "stage2": 20, "stage3": 4},
        "training": {"matches": 40, "recluster": "10%"},
        "queries": 50,
        "foreseen": 2,
    },
    "paper": {
        "matches": {
            "stage1": 80,
            "revision": 1_000,
            "stage2": 1_000,
            "stage2/fixed": 100,
            "stage3": 400,
            "stage3/fixed": 50,
            "stage1-more": 160,
            "stage2-more": 3_300,
            "stage3-more": 3_000,
        },
        "training": {"matches": 1_833, "recluster": "1%"},
        "queries": 200,
        "foreseen": 30,
    },
    "full": {
        "matches": {"stage1": 500, "revision": 5_000, "stage2": 5_000, "stage3": 1_000, "stage3-more": 10_000},
        "training": {"matches": 1_833, "recluster": "1%"},
        "queries": 500,
        "foreseen": 100,
    },
}
"""Matches of each pair in every stage, the training, the queries that take the measure of the index, and the
matches whose views ask who can be foreseen.

The dissertation had 50 matches of each pair in every stage, the second and third at the adaptive threshold only. Those
leave much open: here are as many as its claims need, as far as all works together stay below three hours on two cores.
Three claims were open even then. They have matches of their own (`lineup.FURTHER`), on boards of their own: as many as
make an interval narrower than what counts as little, set before any of them was played.
"""
BEST = "PVCNPS"
"""In whose views it is asked who can be foreseen."""
ENGINE = "ufsm-auto"
"""The rules of the group's match engine."""


DEFAULTS = {"points": SWITCHES["points"][0], "np": SWITCHES["np"][0], "asking": "text", "revise": "all"}
"""Readings of a case-based player of which a preset says nothing."""


class Paulus:
    """The stages; another base, game options and other sizes may be given, for a course or a test."""

    version = "3"
    readings: Mapping[str, tuple[str, ...]] = {
        "preset": tuple(PRESETS),
        "points": SWITCHES["points"],
        "np": SWITCHES["np"],
        "asking": ("text", "program"),
        "revise": ("none", "paper", "program", "program+program-envido"),
    }
    costs: Mapping[str, float] = {
        "base": 3.0,
        "learn": 0.4,
        "learned": 1.0,
        "stage1": 0.08,
        "revision": 0.08,
        "stage2": 0.09,
        "stage3": 0.1,
        "stage1-more": 0.08,
        "stage2-more": 0.09,
        "stage3-more": 0.1,
    }

    def __init__(
        self,
        base: str | None = None,
        sizes: Mapping[str, JsonMapping] = SIZES,
        options: Mapping[str, object] | None = None,
        reading: str = READING,
    ) -> None:
        self.name = "paulus" if base is None else f"paulus:{base}"
        self.start, self.sizes, self.options = starting_base(base), sizes, {"preset": ENGINE, **(options or {})}
        self.reading = reading
        self.settings: dict[str, str] = {}
        """What is read otherwise than in the preset of the reading."""
        self.folder: Path | None = None
        self.people = People()

    def begin_with(self, base: CaseBase) -> None:
        """Begin with these cases."""
        self.start = base

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the base, all matches, and the training between them."""
        size = self.sizes[scale]
        cells = [Cell("similarity", {}), Cell("base", {}), Cell("index", {"queries": size["queries"]})]
        cells.append(Cell("foreseen", {"matches": size["foreseen"]}))
        cells += [*lessons(size["training"]["matches"]), Cell("learned", {}), *stage_cells(size["matches"])]
        settings: JsonObject = {
            **rules_of(self._plan(seed, ()).build_game()),
            "base": facts_of(self.start),
            "reading": self.reading,
            "players": [list(player) for player in players()],
            **({"settings": self.settings} if self.settings else {}),
            **size,
            "training": {**size["training"], "reading": self.reading, "preset": self.options["preset"]},
        }
        if self.settings:
            said = ",".join(f"{name}={value}" for name, value in self.settings.items())
            settings["training"] |= {"settings": said}
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def read(self, name: str, value: str) -> "Paulus":
        """Return the same with another preset, or with one reading that is another than in the preset."""
        other = copy(self)
        if name == "preset":
            other.reading = value
        else:
            usual = PRESETS[self.reading].get(name, DEFAULTS[name])
            other.settings = {key: said for key, said in self.settings.items() if key != name}
            other.settings |= {name: value} if value != usual else {}
        return other

    def settle(self, folder: Path) -> None:
        """Take the directory in which the bases are kept."""
        self.folder = folder

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Cluster, play the first stage, learn, play the others; what an earlier run has done is not done again."""
        assert self.folder is not None
        bases = Bases(self.folder, self.start, design.settings["training"], design.seed)
        todo = {cell.key: cell for cell in cells}
        if "similarity" in todo:
            done(todo["similarity"], similarity())
        base = bases.base()
        if "base" in todo:
            done(todo["base"], [base_facts(base)])
        if "index" in todo:
            done(todo["index"], index(base, todo["index"].facts["queries"], design.seed))
        lineup = players()
        if "foreseen" in todo:
            fixed = [player for player in lineup if (player.how, player.base) == ("fixed", "base")]
            by_policy = {player.policy: player.spec(bases.paths, self.reading) for player in fixed}
            game = self._plan(design.seed, ()).build_game()
            done(todo["foreseen"], foreseen(game, by_policy, BEST, todo["foreseen"].facts["matches"], design.seed))
        first = [player for player in lineup if player.base == "base"]
        early = _starting(cells, "stage1", "revision", f"stage1{MORE}")
        if early:
            specs = [player.spec(bases.paths, self.reading, self.settings) for player in first]
            play_cells(self._plan(design.seed, specs), early, workers, done)
        for lesson, steps in bases.learn(_starting(cells, "learn")):
            done(lesson, steps)
        late = _starting(cells, "stage2", "stage3", f"stage2{MORE}", f"stage3{MORE}")
        if "learned" in todo or late:
            learned = bases.learned()
        if "learned" in todo:
            done(todo["learned"], [base_facts(learned, since=len(base))])
        if late:
            specs = [player.spec(bases.paths, self.reading, self.settings) for player in lineup]
            play_cells(self._plan(design.seed, specs), late, workers, done)

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and plots, and judge the claims."""
        from bolicho.lab.works.paulus.report import report

        return report(design, rows, language, self.people)

    def meet(self, store: str | None) -> None:
        """Take the matches of people in a store for the fourth stage."""
        self.people = met_in(store)

    def _plan(self, seed: int, specs: Sequence[str]) -> Plan:
        tally = "bolicho.lab.works.paulus.tally:Temper"
        return Plan("truco", tuple(specs), self.options, seed, time_limit=None, tally=tally)


def _starting(cells: Sequence[Cell], *names: str) -> list[Cell]:
    return [cell for cell in cells if cell.key.split("/")[0] in names and "/" in cell.key]
