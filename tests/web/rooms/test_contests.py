"""What is played next, and how it stands: pure, without a server."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.web.rooms.contests import board_seed, can_join, session, sessions_left, shape, table_of
from bolicho.web.rooms.room import Contest, Entrant, Kind, Room, RoomMatch


def held(kind: Kind, people: int, game: str = "truco", **facts: int) -> Contest:
    entrants = [Entrant("member", number + 1) for number in range(people)]
    contest = Contest(1, kind, game, dict(GAMES.make(game).options), entrants, seed=4)
    for name, value in facts.items():
        setattr(contest, name, value)
    return contest


def play(contest: Contest, tables: list[Pairing], winner: int | None = None) -> None:
    """Of those at a table the one with the lowest number wins, by one point."""
    for one in tables:
        best = min(one.seats) if winner is None else winner
        points = tuple(int(entrant == best) for entrant in one.seats)
        row = Row(one.match, one.board, one.seats, points, best, 1, points)
        contest.matches.append(RoomMatch(one.match, contest.round, one.board, one.seats, "t", 1, row.to_dict()))
    contest.session, contest.boards = contest.session + 1, contest.boards + 1


def to_the_end(contest: Contest) -> list[list[Pairing]]:
    found = []
    while (tables := session(contest)) is not None:
        assert (sessions_left(contest) or 0) >= 1
        play(contest, tables)
        found.append(tables)
    contest.over = True
    return found


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 30), st.integers(1, 2))
def test_in_a_round_robin_all_meet_nobody_sits_twice_and_no_board_comes_again(people: int, each: int) -> None:
    contest = held("round-robin", people, each=each)
    rounds = to_the_end(contest)
    met = Counter(frozenset(one.seats) for tables in rounds for one in tables)
    assert len(met) == people * (people - 1) // 2
    assert set(met.values()) == {each}
    for number, tables in enumerate(rounds):
        seated = [entrant for one in tables for entrant in one.seats]
        assert len(seated) == len(set(seated))
        assert {one.board for one in tables} == {number}
    assert [line.entrant for line in table_of(contest)] == list(range(people))
    assert [line.rank for line in table_of(contest)] == list(range(1, people + 1))
    first = Counter(one.seats[0] for tables in rounds for one in tables)
    assert all(first[entrant] for entrant in range(people)) or people < 4  # nobody always has the second seat


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 30))
def test_a_swiss_of_people_gives_half_a_point_to_who_rests(people: int) -> None:
    contest = held("swiss", people, rounds=3)
    rounds = to_the_end(contest)
    assert len(rounds) == 3
    points = sum(line.points for line in table_of(contest))
    assert points == 3 * (people // 2) + 1.5 * (people % 2)


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 30), st.integers(1, 2))
def test_a_knock_out_names_the_winner_and_who_is_out(people: int, each: int) -> None:
    contest = held("knock-out", people, each=each)
    to_the_end(contest)
    table = table_of(contest)
    assert (table[0].entrant, table[0].left) == (0, True)
    assert not any(line.left for line in table[1:])
    assert len(contest.matches) == each * (people - 1)


def test_boards_have_seeds_of_their_own_that_the_secret_of_the_contest_alone_tells() -> None:
    contest = held("swiss", 4)
    seeds = [board_seed(contest, board) for board in range(50)]
    assert len(set(seeds)) == 50
    assert seeds == [board_seed(contest, board) for board in range(50)]
    contest.seed += 1
    assert not set(seeds) & {board_seed(contest, board) for board in range(50)}


def test_what_a_room_cannot_hold_is_refused() -> None:
    with pytest.raises(BadInput, match="a room holds 2000 in one contest"):
        shape(held("round-robin", 30, "rikken"))
    with pytest.raises(BadInput, match="games of two seats"):
        shape(held("knock-out", 8, "rikken"))
    with pytest.raises(BadInput, match="expected at least 2"):
        shape(held("swiss", 1))


def test_a_room_is_read_back_as_it_was_written() -> None:
    room = Room("ABCDEF", "7B", "en", "k", "s")
    contest = held("swiss", 5, rounds=2)
    to_the_end(contest)
    room.contests.append(contest)
    again = Room.from_data("ABCDEF", room.to_data())
    assert again.to_data() == room.to_data()
    assert again.contests == room.contests
    assert table_of(again.contests[1]) == table_of(contest)


def test_who_comes_late_into_a_swiss_plays_from_the_next_round_with_half_a_point_for_each_missed() -> None:
    contest, rounds = held("swiss", 4, rounds=3), []
    for number in range(2):
        assert can_join(contest)
        rounds.append(session(contest) or [])
        play(contest, rounds[-1])
        if number == 0:
            contest.late.append(9)
    first, second = rounds
    assert contest.entrants[4] == Entrant("member", 9)
    assert not contest.late
    assert {one.match for one in first}.isdisjoint(one.match for one in second)
    points = sum(line.points for line in table_of(contest))
    assert points == len(first) + len(second) + 1, "who came late and who rested have half a point each"
    session(contest)
    assert not can_join(contest), "the last round has begun"
