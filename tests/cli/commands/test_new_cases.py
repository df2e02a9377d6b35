"""Cases of a guest's game, by the page that tells of them: built, read back, looked at, exported, played by."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.front_door import knock

PAGE = Path(__file__).parents[3] / "docs" / "field" / "new.md"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the game `altas` and its craft are installed, and the records of some matches lie."""
    folder = tmp_path_factory.mktemp("cases")
    assert knock("new", "game", "altas", "--kind", "cards", "--out", str(folder / "altas")).code == 0
    blocks = re.findall(r"```(\w+)[^\n]*\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    code = next(text for kind, text in blocks if kind == "python" and text.startswith('"""Cases of altas'))
    door = next(text for kind, text in blocks if kind == "toml" and "bolicho.cases" in text)
    (folder / "altas" / "src" / "bolicho_altas" / "cases.py").write_text(code, encoding="utf-8")
    with (folder / "altas" / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(f"\n{door}")
    install = ("install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target")
    run(folder, "pip", *install, "installed", "./altas")
    bolicho(folder, "match altas random random --matches 40 --seed 3 --records hands.jsonl")
    return folder


def run(folder: Path, *words: str, good: bool = True) -> str:
    paths = [str(folder / "installed"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "BOLICHO_STORE": f"sqlite:///{folder}/mine.db"}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        capture_output=True, text=True, env=environment, cwd=folder, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode == 0) == good, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if good else done.stderr


def bolicho(folder: Path, line: str, good: bool = True) -> str:
    return run(folder, "bolicho", *line.split(), good=good)


ONE_BY_ONE = """
import contextlib, io, json, sys
from bolicho.cli import main

def said(line):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(line.split()) or 0
        except SystemExit as end:
            code = end.code
    return code, out.getvalue(), err.getvalue()

if __name__ == "__main__":
    print(json.dumps([said(line) for line in sys.argv[1:]]))
"""


def commands(folder: Path, *lines: str, good: bool = True) -> list[str]:
    """What each of these commands says, in one process: to start one takes longer than to run them."""
    (folder / "installed" / "one_by_one.py").write_text(ONE_BY_ONE, encoding="utf-8")
    found = json.loads(run(folder, "one_by_one", *lines))
    for line, (code, out, err) in zip(lines, found, strict=True):
        assert (code in (None, 0)) == good, (line, code, out, err)
    return [out if good else err for _, out, err in found]


@pytest.fixture(scope="module")
def built(house: Path) -> Path:
    told = json.loads(bolicho(house, "cases build mine --records hands.jsonl --out mine.csv --json"))
    assert (told["game"], told["form"], told["source"]) == ("altas", "altas-1", "recorded")
    assert told["cases"] > 200
    return house


def test_they_are_read_back_looked_at_and_written_as_they_were(built: Path) -> None:
    told = json.loads(bolicho(built, "cases import mine.csv --name kept --json"))
    assert (told["name"], told["form"], told["mute"]) == ("kept", "altas-1", {})
    for name in ("mine.csv", "kept"):
        data, info, shown = commands(built, f"cases info {name} --json", f"cases info {name}", f"cases show {name} 0")
        about = json.loads(data)
        assert (about["game"], about["cases"], about["columns"][:4]) == ("altas", told["cases"], LEFT)
        assert "low, middle, high, leads" in info
        assert "taken" in shown
    _, listed = commands(built, "cases export kept back.csv", "cases info")
    assert (built / "back.csv").read_bytes() == (built / "mine.csv").read_bytes()
    assert "kept: " in listed


LEFT = ["low", "middle", "high", "leads"]


def test_a_csv_without_the_file_beside_it_is_known_by_its_columns(built: Path) -> None:
    (built / "alone.csv").write_bytes((built / "mine.csv").read_bytes())
    assert json.loads(bolicho(built, "cases info alone.csv --json"))["form"] == "altas-1"


def test_a_wrong_cell_is_told_by_its_line_and_column(built: Path) -> None:
    head, first, *_ = (built / "mine.csv").read_text().splitlines()
    (built / "wrong.csv").write_text(f"{head}\n{first.replace(',', ',99,', 1).rsplit(',', 1)[0]}\n")
    said = bolicho(built, "cases info wrong.csv", good=False)
    assert "wrong.csv line 2, column low: 99 is not 1 to 12" in said


PLAYED = """
import json
import bolicho
from bolicho.conformance import check_agent

game = bolicho.game("altas", target=3)
check_agent(lambda one: bolicho.agent("cbr:PLS@mine.csv", one), game, matches=1)
state = game.start(game.parse_deal("1 5 12 / 2 3 9"), first=1).play("9")
decision = bolicho.agent("cbr:PVS@mine.csv", game).choose(state.view(0), bolicho.stream(1))
print(json.dumps([decision.move, decision.why]))
"""


def test_cbr_plays_by_them_and_tells_which(built: Path) -> None:
    line = "match altas cbr:PVS@mine.csv random --matches 4 --seed 1 --workers 1 --json"
    assert json.loads(bolicho(built, line))["forfeits"] == []
    (built / "installed" / "played.py").write_text(PLAYED, encoding="utf-8")
    move, why = json.loads(run(built, "played"))
    assert move in ("1", "5", "12")
    assert (why["rule"], why["facts"]["base"], why["facts"]["question"]) == ("cbr-reused", "mine", "card")
    assert why["facts"]["found"] >= 5
    assert set(why["facts"]["cases"][0]["parts"]) == {"low", "middle", "high", "leads", "theirs_1"}


def test_what_does_not_fit_is_one_line(built: Path) -> None:
    told = {
        "match altas cbr random --matches 2": "which cases of altas? Say a base, as in cbr:PVCNPS@cases.csv",
        "match altas cbr:PVS@baseline random --matches 2": (
            "base 'baseline' has cases of truco in form 'truco-1', not 'altas-1'"
        ),
        "match truco cbr:PVS@mine.csv random --matches 2": (
            "base 'mine' has cases of altas in form 'altas-1', not 'truco-1' or 'truco-learned-1'"
        ),
        "cases cluster mine.csv --as x": "'altas-1'",
        "cases clean mine.csv --as x": "'altas-1'",
        "cases competence mine.csv": "'altas-1'",
    }
    for said, wanted in zip(commands(built, *told, good=False), told.values(), strict=True):
        assert wanted in said
        assert said.count("\n") == 1, said
