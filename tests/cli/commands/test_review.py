"""`bolicho review`: the worst moves, the better ones, and luck apart; one line for what cannot be reviewed."""

import json
from pathlib import Path

import pytest
from tests.cli.front_door import knock, refused

import bolicho


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = bolicho.game("truco", target=4)
    record = bolicho.play_match(game, [bolicho.agent(name, game) for name in ("random", "sound")], seed=2)
    path = tmp_path_factory.mktemp("review") / "m.jsonl"
    path.write_text(record.to_json() + "\n")
    return path


@pytest.mark.parametrize(
    ("language", "said"), [("en", "What cost random most"), ("pt-BR", "O que mais custou a random")]
)
def test_a_person_reads_the_worst_moves_and_what_would_be_better(file: Path, language: str, said: str) -> None:
    told = knock("review", str(file), "--language", language)
    assert told.code == 0
    assert said in told.out
    assert ("Better:" if language == "en" else "Melhor:") in told.out


def test_a_program_reads_everything(file: Path) -> None:
    told = json.loads(knock("review", str(file), "--json").out)
    assert [seat["agent"] for seat in told["seats"]] == ["random", "sound"]
    decisions = [one for unit in told["units"] for one in unit["decisions"]]
    assert all({"unit", "ply", "seat", "move", "mark"} <= set(one) for one in decisions)
    assert all(one["loss"] > 0 and one["best"] for one in decisions if one["mark"] in ("mistake", "blunder"))


def test_what_cannot_be_reviewed_is_one_line(file: Path, tmp_path: Path) -> None:
    assert refused(knock("review", str(file), "--match", "3"), "--match 3", "0 to 0")
    assert refused(knock("review", str(tmp_path / "none.jsonl")), "none.jsonl")
    assert refused(knock("review", str(file), "--by", "sound"), "sound", "worth")
    (tmp_path / "bad.jsonl").write_text('{"game": "truco"}\n')
    assert refused(knock("review", str(tmp_path / "bad.jsonl")), "bad.jsonl")
