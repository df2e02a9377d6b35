"""`bolicho puzzles`: what there is, one solved at the terminal, new ones made; one line for what is wrong."""

import json
from pathlib import Path

import pytest
from tests.cli.front_door import knock, refused

from bolicho.play.puzzles.puzzle import read_puzzles, shipped


def test_alone_it_counts_them_by_game_and_theme() -> None:
    told = knock("puzzles").out
    assert "tapatan" in told
    assert "win-2" in told
    counts = json.loads(knock("puzzles", "--json").out)
    assert sum(sum(themes.values()) for themes in counts.values()) == len(shipped())


@pytest.mark.parametrize(("language", "right", "wrong"), [("en", "Right", "is better"), ("pt-BR", "Isso aí", "melhor")])
def test_a_move_is_answered_with_a_verdict_and_what_every_move_is_worth(
    tmp_path: Path, language: str, right: str, wrong: str
) -> None:
    one = next(one for one in shipped().values() if one.game == "tapatan" and one.theme == "win-1")
    file = tmp_path / "one.jsonl"
    file.write_text(one.to_json() + "\n")
    other = next(move for move in one.view.moves if move != one.answer)
    typed = ("puzzles", "solve", "--file", str(file), "--language", language)
    told = knock(*typed, typed=f"nothing\n{one.answer}\n")
    assert right in told.out
    assert "Exact" in told.out or "Exato" in told.out
    assert wrong in knock(*typed, typed=f"{other}\n").out
    assert right not in knock(*typed, typed="q\n").out


def test_a_truco_puzzle_comes_with_the_sentence_of_the_analyst() -> None:
    told = knock("puzzles", "solve", "truco", "--theme", "card", "--seed", "1", "--language", "en", typed="1\n2\n3\n")
    assert "chance to win the match" in told.out


def test_new_ones_are_made_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "new.jsonl"
    told = knock("puzzles", "make", "tapatan", "--count", "3", "--seed", "2", "--out", str(file), "--language", "en")
    assert "3 puzzles" in told.out
    assert len(list(read_puzzles(file))) == 3


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    assert refused(knock("puzzles", "solve", "chess"), "no such puzzle", "tapatan")
    assert refused(knock("puzzles", "solve", "--file", str(tmp_path / "none")), "none")
    assert refused(knock("puzzles", "make", "rikken", "--out", str(tmp_path / "a")), "nobody analyses")
    assert refused(knock("puzzles", "make", "tapatan", "--out", str(tmp_path)), "folder")
    (tmp_path / "bad").write_text("{}\n")
    assert refused(knock("puzzles", "solve", "--file", str(tmp_path / "bad")), "bad line 1")
