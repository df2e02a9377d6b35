"""The intervals: known values, what must never be claimed, and how often they hold the truth."""

import ast
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho.arena.results.intervals import ABOVE, BELOW, OPEN, Board, Estimate, beside, ratio, share, side
from bolicho.core.intervals import student, wilson

results = st.lists(st.sampled_from((0, 0.5, 1)), min_size=1, max_size=200)


def paired(outcomes: list[float]) -> list[Board]:
    return [Board(len(pair), sum(pair)) for pair in (outcomes[i : i + 2] for i in range(0, len(outcomes), 2))]


@given(results)
def test_the_interval_holds_the_mean_and_stays_in_range(outcomes: list[float]) -> None:
    mean, low, high = share(paired(outcomes))
    assert mean is not None
    assert low is not None
    assert high is not None
    assert 0 <= low <= mean <= high <= 1
    assert low < high


@given(results)
def test_losers_see_the_mirror_of_winners(outcomes: list[float]) -> None:
    won, lost = share(paired(outcomes)), share(paired([1 - outcome for outcome in outcomes]))
    for mine, theirs in ((won.mean, lost.mean), (won.low, lost.high), (won.high, lost.low)):
        assert mine is not None
        assert theirs is not None
        assert mine == pytest.approx(1 - theirs, abs=2e-6)


def test_winning_everything_is_no_certainty() -> None:
    mean, low, high = share(paired([1.0] * 2000))
    assert (mean, high) == (1, 1)
    assert low is not None
    assert 0.99 < low < 1


def test_one_win_each_on_every_board_is_no_certainty_either() -> None:
    assert share(paired([1.0, 0.0] * 50)) == (0.5, *(round(end, 6) for end in wilson(0.5, 50)))


def test_boards_that_go_one_way_count_once() -> None:
    same = share(paired([1.0, 1.0, 0.0, 0.0] * 250))
    apart = share([Board(1, 1), Board(1, 0)] * 250)
    assert same.low == pytest.approx(apart.low, abs=1e-3)


def test_nothing_and_one_board() -> None:
    assert share([]) == (None, None, None)
    assert ratio([]) == (None, None, None)
    assert ratio([Board(0, 0)]) == (None, None, None)
    assert ratio([Board(10, 5)]) == (0.5, None, None)
    assert share([Board(1, 1)])[0] == 1


def test_boards_without_a_spread_tell_no_interval_of_points() -> None:
    assert ratio([Board(10, 0)] * 2) == (0, None, None)
    assert ratio([Board(3, 1), Board(6, 2), Board(21, 7)]) == (round(1 / 3, 6), None, None)
    assert None not in ratio([Board(10, 0), Board(10, 1)])


def test_student_agrees_with_the_tables() -> None:
    table = {1: 12.706, 5: 2.571, 10: 2.228, 11: 2.201, 15: 2.131, 30: 2.042, 60: 2.000, 120: 1.980}
    for freedom, value in table.items():
        assert student(freedom) == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize("boards", [10, 40, 200])
@pytest.mark.parametrize("rate", [0.5, 0.8, 0.97])
@pytest.mark.parametrize("luck", [-0.5, 0.0, 0.7])
def test_a_win_rate_is_held_by_about_95_of_100_intervals(boards: int, rate: float, luck: float) -> None:
    """``luck`` is the correlation of the two matches of a board: below 0 the swap of seats takes luck away."""
    rng = Random(f"{boards} {rate} {luck}")
    luck = max(luck, -(1 - rate) / rate)  # as far down as such a rate allows
    both = rate * rate + luck * rate * (1 - rate)
    tries = 800
    held = 0
    for _ in range(tries):
        pairs = []
        for _ in range(boards):
            draw = rng.random()
            pairs.append(Board(2, 2 if draw < both else 0 if draw > 2 * rate - both else 1))
        _, low, high = share(pairs)
        assert low is not None
        assert high is not None
        held += low <= rate <= high
    assert held / tries > 0.92


@pytest.mark.parametrize("boards", [3, 20, 100])
def test_points_a_hand_are_held_by_about_95_of_100_intervals(boards: int) -> None:
    rng = Random(boards)
    tries = 800
    held = 0
    for _ in range(tries):
        sizes = [rng.randint(10, 30) for _ in range(boards)]
        played = [Board(size, 0.3 * size + rng.gauss(0, 2) * size**0.5 + rng.gauss(0, 3)) for size in sizes]
        _, low, high = ratio(played)
        assert low is not None
        assert high is not None
        held += low <= 0.3 <= high
    assert 0.92 < held / tries < 0.98


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(-1, 1))
def test_an_interval_is_on_the_other_side_for_who_looks_from_there(low: float, width: float, value: float) -> None:
    there = {ABOVE: BELOW, BELOW: ABOVE, OPEN: OPEN}
    found = Estimate(low, low, low + width)
    assert side(Estimate(-low, -low - width, -low), -value) == there[side(found, value)]
    point = Estimate(value, value, value)
    assert beside(found, point) == side(found, value) == there[beside(point, found)]


def test_nobody_else_decides_on_which_side_an_interval_is() -> None:
    source = Path(__file__).parents[3] / "src" / "bolicho"
    for room in ("arena", "report", "lab", "train", "cli", "web"):
        for file in (source / room).rglob("*.py"):
            found = [ast.unparse(node) for node in ast.walk(ast.parse(file.read_text("utf-8"))) if decides(node)]
            assert not found or file.name == "intervals.py", f"{file.relative_to(source)}: {found}"


def decides(node: ast.AST) -> bool:
    """Whether code compares the end of somebody's interval, or what stands in for one."""
    if not isinstance(node, ast.Compare) or not all(
        isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops
    ):
        return False
    ends = [
        end
        for part in (node.left, *node.comparators)
        for end in (part.values if isinstance(part, ast.BoolOp) else [part])
    ]
    return any(
        isinstance(end, ast.Attribute) and end.attr in ("low", "high") and ast.unparse(end.value) != "self"
        for end in ends
    )


def test_the_arithmetic_of_intervals_is_written_once() -> None:
    source = Path(__file__).parents[3] / "src" / "bolicho"
    files = [file for file in source.rglob("*.py") if file != source / "core" / "intervals.py"]
    assert [file.name for file in files if re.search(r"\b1\.9(6|59)\d*\b|12\.71", file.read_text("utf-8"))] == []
