"""The switches of the Markov player, from the design to the verdicts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import pairings
from bolicho.lab.engine.run import reproduce
from bolicho.lab.studies.markov_switches.experiment import BEST, PLAIN, SIZES, UNTRAINED, MarkovSwitches, line_up
from bolicho.lab.studies.markov_switches.report import report
from bolicho.learn.markov.switches import CHOICES, READINGS, Switches

PLAYERS: dict[str, dict[str, Any]] = {
    "switches": {"nstep": {"with": {"nstep": "on"}}, "gates": {"with": {"gates": "adaptive"}}},
    "combinations": {
        "both": {"with": {"nstep": "on", "gates": "adaptive"}, "against": "novice", "times": 2},
        "self": {"with": {"nstep": "on", "gates": "adaptive"}},
    },
}
SMALL = {"quick": {"train": 2, "choose": 4, "judge": 6, "rivals": {"novice": 4, "bold": 4}}}


def small() -> MarkovSwitches:
    return MarkovSwitches(PLAYERS, SMALL, {"target": 6})


def test_every_switch_of_the_author_is_measured_alone() -> None:
    alone = [player["with"] for player in line_up()["switches"].values()]
    for name, (usual, *others) in CHOICES.items():
        if name not in ("rounding", *READINGS):
            assert all({name: other} in alone for other in others), name
            assert {name: usual} not in alone
    for kind in line_up().values():
        for player in kind.values():
            Switches.of(player["with"])


def test_judging_and_choosing_are_big_enough_and_apart() -> None:
    experiment = EXPERIMENTS.make("markov-switches")
    design = experiment.design("paper", 1)
    assert design == experiment.design("paper", 1)
    assert SIZES["paper"]["judge"] >= 2_000
    names = design.settings["agents"]
    met: dict[tuple[str, str, str], list[int]] = {}
    for cell in design.cells:
        stage = cell.key.split("/")[0]
        if stage != "train":
            for pairing in pairings(cell):
                one, other = (names[n] for n in cell.facts["agents"])
                met.setdefault((stage, one, other), []).append(pairing.board)
    for name in (*line_up()["switches"], BEST, UNTRAINED):
        assert sorted(met["judge", name, PLAIN]) == sorted([*range(1000), *range(1000)]), "the same deals for all"
    assert not {name for stage, name, _ in met if stage == "choose"} & {BEST, *line_up()["switches"]}
    for name in (UNTRAINED, PLAIN, BEST, *line_up()["switches"]):
        assert len(met["judge", name, "sound"]) == SIZES["paper"]["rivals"]["sound"]


def test_a_training_is_what_the_line_up_says() -> None:
    cells = {cell.key: cell.facts for cell in small().design("quick", 1).cells}
    assert cells["train/plain"] == {"folder": "plain", "matches": 2, "against": None, "with": {}}
    assert (cells["train/both"]["matches"], cells["train/both"]["against"]) == (4, "novice")


def test_from_training_to_the_page(tmp_path: Path) -> None:
    outcome = reproduce(small(), tmp_path, seed=3, workers=1)
    tables = {table.name: table for table in outcome.report.tables}
    assert set(tables) == {"switches", "rivals", "gaps", "choosing", "final", "gates"}
    assert {row[0] for row in tables["switches"].rows} == {"nstep", "gates", UNTRAINED}
    assert {row[0] for row in tables["choosing"].rows} == {"both", "self"}
    assert [row[0] for row in tables["final"].rows] == [UNTRAINED, PLAIN, "novice", "bold"]
    for row in tables["switches"].rows:
        figure = row[2]
        assert isinstance(figure, Figure)
        assert figure.n == 6
    assert (tmp_path / "trained" / "both" / "matrices-000004.npz").exists()
    again = reproduce(small(), tmp_path, seed=3, workers=1)
    assert again.taken_over == again.about.cells
    assert again.report == outcome.report


def rows_where(design: Design, won: Mapping[str, float]) -> dict[str, Rows]:
    """Rows in which each player wins so much of its matches, evenly over the boards."""
    names, rows = design.settings["agents"], {}
    for cell in design.cells:
        if cell.key.startswith("train"):
            rows[cell.key] = [{"matches": 2, "updates": {}, "gates": _Gates()}]
            continue
        one, other = cell.facts["agents"]
        rows[cell.key] = []
        for pairing in pairings(cell):
            wins = (pairing.board * 7 % 10) < 10 * won.get(names[one], 0.5)
            seats = list(pairing.seats)
            rows[cell.key].append(
                {
                    "match": pairing.match,
                    "board": pairing.board,
                    "seats": seats,
                    "winner": one if wins else other,
                    "scores": [24, 0],
                    "points": [24, 0],
                    "forfeit": None,
                    "hands": 10,
                }
            )
    return rows


class _Gates(dict[str, list[float]]):
    def __missing__(self, key: str) -> list[float]:
        return [0.5, 1, 2]


def test_verdicts_follow_the_rows() -> None:
    experiment = MarkovSwitches(
        PLAYERS, {"quick": {**SMALL["quick"], "judge": 400, "rivals": {"novice": 400, "bold": 40}}}
    )
    design = experiment.design("quick", 1)
    rows = rows_where(
        design, {"nstep": 0.8, "gates": 0.2, "both": 0.9, "self": 0.1, BEST: 1.0, PLAIN: 0.5, UNTRAINED: 0.5}
    )
    told = report(design, rows, "en")
    tables = {table.name: table for table in told.tables}
    assert {str(row[0]): row[3] for row in tables["switches"].rows} == {
        "nstep": "helps",
        "gates": "hurts",
        UNTRAINED: "cannot be told",
    }
    gaps = {str(row[0]): row for row in tables["gaps"].rows}
    gap = gaps["nstep"][1]
    assert isinstance(gap, Figure)
    assert gap.mean == pytest.approx(30, abs=0.01)
    assert (gaps["nstep"][2], gaps["gates"][2], gaps[UNTRAINED][2]) == ("helps", "hurts", "cannot be told")
    assert [row[0] for row in tables["choosing"].rows] == ["both", "self"], "best first"
    assert any("both came out first" in finding for finding in told.findings)
    portuguese = report(design, rows, "pt-BR")
    assert len(portuguese.findings) == len(told.findings)
    assert all(ours.title != theirs.title for ours, theirs in zip(told.tables, portuguese.tables, strict=True))


def test_both_languages_know_the_same_words() -> None:
    texts = [Words("bolicho.lab.studies.markov_switches", language, "words.toml").texts for language in LANGUAGES]
    assert set(texts[0]) == set(texts[1])
