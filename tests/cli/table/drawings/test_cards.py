"""Truco Paulista in the terminal, drawn as any card game is: a match to its end, calls by word or letter, the rules."""

from pathlib import Path

import pytest
from tests.cli.front_door import knock, record_of

TABLE = ("play", "paulista", "--against", "zap", "--seed", "4", "--no-store")
ANYTHING = "a\n1\ne\n"
"""Among these lines is one for every decision; the others are answered with a hint."""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-BR", ("sua jogada", "Truco Paulista", "manilha: ", "a mão vale 1", "fim da mão", "Placar:", "Revanche?")),
        ("en", ("your move", "Truco Paulista", "manilha: ", "the hand is worth 1", "end of the hand", "Rematch?")),
    ],
)
def test_a_match_is_played_to_its_end(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    file = tmp_path / "m.jsonl"
    more = ("--target", "6", "--language", language, "--record", str(file))
    said = knock(*TABLE, *more, typed=ANYTHING * 60)
    assert (said.code, said.err) == (0, "")
    assert all(word in said.out for word in words)
    record = record_of(file)
    assert record.finished
    assert max(record.scores) == 6


def test_a_mao_de_ferro_shows_backs_and_is_played_by_turning_cards_up(tmp_path: Path) -> None:
    """To two points: we run from its truco, it runs in its mão de onze, and it is one all."""
    file = tmp_path / "m.jsonl"
    deal = ("--deal", "7d / 6c 5h 4s / Qc Qh 3s", "--deal", "7d / Qc Qh 3s / 6c 5h 4s")
    said = knock(*TABLE, "--target", "2", "--language", "en", "--record", str(file), *deal, typed="c\n" + ANYTHING * 30)
    assert said.code == 0
    record = record_of(file)
    assert "Mão de ferro: nobody looks" in said.out
    assert record.units[-1].moves[:2] == ("escuro", "escuro")
    assert "░░░" in said.out


def test_who_names_nobody_meets_zap() -> None:
    said = knock("play", "paulista", "--seed", "4", "--no-store", "--language", "en", typed="q\n")
    assert (said.code, "zap 0" in said.out) == (0, True)


@pytest.mark.parametrize("typed", ["q\n", "queen of hearts\nq\n", "Qh\nq\n"])
def test_a_bare_q_leaves_also_with_a_queen_in_hand(typed: str) -> None:
    said = knock(*TABLE, "--deal", "6d / Qh 5h 4s / Qc 2h 3s", "--language", "en", typed=typed)
    assert said.code == 0
    assert "See you next time!" in said.out
    assert ("you: queen of hearts" in said.out) == (typed != "q\n")
