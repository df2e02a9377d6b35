"""Schedules: duplicate boards and rotations."""

from hypothesis import given
from hypothesis import strategies as st

from bolicho.arena import duplicate, round_robin


@given(st.integers(1, 60))
def test_two_agents_play_every_board_from_both_seats(matches: int) -> None:
    schedule = duplicate((0, 1), matches)
    assert [pairing.match for pairing in schedule] == list(range(matches))
    for pairing in schedule:
        assert pairing.board == pairing.match // 2
        assert pairing.seats == ((0, 1) if pairing.match % 2 == 0 else (1, 0))


def test_an_odd_number_plays_the_last_board_once() -> None:
    boards = [pairing.board for pairing in duplicate((0, 1), 5)]
    assert boards == [0, 0, 1, 1, 2]


@given(st.integers(2, 5))
def test_with_more_seats_every_rotation_shares_the_board(seats: int) -> None:
    schedule = duplicate(range(seats), 2 * seats)
    first = schedule[:seats]
    assert {pairing.board for pairing in first} == {0}
    for seat in range(seats):
        assert sorted(pairing.seats[seat] for pairing in first) == list(range(seats))
    assert {pairing.board for pairing in schedule[seats:]} == {1}


def test_a_schedule_may_begin_anywhere_and_seat_any_two() -> None:
    (first, second) = duplicate((3, 5), 2, first_match=40, first_board=7)
    assert first == (40, 7, (3, 5))
    assert second == (41, 7, (5, 3))


def test_round_robin_has_every_pair_once() -> None:
    assert round_robin(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
