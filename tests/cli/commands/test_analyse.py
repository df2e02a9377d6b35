"""`bolicho analyse`: every legal move valued by what the seat knows, and one line for what cannot be."""

import json
from typing import Any

import pytest
from tests.cli.front_door import knock, refused

import bolicho
from bolicho.core.hooks import analysed
from bolicho.learn.boards.solution import worth_at

MOVES = ("truco", "quero", "4b", "2c", "12o")


def asked(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(knock("analyse", *words, "--json").out)
    return found


def test_the_moves_of_a_hand_of_truco_are_valued_in_chances_to_win_the_match() -> None:
    told = asked("truco", "1e 4b 7e / 3b 2c 12o", *MOVES)
    values = {row["move"]: row["value"] for row in told["moves"]}
    assert told["unit"] == "match"
    assert told["seat"] == 0
    assert set(values) == {"1e", "7e", "baralho"}
    # the seven is enough to beat the twelve; the ace is kept for the last round
    assert 1 > values["7e"] > values["1e"] > values["baralho"] > 0
    assert min(row["loss"] for row in told["moves"]) == 0
    assert 0 <= told["gap"] < 0.01


def test_the_score_changes_what_a_move_is_worth() -> None:
    deal = ("truco", "1e 4b 7e / 3b 2c 12o", *MOVES)
    behind, ahead = asked(*deal, "--start", "score=3-20"), asked(*deal, "--start", "score=20-3")
    assert all(less["value"] < more["value"] for less, more in zip(behind["moves"], ahead["moves"], strict=True))


def test_cards_that_the_seat_does_not_see_change_nothing() -> None:
    one, other = (asked("truco", f"1e 4b 7e / {rival} 2c 12o", *MOVES) for rival in ("3b", "5o"))
    assert one == other


def test_a_board_is_valued_exactly() -> None:
    game = bolicho.game("tapatan")
    view = game.start(game.parse_deal("121000212 1")).view(0)
    told = analysed(bolicho.agent("perfect", game=game), view)
    assert told is not None
    assert told.gap is None
    assert [one.value for one in told.moves] == [worth.value for worth in worth_at(view.board, view.position).moves]
    assert asked("tapatan", "121000212 1")["exact"]


def test_a_person_reads_the_losses_that_the_data_have() -> None:
    """In the first round a loss is measured by play, not read off the values."""
    deal = ("truco", "1e 7o 4c / 3b 2c 12o", "4c")
    data, lines = asked(*deal), knock("analyse", *deal, "--language", "en").out.splitlines()
    assert not data["exact"]
    losses = sorted(f"{abs(100 * row['loss']):.1f}" for row in data["moves"])
    told = [line.split("%", 1)[1].split()[0].lstrip("−-") for line in lines if "%" in line][: len(losses)]
    assert sorted(told) == losses


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_a_person_reads_a_table(language: str) -> None:
    told = knock("analyse", "truco", "1e 4b 7e / 3b 2c 12o", *MOVES, "--language", language).out
    assert ("57.2 %" if language == "en" else "57,2 %") in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("truco", "1e 4b 7e / 3b 2c 12o", "4b", "--option", "flor=off"), "cannot analyse this position"),
        (("rikken", "x"), "nobody analyses this game"),
        (("truco", "1e 4b 7e / 3b 2c 12o", "--start", "scor=1"), "expected score, mano"),
        (("truco", "1e 4b 7e / 3b 2c 12o", "--start", "score=x"), "expected score=NUMBER"),
        (("truco", "1e 4b 7e / 3b 2c 12o", "4c"), "illegal move '4c'"),
        (("truco", "1e 4b 7e / 3b 2c 12o", "baralho", "4b"), "move 2 '4b': it is over already"),
        (("truco", "1e 4b 7e / 3b 2c 12o", "baralho"), "nobody is to decide"),
        (("truco", "1e 4b 7e / 3b 2c 12o", "4b", "2c", "--by", "sound"), "sound cannot analyse this position"),
        (("tapatan", "zz"), "zz"),
    ],
)
def test_what_cannot_be_analysed_is_told_in_one_line(words: tuple[str, ...], why: str) -> None:
    assert refused(knock("analyse", *words, "--language", "en"), why)
