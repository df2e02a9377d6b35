"""What a reading changes: declared readings, one clear line where there is none, both runs side by side."""

import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.cli.test_words import placeholders

from bolicho import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone
from bolicho.lab.engine.signs import MatchCounts, signs_section, truco_signs
from bolicho.lab.engine.vary import WithReadings, changes, variation
from bolicho.learn.markov.switches import Switches
from bolicho.report.document import JudgedClaim, Report
from bolicho.train.imitation.design import ImitationDesign as Training

WORKS = ("paulus", "moral", "rossato")


class Short:
    """An experiment whose matches are as long as its reading says; one claim holds only while they are long."""

    version = "1"
    readings: Mapping[str, tuple[str, ...]] = {"points": ("equal", "interval"), "tea": ("black",)}

    def __init__(self, points: str = "equal") -> None:
        self.name, self.points = "short", points

    def read(self, name: str, value: str) -> "Short":
        return Short(value) if name == "points" else Short(self.points)

    def design(self, scale: str, seed: int) -> Design:
        return Design(self.name, self.version, scale, seed, {"points": self.points}, (Cell("play", {}),))

    def run(self, design: Design, cells: Any, workers: int, done: WhenDone) -> None:
        least = 12 if self.points == "equal" else 2
        for cell in cells:
            done(cell, [{"hands": least + n % 3} for n in range(20)])

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        matches = [MatchCounts(n, row["hands"], 0, {}) for n, row in enumerate(rows["play"])]
        signs = truco_signs("stage 1", matches, names=("hands",))
        long = min(row["hands"] for row in rows["play"]) > 10
        claims = [
            JudgedClaim("same", "the sky is blue", "1", "", "holds", "yes"),
            JudgedClaim("long", "a match is long", "2", "", "holds" if long else "fails", f"{long}"),
        ]
        return Report("Short", "", [], (signs_section(signs, language),), claims)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(EXPERIMENTS, "make", lambda name: Short() if name == "short" else Other(name))


class Other(Short):
    readings: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def test_only_what_changed_stands_there_both_sides_with_intervals(short: None) -> None:
    said = knock(
        "reproduce", "short", "--vary", "points=interval", "--workers", "1", "--language", "en", "--out", "run"
    )
    assert said.code == 0, said.err
    assert "1 vital signs have other numbers; of 2 claims 1 have other figures, and 1 another verdict." in said.out
    folder = Path("run/vary-points-interval")
    told = json.loads((folder / "changes.json").read_text())
    ((sign, where, usual, varied, verdict),) = told["signs"]["rows"]
    assert (sign, where, verdict) == ("hands a match", "stage 1", "✓ near → ⚠ far off")
    assert usual["low"] < usual["mean"] == 12.95 < usual["high"]
    assert varied["low"] < varied["mean"] == 2.95 < varied["high"]
    assert [row[1:3] + row[5:] for row in told["claims"]["rows"]] == [["holds", "does not hold", "long"]]
    assert "a match is long" in (folder / "changes.md").read_text()
    assert "<table" in (folder / "changes.html").read_text()
    assert (folder / "rows.jsonl").exists()
    assert (Path("run") / "report.html").exists()


def test_both_runs_are_gone_on_with(short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("reproduce", "short", "--vary", "points=interval", "--workers", "1", "--language", "en", "--out", "run")
    first = knock(*words)
    monkeypatch.setattr(Short, "run", None)
    again = knock(*words)
    assert (again.code, again.out.splitlines()[-1]) == (0, first.out.splitlines()[-1])


def test_as_json(short: None) -> None:
    said = knock("reproduce", "short", "--vary", "points=interval", "--workers", "1", "--out", "run", "--json")
    told = json.loads(said.out)
    assert (told["vary"], told["page"]) == ("points=interval", "run/vary-points-interval/changes.html")
    assert set(told["tables"]) == {"signs", "claims"}


@pytest.mark.parametrize(
    ("work", "text", "line"),
    [
        ("short", "tea", "--vary tea: expected NAME=VALUE; short has points (equal, interval); tea (black)"),
        ("short", "moon=full", "--vary moon=full: no reading 'moon'; short has points (equal, interval); tea (black)"),
        ("short", "points=odd", "--vary points=odd: points may be equal, interval"),
        ("short", "points=equal", "--vary points=equal: short is read like this already"),
        ("rosa", "points=equal", "--vary points=equal: rosa has no readings to vary"),
        ("all", "points=equal", "--vary points=equal: name one work, not all of them"),
    ],
)
def test_what_cannot_be_varied_is_one_clear_line(short: None, work: str, text: str, line: str) -> None:
    said = knock("reproduce", work, "--vary", text, "--workers", "1", "--language", "en", "--out", "run")
    assert said.code != 0
    assert line in " ".join(said.err.split())
    assert not Path("run").exists()


@pytest.mark.parametrize("work", WORKS)
def test_every_reading_of_a_work_is_another_design_but_the_one_in_use(work: str) -> None:
    experiment = EXPERIMENTS.make(work)
    readings = experiment.readings if isinstance(experiment, WithReadings) else {}
    assert "preset" in readings
    for name, values in readings.items():
        used = 0
        for value in values:
            try:
                varied = variation(experiment, f"{name}={value}", "quick", 1)
            except BadInput as error:
                assert "read like this already" in str(error)  # noqa: PT017
                used += 1
            else:
                assert varied.experiment.name == experiment.name
        assert used <= 1, name


def test_a_reading_is_that_of_everybody_who_plays_and_learns() -> None:
    paulus = variation(EXPERIMENTS.make("paulus"), "points=interval", "quick", 1).experiment.design("quick", 1)
    assert paulus.settings["settings"] == {"points": "interval"}
    assert Training("new", **paulus.settings["training"]).players == {"preset": "paper", "points": "interval"}
    moral = variation(EXPERIMENTS.make("moral"), "victory=bet", "quick", 1).experiment.design("quick", 1)
    assert all("victory=bet" in player for player in moral.settings["players"] if player.startswith("bot"))
    bots = {cell.facts["bot"] for cell in moral.cells if cell.key.startswith("train/")}
    assert bots == {f"bot{n}:victory=bet" for n in range(1, 6)}
    assert moral.settings["readings"]["victory"] == "bet"
    rossato = variation(EXPERIMENTS.make("rossato"), "orders=all", "quick", 1).experiment.design("quick", 1)
    assert Switches.of(rossato.settings["switches"]) == Switches.of({"preset": "paper", "orders": "all"})


@pytest.mark.parametrize("settings", ["points", "points=", "=equal", "preset=paper"])
def test_settings_of_a_training_that_are_none_are_told(settings: str) -> None:
    with pytest.raises(BadInput, match=r"settings '.*': expected NAME=VALUE"):
        Training("new", settings=settings)


@pytest.mark.parametrize("work", ["rosa", "lobobrain"])
def test_works_without_readings_say_so(work: str) -> None:
    with pytest.raises(BadInput, match=f"{work} has no readings to vary"):
        variation(EXPERIMENTS.make(work), "points=equal", "quick", 1)


def test_nothing_changed_is_said_too() -> None:
    report = Report("Short", "", [], ())
    told = changes(report, report, "points=interval", "pt-BR")
    assert told.findings == [
        "0 sinais vitais têm outros números; das 0 afirmações 0 têm outros números, e 0 outro veredicto."
    ]


def test_the_words_are_there_in_both_languages() -> None:
    texts = tomllib.loads((files("bolicho.lab.engine") / "vary_words.toml").read_text(encoding="utf-8"))
    named = [{key: placeholders(text) for key, text in texts[language].items()} for language in LANGUAGES]
    assert named[0] == named[1]
