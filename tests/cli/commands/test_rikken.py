"""``bolicho rikken bidding`` and ``bolicho rikken play``: their JSON, tables, files and complaints."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock, refused

from bolicho.agents.rikken.bulk import TECHNIQUES as PLAYERS
from bolicho.lab.works.rosa.estimates import TECHNIQUES
from bolicho.lab.works.rosa.play import Play

FEW = ("--technique", "rules", "--against", "random", "--contract", "rik", "--repetitions", "5", "--seed", "1")


@pytest.fixture(autouse=True)
def somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def result(*words: str) -> dict[str, Any]:
    said = knock("rikken", *words, "--json")
    assert said.code in (None, 0), said
    data: dict[str, Any] = json.loads(said.out)
    return data


def test_the_play_analysis_tells_declarers_success_with_its_interval() -> None:
    told = result("play", *FEW, "--trump", "none")
    found = told["declarer_success"]
    assert 0.5 < found["low"] < found["mean"] < found["high"] < 1
    assert (told["hands"], told["games"]["declarer"]) == (5, 480)
    assert (told["technique"], told["against"], told["trump"]) == ("rules", "random", "none")
    assert Path(told["folder"], "rows.jsonl").exists()
    assert result("play", *FEW) == told


def test_trump_simulations_and_limits_are_inputs_too() -> None:
    words = ("--technique", "mc", "--against", "rules", "--contract", "solo-8", "-n", "2", "--simulations", "2")
    told = result("play", *words, "--trump", "on", "--limits", "8", "9.5", "--workers", "2", "--out", "here")
    assert (told["trump"], told["simulations"], told["margin"]) == ("on", 2, {"low": 8.0, "high": 9.5})
    assert told["folder"] == "here"


def test_the_bidding_analysis_tells_both_conditionals_beside_the_sources() -> None:
    told = result("bidding", "--contract", "misere", "-n", "20", "--seed", "2")
    assert [at["value"] for at in told["values"]] == [0, 1]
    first = told["values"][0]
    assert first["repetitions"] == 20
    assert (first["rosa2008"], first["vorsteveld2007"]) == (0.0, 2.6)
    assert {"mean", "low", "high"} == set(first["made_given_estimate"]) == set(first["estimate_given_made"])
    assert 0 < told["over_all_hands"]["distance"]["mean"] < 3


def test_rows_and_bars_are_written_as_files() -> None:
    told = result("bidding", "-n", "3", "--from", "4", "--to", "6", "--csv", "rows.csv", "--plot", "bars.svg")
    assert told["files"] == ["rows.csv", "bars.svg"]
    with Path("rows.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["value"] for row in rows] == ["4"] * 3 + ["5"] * 3 + ["6"] * 3
    assert all(len(row["hand"]) == 16 for row in rows)
    drawn = Path("bars.svg").read_text()
    assert drawn.startswith("<?xml")
    assert "Vorsteveld 2007" in drawn


@pytest.mark.parametrize(
    ("language", "texts"),
    [("en", ("Play: rules", "against three random", "75.0 %")), ("pt", ("Jogadas: rules", "contra", "75,0 %"))],
)
def test_people_get_a_table_with_bars(language: str, texts: tuple[str, ...]) -> None:
    said = knock("rikken", "play", *FEW, "--language", language)
    assert said.err == ""
    for text in (*texts, "█", "Rosa", "results/rikken-play-rules-random-rik-"):
        assert text in " ".join(said.out.split()), said.out
    again = knock("rikken", "play", *FEW, "--language", language)
    assert ("1 of 1 cells" if language == "en" else "1 de 1 células") in again.out
    table = knock("rikken", "bidding", "-n", "2", "--to", "3", "--language", language)
    assert "…" not in table.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--technique", "rules-paper"), []),
        (("--technique", "rules"), ["technique"]),
        (("--technique", "rules-paper", "--trump", "on"), ["trump"]),
        (("--technique", "rules-paper", "--limits", "9", "10"), ["limits"]),
    ],
)
def test_the_sources_stand_beside_a_game_that_they_played(words: tuple[str, ...], why: list[str]) -> None:
    asked = ("play", "--against", "random", "-n", "1", *words)
    told = result(*asked)
    assert told["differs_from_sources"] == why
    assert (told["sources"] is None) == bool({"trump", "limits"} & set(why))
    said = " ".join(knock("rikken", *asked, "--plot", "bars.svg", "--language", "en").out.split())
    assert ("75.0 %" in said) == (told["sources"] is not None)
    assert ("Rosa 2008" in Path("bars.svg").read_text()) == (told["sources"] is not None)
    assert ("left out" in said) == (told["sources"] is None)
    assert ("not those of the sources" in said) == (why == ["technique"])
    assert "; 1 hand x with" in said


def test_only_all_estimates_together_are_hands_as_they_come() -> None:
    whole, part = (
        " ".join(knock("rikken", "bidding", "-n", "2", *words, "--language", "en").out.split())
        for words in ((), ("--to", "3"))
    )
    assert "Over hands as they come:" in whole
    assert "not the limits" not in whole
    assert "Over these hands:" in part
    assert "as they come:" not in part
    assert "not the limits of the sources' table" in part
    told = result("bidding", "-n", "2", "--to", "3", "--trump", "on")
    assert {at["rosa2008"] for at in told["values"]} == {None}


def test_in_portuguese_there_are_vazas_and_trump_is_with_or_without() -> None:
    said = " ".join(knock("rikken", "bidding", "-n", "12", "--language", "pt").out.split())
    assert "…" not in said  # all fourteen values, with their intervals
    assert "trunfo: sem" in said
    assert "vazas" in said
    assert "truque" not in said
    assert "trunfo: com" in knock("rikken", "play", "-n", "1", "--trump", "on", "--language", "pt").out


def test_after_an_interrupt_one_line_tells_what_is_kept_and_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Play.work

    def stop(self: Play, facts: Any, seed: int) -> Any:
        if facts["first"] == 10:
            raise KeyboardInterrupt
        return work(self, facts, seed)

    asked = ("rikken", "play", *FEW[:-3], "15", "--out", "kept", "--workers", "1", "--language", "en")
    monkeypatch.setattr(Play, "work", stop)
    said = knock(*asked)
    assert said.code == 130
    assert "10 rows are kept in kept; the same command goes on from there.\n" in said.err
    monkeypatch.setattr(Play, "work", work)
    assert "1 of 2 cells were there" in knock(*asked).out


def test_help_names_every_technique() -> None:
    for command, known in (("bidding", TECHNIQUES), ("play", PLAYERS)):
        said = "".join(knock("rikken", command, "--help").out.split())
        listed = re.search(r"--techniqueNAME.*?Oneof(.*?)\.\[default", said)
        assert listed is not None, said
        assert set(listed[1].split(",")) == set(known)


def test_help_and_no_command_at_all() -> None:
    assert "bidding" in knock("rikken").out
    assert "--limits" in knock("rikken", "play", "--help").out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("bidding", "--from", "5", "--to", "2"), "limits 5 to 2: upside down"),
        (("bidding", "--technique", "random"), "unknown technique 'random'"),
        (("bidding", "--contract", "troela"), "unknown contract of the analyses 'troela'"),
        (("bidding", "--repetitions", "0"), "repetitions 0: expected at least 1"),
        (("bidding", "--trump", "maybe"), "unknown trump 'maybe'"),
        (("play", "--technique", "rulez"), "did you mean 'rules'"),
        (("play", "--limits", "6", "5"), "limits 6 to 5: upside down"),
        (("play", "--limits", "six", "7"), "expected a number of tricks"),
        (("play", "--repetitions", "-3"), "repetitions -3"),
        (("play", "--simulations", "0"), "simulations 0"),
        (("play", "--workers", "0"), "workers 0"),
        (("play", "--csv", "no/such.csv"), "no such folder"),
        (("play", "--plot", "."), "expected the name of a file"),
        (("play", "--plot", "bars.png"), "bars.png: expected a name that ends in .svg"),
    ],
)
def test_what_cannot_be_is_one_clear_line_and_nothing_is_written(words: tuple[str, ...], named: str) -> None:
    assert refused(knock("rikken", *words), named)
    assert list(Path().iterdir()) == []


def test_a_folder_with_other_rows_is_left_alone() -> None:
    knock("rikken", "play", *FEW, "--out", "kept")
    before = Path("kept/rows.jsonl").read_bytes()
    assert refused(knock("rikken", "play", *FEW[:-1], "2", "--out", "kept"), "holds a run with seed 1, not 2")
    assert Path("kept/rows.jsonl").read_bytes() == before
