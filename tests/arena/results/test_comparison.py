"""Is A better than B: with what probability, and what further matches would do."""

from random import Random

import pytest
from tests.arena.coins import thrown

from bolicho.arena import Row
from bolicho.arena.results.comparison import better, comparisons


def test_the_better_one_is_probably_better_and_the_other_sees_the_mirror() -> None:
    rows = thrown(lambda a, b: 0.6, 2, 60, Random(1))
    mine, theirs = better(rows, 0, 1), better(rows, 1, 0)
    assert mine.probability is not None
    assert theirs.probability is not None
    assert mine.probability > 0.9
    assert mine.probability + theirs.probability == pytest.approx(1)
    assert mine.turned().rate == pytest.approx(theirs.rate, abs=1e-5)
    assert mine.matches == 120


def test_equal_agents_are_even_on_average() -> None:
    chances = [better(thrown(lambda a, b: 0.5, 2, 30, Random(n)), 0, 1, n).probability or 0 for n in range(120)]
    assert sum(chances) / len(chances) == pytest.approx(0.5, abs=0.08)
    assert 0.02 < sum(chance > 0.9 for chance in chances) / len(chances) < 0.2  # as often as it should be


def test_a_settled_pair_needs_no_further_matches() -> None:
    found = better(thrown(lambda a, b: 0.8, 2, 60, Random(2)), 0, 1)
    assert found.further == 0
    assert found.settled


def test_the_further_matches_settle_it_about_four_times_in_five() -> None:
    """Where the true rate is the one seen: boards that are won 14 of 24 times, and as many more as are asked for."""
    seen = [row for row in thrown(lambda a, b: 0.5, 2, 12, Random(3)) if row.board < 12]
    won = [True] * 14 + [False] * 10
    rows = [
        Row(row.match, row.board, row.seats, row.scores, 0 if win else 1, row.hands, row.points)
        for row, win in zip(seen, won, strict=True)
    ]
    found = better(rows, 0, 1)
    assert found.rate.mean == pytest.approx(14 / 24, abs=1e-6)
    assert found.further is not None
    assert 50 < found.further < 1000
    boards = found.further // 2 + 12
    tries = 60
    # these boards went one way more often than independent matches would: their correlation was 1
    settled = sum(
        better(thrown(lambda a, b: 14 / 24, 2, boards, Random(10 + n), luck=1.0), 0, 1, n).settled for n in range(tries)
    )
    assert 0.62 < settled / tries < 0.95


def test_what_nobody_can_tell_is_not_told() -> None:
    even = [Row(n, n // 2, (0, 1) if n % 2 == 0 else (1, 0), (1, 0), n % 2, 1, (1, 0)) for n in range(40)]
    found = better(even, 0, 1)
    assert found.rate.mean == 0.5
    assert found.further is None
    assert found.probability == pytest.approx(0.5, abs=0.1)
    nobody = better([], 0, 1)
    assert (nobody.matches, nobody.probability, nobody.further, nobody.rate) == (0, None, None, (None, None, None))


def test_who_never_met_is_compared_by_rating() -> None:
    rows = thrown(lambda a, b: 0.8, 3, 60, Random(4), pairs=[(0, 1), (1, 2)])
    pair = next(found for found in comparisons(rows, 3) if (found.first, found.second) == (0, 2))
    assert pair.matches == 0
    assert (pair.probability or 0) > 0.99
    assert pair.further is None
