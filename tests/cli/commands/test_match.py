"""``bolicho match``: its JSON, its files, its complaints."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.cli.front_door import knock, refused
from typer.testing import CliRunner, Result

from bolicho import BadInput, UnknownName, read_records, replay
from bolicho.cli.commands.match import match

KEYS = [
    *("agents", "game", "options", "seed", "matches", "wins", "draws"),
    *("win_rate", "points_per_hand", "hands", "forfeits"),
]

app = typer.Typer()
app.command()(match)


def call(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C"})


def result(*words: object) -> dict[str, Any]:
    answer = call(*words, "--json")
    assert answer.exit_code == 0, answer.exception
    data: dict[str, Any] = json.loads(answer.stdout)
    return data


def test_the_json_has_its_keys_and_they_agree() -> None:
    data = result("truco", "random", "novice", "--matches", 11, "--seed", 4, "--target", 6)
    assert list(data) == KEYS
    assert data["agents"] == ["random", "novice"]
    assert data["options"]["target"] == 6
    assert data["matches"] == sum(data["wins"]) + data["draws"] == 11
    for agent in (0, 1):
        rate = data["win_rate"][agent]
        assert rate["mean"] == pytest.approx(data["wins"][agent] / 11, abs=1e-6)
        assert 0 <= rate["low"] < rate["mean"] < rate["high"] <= 1
    first, second = data["points_per_hand"]
    assert first["mean"] == -second["mean"]
    assert first["low"] < first["mean"] < first["high"]
    assert data["forfeits"] == []
    assert data["hands"] >= 11


def test_the_number_of_workers_changes_not_a_byte() -> None:
    words = ("truco", "bold", "random", "--matches", 9, "--seed", 2, "--target", 9, "--json")
    answers = [call(*words, "--workers", workers).stdout_bytes for workers in (1, 2)]
    assert answers[0]
    assert answers[0] == answers[1]


def test_one_may_play_against_oneself() -> None:
    data = result("truco", "random", "random", "--matches", 4, "--target", 3)
    assert data["agents"] == ["random", "random"]
    answer = call("truco", "random", "random", "--matches", 4, "--target", 3)
    assert "random (1)" in answer.stdout
    assert "random (2)" in answer.stdout
    assert "4 matches, seed 0" in answer.stdout


def test_options_reach_the_rules() -> None:
    words = ("truco", "random", "random", "--matches", 2, "--preset", "ufsm-web", "--option", "flor=off")
    options = result(*words, "--option", "face_down=never")["options"]
    assert (options["preset"], options["flor"], options["face_down"]) == ("ufsm-web", "off", "never")


def test_records_are_written_in_order_and_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    data = result("truco", "random", "novice", "--matches", 7, "--target", 6, "--records", path, "--workers", 2)
    records = list(read_records(path))
    assert [record.match for record in records] == list(range(7))
    assert sum(len(record.units) for record in records) == data["hands"]
    for record in records:
        assert list(replay(record))
    seats = [("random", "novice"), ("novice", "random")]
    assert [record.agents for record in records] == (seats * 4)[:7]


def test_records_go_to_a_store(tmp_path: Path) -> None:
    from bolicho.store import Store

    result("truco", "random", "random", "--matches", 3, "--target", 3, "--store", tmp_path / "kept.db")
    with Store.open(str(tmp_path / "kept.db")) as store:
        assert sorted(record.match for _, record in store.records()) == [0, 1, 2]


@pytest.mark.usefixtures("guests")
def test_forfeits_are_told_and_the_records_of_all_matches_are_there(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    words = ("truco", "hanger", "random", "--matches", 6, "--seed", 1, "--time-limit", 1, "--records", path)
    data = result(*words)
    assert data["forfeits"]
    assert data["wins"][1] >= len(data["forfeits"])
    for forfeit in data["forfeits"]:
        assert forfeit["agent"] == "hanger"
        assert "still thinking after 1 s" in forfeit["why"]
    records = list(read_records(path))
    assert [r.match for r in records if r.forfeit is not None] == [f["match"] for f in data["forfeits"]]
    assert len(records) == 6


@pytest.mark.usefixtures("guests")
def test_forfeits_are_told_to_people_too() -> None:
    answer = call("truco", "cheat", "random", "--matches", 7)
    assert "Match 0: cheat forfeited: illegal move 'royal-flush'" in " ".join(answer.stdout.split())
    assert "and 2 more forfeits" in answer.stdout
    assert "random is the stronger" in answer.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--matches", 0], "matches 0"),
        (["--workers", 0], "workers 0"),
        (["--time-limit", 0], "time limit 0"),
        (["--time-limit", -3], "time limit -3"),
        (["--time-limit", "nan"], "time limit nan"),
        (["--option", "flor"], "expected NAME=VALUE"),
        (["--option", "=off"], "expected NAME=VALUE"),
        (["--option", "flor=maybe"], "flor='maybe'"),
        (["--option", "flower=off"], "unknown truco option 'flower'"),
        (["--target", 12, "--option", "target=15"], "given twice"),
        (["--target", 0], "target=0"),
        (["--preset", "nobodys"], "unknown truco preset"),
        (["--records", "/nowhere/at/all.jsonl"], "cannot be written"),
        (["--store", "nonsense://"], "nonsense"),
    ],
)
def test_bad_options_are_refused(words: list[object], why: str, tmp_path: Path) -> None:
    kept = tmp_path / "records.jsonl"
    extra = [] if "--records" in words else ["--records", kept]
    error = call("truco", "random", "random", "--matches", 2, *extra, *words).exception
    assert isinstance(error, BadInput)
    assert why in str(error)
    assert "\n" not in str(error)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "kind", "why"),
    [
        (("chess", "random", "random"), UnknownName, "unknown game 'chess'"),
        (("truco", "random", "nobody"), UnknownName, "unknown agent 'nobody'"),
        (("truco", "random"), BadInput, "needs 2 agents, found 1"),
        (("truco", "random", "random", "random"), BadInput, "needs 2 agents, found 3"),
        (("truco", "random:3", "random"), BadInput, "agent 'random:3'"),
        (
            ("truco", "minimax:4", "random"),
            BadInput,
            "agent 'minimax' does not play truco; those that do: random, novice",
        ),
        (
            ("tapatan", "random", "sound"),
            BadInput,
            "agent 'sound' does not play tapatan; those that do: random, minimax",
        ),
    ],
)
def test_bad_names_are_refused(words: tuple[str, ...], kind: type[Exception], why: str, tmp_path: Path) -> None:
    error = call(*words, "--store", tmp_path / "kept.db").exception
    assert isinstance(error, kind)
    assert why in str(error)
    assert list(tmp_path.iterdir()) == []


def test_it_speaks_portuguese_if_it_is_asked_to_or_the_terminal_does() -> None:
    words = ("match", "truco", "sound", "random", "--matches", "6", "--target", "3", "--workers", "1")
    asked, terminal = knock(*words, "--language", "pt-BR"), knock(*words, LANG="pt_BR.UTF-8")
    assert asked.out == terminal.out
    for text in ("6 partidas, semente 0", "vitórias", "pontos por mão", "infrações", "mais forte", "intervalo de 95 %"):
        assert text in asked.out, asked
    assert re.search(r"\d,\d %", asked.out)
    english = knock(*words, "--language", "en", LANG="pt_BR.UTF-8")
    assert english.out == knock(*words).out
    assert "6 matches, seed 0" in english.out
    assert refused(knock(*words, "--language", "xx"), "unknown language 'xx'")


def test_a_game_and_a_deal_are_counted_by_their_own_names() -> None:
    words = ("--matches", "2", "--workers", "1")
    assert "points a game" in knock("match", "tapatan", "random", "random", *words).out
    assert "pontos por jogo" in knock("match", "tapatan", "random", "random", *words, "--language", "pt").out
    assert "points a deal" in knock("match", "rikken", *("random",) * 4, *words).out


@pytest.mark.parametrize("words", [["--seed", "x"], ["--seed", "1.5"], ["--matches", "many"], ["--matches", "0"]])
def test_from_outside_a_mistake_is_one_line_and_code_2(words: list[str]) -> None:
    command = [
        sys.executable,
        "-c",
        "from bolicho.cli import main; main()",
        "match",
        "truco",
        "random",
        "random",
        *words,
    ]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, "LANG": "C"})
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1
    assert "Traceback" not in ended.stderr
