"""What each switch of the Markov player brings (Rossato's future work), and which combination is the best.

Everybody is trained the same way: against itself, from the initial matrices, the same number of matches. Combinations
are then chosen on one set of deals, and all is judged on another that nobody has seen: every switch against the plain
player on duplicate deals, and everybody against common opponents. The line-up is data, `design.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from bolicho.arena import Plan
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.lab.engine.crew import share_out
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone, rules_of
from bolicho.lab.engine.matches import match_cells, play_cells
from bolicho.report.document import Report
from bolicho.train.markov.folder import SNAPSHOT

SIZES: dict[str, JsonObject] = {
    "quick": {"train": 40, "choose": 20, "judge": 60, "rivals": {"sound": 20, "cautious": 20, "cbr:PVCNPS": 4}},
    "paper": {
        "train": 500,
        "choose": 160,
        "judge": 2_000,
        "rivals": {"sound": 400, "cautious": 400, "cbr:PVCNPS": 100},
    },
    "full": {
        "train": 5_000,
        "choose": 1_000,
        "judge": 10_000,
        "rivals": {"sound": 4_000, "cautious": 4_000, "cbr:PVCNPS": 1_000},
    },
}
"""Matches of a training, of a combination while choosing, of a switch against the plain player, of the others."""
PLAIN, UNTRAINED, BEST = "plain", "markov", "markov:best"
CHOOSING, JUDGING = 10_000, 20_000
"""Added to the seed of the run: training, choosing and judging have deals of their own."""
CELL = 50


@cache
def line_up() -> dict[str, JsonObject]:
    """Return the players by name: ``switches`` one at a time, and ``combinations`` that were tried while choosing."""
    told: dict[str, JsonObject] = tomllib.loads(
        (files("bolicho.lab.studies.markov_switches") / "design.toml").read_text(encoding="utf-8")
    )
    return told


class MarkovSwitches:
    """The measurement; other players, sizes and game options may be given, for a course or a test."""

    name = "markov-switches"
    version = "1"
    costs: Mapping[str, float] = {"train": 0.02, "choose": 0.03, "judge": 0.04}

    def __init__(
        self,
        players: Mapping[str, JsonMapping] | None = None,
        sizes: Mapping[str, JsonMapping] = SIZES,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.players = line_up() if players is None else players
        self.sizes, self.options = sizes, dict(options or {})
        self.folder: Path | None = None

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the trainings, the matches to choose by and those to judge by."""
        size = self.sizes[scale]
        trained = {PLAIN: {"with": {}}, **self.players["switches"], **self.players["combinations"]}
        cells = [Cell(f"train/{name}", _training(name, player, size["train"])) for name, player in trained.items()]
        agents = [*trained, UNTRAINED, BEST, *size["rivals"]]
        place = {name: n for n, name in enumerate(agents)}
        for stage, games in (("choose", self._choosing(size)), ("judge", self._judging(size))):
            first = 0
            for one, other, matches in games:
                cells += match_cells((place[one], place[other]), f"{stage}/{one} {other}", matches, first, CELL)
                first += matches
        settings: JsonObject = {
            **rules_of(self._plan(seed, agents).build_game()),
            "agents": agents,
            "players": {name: dict(player) for name, player in trained.items()},
            "switches": list(self.players["switches"]),
            "combinations": list(self.players["combinations"]),
            **size,
        }
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def settle(self, folder: Path) -> None:
        """Take the directory in which the trained matrices are kept."""
        self.folder = folder

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Train side by side; then play, first what is chosen by and then what is judged by."""
        assert self.folder is not None
        home = self.folder / "trained"
        home.mkdir(exist_ok=True)
        stages = {
            stage: [cell for cell in cells if cell.key.startswith(stage)] for stage in ("train", "choose", "judge")
        }
        share_out(stages["train"], trained, workers, done, home=str(home), seed=design.seed, options=self.options)
        players = design.settings["players"]
        names = [_file(home, name, design) if name in players else name for name in design.settings["agents"]]
        for stage, later in (("choose", CHOOSING), ("judge", JUDGING)):
            if stages[stage]:
                meet = {place for cell in stages[stage] for place in cell.facts["agents"]}
                seated = [name if place in meet else UNTRAINED for place, name in enumerate(names)]
                play_cells(self._plan(design.seed + later, seated), stages[stage], workers, done)

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and judge the switches."""
        from bolicho.lab.studies.markov_switches.report import report

        return report(design, rows, language)

    def _choosing(self, size: JsonMapping) -> Iterator[tuple[str, str, int]]:
        for name in self.players["combinations"]:
            yield name, PLAIN, size["choose"]
            for rival in list(size["rivals"])[:2]:
                yield name, rival, size["choose"]

    def _judging(self, size: JsonMapping) -> Iterator[tuple[str, str, int]]:
        for name in (*self.players["switches"], BEST, UNTRAINED):
            yield name, PLAIN, size["judge"]
        yield BEST, UNTRAINED, size["judge"]
        for rival, matches in size["rivals"].items():
            for name in (UNTRAINED, PLAIN, *self.players["switches"], BEST):
                yield name, rival, matches

    def _plan(self, seed: int, agents: Sequence[str]) -> Plan:
        return Plan("truco", tuple(agents), self.options, seed)


def trained(facts: JsonMapping, home: str, seed: int, options: JsonMapping) -> Rows:
    """Train a player in a folder of its own; return how often each module was updated and where its gates stand."""
    from bolicho.train.markov.design import MarkovDesign as Training
    from bolicho.train.markov.training import MarkovTraining

    design = Training(facts["matches"], facts["matches"], facts["against"], seed, facts["with"], None, options)
    training = MarkovTraining(Path(home) / facts["folder"], design)
    training.train()
    updates = {name: sum(row["updates"][name] for row in training.rows) for name in training.rows[0]["updates"]}
    gates = {key: [round(gate.least, 4), gate.won, gate.lost] for key, gate in training.matrices.gates.items()}
    return [{"matches": training.done, "updates": updates, "gates": gates}]


def _training(name: str, player: JsonMapping, matches: int) -> JsonObject:
    """Return the facts of a training; who tries another length or opponent says so in the line-up."""
    return {
        "folder": name,
        "matches": max(2, round(matches * player.get("times", 1))),
        "against": player.get("against"),
        "with": dict(player["with"]),
    }


def _file(home: Path, name: str, design: Design) -> str:
    facts = next(cell.facts for cell in design.cells if cell.key == f"train/{name}")
    return f"markov:{home / name / SNAPSHOT.format(facts['matches'])}"
