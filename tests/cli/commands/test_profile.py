"""``bolicho profile``: numbers, files and complaints."""

import csv
import json
from pathlib import Path

from tests.cli.front_door import knock, refused

from bolicho.lab.studies.profiles.measures import MEASURES, PARTS


def test_profiles_as_json_and_as_files(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "for it"
    said = knock(
        *("profile", "random", "cautious", "--against", "novice", "--matches", "4", "--seed", "2", "--workers", "1"),
        *("--base", "starter", "--out", str(folder), "--json", "--language", "pt"),
    )
    assert said.code in (0, None), said
    data = json.loads(said.out)
    assert [one["name"] for one in data["profiles"]] == ["random", "cautious", "starter", "people"]
    assert data["against"] == ["novice"]
    first = data["profiles"][0]
    assert first["matches"] == 4
    assert set(first["rates"]) == set(PARTS)
    assert set(first["rates"]["all"]) == set(MEASURES)
    truco = first["rates"]["all"]["truco"]
    assert truco["low"] <= truco["rate"] == truco["done"] / truco["of"] <= truco["high"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Agressivo e conservador" in page
    assert "bolicho profile random cautious --against novice --matches 4 --seed 2 --base starter" in page
    assert {path.name for path in folder.iterdir()} == {"report.html", "report.md", "profiles.svg", "profiles.csv"}
    with (folder / "profiles.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    told = next(row for row in rows if (row["player"], row["part"], row["measure"]) == ("random", "all", "truco"))
    assert (int(told["done"]), int(told["of"])) == (truco["done"], truco["of"])


def test_a_base_alone_needs_no_match() -> None:
    said = knock("profile", "--base", "baseline", "--language", "en")
    assert said.code in (0, None), said
    assert "Cases" in said.out or "case bases" in said.out
    assert "baseline" in said.out
    assert "people" in said.out


def test_an_agent_may_meet_itself() -> None:
    said = knock("profile", "bold", "--against", "self", "--matches", "2", "--target", "6", "--workers", "1", "--json")
    data = json.loads(said.out)
    assert data["against"] == ["self"]
    assert data["profiles"][0]["matches"] == 2


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path) -> None:
    assert refused(knock("profile"), "needs an agent")
    assert refused(knock("profile", "nobody"), "nobody")
    assert refused(knock("profile", "minimax"), "does not play truco")
    assert refused(knock("profile", "bold", "--against", "nobody"), "nobody")
    assert refused(knock("profile", "bold", "bold"), "twice")
    assert refused(knock("profile", "bold", "--matches", "0"), "matches 0")
    assert refused(knock("profile", "bold", "--workers", "0"), "workers 0")
    assert refused(knock("profile", "--base", "none"), "none")
    (tmp_path / "file").write_text("")
    assert refused(knock("profile", "bold", "--out", str(tmp_path / "file")), "cannot be written")


def test_habits_are_priced_on_request_and_told_in_both_languages() -> None:
    words = ("profile", "novice", "--against", "self", "-n", "2", "--target", "4", "--prices", "1", "--workers", "1")
    told = json.loads(knock(*words, "--json").out)
    found = told["prices"]["novice"]
    assert found["hands"] > 1
    assert found["whole"]["chance"]["low"] < found["whole"]["chance"]["high"]
    assert "the dearest habits" in knock(*words, "--language", "en").out
    assert "os hábitos mais caros" in knock(*words, "--language", "pt-BR").out
