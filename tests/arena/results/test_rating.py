"""Ratings: they find known strengths, stay finite, and say how much is not known."""

from random import Random

import numpy as np
import pytest
from tests.arena.coins import by_strength, thrown

from bolicho.arena.results.rating import MEAN, SCALE, expected, ratings, strengths


def test_known_strengths_are_found_again() -> None:
    known = (1.2, 0.6, 0.0, -0.5, -1.3)
    found = ratings(thrown(by_strength(known), 5, 2000, Random(1)), 5)
    for agent, strength in enumerate(known):
        assert found.means[agent] == pytest.approx(MEAN + SCALE * strength, abs=12)
    assert np.mean(found.means) == pytest.approx(MEAN)


def test_four_hundred_points_are_ten_to_one() -> None:
    found = ratings(thrown(lambda a, b: 10 / 11, 2, 3000, Random(2)), 2)
    gap = found.difference(0, 1)
    assert gap.mean == pytest.approx(400, abs=25)
    assert expected(found.means[0], found.means[1]) == pytest.approx(10 / 11, abs=0.01)


def test_who_wins_everything_is_rated_high_and_finite_and_not_surely() -> None:
    few, many = (ratings(thrown(lambda a, b: 1.0 - 1e-12, 3, boards, Random(3)), 3) for boards in (10, 200))
    for found in (few, many):
        best = found.of(0)
        assert best.mean is not None
        assert best.low is not None
        assert best.high is not None
        assert MEAN < best.low < best.mean < best.high < 10_000
    assert (many.of(0).mean or 0) > (few.of(0).mean or 0)


def test_more_boards_make_the_interval_narrower() -> None:
    widths = []
    for boards in (20, 320):
        gap = ratings(thrown(by_strength((0.3, 0)), 2, boards, Random(4)), 2).difference(0, 1)
        assert gap.low is not None
        assert gap.high is not None
        widths.append(gap.high - gap.low)
    assert widths[1] == pytest.approx(widths[0] / 4, rel=0.35)


def test_the_rating_does_not_depend_on_the_order_of_the_rows_but_on_the_seed() -> None:
    rows = thrown(by_strength((0.5, 0, -0.5)), 3, 25, Random(5))
    mixed = list(rows)
    Random(6).shuffle(mixed)
    assert [ratings(rows, 3, 1).of(n) for n in range(3)] == [ratings(mixed, 3, 1).of(n) for n in range(3)]
    assert ratings(rows, 3, 1).of(0) != ratings(rows, 3, 2).of(0)
    assert ratings(rows, 3, 1).of(0).mean == ratings(rows, 3, 2).of(0).mean


def test_who_never_met_is_compared_through_others_and_else_not_at_all() -> None:
    chain = thrown(by_strength((1, 0, -1)), 3, 3000, Random(7), pairs=[(0, 1), (1, 2)])
    assert ratings(chain, 4).difference(0, 2).mean == pytest.approx(2 * SCALE, abs=25)
    assert ratings(chain, 4).of(3) == (None, None, None)
    islands = thrown(by_strength((1, 0, 0, -1)), 4, 50, Random(8), pairs=[(0, 1), (2, 3)])
    assert ratings(islands, 4).difference(0, 1).mean is not None
    assert ratings(islands, 4).difference(0, 3) == (None, None, None)


def test_a_draw_is_half_a_win_of_each() -> None:
    table = np.array([[[0, 20.0], [20.0, 0]], [[0, 40.0], [0, 0]]])
    even, _ = strengths(table + 0.5 * (1 - np.eye(2)))
    assert even[0] == pytest.approx(even[1])
