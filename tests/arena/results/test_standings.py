"""Standings: a pure function of rows."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bolicho.arena import Row, standings
from bolicho.arena.matches.rows import Fault


def row(match: int, winner: int | None, points: tuple[int, int] = (0, 0), hands: int = 1, **more: Fault) -> Row:
    seats = (0, 1) if match % 2 == 0 else (1, 0)
    return Row(match, match // 2, seats, points, winner, hands, points, more.get("forfeit"))


def test_wins_draws_points_and_forfeits_are_counted_by_agent_and_not_by_seat() -> None:
    rows = [
        row(0, 0, (24, 6), 10),
        row(1, 0, (10, 24), 12),  # the seats are swapped: agent 0 has the 24
        row(2, 1, (20, 24), 14),
        row(3, 0, (0, 0), 0, forfeit=Fault(1, "raised")),
    ]
    first, second = standings(rows, 2)
    assert (first.wins, second.wins) == (3, 1)
    assert (first.forfeits, second.forfeits) == (0, 1)
    assert first.matches == second.matches == 4
    assert first.hands == second.hands == 36
    assert first.win_rate.mean == 0.75
    assert first.points_per_hand.mean == round((18 + 14 - 4) / 36, 6)
    assert second.points_per_hand.mean == -round((18 + 14 - 4) / 36, 6)


def test_a_draw_is_half_a_win() -> None:
    first, second = standings([row(0, None), row(1, 0)], 2)
    assert (first.draws, second.draws) == (1, 1)
    assert first.win_rate.mean == 0.75
    assert second.win_rate.mean == 0.25


@given(st.lists(st.sampled_from((0, 1, None)), min_size=1, max_size=40), st.randoms())
def test_the_order_of_the_rows_does_not_matter(winners: list[int | None], rng: Random) -> None:
    rows = [row(match, winner, (match % 7, match % 5), 1 + match % 3) for match, winner in enumerate(winners)]
    mixed = list(rows)
    rng.shuffle(mixed)
    assert standings(mixed, 2) == standings(rows, 2)


def test_an_agent_that_played_nothing_has_no_numbers() -> None:
    third = standings([row(0, 0)], 3)[2]
    assert (third.matches, third.win_rate, third.points_per_hand) == (0, (None, None, None), (None, None, None))


def test_matches_against_oneself_are_left_out() -> None:
    mirror = Row(5, 2, (0, 0), (24, 3), 0, 9, (24, 3))
    assert standings([row(0, 1), mirror], 2) == standings([row(0, 1)], 2)
