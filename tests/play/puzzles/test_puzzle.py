"""Puzzles that come with the house: each has one best answer, surely, and nobody needs hidden cards to find it."""

from collections import Counter

import pytest

import bolicho
from bolicho.core.errors import BadInput
from bolicho.core.hooks import analysed
from bolicho.games.face import face_of
from bolicho.learn.boards.solution import worth_at
from bolicho.play.puzzles.puzzle import (
    CARD_THEMES,
    MARGIN,
    THEMES,
    Puzzle,
    margin,
    read_puzzle,
    same_as,
    shipped,
    theme_of,
)
from bolicho.play.review import analyst_of

ALL = list(shipped().values())
BOARDS = [one for one in ALL if one.unit == "game"]
TRUCO = [one for one in ALL if one.game == "truco"]


def solved_again(puzzle: Puzzle) -> float:
    """What every other move gives away when the analyst looks at the position anew."""
    game = bolicho.game(puzzle.game)
    found = analysed(bolicho.agent(analyst_of(game), game), puzzle.view)
    assert found is not None
    answers = same_as(game, puzzle.state, puzzle.answer)
    assert found.choice.move in answers
    return margin(found, answers)


def test_there_are_three_hundred_of_boards_and_three_hundred_of_truco() -> None:
    assert len(BOARDS) >= 300
    assert len(TRUCO) >= 300
    assert {one.theme for one in ALL} == set(THEMES)


def test_on_boards_every_answer_is_the_only_one_that_wins_or_the_only_one_that_does_not_lose() -> None:
    for puzzle in BOARDS:
        view = puzzle.view
        exact = worth_at(view.board, view.position)
        values = {move: worth.value for move, worth in zip(view.moves, exact.moves, strict=True)}
        best = values.pop(puzzle.answer)
        assert best > max(values.values()), puzzle
        assert best == (0 if puzzle.theme == "save" else 1)
        told = [(one.move, one.value, one.distance) for one in puzzle.analysis.moves]
        assert told == [(m, w.value, w.distance) for m, w in zip(view.moves, exact.moves, strict=True)]


def test_a_win_is_counted_in_own_moves() -> None:
    for puzzle in BOARDS:
        view = puzzle.view
        distance = worth_at(view.board, view.position).worth.distance
        assert puzzle.distance == (None if puzzle.theme == "save" else (distance + 1) // 2)


def test_no_two_are_the_same_but_for_a_symmetry() -> None:
    shapes = Counter((one.game, face_of(one.rules).shape(one.state)) for one in ALL)
    assert max(shapes.values()) == 1


def test_every_answer_is_legal_and_every_other_move_surely_gives_something_away() -> None:
    for puzzle in ALL:
        assert puzzle.answer in puzzle.view.moves
        assert puzzle.margin >= MARGIN[puzzle.unit]
        assert puzzle.theme == theme_of(puzzle.rules, puzzle.view.moves, puzzle.answer, puzzle.analysis)
        assert 800 <= puzzle.rating <= 2200


def test_what_is_told_before_does_not_tell_a_card_from_a_call_nor_a_yes_from_a_fold() -> None:
    told = Counter((one.asks, one.theme) for one in TRUCO)
    assert {theme for asks, theme in told if asks == "turn"} >= {"card", "call"}
    assert {theme for asks, theme in told if asks == "reply"} >= {"answer", "fold"}
    assert {one.asks for one in TRUCO}.isdisjoint(CARD_THEMES)


def test_files_are_sorted_by_rating_and_a_puzzle_is_read_as_it_was_written() -> None:
    for game in {one.game for one in ALL}:
        ratings = [one.rating for one in ALL if one.game == game]
        assert ratings == sorted(ratings)
    assert all(read_puzzle(one.to_json()) == one for one in ALL[::20])


def test_to_go_to_the_deck_is_the_same_as_no_where_both_pay_the_same() -> None:
    folds = [one for one in TRUCO if one.theme == "fold" and one.answer == "nao-quero"]
    assert folds
    same = [one for one in folds if one.right("baralho")]
    assert same
    for one in same:
        assert one.state.play("baralho").scores == one.state.play("nao-quero").scores


@pytest.mark.parametrize("puzzle", TRUCO[::70], ids=lambda one: one.id)
def test_truco_solved_again_has_the_same_answer(puzzle: Puzzle) -> None:
    assert solved_again(puzzle) >= MARGIN[puzzle.unit] - 1e-3


@pytest.mark.endurance
def test_every_truco_puzzle_solved_again_has_the_same_answer() -> None:
    for puzzle in TRUCO:
        assert solved_again(puzzle) >= MARGIN[puzzle.unit] - 1e-3, puzzle.id


GOOD = BOARDS[0].to_json()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "column"),
        ("[]", "expected an object with game"),
        (GOOD.replace('"game":"', '"game":"x', 1), "unknown game"),
        (GOOD.replace(f'"answer":"{BOARDS[0].answer}"', '"answer":"z9"'), "not legal"),
        (GOOD.replace('"moves":[]', '"moves":["z9"]', 1), "illegal move"),
        (GOOD.replace('"value":-1.0', '"value":1.0').replace('"value":0.0', '"value":1.0'), "not the only good one"),
        (GOOD.replace('"rating":', '"rating":"x","a":'), "expected an object"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_one_line(line: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        read_puzzle(line)
    assert "\n" not in str(refused.value)
