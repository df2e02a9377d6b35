"""The elbow: the paper's rule on curves small enough to be reckoned by hand, and its edge cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho.core.errors import BadInput
from bolicho.learn.cases.clustering.elbow import Elbow, elbow


def test_the_curve_is_measured_by_its_maximum_and_its_slopes_compared() -> None:
    assert elbow([8, 4, 2, 1.5, 1.25]) == Elbow(
        3, (1, 0.5, 0.25, 0.1875, 0.15625), (-0.5, -0.25, -0.0625, -0.03125), (0.5, 0.25, 0.5)
    )


def test_of_equal_ratios_the_smallest_k_is_taken() -> None:
    assert elbow([16, 8, 4, 2, 1]).k == 2
    assert elbow([0.9**k for k in range(10)]).k == 2, "equal but for rounding"


@pytest.mark.parametrize("curve", [[5, 5, 5, 5], [0, 0, 0], [1e-300, 1e-300, 1e-300], [7, 7 - 1e-10, 7 - 2e-10]])
def test_a_constant_curve_has_no_elbow(curve: list[float]) -> None:
    assert elbow(curve).k is None


@pytest.mark.parametrize("curve", [[], [3], [3, 1]])
def test_fewer_than_three_points_have_no_elbow(curve: list[float]) -> None:
    assert elbow(curve).k is None


def test_what_is_left_when_the_curve_has_come_down_to_nothing_is_noise() -> None:
    clean = elbow([10, 4, 1, 0, 0, 0])
    noisy = elbow([10, 4, 1, 3e-29, 1e-30, 9e-31])
    assert clean.k == noisy.k == 3
    assert [ratio is None for ratio in clean.ratios] == [False, False, True, True]
    assert [ratio is None for ratio in noisy.ratios] == [False, False, True, True]


def test_slopes_of_different_signs_give_no_ratio() -> None:
    found = elbow([10, 6, 6.5, 3, 2])
    assert found.ratios[:2] == (None, None)
    assert found.k == 4


@pytest.mark.parametrize("curve", [[1, -0.1, 0], [1, float("nan"), 0], [float("inf"), 1, 0]])
def test_a_curve_that_is_none_is_refused(curve: list[float]) -> None:
    with pytest.raises(BadInput, match="expected sums of squares"):
        elbow(curve)


@given(st.lists(st.floats(0, 1e12), min_size=1, max_size=12))
def test_it_is_never_one_nor_the_largest_and_nothing_has_a_smaller_ratio(curve: list[float]) -> None:
    found = elbow(curve)
    ratios = [ratio for ratio in found.ratios if ratio is not None]
    if found.k is None:
        assert not ratios
    else:
        assert 1 < found.k < len(curve)
        chosen = found.ratios[found.k - 2]
        assert chosen is not None
        assert chosen <= min(ratios) + 1e-9
