"""What duplicate play was worth: told from the rows of a tournament as it is by playing without."""

from dataclasses import replace
from random import Random

import pytest
from tests.arena.coins import by_strength, thrown

from bolicho.arena import Row, duplicate
from bolicho.arena.matches.rows import Fault
from bolicho.arena.results.worth import LEAST, worth


@pytest.mark.parametrize("luck", [-0.5, 0.0, 0.6])
def test_coins_of_a_known_correlation_are_worth_what_it_says(luck: float) -> None:
    found = worth(thrown(lambda a, b: 0.6, 3, 400, Random(1), luck=luck))
    assert found is not None
    assert found.boards == 3 * 400
    mean, low, high = found.wins.times
    assert mean == pytest.approx(1 / (1 + luck), rel=0.1)
    assert (low or 0) < 1 / (1 + luck) < (high or 0)
    assert found.wins.alone == pytest.approx(0.6 * 0.4, rel=0.05)
    assert found.wins.shared == pytest.approx(0.6 * 0.4 * (1 + luck), rel=0.1)


def test_the_interval_holds_the_truth_in_about_95_of_100_tournaments() -> None:
    held = 0
    for number in range(60):
        found = worth(thrown(lambda a, b: 0.55, 3, 40, Random(number), luck=-0.4), number)
        assert found is not None
        _, low, high = found.wins.times
        held += low is not None and high is not None and low <= 1 / 0.6 <= high
    assert held >= 53


def test_two_that_mirror_each_other_have_no_luck_left() -> None:
    rows = [replace(row, winner=row.seats[0]) for row in thrown(by_strength((0, 0)), 2, 20, Random(2))]
    found = worth([replace(row, points=(24, 12)) for row in rows])
    assert found is not None
    assert (found.points.shared, found.points.times.mean) == (0, None)
    assert (found.wins.shared, found.wins.times.mean) == (0, None)


def test_boards_that_are_not_whole_do_not_count() -> None:
    rows = thrown(by_strength((0, 0.5)), 2, 20, Random(3))
    lost = [replace(rows[0], forfeit=Fault(0, "left the table")), *rows[1:-1]]
    found, whole = worth(lost), worth(rows)
    assert found is not None
    assert whole is not None
    assert (found.boards, whole.boards) == (18, 20)


def test_nothing_is_said_where_nobody_swapped_seats_or_few_boards_were_played() -> None:
    rows = thrown(by_strength((0, 0.5)), 2, 20, Random(3))
    assert worth([replace(row, board=row.match) for row in rows]) is None
    assert worth(rows[: 2 * (LEAST - 1)]) is None
    assert worth([]) is None


def test_four_at_a_table_share_the_luck_of_the_deals_too() -> None:
    """Half of the spread is the luck of a seat on a board, which goes round; the other half is each match's own."""
    rng = Random(4)
    rows: list[Row] = []
    for board in range(300):
        luck = [rng.gauss(0, 10) for _ in range(4)]
        for pairing in duplicate(range(4), 4, first_match=len(rows), first_board=board):
            points = tuple(round(seat + rng.gauss(0, 10)) for seat in luck)
            best = pairing.seats[points.index(max(points))]
            rows.append(Row(pairing.match, board, pairing.seats, points, best, 1, points))
    found = worth(rows)
    assert found is not None
    assert found.boards == 300
    # everybody has all four lucks once, so what is left of them is their mean, the same for all
    assert found.points.alone == pytest.approx(200, rel=0.1)
    assert found.points.shared == pytest.approx(200, rel=0.1)
    centred = [replace(row, points=tuple(p - sum(row.points) // 4 for p in row.points)) for row in rows]
    again = worth(centred)
    assert again is not None
    assert again.points.shared == pytest.approx(0.5 * again.points.alone, rel=0.1)
