"""The compiled best response: right where it can be checked by hand, and its two ends hold what lies between."""

import numpy as np
import pytest

from bolicho.games.truco import Truco
from bolicho.learn.equilibrium.bracket import Judge, bracket
from bolicho.learn.equilibrium.packed_strategy import pack, unpack
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.table import KnownSituations
from bolicho.learn.equilibrium.training import POINTS

EVEN = unpack(pack(KnownSituations(np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0)), Shape(), POINTS))
"""A player who has learned nothing plays every move that is weighed equally often."""
LADDER = Truco(envido="off", flor="off").rules


def test_against_even_play_the_self_play_value_is_what_many_random_hands_pay() -> None:
    # 30,000 hands of each, played by the rules at random, paid 0.103 and 0.454, with an error of about 0.02
    judge = Judge(EVEN, LADDER)
    mao, pe = (judge.hand(("3c", "12c", "7b"), mano, 0.0) for mano in (True, False))
    assert mao["own"] == pytest.approx([0.1057, 0.1057], abs=1e-3)
    assert pe["own"] == pytest.approx([0.4632, 0.4632], abs=1e-3)
    assert mao["best"] == pytest.approx([1.8303, 1.8303], abs=1e-3)
    assert mao["cut"] == 0


def test_a_wider_reach_gives_ends_around_the_value() -> None:
    judge = Judge(EVEN, LADDER)
    exact, rough = (judge.hand(("2e", "1c", "4e"), True, reach) for reach in (0.0, 1e-3))
    assert rough["cut"] > 0
    assert rough["nodes"] < exact["nodes"]
    for key in ("best", "own"):
        assert rough[key][0] <= exact[key][0] == exact[key][1] <= rough[key][1]


def test_hands_walked_beside_each_other_give_the_same_bracket() -> None:
    alone, beside = (bracket(EVEN, LADDER, 3, seed=2, reach=1e-3, workers=workers) for workers in (1, 2))
    assert {**alone, "seconds": 0} == {**beside, "seconds": 0}
    assert alone["low"] <= alone["high"]
