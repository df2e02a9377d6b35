"""The matrices before any hand: the spec's numbers, which are the paper's tables."""

import numpy as np
import pytest

from bolicho.learn.markov.matrices import MODULES, Matrices, Module
from bolicho.learn.markov.states import (
    ENVIDO,
    ENVIDO_LABELS,
    FLOR,
    FLOR_LABELS,
    ORDER_LABELS,
    TRUCO,
    TRUCO_LABELS,
    TRUCO_PLACE,
)

KNOWN = Matrices.initial()

TABLE_4_1 = [[37, 36, 35, 3, 2, 1], [38, 37, 36, 4, 3, 2], [39, 38, 37, 5, 4, 3]] + [
    [71, 70, 69, 37, 36, 35],
    [72, 71, 70, 38, 37, 36],
    [73, 72, 71, 39, 38, 37],
]
TABLE_4_2 = [[0] * 6, [14, 13, 12, 3, 2, 1], [15, 14, 13, 4, 3, 2]] + [
    [24, 23, 22, 13, 12, 11],
    [25, 24, 23, 14, 13, 12],
    [26, 25, 24, 15, 14, 13],
]
TABLE_4_3 = [[0] * 6, [19, 18, 17, 3, 2, 1], [20, 19, 18, 4, 3, 2]] + [
    [34, 33, 32, 18, 17, 16],
    [35, 34, 33, 19, 18, 17],
    [36, 35, 34, 20, 19, 18],
]


def test_there_are_502_29_64_and_6_states() -> None:
    assert [len(states) for states in (TRUCO, ENVIDO, FLOR, ORDER_LABELS)] == [502, 29, 64, 6]
    for labels in (TRUCO_LABELS, ENVIDO_LABELS, FLOR_LABELS):
        assert len(set(labels)) == len(labels)


def test_states_go_from_weak_to_strong() -> None:
    for states in (TRUCO, ENVIDO, FLOR):
        sums = [sum(state) for state in states]
        assert sums == sorted(sums)
    assert (TRUCO_LABELS[0], TRUCO_LABELS[-1]) == ("4-4-4", "7e-1b-1e")
    assert (TRUCO_LABELS[2], TRUCO_LABELS[499]) == ("4-4-6", "7o-7e-1e")
    assert FLOR_LABELS[1] == "0-0-1"
    assert "4-7c-11" in TRUCO_LABELS


@pytest.mark.parametrize(("name", "table"), [("truco", TABLE_4_1), ("envido", TABLE_4_2), ("flor", TABLE_4_3)])
def test_the_corners_are_those_of_the_papers_tables(name: str, table: list[list[int]]) -> None:
    win = getattr(KNOWN, name).win
    ends = np.r_[0:3, len(win) - 3 : len(win)]
    assert win[np.ix_(ends, ends)].astype(int).tolist() == table


@pytest.mark.parametrize("name", MODULES)
def test_losses_start_as_the_transpose_of_wins(name: str) -> None:
    module: Module = getattr(KNOWN, name)
    assert (module.loss == module.win.T).all()
    assert not np.shares_memory(module.loss, module.win)


def test_the_first_golden_sum_is_that_of_the_pair_0_7() -> None:
    row = ENVIDO_LABELS.index("0-7")
    assert (KNOWN.envido.win[row].sum(), KNOWN.envido.loss[row].sum()) == (384, 364)


def test_the_second_golden_sum_is_that_of_7b_12_7o_against_a_four_and_no_7o() -> None:
    row = TRUCO_PLACE[4, 7, 11]
    columns = [i for i, state in enumerate(TRUCO) if 1 in state and 11 not in state]
    assert KNOWN.truco.win[row, columns].sum() == 3866
    assert KNOWN.truco.loss[row, columns].sum() == 2646


def test_a_step_is_a_tenth_of_the_highest_count() -> None:
    assert [module.step for module in KNOWN.modules] == [7.3, 2.6, 3.6, 1.1]
    for module in KNOWN.modules:
        assert module.step == pytest.approx(module.win.max() / 10)


def test_an_order_that_opens_high_wins_more_than_one_that_opens_low() -> None:
    wins = dict(zip(ORDER_LABELS, KNOWN.cards.win.sum(1), strict=True))
    assert wins["AMB"] > wins["MAB"] >= wins["MBA"] > wins["BMA"]


def test_the_levels_say_that_fours_are_low_and_the_ace_of_swords_is_high() -> None:
    assert KNOWN.levels.shape == (14, 3)
    assert KNOWN.levels.argmax(1).tolist() == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2]
    assert KNOWN.levels[0, 0] > KNOWN.levels[6, 1] < KNOWN.levels[13, 2]


def test_a_copy_is_its_own() -> None:
    other = KNOWN.copy()
    other.truco.win[0, 0] += 1
    other.levels[0, 0] += 1
    other.gates.clear()
    assert KNOWN.truco.win[0, 0] == 37
    assert KNOWN.levels[0, 0] != other.levels[0, 0]
    assert KNOWN.gates


def test_all_of_it_is_under_20_megabytes() -> None:
    assert KNOWN.nbytes < 20_000_000
