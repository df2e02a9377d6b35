"""Puzzles are made from play: the same again from the same seed, of games that somebody can analyse."""

import pytest

from bolicho.core.errors import BadInput
from bolicho.play.puzzles.make import puzzles
from bolicho.play.puzzles.puzzle import MARGIN, shipped
from bolicho.play.puzzles.rating import rating


def test_the_same_seed_makes_the_same_puzzles_and_another_makes_others() -> None:
    told: list[tuple[int, int]] = []
    first = puzzles("tapatan", 8, 3, lambda done, total: told.append((done, total)))
    assert first == puzzles("tapatan", 8, 3)
    assert first != puzzles("tapatan", 8, 4)
    assert told[-1] == (8, 8)
    assert [one.rating for one in first] == sorted(one.rating for one in first)


def test_each_has_one_answer_and_no_theme_takes_all() -> None:
    made = puzzles("three-mens-morris", 10, 5)
    assert all(one.margin >= MARGIN["game"] for one in made)
    assert max([one.theme for one in made].count(theme) for theme in {one.theme for one in made}) <= 4


def test_a_game_that_nobody_analyses_has_none() -> None:
    with pytest.raises(BadInput, match="nobody analyses"):
        puzzles("rikken", 3)


def test_what_fewer_agents_find_is_rated_higher() -> None:
    assert rating(0.2) > rating(0.5) == 1500 > rating(0.8)
    assert rating(0.0) == 2100
    assert rating(1.0) == 900


def test_the_shipped_ones_are_those_of_seed_one() -> None:
    known = [one for one in shipped().values() if one.game == "tapatan"]
    assert puzzles("tapatan", len(known), 1) == known
