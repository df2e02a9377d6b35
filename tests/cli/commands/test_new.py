"""`bolicho new`: what it writes works at once, outside this house, and nothing is ever half written or overwritten."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.front_door import knock, refused

from bolicho.core.record import read_records

KINDS = {
    "gaviao": ("agent",),
    "nine-holes": ("game",),
    "altas": ("game", "--kind", "cards"),
    "round-hill": ("similarity",),
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One package of each kind, installed as anybody would, in a place of its own."""
    folder = tmp_path_factory.mktemp("new")
    for name, (kind, *more) in KINDS.items():
        said = knock("new", kind, name, "--out", str(folder / name), *more)
        assert said.code == 0, said.err
        assert f"'{folder / name}[dev]'" in said.out
    run(
        *("pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target"),
        *(str(folder / "installed"), *(str(folder / name) for name in KINDS)),
    )
    return folder


def run(*words: str, installed: Path | None = None, typed: str | None = None) -> str:
    paths = [*([str(installed)] if installed else []), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "BOLICHO_STORE": ":memory:", "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        input=typed, capture_output=True, text=True, env=environment, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tests_it_writes_pass(packages: Path) -> None:
    installed, tests = packages / "installed", [str(packages / name / "tests") for name in KINDS]
    told = run("pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", *tests, installed=installed)
    assert "passed" in told
    assert "skipped" not in told


def test_they_play_in_the_arena(packages: Path) -> None:
    for game, agents in {"nine-holes": ("gaviao:2", "minimax:2"), "altas": ("gaviao:2", "random")}.items():
        words = (*("bolicho", "arena"), game, *agents, "--matches", "2", "--workers", "1", "--json")
        told = json.loads(run(*words, installed=packages / "installed"))
        assert told["agents"] == list(agents)
        assert [row["forfeits"] for row in told["standings"]] == [0, 0]
    similar = ("bolicho", "match", "truco", "cbr:PVCNPS,similarity=round-hill", "random")
    told = json.loads(run(*similar, "--matches", "2", "--workers", "1", "--json", installed=packages / "installed"))
    assert told["forfeits"] == []


TABLES = {"en": ("Your turn: play a card.", "rounds: 1"), "pt-BR": ("Sua vez: jogue uma carta.", "rodadas: 1")}


@pytest.mark.parametrize("language", TABLES)
def test_a_card_game_is_played_to_its_end_in_the_terminal(packages: Path, tmp_path: Path, language: str) -> None:
    file = tmp_path / "m.jsonl"
    words = ("bolicho", "play", "altas", "--against", "random", "--seed", "3", "--no-store", "--record", str(file))
    told = run(*words, "--language", language, installed=packages / "installed", typed="1\n" * 40 + "n\n")
    for line in (*TABLES[language], "╭───╮", "[1]", "Altas · 7"):
        assert line in told
    (record,) = read_records(file)
    assert record.finished
    assert record.forfeit is None


def test_a_card_game_is_one_of_openspiel_and_of_gymnasium(packages: Path) -> None:
    words = (
        "bolicho",
        "match",
        "altas",
        "openspiel:ismcts,simulations=4",
        "random",
        "--matches",
        "2",
        "--workers",
        "1",
    )
    told = json.loads(run(*words, "--json", installed=packages / "installed"))
    assert told["forfeits"] == []
    (packages / "installed" / "learner.py").write_text(
        "import gymnasium, bolicho.field.rl\n"
        "env = gymnasium.make('bolicho/altas-v0', opponents=['random'])\n"
        "seen, info = env.reset(seed=1)\n"
        "print(seen in env.observation_space, env.action_space.n)\n"
    )
    told = run("learner", installed=packages / "installed")
    assert told.split() == ["True", "12"]


@pytest.mark.parametrize("name", ["", "Gaviao", "2much", "a--b", "-a", "a-", "a b", "a/b", "../a", "ação", "a" * 41])
def test_a_name_that_is_none_is_told(tmp_path: Path, name: str) -> None:
    said = knock("new", "agent", "--out", str(tmp_path / "x"), "--", name)
    assert refused(said, f"name {name!r}: expected small letters")
    assert list(tmp_path.iterdir()) == []


MISTAKES = {
    "unknown kind of package 'player'": ("player", "x"),
    "unknown kind of game 'dice'": ("game", "x", "--kind", "dice"),
    "only a game is of a kind, not an agent": ("agent", "x", "--kind", "cards"),
    "there is an agent of that name already": ("agent", "sound"),
    "there is a game of that name already": ("game", "truco"),
    "there is a similarity of that name already": ("similarity", "interval"),
    "a word of Python itself": ("agent", "class"),
}


@pytest.mark.parametrize("told", MISTAKES)
def test_mistakes_are_told_in_one_line(tmp_path: Path, told: str) -> None:
    assert refused(knock("new", *MISTAKES[told], "--out", str(tmp_path / "x")), told)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "work").write_text("of years")
    assert refused(knock("new", "agent", "gaviao", "--out", str(tmp_path / "mine")), "is there already")
    assert refused(knock("new", "agent", "gaviao", "--out", str(tmp_path / "mine" / "work")), "is there already")
    assert refused(knock("new", "agent", "gaviao", "--out", str(tmp_path / "no" / "x")), "No such file or directory")
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "work"]


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bolicho.cli.commands.new._playthrough", full)
    assert refused(knock("new", "game", "gaviao", "--out", str(tmp_path / "x")), "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_it_speaks_portuguese(tmp_path: Path) -> None:
    said = knock("new", "agent", "gaviao", "--out", str(tmp_path / "x"), "--language", "pt-BR")
    assert "Instale:" in said.out
