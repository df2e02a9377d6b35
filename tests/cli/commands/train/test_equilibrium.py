"""``bolicho train equilibrium``: the ladder game on the mini deck, told, kept, and killed in the middle."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.cli.front_door import Printed, knock, refused

from bolicho.learn.ladder.packed_ladder import load

SHORT = ("--game", "s1", "--deck", "mini", "--iterations", 12, "--threads", 1)


def train(*words: object) -> Printed:
    return knock("train", "equilibrium", *(str(word) for word in words))


def test_it_tells_and_saves_the_strategy_and_the_curve() -> None:
    said = train(*SHORT)
    assert said.code == 0, said.err
    assert "After 12 iterations" in said.out
    curve = Path("equilibrium-s1.csv").read_text().splitlines()
    assert curve[0] == "iterations,exploitability,mao"
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


def test_bad_input_is_one_line() -> None:
    assert refused(train("--game", "whist"), "whist", "s1")
    assert refused(train(*SHORT[:-4], "--deck", "huge"), "huge")
    assert refused(train(*SHORT, "--until", -1), "--until")
    assert refused(train(*SHORT, "--until", "nan"), "--until")
    assert refused(train(*SHORT, "--out", "nowhere/x.ladder"), "no such directory")
    assert train(*SHORT).code == 0
    assert refused(train(*SHORT[:4], "--iterations", 3), "12 iterations are done; ask for as many or more")
    assert refused(train(*SHORT[:2], "--iterations", 12), "holds a training with deck mini, not full")


def test_times_stand_apart_and_what_a_kill_left_half_written_is_swept_away() -> None:
    Path(".equilibrium-s1.npz.12345.part").write_bytes(b"half")
    Path(".other.npz.12345.part").write_bytes(b"of somebody else")
    told = json.loads(train(*SHORT, "--json").out)
    assert sorted(path.name for path in Path().glob(".*.part")) == [".other.npz.12345.part"]
    assert "equilibrium-s1.times.jsonl" in told["files"]
    assert 0 < told["curve"][0]["seconds"] < told["curve"][-1]["seconds"]


def test_a_training_of_an_older_version_is_gone_on_with_and_its_times_are_unknown() -> None:
    assert train(*SHORT, "--out", "new.ladder").code == 0
    assert train(*SHORT[:4], "--iterations", 6, "--threads", 1, "--out", "old.ladder").code == 0
    Path("old.times.jsonl").unlink()
    with np.load("old.npz") as file:
        head, arrays = json.loads(str(file["header"])), {name: file[name] for name in ("regrets", "averages")}
    head["curve"] = [[point[0], 1.5, *point[1:]] for point in head["curve"]]
    np.savez("old.npz", header=np.array(json.dumps({**head, "seconds": 9.0})), **arrays)
    said = train(*SHORT, "--out", "old.ladder")
    assert said.code == 0, said.err
    assert "–" in said.out
    for suffix in (".ladder", ".npz", ".csv", ".svg"):
        assert Path("old").with_suffix(suffix).read_bytes() == Path("new").with_suffix(suffix).read_bytes()
