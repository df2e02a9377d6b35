"""Rossato: Markov chains adapted to Truco, in three rounds of tests, beside what the thesis printed.

First the matrices and the example of section 5.2, worked out; then the player learns against itself, against the four
best case-based players on the base they learned, and against the same on the initial base. It always begins with the
initial matrices and learns while it plays; its rivals do not. Every series is one cell, whose folder is kept. It plays
and learns as the published programs do, by the rules of the engine that they ran on, unless told otherwise.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from pathlib import Path

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games import GAMES
from bolicho.lab.engine.bases import LEARNED, Bases, facts_of, lessons, starting_base
from bolicho.lab.engine.claims import printed_by
from bolicho.lab.engine.crew import Steps, Task, single, work_through
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone, rules_of
from bolicho.lab.works.rossato.golden import example, golden
from bolicho.lab.works.rossato.series import series_job
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.markov.switches import CHOICES, PRESETS, Switches
from bolicho.report.document import Report

SIZES: dict[str, JsonObject] = {
    "quick": {
        "self": {"matches": 1_000, "every": 40, "runs": 1},
        "trained": {"matches": 100, "every": 20, "runs": 1},
        "initial": {"matches": 50, "every": 25, "runs": 1},
        "training": {"matches": 40, "recluster": "10%"},
    },
    "paper": {
        "self": {"matches": 5_000, "every": 200, "runs": 1},
        "trained": {"matches": 500, "every": 100, "runs": 10},
        "initial": {"matches": 50, "every": 25, "runs": 160},
        "training": {"matches": 1_833, "recluster": "1%"},
    },
    "full": {
        "self": {"matches": 5_000, "every": 200, "runs": 4},
        "trained": {"matches": 500, "every": 100, "runs": 20},
        "initial": {"matches": 50, "every": 25, "runs": 200},
        "training": {"matches": 1_833, "recluster": "1%"},
    },
}
"""Matches of a series, matches between snapshots, series of their own deals; and the training of the rivals' base.

The thesis played each series once. Ten series of 500 matches and 160 of 50 tell what its one draw could not.
"""
AS_PUBLISHED: JsonMapping = {"preset": "paper"}
"""The switches of the player that the printed numbers were most likely made with (docs/works/readings/rossato.md)."""
RIVALS = "paper"
"""The reading of the case-based rivals, and of those that learn their base (docs/works/readings/paulus.md)."""
RULES: JsonMapping = {"preset": "ufsm-auto"}
"""The group's auto-play engine."""
ROUNDS = ("self", "trained", "initial")
BASES = {"trained": LEARNED, "initial": "base"}
"""On which base the rivals of a round play."""
SHOWN = 4
"""Snapshots of self-play that are drawn side by side: of 25 the 1st, 9th, 17th and 25th, as in the paper."""
PAGE = "heatmaps.html"


class Rossato:
    """The three rounds; another base for the rivals, other sizes, game options and readings may be given."""

    version = "4"
    readings: Mapping[str, tuple[str, ...]] = {"preset": tuple(PRESETS), **CHOICES}
    costs: Mapping[str, float] = {"learn": 0.65, "learned": 1.0, "self": 0.02, "trained": 0.1, "initial": 0.1}

    def __init__(
        self,
        base: str | None = None,
        sizes: Mapping[str, JsonMapping] = SIZES,
        options: JsonMapping | None = None,
        switches: JsonMapping | None = None,
    ) -> None:
        self.name = "rossato" if base is None else f"rossato:{base}"
        self.start, self.sizes = starting_base(base), sizes
        self.options = dict(RULES) | dict(options or {})
        self.switches = Switches.of(dict(AS_PUBLISHED) | dict(switches or {})).to_dict()
        self.folder: Path | None = None

    def begin_with(self, base: CaseBase) -> None:
        """Begin with these cases."""
        self.start = base

    def design(self, scale: str, seed: int) -> Design:
        """Lay out what is worked out, the training of the rivals' base, and the series of each round."""
        size = self.sizes[scale]
        cells = [Cell("golden", {}), Cell("example", {}), *lessons(size["training"]["matches"]), Cell("learned", {})]
        for name in ROUNDS:
            rivals = [None] if name == "self" else printed_by("bolicho.lab.works.rossato")["rivals"]
            for run in range(size[name]["runs"]):
                cells += [_series(name, rival, run, size[name]) for rival in rivals]
        cells += [Cell("page", {"of": "self/0"})]
        settings: JsonObject = {
            **rules_of(GAMES.make("truco", **self.options)),
            "switches": self.switches,
            "base": facts_of(self.start),
            **size,
            "training": {**size["training"], "reading": RIVALS, "preset": self.options["preset"]},
        }
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def read(self, name: str, value: str) -> "Rossato":
        """Return the same with another preset of the switches, or with one switch that is another."""
        other = copy(self)
        other.switches = Switches.of({**({} if name == "preset" else self.switches), name: value}).to_dict()
        return other

    def settle(self, folder: Path) -> None:
        """Take the directory in which bases and series are kept."""
        self.folder = folder

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Work out, learn the rivals' base while the other rounds are played, then play on it; draw the heat maps."""
        assert self.folder is not None
        todo = {cell.key: cell for cell in cells}
        for key, work in (("golden", golden), ("example", example)):
            if key in todo:
                done(todo[key], work())
        bases = Bases(self.folder, self.start, design.settings["training"], design.seed)
        work_through(self._tasks(design, todo, bases), cells, workers, done)
        if "page" in todo:
            done(todo["page"], self._page(todo["page"].facts["of"]))

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and drawings, and judge the claims."""
        from bolicho.lab.works.rossato.report import report

        return report(design, rows, language)

    def _tasks(self, design: Design, todo: Mapping[str, Cell], bases: Bases) -> dict[str, Task]:
        """Lay out what may be done side by side: the lessons are one sequence, and so is each series, longest first."""
        played = [cell for cell in todo.values() if cell.key.split("/")[0] in ROUNDS]
        lessons = [cell for cell in todo.values() if cell.key.startswith("learn/")]
        if LEARNED in todo or any("rival" in cell.facts for cell in played):
            bases.base()
        wanted = any(cell.facts.get("base") == LEARNED for cell in played)
        learning = LEARNED in todo or (wanted and not bases.has(LEARNED))
        tasks = {LEARNED: Task(partial(_learn, bases, lessons))} if learning else {}
        for cell in sorted(played, key=lambda cell: -cell.facts["matches"]):
            facts = {**cell.facts, "home": str(self._home(cell.key)), "reading": RIVALS}
            job = single(
                Cell(cell.key, facts),
                series_job,
                seed=design.seed,
                options=self.options,
                bases=bases.paths,
                switches=self.switches,
            )
            waits = learning and cell.facts.get("base") == LEARNED
            tasks[cell.key] = Task(job, LEARNED if waits else None)
        return tasks

    def _home(self, key: str) -> Path:
        assert self.folder is not None
        home = self.folder / "series"
        home.mkdir(exist_ok=True)
        return home / key.replace("/", "-")

    def _page(self, of: str) -> Rows:
        """Write the page with the slider over the snapshots of self-play."""
        from bolicho.core.files import write_whole
        from bolicho.lab.charts.heatmap_page import heat_map_page
        from bolicho.learn.markov.file import load
        from bolicho.learn.markov.matrices import Matrices

        assert self.folder is not None
        paths = sorted(self._home(of).glob("matrices-*.npz"))
        html = heat_map_page([Matrices.initial(), *(load(path) for path in paths)], "Markov x Markov")
        write_whole(self.folder / PAGE, html)
        return [{"file": PAGE, "snapshots": len(paths), "bytes": len(html.encode())}]


def _learn(bases: Bases, lessons: Sequence[Cell]) -> Steps:
    """Learn the rivals' base; it is a file when this is over."""
    for cell, steps in bases.learn(lessons):
        yield cell.key, steps
    yield LEARNED, [facts_of(bases.learned())]


def _series(name: str, rival: str | None, run: int, size: JsonMapping) -> Cell:
    facts = {"matches": size["matches"], "every": size["every"], "run": run, "whole": rival is None and run == 0}
    count = -(-size["matches"] // size["every"])
    if rival is None:
        facts["shown"] = sorted({1 + round(n * (count - 1) / (SHOWN - 1)) for n in range(SHOWN)}) if run == 0 else []
        return Cell(f"{name}/{run}", facts)
    facts |= {"rival": rival, "base": BASES[name], "shown": [count] if run == 0 and name == "trained" else []}
    return Cell(f"{name}/{rival}/{run}", facts)
