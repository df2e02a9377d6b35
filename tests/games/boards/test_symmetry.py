"""Symmetries of boards: squares turn and mirror in eight ways, and a turned position has the same shape and worth."""

import pytest

import bolicho
from bolicho.games import GAMES
from bolicho.games.boards.rules import Position
from bolicho.games.boards.symmetry import shape, symmetries
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import worth_at


@pytest.mark.parametrize(("game", "ways"), [("tapatan", 8), ("shisima", 16), ("tsoro-yematatu", 2), ("damas", 1)])
def test_a_board_has_as_many_as_its_drawing(game: str, ways: int) -> None:
    assert len(symmetries(GAMES.make(game).board)) == ways


def test_a_mirrored_position_has_the_same_shape_and_another_one_has_not() -> None:
    board = GAMES.make("tapatan").board
    assert shape(board, Position("121000212", 0)) == shape(board, Position("212000121", 0))
    assert shape(board, Position("121000212", 0)) == shape(board, Position("212000121", 1))
    assert shape(board, Position("121000212", 0)) != shape(board, Position("112000212", 0))


@pytest.mark.parametrize("game", SHIPPED)
def test_positions_of_one_shape_are_worth_the_same(game: str) -> None:
    rules = GAMES.make(game)
    known: dict[str, tuple[int, int]] = {}
    for seed in range(12):
        record = bolicho.play_match(rules, [bolicho.agent("random", rules)] * 2, seed=seed)
        for state in bolicho.replay(record, rules):
            if not state.over:
                worth = worth_at(rules.board, state.position).worth
                assert known.setdefault(shape(rules.board, state.position), worth) == worth
