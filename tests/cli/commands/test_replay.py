"""Stepping through records: on a pipe, by keys, and everything that can be wrong with a file."""

import json
import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import Printed, knock, refused

import bolicho
from bolicho.cli.table import stepper
from bolicho.cli.table.screen import Screen

DEAL = "1e 7o 4c / 3b 2c 12o"


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A file with one match between agents, their reasons kept."""
    game = bolicho.game("truco", target=6, preset="ufsm-web")
    agents = [bolicho.agent(name, game) for name in ("sound", "random")]
    record = bolicho.play_match(game, agents, seed=8, keep_why=True)
    bolicho.write_records(tmp_path / "m.jsonl", [record])
    return tmp_path / "m.jsonl"


def test_every_step_is_printed_with_both_hands(played: Path) -> None:
    (record,) = bolicho.read_records(played)
    said = knock("replay", str(played))
    assert said.code == 0
    steps = len(list(bolicho.replay(record)))
    assert said.out.count("sound × random · hand ") == steps
    assert said.out.count("cards dealt") == len(record.units)
    theirs = record.units[0].deal.partition(" / ")[2]
    assert theirs in said.out
    assert "won the match" in said.out
    assert "│" in said.out


def test_one_step(played: Path) -> None:
    said = knock("replay", str(played), "--unit", "1", "--ply", "0", "--language", "pt-BR")
    assert said.out.count(" · mão ") == 1
    assert "mão 2/" in said.out
    assert knock("replay", str(played), "--unit", "1").out.count("cards dealt") == 1


def test_through_the_eyes_of_one_seat(tmp_path: Path) -> None:
    moves = ("(12o)", "7o", "4c", "2c")
    file = write(tmp_path, good(moves=moves, context={"score": [0, 0], "mano": 1}, options={"face_down": "any"}))
    both = knock("replay", str(file)).out
    assert "(12 of ouros)" in both
    assert "3b" in both
    mine = knock("replay", str(file), "--seat", "0").out
    assert "12o" not in mine
    assert "12 of ouros" not in mine
    assert "3b" not in mine
    assert "a card face down" in mine
    theirs = knock("replay", str(file), "--seat", "1").out
    assert "1e" not in theirs
    told = json.loads(knock("replay", str(file), "--seat", "0", "--json").out)
    assert "12o" not in json.dumps(told)
    assert "3b" not in json.dumps(told)


def test_reasons_stay_on_their_side(played: Path) -> None:
    assert "among" in knock("replay", str(played)).out
    assert "among" in knock("replay", str(played), "--seat", "1").out
    assert "among" not in knock("replay", str(played), "--seat", "0").out


def test_json(played: Path) -> None:
    (record,) = bolicho.read_records(played)
    told = json.loads(knock("replay", str(played), "--json").out)
    assert told["agents"] == ["sound", "random"]
    assert told["scores"] == list(record.scores)
    assert len(told["steps"]) == len(list(bolicho.replay(record)))
    assert [step["move"] for step in told["steps"] if step["unit"] == 0][1:] == list(record.units[0].moves)
    assert {view["seat"] for view in told["steps"][0]["views"]} == {0, 1}
    (one,) = json.loads(knock("replay", str(played), "--json", "--ply", "1").out)["steps"]
    assert (one["unit"], one["ply"]) == (0, 1)


def test_several_records_are_listed(played: Path) -> None:
    played.write_text(played.read_text() * 3)
    said = knock("replay", str(played))
    assert "There are 3 matches" in said.out
    assert said.out.count("sound × random") == 3
    assert knock("replay", str(played), "--match", "2").out.count("cards dealt")
    assert knock("replay", str(played), "--list").out.count("won") == 3
    assert [
        entry["match"] for entry in json.loads(knock("replay", str(played), "--list", "--json").out)["records"]
    ] == [0, 1, 2]
    assert refused(knock("replay", str(played), "--match", "3"), "--match 3", "0 to 2")


def test_an_unfinished_match(tmp_path: Path) -> None:
    said = knock("replay", str(write(tmp_path, good(moves=["1e"]))))
    assert said.code == 0
    assert "Unfinished match" in said.out
    assert knock("replay", str(write(tmp_path, good() | {"units": []}))).code == 0


def test_names_and_reasons_cannot_steer_the_terminal(tmp_path: Path) -> None:
    data = good(moves=["1e"]) | {"agents": ["a\x1b[2J[bold]", "b"]}
    data["units"][0]["decisions"] = [
        {"why": {"rule": "r\x1b[31m", "facts": {"x\x07": "\x1b]0;t"}, "words": "antigravity"}}
    ]
    said = knock("replay", str(write(tmp_path, data)))
    assert said.code == 0
    assert not {"\x1b", "\x07"} & set(said.out)
    assert "a?[2J[bold]" in said.out


@pytest.mark.parametrize(
    ("keys", "places"),
    [
        (["C", "n", "\r", "q"], [(1, 0), (1, 1), (1, 2), (1, 3)]),
        (["D", "n", "p", "q"], [(1, 0), (1, 0), (1, 1), (1, 0)]),
        (["B", "B", "A", "q"], [(1, 0), (2, 0), (3, 0), (2, 0)]),
        (["3", "\r", "7", "9", "\r", "?", "q"], [(1, 0), (3, 0), (3, 0), (3, 0)]),
    ],
)
def test_keys(played: Path, monkeypatch: pytest.MonkeyPatch, keys: list[str], places: list[tuple[int, int]]) -> None:
    pressed: Iterator[str] = iter(keys)
    monkeypatch.setattr(stepper, "keyboard", lambda: nullcontext(lambda: next(pressed)))
    monkeypatch.setattr(Screen, "live", property(lambda _: True, lambda _, __: None), raising=False)
    said = knock("replay", str(played))
    assert said.code == 0
    lines = [line for line in said.out.splitlines() if " · hand " in line]
    shown = [re.search(r"hand (\d+)/\d+ · ply (\d+)/", line) for line in lines]
    assert [(int(found[1]), int(found[2])) for found in shown if found] == places


# ── files that cannot be replayed ─────────────────────────────────────────────────────────────────────────────────


def good(moves: Any = ("1e", "3b"), **changes: Any) -> dict[str, Any]:
    """The data of a record with one hand that is going on."""
    unit = {
        "deal": DEAL,
        "context": {"score": [0, 0], "mano": 0},
        "moves": list(moves),
        "scores": [0, 0],
        "over": False,
    }
    options = changes.pop("options", {})
    return {
        "bolicho": 1,
        "game": "truco",
        "version": "1",
        "options": options,
        "agents": ["a", "b"],
        "seed": None,
        "match": 0,
        "units": [unit | changes],
        "scores": [0, 0],
        "winner": None,
        "finished": False,
        "forfeit": None,
        "notes": {},
    }


def write(folder: Path, data: Any) -> Path:
    file = folder / "record.jsonl"
    file.write_text(data if isinstance(data, str) else json.dumps(data) + "\n")
    return file


def test_the_good_one_is_good(tmp_path: Path) -> None:
    assert knock("replay", str(write(tmp_path, good()))).code == 0


WRONG: dict[str, Any] = {
    "no record in it": "\n\n",
    "not a record: ": "{",
    " of 60": json.dumps(good())[:60],
    "expected an object, found a list": "[]",
    "record.bolicho: format 2": good() | {"bolicho": 2},
    "record.seed: expected a whole number": good() | {"seed": "7"},
    "unknown game 'chess'": good() | {"game": "chess"},
    "record.version: rules '0'": good() | {"version": "0"},
    "unknown truco option 'speed'": good(options={"speed": 1}),
    "record.agents": good() | {"agents": ["a"], "units": [], "scores": [0]},
    "record.units[0]: deal '1e'": good(deal="1e"),
    "no card '9z'": good(deal="9z 7o 4c / 3b 2c 12o"),
    "record.units[0]: score [0, 24]": good(context={"score": [0, 24], "mano": 0}),
    "record.units[0]: mano 2": good(context={"score": [0, 0], "mano": 2}),
    "unexpected keyword argument": good(context={"score": [0, 0], "mano": 0, "wind": 3}),
    "record.units[0].moves[1]: illegal move '4c'": good(moves=["1e", "4c"]),
    "record.units[0].moves[0]: illegal move": good(moves=["tr\x1bco"]),
    "record.units[0].scores: [1, 0]": good(scores=[1, 0]),
    "record.scores: [1, 0]": good() | {"scores": [1, 0]},
    "only the last unit may be unfinished": good() | {"units": good()["units"] * 2},
}


@pytest.mark.parametrize("words", WRONG)
def test_files_that_are_refused(tmp_path: Path, words: str) -> None:
    file = write(tmp_path, WRONG[words])
    before = file.read_bytes()
    assert refused(knock("replay", str(file)), words, "record.jsonl")
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_the_line_is_named(tmp_path: Path) -> None:
    text = json.dumps(good())
    assert refused(knock("replay", str(write(tmp_path, f"{text}\n\n{text[:-9]}\n"))), "record.jsonl line 3")
    assert refused(knock("replay", str(write(tmp_path, f"{text}\n{text}\n")), "--match", "-1"), "--match -1")


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    missing, folder, raw = (knock("replay", str(place)) for place in (tmp_path / "no", tmp_path, tmp_path / "bytes"))
    assert refused(missing, "No such file")
    assert refused(folder, "directory")
    assert refused(raw, "not UTF-8")


@pytest.mark.parametrize("args", [("--unit", "9"), ("--unit", "-1"), ("--ply", "99"), ("--seat", "2"), ("--seat", "x")])
def test_places_that_are_not_there(tmp_path: Path, args: tuple[str, str]) -> None:
    said: Printed = knock("replay", str(write(tmp_path, good())), *args)
    assert refused(said, args[0], args[1])
