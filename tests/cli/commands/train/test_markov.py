"""``bolicho train markov``: what it writes and prints, Ctrl-C, and a real kill in the middle."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands.train.running import break_off, start, wait_until
from tests.cli.front_door import Printed, knock, refused

SHORT = ("--matches", 5, "--save-every", 2, "--target", 12, "--seed", 3)


def train(*words: object) -> Printed:
    return knock("train", "markov", *(str(word) for word in words))


def matrices(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).glob("*.npz"))}


def test_it_tells_and_saves() -> None:
    said = train(*SHORT)
    assert said.code == 0, said.err
    assert "5 matches" in said.out
    assert "against itself" in said.out
    assert "3 snapshots in markov-training" in said.out
    assert "--against markov:markov-training/matrices-000005.npz" in said.out
    assert list(matrices("markov-training")) == [f"matrices-{n:06d}.npz" for n in (2, 4, 5)]
    again = train(*SHORT, "--language", "pt")
    assert again.code == 0, "a finished training is told again"
    assert "contra si mesmo" in again.out


def test_one_snapshot_in_an_odd_folder_is_told_so_that_it_can_be_pasted() -> None:
    asked = ("--matches", 1, "--target", 12, "--out", "my matrices; $x")
    said = train(*asked)
    assert "1 snapshot in 'my matrices; $x'." in said.out
    assert "--against 'markov:my matrices; $x/matrices-000001.npz'" in said.out
    assert "1 retrato em 'my matrices; $x'." in train(*asked, "--language", "pt").out


def test_json_against_itself() -> None:
    told = json.loads(train(*SHORT, "--with", "area=levels, gates=adaptive", "--out", "mine", "--json").out)
    assert (told["matches"], told["against"], told["folder"], told["learned"]) == (5, None, "mine", 5)
    assert sum(told["wins"]["seats"]) == 5
    assert "learner" not in told["wins"]
    assert list(told["updates"]) == ["truco", "envido", "flor", "cards"]
    assert told["hands"] > 5
    assert told["seconds"] >= 0
    assert (told["switches"]["area"], told["switches"]["gates"]) == ("levels", "adaptive")
    assert told["files"] == {str(n): f"mine/matrices-{n:06d}.npz" for n in (2, 4, 5)}


def test_json_against_an_agent() -> None:
    told = json.loads(train(*SHORT, "--against", "novice", "--json").out)
    won = told["wins"]["learner"]
    assert won["matches"] == 5
    assert won["low"] <= won["rate"] == won["wins"] / 5 <= won["high"]
    assert [seat["matches"] for seat in won["seats"]] == [3, 2]
    assert sum(seat["wins"] for seat in won["seats"]) == won["mao"]["wins"] + won["pe"]["wins"] == won["wins"]
    assert told["wins"]["per_hundred"] == [], "five matches are no hundred"
    rows = [json.loads(line) for line in Path("markov-training/rows.jsonl").read_text().splitlines()]
    assert won["wins"] == sum(row["winner"] == row["learner"] for row in rows)
    assert "novice" in train(*SHORT, "--against", "novice").out


def test_what_was_learned_plays_and_is_learned_on() -> None:
    train(*SHORT)
    file = "markov-training/matrices-000005.npz"
    said = knock("match", "truco", f"markov:{file}", "random", "--matches", "2", "--target", "12", "--json")
    assert said.code == 0, said.err
    told = json.loads(train(*SHORT, "--start", file, "--out", "on", "--json").out)
    assert told["learned"] == 10


def test_every_snapshot_can_be_read_by_people() -> None:
    train(*SHORT, "--csv")
    folders = sorted(path.name for path in Path("markov-training").iterdir() if path.is_dir())
    assert folders == ["matrices-000002", "matrices-000004", "matrices-000005"]
    text = Path("markov-training/matrices-000005/envido_win.csv").read_text()
    assert text.splitlines()[0].startswith(",0-0,0-1,")
    assert len(text.splitlines()) == 30


def test_ctrl_c_saves_and_says_how_to_go_on() -> None:
    asked = ("--matches", 100_000, "--save-every", 5, "--target", 12, "--out", "stopped")
    with start("markov", *asked) as run:
        wait_until(Path("stopped/matrices-000005.npz").exists, "the first save")
        break_off(run)
    saved = list(matrices("stopped"))
    assert {"checkpoint.npz", "matrices-000005.npz"} & set(saved), "of the last match there are matrices"


MISTAKES: dict[str, tuple[Any, ...]] = {
    "matches 0: expected at least 1": ("--matches", 0),
    "save-every 0: expected at least 1": ("--save-every", 0),
    "unknown agent 'nobody'": ("--against", "nobody"),
    "does not play truco": ("--against", "minimax"),
    "no setting 'aria'": ("--with", "aria=levels"),
    "area=wide: expected off or levels or kernel": ("--with", "area=wide"),
    "--with 'area': expected NAME=VALUE": ("--with", "area"),
    "area is given twice": ("--with", "area=off,area=levels"),
    "none.npz: cannot be read": ("--start", "none.npz"),
    "unknown truco preset 'house'": ("--preset", "house"),
    "target": ("--target", -3),
    "seed 'one': expected a whole number": ("--seed", "one"),
    "Got unexpected extra argument": ("now",),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words: str) -> None:
    assert refused(train(*MISTAKES[words]), words)
    assert list(Path().iterdir()) == []


def test_a_training_that_is_there_is_not_lost() -> None:
    train(*SHORT)
    before = matrices("markov-training")
    assert refused(train(*SHORT, "--seed", 4), "markov-training: holds a training with seed 3, not 4")
    assert refused(train(*SHORT, "--with", "step=adaptive"), "with switches step=fixed, not step=adaptive")
    assert matrices("markov-training") == before
    Path("file").write_text("")
    assert refused(train(*SHORT, "--out", "file"), "file: cannot be written")


def test_help() -> None:
    assert "markov" in knock("train").out
    assert "Usage: bolicho train markov" in train("--help").out
