"""``bolicho arena``: its table, its JSON, what it leaves behind, its complaints."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.front_door import knock, refused

from bolicho.arena import Row
from bolicho.arena.plan.fields import FIELDS, field
from bolicho.games import GAMES

BOLICHO = (sys.executable, "-c", "from bolicho.cli import main; main()")
SMALL = ("--matches", "6", "--target", "6", "--seed", "3", "--workers", "2")


def result(*words: str) -> dict[str, Any]:
    said = knock("arena", *words, "--json")
    assert said.code == 0, said
    data: dict[str, Any] = json.loads(said.out)
    return data


def test_the_json_tells_who_played_and_how_it_went() -> None:
    data = result("truco", "sound", "random", "novice", *SMALL)
    assert data["agents"] == ["sound", "random", "novice"]
    assert (data["format"], data["seed"], data["matches"], data["options"]["target"]) == ("round-robin", 3, 18, 6)
    assert sum(entry["wins"] for entry in data["standings"]) == 18
    assert len({(pair["first"], pair["second"]) for pair in data["pairs"]}) == 3
    assert data == result("truco", "sound", "random", "novice", *SMALL[:-1], "1")


def test_a_folder_gets_rows_page_and_data_and_the_same_command_tells_it_again(tmp_path: Path) -> None:
    words = ("truco", "sound", "random", *SMALL, "--out", str(tmp_path / "run"))
    said = knock("arena", *words, "--language", "en")
    assert said.code == 0, said
    assert "truco, round-robin, 6 matches, seed 3" in said.out
    assert "as mão" in said.out
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"design.json", "rows.jsonl", "report.html", "rows.csv", "rows.parquet", "results.json"} <= names
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "bolicho arena truco sound random --format round-robin --matches 6" in page
    again = knock("arena", *words, "--language", "pt-BR")
    assert "6 de 6 partidas já estavam lá." in again.out
    assert 'lang="pt-BR"' in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")


def test_without_pyarrow_there_is_csv_and_a_line_that_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bolicho.cli.commands.arena", "bolicho.lab.tournament.files"):
        monkeypatch.setattr(f"{module}.find_spec", lambda name: None if name == "pyarrow" else name)
    said = knock(
        "arena", "truco", "random", "novice", "--matches", "2", "--target", "2", "--out", str(tmp_path / "run")
    )
    assert said.code == 0, said
    assert "pip install 'bolicho[data]'" in said.err
    assert str(tmp_path / "run" / "rows.csv") in said.out.replace("\n", "")
    assert not (tmp_path / "run" / "rows.parquet").exists()


@pytest.mark.parametrize("profiles", [(), ("--profiles",)])
def test_without_matplotlib_all_is_kept_and_the_page_is_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profiles: tuple[str, ...]
) -> None:
    folder = tmp_path / "run"
    words = ("arena", "truco", "random", "novice", "--matches", "2", "--target", "2", *profiles, "--out", str(folder))
    with monkeypatch.context() as hidden:
        hidden.setitem(sys.modules, "matplotlib", None)
        said = knock(*words)
    assert said.code == 0, said
    (line,) = [line for line in said.err.splitlines() if "bolicho[" in line]
    assert "report.html is not" in line
    assert "pip install 'bolicho[lab]'" in line
    names = {path.name for path in folder.iterdir()}
    assert names >= {"rows.jsonl", "rows.csv", "rows.parquet", "results.json", "standings.csv", "pairs.csv"}
    assert not any(name.endswith((".html", ".svg", ".md")) for name in names)
    kept = (folder / "results.json").read_bytes()
    again = knock(*words)
    assert "2 of 2 matches were there already." in again.out
    assert (folder / "report.html").exists()
    assert (folder / "results.json").read_bytes() == kept
    with monkeypatch.context() as hidden:
        hidden.setitem(sys.modules, "matplotlib", None)
        knock(*words)
    assert {path.name for path in folder.iterdir()} == names


def test_a_circle_that_may_be_luck_is_not_told_as_one_and_nothing_is_certain() -> None:
    from tests.arena.coins import thrown

    from bolicho.arena.results.summary import results
    from bolicho.lab.tournament.report import Circumstances, arena_summary
    from bolicho.report.document import Report

    def told(rows: list[Row], *names: str) -> Report:
        return arena_summary(results(rows, names), Circumstances("coins", 0), "", "en")

    circle = {(0, 1), (1, 2), (2, 0)}
    rows = thrown(lambda a, b: 0.75 if (a, b) in circle else 0.25, 3, 100, Random(2))
    sure = told(rows, "a", "b", "c")
    assert "Triples that surely go round (A beats B beats C beats A): 1." in sure.findings
    assert [(row[0], row[-1]) for row in sure.tables[2].rows] == [("a > b > c > a", True)]
    few = told([row for row in rows if row.board < 10], "a", "b", "c")
    assert any("seem to go round" in finding for finding in few.findings)
    assert [row[-1] for row in few.tables[2].rows] == [False]
    better = thrown(lambda a, b: 0.95 if a < b else 0.05, 2, 50, Random(2))
    assert any("a is better than b is > 99.9 % probable" in finding for finding in told(better, "a", "b").findings)


def test_killed_outright_it_goes_on_to_the_same_json(tmp_path: Path) -> None:
    words = [
        "arena",
        "truco",
        "sound",
        "random",
        "novice",
        "--matches",
        "40",
        "--target",
        "12",
        "--seed",
        "3",
        "--json",
        "--workers",
        "2",
    ]
    folder = tmp_path / "run"
    child = subprocess.Popen([*BOLICHO, *words, "--out", str(folder)], env=plain())
    rows, end = folder / "rows.jsonl", time.monotonic() + 300
    while child.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") > 8):
        assert time.monotonic() < end
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = rows.read_bytes().count(b"\n")
    assert 8 < before < 120
    found, whole = result(*words[1:-3], "--out", str(folder)), result(*words[1:-3])
    assert found.pop("files")
    assert whole.pop("files") == []
    assert found == whole


def plain() -> dict[str, str]:
    return {**os.environ, "LANG": "C.UTF-8", "BOLICHO_STORE": ":memory:"}


def test_an_interrupt_keeps_what_was_played_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["arena", "truco", "sound", "bold", "--matches", "5000", "--workers", "1", "--out", str(folder)]
    child = subprocess.Popen([*BOLICHO, *words], env=plain(), stderr=subprocess.PIPE, text=True)
    rows, end = folder / "rows.jsonl", time.monotonic() + 300
    while not (rows.exists() and rows.read_bytes().count(b"\n") > 3) and time.monotonic() < end:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=300)
    assert child.returncode == 130
    assert "the same command goes on" in errors
    assert "Traceback" not in errors
    assert [Row.from_json(line) for line in rows.read_text().splitlines()]


def test_a_learner_against_others_is_a_format() -> None:
    data = result("truco", "markov", "random", "sound", "--format", "learning", *SMALL)
    assert data["matches"] == 12
    assert {row["agent"]: row["matches"] for row in data["standings"]} == {"markov": 12, "random": 6, "sound": 6}


def test_a_field_is_as_good_as_its_names() -> None:
    short = ("--matches", "2", "--target", "2", "--seed", "1")
    named = result("truco", *FIELDS["scripted"].agents, *short)
    assert result("truco", "--field", "scripted", *short) == named
    more = result("truco", "markov", "sound", "--field", "scripted", "--format", "gauntlet", *short)
    assert more["agents"] == ["markov", "sound", "bold", "cautious", "bluffer", "novice", "random"]


def test_every_field_can_be_built() -> None:
    from bolicho.agents import make

    for name, found in FIELDS.items():
        game = GAMES.make(found.game)
        agents = field(name, game)
        assert len(set(agents)) == len(agents)
        assert all(make(agent, game).name for agent in agents)
    works = field("works", GAMES.make("truco"))
    assert {agent.partition(":")[0] for agent in works} >= {"sound", "cbr", "bot0", "markov"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("truco",), "nobody plays"),
        (("truco", "sound"), "1 agent: expected at least 2"),
        (("truco", "sound", "nobody"), "unknown agent 'nobody'"),
        (("chess", "sound", "random"), "unknown game 'chess'"),
        (("truco", "sound", "random", "--format", "knockout"), "unknown format 'knockout'"),
        (("truco", "sound", "random", "--matches", "0"), "matches 0"),
        (("truco", "sound", "random", "--rounds", "2"), "a round-robin has one"),
        (("truco", "sound", "random", "--format", "swiss", "--decide"), "not a swiss"),
        (("truco", "sound", "random", "--workers", "0"), "workers 0"),
        (("truco", "--field", "nowhere"), "unknown field 'nowhere'"),
        (("rikken", "--field", "works"), "plays truco, not rikken"),
        (("rikken", "random", "rules"), "expected at least 4"),
        (("truco", "sound", "random", "--time-limit", "0"), "time-limit 0.0: expected at least 0.01"),
        (("truco", "sound", "cbr:NOPE", "--matches", "2"), "NOPE"),
        (("truco", "sound", "random", "--format", "learning", "--matches", "2"), "'sound' does not learn"),
        (("truco", "sound", "random", "--ray", "127.0.0.1:1"), "no cluster there"),
        (("rikken", "random", "random", "rules", "rules", "--profiles"), "only players of truco"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bad_input_is_one_line_and_writes_nothing(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    if "--ray" in words:
        pytest.importorskip("ray", reason="ray is not installed")
    assert refused(knock("arena", *words, "--out", str(tmp_path / "run")), why)
    assert list(tmp_path.iterdir()) == []
