"""``bolicho train qlearning``: what it writes and prints, Ctrl-C, and a real kill in the middle."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.commands.train.running import break_off, start, wait_until
from tests.cli.front_door import Printed, knock, refused
from tests.cli.test_words import placeholders

from bolicho.core.words import LANGUAGES


def train(*words: object) -> Printed:
    return knock("train", "qlearning", *(str(word) for word in words))


def arrays(path: Path) -> tuple[Any, Any, Any]:
    with np.load(path) as file:
        return file["q"].tolist(), file["visits"].tolist(), json.loads(str(file["header"]))


def test_it_tells_and_saves() -> None:
    said = train("tapatan", "--episodes", 3000, "--csv", "q.csv")
    assert said.code == 0, said.err
    assert "--against qlearning:qlearning-tapatan.npz" in said.out
    assert "3,000" in said.out
    assert Path("q.csv").read_text().startswith("key,position,move,value,visits\n")
    assert sorted(path.name for path in Path().iterdir()) == ["q.csv", "qlearning-tapatan.npz"]


def test_json() -> None:
    said = train("pong-hau-ki", "--episodes", 500, "--against", "minimax:4", "--seat", "second", "--json")
    told = json.loads(said.out)
    assert (told["game"], told["episodes"], len(told["curve"])) == ("pong-hau-ki", 500, 100)
    assert told["settings"]["rival"] == "minimax:4"
    assert set(told["against_random"]["first"]) == {"wins", "draws", "losses", "rate", "low", "high"}
    assert told["against_random"]["first"]["low"] <= told["against_random"]["first"]["rate"]


def test_the_same_seed_the_same_table() -> None:
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        train("tapatan", "--episodes", 2000, "--seed", seed, "--out", f"{name}.npz")
    a, b, c = (arrays(Path(f"{name}.npz")) for name in "abc")
    assert a == b
    assert a[0] != c[0]


def test_resuming_gives_the_table_of_one_go() -> None:
    train("tapatan", "--episodes", 3000, "--decay", 2000, "--out", "whole.npz", "--save-every", 1000)
    train("tapatan", "--episodes", 1234, "--decay", 2000, "--out", "parts.npz")
    assert train("tapatan", "--episodes", 3000, "--out", "parts.npz").code == 0
    assert arrays(Path("whole.npz"))[:2] == arrays(Path("parts.npz"))[:2]


def test_ctrl_c_saves_and_says_how_to_go_on() -> None:
    path = Path("stopped.npz")
    with start("qlearning", "tapatan", "--episodes", 1_000_000_000, "--save-every", 200_000, "--out", path) as run:
        wait_until(path.exists, "the first save")
        break_off(run)
    assert arrays(path)[2]["episodes"] > 0


MISTAKES = {
    "board games only": ("truco",),
    "unknown game 'chess'": ("chess",),
    "rival 'me'": ("tapatan", "--against", "me"),
    "alpha 3": ("tapatan", "--alpha", "3"),
    "seat 'third'": ("tapatan", "--seat", "third"),
    "ending in .npz": ("tapatan", "--out", "table.txt"),
    "no such directory": ("tapatan", "--out", "nowhere/q.npz"),
    "episodes -1: expected at least 0": ("tapatan", "--episodes", "-1"),
    "Missing argument": (),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words: str) -> None:
    assert refused(train(*MISTAKES[words]), words)
    assert list(Path().iterdir()) == []


def test_a_table_that_is_there_is_not_lost() -> None:
    train("tapatan", "--episodes", 500, "--out", "q.npz")
    before = Path("q.npz").read_bytes()
    assert refused(train("tapatan", "--out", "q.npz", "--alpha", 0.5), "holds a training with alpha 0.2, not 0.5")
    assert refused(train("tapatan", "--out", "q.npz", "--episodes", 10), "500 episodes are done; ask for as many")
    assert refused(train("tapatan", "--out", "q.npz", "--decay", 9), "holds a training with decay 375.0, not 9.0")
    assert refused(train("pong-hau-ki", "--out", "q.npz"), "of tapatan, not of pong-hau-ki")
    assert Path("q.npz").read_bytes() == before
    Path("q.npz").write_bytes(before[:100])
    assert refused(train("tapatan", "--out", "q.npz"), "q.npz", "damaged")


def test_the_same_command_tells_a_finished_training_again_and_the_old_word_for_it_is_still_taken() -> None:
    told = train("tapatan", "--episodes", 500, "--out", "q.npz", "--json").out
    before = Path("q.npz").read_bytes()
    assert train("tapatan", "--episodes", 500, "--out", "q.npz", "--json").out == told
    again = train("tapatan", "--episodes", 500, "--out", "q.npz", "--json", "--resume")
    assert (again.out, again.code) == (told, 0)
    assert "--resume is not needed any more" in again.err
    assert Path("q.npz").read_bytes() == before


def test_help() -> None:
    assert "qlearning" in knock("train").out
    assert knock("train").out == knock("train", "--help").out
    assert "Usage: bolicho train qlearning" in train("--help").out
    assert refused(knock("train", "nothing"), "No such command 'nothing'")


def test_both_languages_say_the_same_things() -> None:
    tables: dict[str, Any] = tomllib.loads(
        (files("bolicho.cli.commands.train") / "words.toml").read_text(encoding="utf-8")
    )
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}
    assert "A tabela agora vence" in train("tapatan", "--episodes", 100, "--language", "pt").out
