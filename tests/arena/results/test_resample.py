"""The bootstrap over boards: the same from the same seed, right where the answer is known."""

import numpy as np
import pytest

from bolicho.arena.results.resample import Resample, estimate, tail_of


def test_the_weights_are_a_pure_function_of_the_seed_and_the_boards() -> None:
    columns = np.arange(2400.0).reshape(1200, 2)  # more boards than are weighed at one time
    once, again, other = (Resample(1200, seed, 50).sums(columns) for seed in (1, 1, 2))
    assert (once == again).all()
    assert not (once == other).any()


def test_boards_weigh_one_on_average_and_vary_as_independent_ones_do() -> None:
    ones = np.ones((400, 1))
    sums = Resample(400, 3, 4000).sums(ones)
    assert sums.mean() == pytest.approx(400, rel=0.005)
    assert sums.var() == pytest.approx(400, rel=0.1)


def test_columns_of_one_board_go_together() -> None:
    sums = Resample(30, 0, 200).sums(np.tile(np.arange(30.0)[:, None], (1, 2)))
    assert (sums[:, 0] == sums[:, 1]).all()


@pytest.mark.parametrize(("won", "boards"), [(20, 20), (7, 10), (60, 100)])
def test_a_plain_coin_gets_jeffreys_posterior(won: int, boards: int) -> None:
    outcome = np.zeros((boards, 2))
    outcome[:, 0], outcome[:won, 1] = 1, 1
    again = Resample(boards, 5, 20_000)
    sums = again.sums(outcome)
    drawn = again.shares(sums[:, :1], sums[:, 1:], np.ones(1), "coin")[:, 0]
    alpha, beta = won + 0.5, boards - won + 0.5
    known = np.random.default_rng(1).beta(alpha, beta, 200_000)
    assert np.quantile(drawn, (0.025, 0.5, 0.975)) == pytest.approx(np.quantile(known, (0.025, 0.5, 0.975)), abs=0.01)


def test_an_interval_holds_what_was_seen_and_reaches_the_edge_from_the_edge() -> None:
    drawn = np.linspace(0.6, 0.9, 101)
    assert estimate(1.0, drawn, low=0, high=1) == (1, 0.6075, 1)
    assert estimate(0.5, drawn, low=0, high=1) == (0.5, 0.5, 0.8925)


def test_few_boards_widen_an_interval_and_many_do_not() -> None:
    tails = [tail_of(boards) for boards in (1, 2, 5, 20, 100, 10_000)]
    assert tails == sorted(tails)
    assert tails[-1] == pytest.approx(0.025, abs=1e-4)
