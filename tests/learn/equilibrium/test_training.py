"""What runs learned is added up, left out where it was hardly reached, and worth what it is worth in a match."""

import numpy as np
import pytest

from bolicho.learn.equilibrium.bracket import hashed
from bolicho.learn.equilibrium.match_worth import guessed, induced
from bolicho.learn.equilibrium.packed_strategy import quantised
from bolicho.learn.equilibrium.table import KnownSituations, merged


def test_what_was_hardly_reached_is_left_out() -> None:
    known = KnownSituations(np.array([3, 8], np.uint64), np.array([2, 2]), np.array([1.0, 1.0, 9.0, 1.0]))
    kept = known.keep(1)
    assert kept.keys.tolist() == [8]
    assert quantised(kept).tolist() == [90, 10]


def test_runs_add_up_situation_by_situation() -> None:
    one = KnownSituations(np.array([3, 8], np.uint64), np.array([2, 3]), np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    two = KnownSituations(np.array([8, 9], np.uint64), np.array([3, 2]), np.array([10.0, 20.0, 30.0, 7.0, 8.0]))
    both = merged([one, two])
    assert both.keys.tolist() == [3, 8, 9]
    assert both.sums.tolist() == [1.0, 2.0, 13.0, 24.0, 35.0, 7.0, 8.0]
    keys, places, numbers = hashed(both)
    assert sorted(keys[keys > 0].tolist()) == [3, 8, 9]
    assert numbers[places[np.flatnonzero(keys == 8)[0]]] == 13.0


def test_equal_players_are_worth_half_and_who_lacks_less_is_ahead() -> None:
    worth = guessed(12)
    for lack in range(1, 13):
        assert worth[lack, lack, 1] + worth[lack, lack, 0] == pytest.approx(1.0)
        assert worth[lack, lack, 1] == pytest.approx(0.5)
    assert worth[1, 12, 1] > 0.9
    assert np.all(np.diff(worth[1:, 6, 1]) < 0)


def test_a_hand_that_always_pays_the_mao_one_point_is_induced_exactly() -> None:
    square = np.zeros((4, 4))
    square[1, 0] = 1
    worth = induced({(a, b): square for a in range(1, 4) for b in range(1, 4)}, 3)
    assert worth[1, 1, 1] == 1.0
    assert worth[2, 1, 1] == 0.0  # one point now, then the rival is mão and needs one
    assert worth[2, 2, 1] == 1.0
