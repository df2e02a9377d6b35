"""``bolicho train imitation``: what it prints and keeps, a real kill in the middle, and playing by what was learned."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands.train.running import break_off, nothing_begun, start, wait_until
from tests.cli.front_door import Printed, knock, refused

from bolicho.store import Store
from bolicho.train.imitation.design import FIRST_TEN

SHORT = ("--start", "starter", "--matches", 2, "--recluster", "off")


def train(*words: object) -> Printed:
    return knock("train", "imitation", *map(str, words), "--store", "bolicho.db")


def content(file: str, name: str = "mine") -> tuple[Any, ...]:
    with Store.open(file) as store:
        lists = [list(read(name)) for read in (store.cases, store.case_positions, store.case_origins)]
        return (store.base(name).source, *lists, store.clusterings(name))


def test_it_tells_how_the_base_grew() -> None:
    said = train("--name", "mine", *SHORT, "--plot", "growth.png")
    assert said.code == 0, said.err
    for words in ("How the base grew", "hands kept", "first-card-first", "Kept ", "Removed 0 cases", "wrong-card 0"):
        assert words in said.out
    assert "--against cbr:PVCNPS@mine" in said.out
    assert Path("growth.png").read_bytes().startswith(b"\x89PNG")


def test_json_and_the_same_in_portuguese() -> None:
    said = json.loads(train("--name", "mine", *SHORT, "--json").out)
    assert said["cases"]["start"] == 513
    assert said["cases"]["now"] == 513 + said["kept"] == 513 + said["cases"]["learned"]
    assert [point["match"] for point in said["growth"]] == [0, 1, 2]
    assert said["growth"][-1]["cases"] == said["cases"]["now"]
    assert set(said["clusters"]["index-points"]) == {"start", "end", "changes"}
    again = train("--name", "mine", *SHORT, "--language", "pt")
    assert again.code == 0, "a finished training is told again"
    assert "Como a base cresceu" in again.out


def test_matches_are_played_by_what_was_learned_and_judged() -> None:
    said = json.loads(train("--name", "mine", *SHORT, "--judge", 4, "--json").out)["judged"]
    assert said["agents"] == ["cbr:PVCNPS@mine", "cbr:PVCNPS@starter"]
    assert (said["matches"], sum(said["wins"]), said["forfeits"]) == (4, 4, 0)
    assert said["win_rate"]["low"] <= said["win_rate"]["mean"] <= said["win_rate"]["high"]
    assert said["verdict"] == "cannot be told", "four matches tell nothing"
    args = ("match", "truco", "cbr:PVCNPS@mine", "cbr:PVCNPS@starter", "--matches", "4", "--seed", "0", "--json")
    told = json.loads(knock(*args, BOLICHO_STORE="bolicho.db").out)
    assert told["wins"] == said["wins"]
    assert "So few matches cannot tell whether mine is better" in train("--name", "mine", *SHORT, "--judge", 4).out


def played(file: str, matches: int) -> bool:
    """Whether so many matches were played, and more."""
    if not Path(file).exists():
        return False
    with Store.open(file) as store:
        return any(run.rows > matches for run in store.runs("imitation"))


def test_ctrl_c_keeps_what_was_learned() -> None:
    asked = ("--name", "mine", "--start", "starter", "--matches", 100_000, "--recluster", "off")
    with start("imitation", *asked, "--store", "stopped.db") as run:
        wait_until(lambda: played("stopped.db", 1), "a match")
        break_off(run)


MISTAKES: dict[str, tuple[object, ...]] = {
    "Missing option '--name'": (),
    "unknown reuse policy 'NQS'": ("--name", "mine", "--policies", "NPS,NQS"),
    "unknown case base 'nothing'": ("--name", "mine", "--start", "nothing"),
    "'empty' is empty": ("--name", "mine", "--start", "empty"),
    "'baseline' is bundled": ("--name", "baseline"),
    "'empty' is there already": ("--name", "empty", "--start", "starter"),
    "matches 0": ("--name", "mine", "--matches", 0),
    "recluster 'sometimes'": ("--name", "mine", "--recluster", "sometimes"),
    "a plot is a file ending in": ("--name", "mine", "--plot", "growth.doc"),
    "cannot be written": ("--name", "mine", "--plot", "nowhere/growth.svg"),
    "judge -1": ("--name", "mine", "--judge", -1),
    "judge 1: expected an even number": ("--name", "mine", "--judge", 1),
    "judge 5: expected an even number": ("--name", "mine", "--judge", 5),
    "unknown reuse policy 'best'": ("--name", "mine", "--judge-policy", "best"),
}


def test_help_names_the_policies_that_are_drawn_by_default() -> None:
    said = " ".join(train("--help").out.replace(",", " ").split())
    assert " ".join(FIRST_TEN) in said


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words: str) -> None:
    with nothing_begun():
        assert refused(train(*MISTAKES[words]), words)


def test_a_judge_needs_a_store_that_players_can_open() -> None:
    said = knock("train", "imitation", "--name", "mine", *map(str, SHORT), "--judge", "2", "--store", ":memory:")
    assert refused(said, "a base in memory")


def test_help() -> None:
    assert "imitation" in knock("train").out
    assert "Usage: bolicho train imitation" in train("--help").out


@pytest.mark.endurance
def test_what_1833_matches_teach(capsys: pytest.CaptureFixture[str]) -> None:
    """As many matches as the paper, from as many cases; then 1,000 duplicate matches against where it began."""
    began = time.monotonic()
    said = train("--name", "learned", "--start", "baseline", "--seed", 1, "--judge", 1000, "--json")
    seconds = time.monotonic() - began
    told = json.loads(said.out)
    judged, rate = told["judged"], told["judged"]["win_rate"]
    with capsys.disabled():
        print(f"\n{told['cases']}, kept {told['kept']} of {told['hands']} hands, {seconds:.0f} s with the judge")
        print(f"learned against baseline, PVCNPS: {rate['mean']:.3f} [{rate['low']:.3f}, {rate['high']:.3f}]")
        print(f"of {judged['matches']} duplicate matches: {judged['verdict']}")
    assert (told["matches"], told["cases"]["start"], judged["matches"]) == (1833, 3195, 1000)
    assert told["cases"]["now"] > 2 * 3195
    assert judged["forfeits"] == 0
    assert judged["verdict"] in ("better", "worse", "cannot be told")
    assert (judged["verdict"] == "better") == (rate["low"] > 0.5)
    assert (judged["verdict"] == "worse") == (rate["high"] < 0.5)
