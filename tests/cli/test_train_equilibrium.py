"""``bolicho train equilibrium``: the ladder game on the mini deck, told, kept, and killed in the middle."""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from tests.cli.front_door import Said, knock, refused

import bolicho.cli.train_ladder as command
from bolicho.learn.ladder.packed import load

SHORT = ("--game", "s1", "--deck", "mini", "--iterations", 12, "--threads", 1)


def train(*words: object) -> Said:
    return knock("train", "equilibrium", *(str(word) for word in words))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_tells_and_saves_the_strategy_and_the_curve() -> None:
    said = train(*SHORT)
    assert said.code == 0, said.err
    assert "After 12 iterations" in said.out
    curve = Path("equilibrium-s1.csv").read_text().splitlines()
    assert curve[0] == "iterations,seconds,exploitability,mao"
    assert [int(line.split(",")[0]) for line in curve[1:]] == [*range(1, 11), 12]
    assert "<svg" in Path("equilibrium-s1.svg").read_text()
    assert load(Path("equilibrium-s1.ladder").absolute()).told["iterations"] == 12


def test_json_and_the_other_language() -> None:
    told = json.loads(train(*SHORT, "--json", "--out", "a.ladder").out)
    assert (told["game"], told["deck"], told["iterations"]) == ("s1", "mini", 12)
    assert told["exploitability"] == pytest.approx(told["before_packing"], abs=0.02)
    assert told["curve"][-1]["exploitability"] < told["curve"][0]["exploitability"]
    assert told["mao"]["self_play"] == -told["pe"]["self_play"]
    assert "iterações" in train(*SHORT, "--language", "pt", "--out", "b.ladder").out


def test_it_stops_once_it_is_good_enough() -> None:
    told = json.loads(train(*SHORT, "--until", 0.5, "--json").out)
    assert told["iterations"] < 12
    assert told["before_packing"] <= 0.5


def test_a_killed_run_is_resumed_to_the_same_strategy() -> None:
    assert train(*SHORT, "--out", "straight.ladder").code == 0
    code = f"import {command.__name__} as c; c.SAVE_EVERY = 0; from bolicho.cli import main; main()"
    asked = [str(word) for word in ("train", "equilibrium", *SHORT, "--out", "killed.ladder")]
    with subprocess.Popen([sys.executable, "-c", code, *asked], stderr=subprocess.PIPE) as run:
        while not Path("killed.npz").exists() and run.poll() is None:
            time.sleep(0.002)
        run.kill()
    said = train(*SHORT, "--out", "killed.ladder", "--resume")
    assert said.code == 0, said.err
    straight, killed = (load(Path(name).absolute()).table() for name in ("straight.ladder", "killed.ladder"))
    assert np.array_equal(straight, killed)
    with np.load("straight.npz") as one, np.load("killed.npz") as other:
        assert np.array_equal(one["regrets"], other["regrets"])


def test_bad_input_is_one_line() -> None:
    assert refused(train("--game", "whist"), "whist", "s1")
    assert refused(train(*SHORT[:-4], "--deck", "huge"), "huge")
    assert refused(train(*SHORT, "--until", -1), "--until")
    assert refused(train(*SHORT, "--until", "nan"), "--until")
    assert refused(train(*SHORT, "--out", "nowhere/x.ladder"), "no such directory")
    assert train(*SHORT).code == 0
    assert refused(train(*SHORT), "--resume")
