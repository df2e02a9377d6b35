"""The commands as a whole: help, lists, mistakes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.front_door import knock, refused

import bolicho
from bolicho.cli.lazy import COMMANDS

HEAVY = ("numpy", "sqlalchemy", "matplotlib", "rich.console", "numba")


def in_a_process(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


def test_help_lists_every_command_and_imports_nothing_heavy() -> None:
    code = "import sys, bolicho.cli\ntry: bolicho.cli.main(['--help'])\nfinally: print(*sys.modules, file=sys.stderr)"
    run = in_a_process(code)
    assert run.returncode == 0
    for name, (_, line) in COMMANDS.items():
        assert f"  {name} " in run.stdout
        assert line in run.stdout
    loaded = run.stderr.split()
    assert [name for name in HEAVY if name in loaded] == []
    assert not any(name.startswith("bolicho.cli.") and name != "bolicho.cli.lazy" for name in loaded)


def test_help_groups_them_by_what_one_comes_for() -> None:
    told = knock("--help").out
    places = [told.index(f"\n{panel}:\n") for panel in ("Start", "Measure", "Train", "Reproduce")]
    assert places == sorted(places)
    ends = [*places[1:], len(told)]
    start, measure, train, reproduce = (told[begin:end] for begin, end in zip(places, ends, strict=True))
    for part, names in {
        start: ("play", "serve", "new"),
        measure: ("match", "exploit", "bench"),
        train: ("train", "cases"),
        reproduce: ("reproduce",),
    }.items():
        assert all(f"\n  {name} " in part for name in names)
    columns = {
        len(line) - len(line[2:].lstrip("abcdefghijklmnopqrstuvwxyz").lstrip()) for line in start.splitlines()[2:9]
    }
    assert len(columns) == 1
    assert all(told.count(f"\n  {name} ") == 1 for name in COMMANDS)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bolicho so", ["solve"]),
        ("bolicho match --ma", ["--matches"]),
        ("bolicho train equ", ["equilibrium"]),
        ("bolicho nobody --x", []),
    ],
)
def test_the_shell_completes_commands_and_their_options(typed: str, offered: list[str]) -> None:
    asked = {"_BOLICHO_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    assert knock(**asked).out.split() == offered


def test_the_script_that_a_shell_sources_is_for_the_taking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("bash", "/bin/bash"))  # whatever runs the tests
    assert "complete -o default -F _bolicho_completion bolicho" in knock("--show-completion", "bash").out


@pytest.mark.parametrize("command", ["play", "replay", "games", "agents"])
def test_every_command_has_help(command: str) -> None:
    said = knock(command, "--help")
    assert said.code == 0
    assert f"Usage: bolicho {command}" in said.out


def test_alone_it_tells_what_there_is() -> None:
    assert knock().out == knock("--help").out
    assert knock("--version").out == f"bolicho {bolicho.__version__}\n"


def test_games() -> None:
    assert "truco" in knock("games").out
    assert "ufsm-web" in knock("games", COLUMNS="40").out
    (game,) = [game for game in json.loads(knock("games", "--json").out)["games"] if game["name"] == "truco"]
    assert (game["seats"], game["version"]) == (2, "1")
    assert game["presets"]["argentino"]["target"] == 30
    assert game["options"]["flor"] == {"default": "mandatory", "values": ["mandatory", "optional", "off"]}


def test_agents() -> None:
    assert "draws lots for every move" in knock("agents", "truco").out
    assert "tira na sorte cada jogada" in knock("agents", "--language", "pt-BR").out
    told = json.loads(knock("agents", "truco", "--json").out)
    assert told["game"] == "truco"
    names = [agent["name"] for agent in told["agents"]]
    assert names == list(bolicho.agents("truco"))
    assert all(
        agent["from"] == "house" and agent["character"]
        for agent in told["agents"]
        if agent["name"] in ("random", "sound")
    )


MISTAKES = {
    "No such command 'plai'": ("plai",),
    "No such option: --nope": ("--nope",),
    "unknown game 'chess'": ("agents", "chess"),
    "unknown language": ("games", "--language", "xx"),
    "Missing argument": ("replay",),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words: str) -> None:
    assert refused(knock(*MISTAKES[words]), words)


def test_a_mistake_in_a_process_of_its_own() -> None:
    run = in_a_process("from bolicho.cli import main; main(['play', 'chess'])")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("bolicho: unknown game 'chess'")
    assert run.stderr.count("\n") == 1


def test_an_old_name_is_told_in_one_line() -> None:
    words = ["match", "rikken", "rules-seed", "random", "random", "rules-seed", "--matches", "4", "--json"]
    run = in_a_process(f"from bolicho.cli import main; main({words})")
    assert run.returncode == 0
    assert json.loads(run.stdout)["agents"] == ["rules-paper", "random", "random", "rules-paper"]
    assert run.stderr == "bolicho: agent 'rules-seed' is now called 'rules-paper'\n"


def test_a_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "play", ("tests.cli.test_commands:broken", ""))
    with pytest.raises(ZeroDivisionError):
        knock("play")


def broken() -> None:
    print(1 // 0)


def test_a_closed_pipe_is_no_drama(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    knock("play", "--watch", "random", "random", "--seed", "1", "--record", str(file))
    code = f"from bolicho.cli import main; main(['replay', {str(file)!r}])"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""


BAD = {
    "unknown game 'chess'": ("play", "chess"),
    "unknown agent 'nobody'": ("play", "truco", "--against", "nobody"),
    "unknown truco preset 'x'": ("play", "--preset", "x"),
    "unknown truco option 'foo'": ("play", "--option", "foo=1"),
    "expected one of mandatory, optional, off": ("play", "--option", "flor=1"),
    "expected NAME=VALUE": ("play", "--option", "flor"),
    "given twice": ("play", "--option", "target=3", "--target", "4"),
    "target=0": ("play", "--target", "0"),
    "'--target'": ("play", "--target", "many"),
    "'--seed'": ("play", "--seed", "x"),
    "deal '1e 2e'": ("play", "--deal", "1e 2e"),
    "no card '12z'": ("play", "--deal", "1e 7o 4c / 3b 2c 12z"),
    "card 1e twice": ("play", "--deal", "1e 7o 4c / 3b 2c 1e"),
    "unknown language 'de'": ("play", "--language", "de"),
    "nowhere": ("play", "--record", "/nowhere/m.jsonl"),
    "not a plain file": ("play", "--record", "."),
    "exclude each other": ("play", "--store", "x.db", "--no-store"),
    "store": ("play", "--store", "/nowhere/x.db"),
    "'--watch'": ("play", "--watch", "sound"),
    "unknown agent 'noone'": ("play", "--watch", "sound", "noone", "--record", "new.jsonl"),
    "sound:3": ("play", "--against", "sound:3", "--store", "new.db"),
    "No such option": ("play", "--speed", "3"),
    "(b)": ("play", "truco", "b"),
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(knock(*BAD[words], typed="1\n1\n", XDG_DATA_HOME=str(tmp_path), BOLICHO_STORE=""), words)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_holds_no_records_is_not_written_to(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear friend\n")
    assert refused(knock("play", "--record", str(file), typed="1\n"), "letter.txt line 1")
    assert file.read_text() == "Dear friend\n"
