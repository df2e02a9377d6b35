"""Formats: who meets whom, on whose deals; drawn again they are the same."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho import BadInput, UnknownName
from bolicho.arena import Pairing, Row
from bolicho.arena.matches.schedule import sessions
from bolicho.arena.matches.series import Series, pairings
from bolicho.arena.plan.formats import FORMATS, Shape, format_of, shape_of
from bolicho.arena.plan.knockout import survivors
from bolicho.arena.plan.matching import pairs, size
from bolicho.arena.plan.swiss import tables


def row(pairing: Pairing, winner: int) -> Row:
    nothing = (0,) * len(pairing.seats)
    return Row(pairing.match, pairing.board, pairing.seats, nothing, winner, 1, nothing)


def held(name: str, shape: Shape) -> list[list[Pairing]]:
    """Every round; of those who sit at a table, the one with the lower number wins."""
    rows: list[Row] = []
    rounds = []
    for number in range(shape.rounds):
        drawn = pairings(FORMATS[name].draw(shape, number, rows))
        rows += [row(pairing, min(pairing.seats)) for pairing in drawn]
        rounds.append(drawn)
    return rounds


def meetings(drawn: list[Pairing]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(pairing.seats)) for pairing in drawn)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("agents", "seats", "matches"), [(2, 2, 3), (5, 2, 4), (6, 2, 1), (4, 4, 4), (6, 4, 8)])
def test_every_match_has_a_number_of_its_own_and_no_agent_sits_twice(
    name: str, agents: int, seats: int, matches: int
) -> None:
    if FORMATS[name].pairs and seats != 2:
        with pytest.raises(BadInput, match="games of two seats"):
            shape_of(name, agents, seats, matches, None, seed=3)
        return
    shape = shape_of(name, agents, seats, matches, None, seed=3)
    rounds = held(name, shape)
    drawn = [pairing for round in rounds for pairing in round]
    assert len({pairing.match for pairing in drawn}) == len(drawn)
    assert all(len(set(pairing.seats)) == seats for pairing in drawn)
    sizes = {len(round) for round in rounds}
    most = FORMATS[name].tables(shape) * matches
    assert max(sizes) <= most if name == "knock-out" else sizes == {most}
    assert rounds == held(name, shape)


def test_all_pairs_play_the_same_boards_from_both_seats() -> None:
    drawn = held("round-robin", Shape(4, 2, 6, 1, 0))[0]
    assert meetings(drawn) == dict.fromkeys(combinations(range(4), 2), 6)
    for one, other in combinations(range(4), 2):
        here = [(p.board, p.seats) for p in drawn if set(p.seats) == {one, other}]
        assert here == [(board, seats) for board in range(3) for seats in ((one, other), (other, one))]


def test_at_four_seats_every_rotation_plays_a_board() -> None:
    drawn = held("round-robin", Shape(4, 4, 8, 1, 0))[0]
    for board in (0, 1):
        seats = [p.seats for p in drawn if p.board == board]
        assert [s[0] for s in seats] == [0, 1, 2, 3]
        assert len({s.index(0) for s in seats}) == 4


def test_in_a_gauntlet_the_first_meets_all_others_and_they_do_not_meet() -> None:
    assert set(meetings(held("gauntlet", Shape(5, 2, 2, 1, 0))[0])) == {(0, n) for n in range(1, 5)}


def test_a_league_goes_on_on_new_boards_and_nothing_moves_when_it_grows() -> None:
    small = held("league", Shape(3, 2, 4, 2, 0))
    assert {p.board for p in small[0]} == {0, 1}
    assert {p.board for p in small[1]} == {2, 3}
    grown = held("league", Shape(5, 2, 4, 3, 0))
    for before, after in zip(small, grown, strict=False):
        assert set(before) == {p for p in after if max(p.seats) < 3}


def test_learning_series_are_one_unit_for_each_rival_on_the_same_boards() -> None:
    units = FORMATS["learning"].draw(Shape(3, 2, 4, 2, 0), 1, [])
    assert [type(unit) for unit in units] == [Series, Series]
    for unit, rival in zip(units, (1, 2), strict=True):
        assert isinstance(unit, Series)
        assert unit.learners == (0,)
        assert [p.board for p in unit.pairings] == [4, 5, 6, 7]
        assert [p.seats for p in unit.pairings] == [(0, rival), (rival, 0)] * 2


@given(st.integers(2, 12), st.integers(1, 14), st.integers(0, 99))
def test_swiss_never_pairs_two_twice_while_it_can_be_avoided(agents: int, rounds: int, seed: int) -> None:
    shape = Shape(agents, 2, 2, rounds, seed)
    rows: list[Row] = []
    met: Counter[frozenset[int]] = Counter()
    rng = Random(seed)
    for number in range(rounds):
        drawn = pairings(FORMATS["swiss"].draw(shape, number, rows))
        now = {frozenset(pairing.seats) for pairing in drawn}
        seated = [agent for pair in now for agent in pair]
        resting = set(range(agents)) - set(seated)
        assert len(seated) == len(set(seated))
        assert len(resting) == agents % 2
        everybody = [frozenset(p) for p in combinations(range(agents), 2)]
        everybody += [frozenset((n, -1)) for n in range(agents * (agents % 2))]
        fewest = min(met[pair] for pair in everybody)
        now |= {frozenset((agent, -1)) for agent in resting}
        unmet = {n: [m for m in range(-1, agents) if met_so(met, n, m, fewest, agents)] for n in range(-1, agents)}
        if size(unmet) == (agents + 1) // 2:  # there is a way without a pair that has met more often than it must
            assert all(met[pair] == fewest for pair in now)
        met.update(now)
        rows += [row(pairing, rng.choice(pairing.seats)) for pairing in drawn]


def met_so(met: Counter[frozenset[int]], one: int, other: int, times: int, agents: int) -> bool:
    exists = one != other and (agents % 2 or -1 not in (one, other))
    return bool(exists) and met[frozenset((one, other))] == times


def test_in_a_swiss_round_those_meet_who_have_done_alike() -> None:
    first, second = held("swiss", Shape(8, 2, 2, 2, 5))
    winners = {min(pair) for pair in meetings(first)}
    for pair in meetings(second):
        assert len(winners & set(pair)) in (0, 2)


def test_of_an_odd_number_one_rests_and_nobody_twice() -> None:
    rounds = held("swiss", Shape(5, 2, 2, 5, 1))
    resting = [set(range(5)) - {agent for p in drawn for agent in p.seats} for drawn in rounds]
    assert sorted(agent for (agent,) in resting) == [0, 1, 2, 3, 4]


def test_with_four_seats_swiss_tables_are_full_and_who_rests_changes() -> None:
    rows: list[Row] = []
    rested = []
    for number in range(3):
        found = tables(6, 4, 4, 7, number, rows)
        assert [len(set(table)) for table in found] == [4]
        rested.append(set(range(6)) - set(found[0]))
        rows += [row(Pairing(len(rows) + n, n, found[0]), found[0][0]) for n in range(4)]
    assert rested[0] | rested[1] | rested[2] == set(range(6))


def test_two_who_meet_again_get_other_deals() -> None:
    rounds = held("swiss", Shape(2, 2, 4, 3, 0))
    assert [{p.board for p in drawn} for drawn in rounds] == [{0, 1}, {2, 3}, {4, 5}]


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] < e[1])))
def test_a_largest_matching_is_as_large_as_trying_all_finds(edges: set[tuple[int, int]]) -> None:
    graph: dict[int, list[int]] = {n: [] for n in range(8)}
    for one, other in edges:
        graph[one].append(other)
        graph[other].append(one)
    assert size(graph) == tried(sorted(edges))


def tried(edges: list[tuple[int, int]]) -> int:
    if not edges:
        return 0
    (one, other), *rest = edges
    return max(tried(rest), 1 + tried([e for e in rest if not {one, other} & set(e)]))


def test_pairs_are_neighbours_in_rank_where_they_may() -> None:
    assert pairs([3, 1, 0, 2], lambda one, other: False) == [(3, 1), (0, 2)]
    assert pairs([0, 1], lambda one, other: True) == [(0, 1)]


@given(st.integers(2, 40), st.integers(1, 3), st.integers(0, 10**6))
def test_in_a_knock_out_all_but_one_lose_one_meeting_and_the_best_is_left(agents: int, matches: int, seed: int) -> None:
    shape = shape_of("knock-out", agents, 2, matches, None, seed)
    rounds = held("knock-out", shape)
    assert sum(map(len, rounds)) == matches * (agents - 1)
    assert all(2 * len(round) // matches == 2 ** (shape.rounds - n) for n, round in enumerate(rounds) if n)
    lost = Counter(max(pairing.seats) for round in rounds for pairing in round)
    assert lost == dict.fromkeys(range(1, agents), matches)
    rows = [row(pairing, min(pairing.seats)) for round in rounds for pairing in round]
    assert survivors(agents, seed, shape.rounds, rows) == [0]


def test_in_a_knock_out_points_decide_where_the_matches_are_even() -> None:
    first, second = held("knock-out", Shape(2, 2, 2, 1, 0))[0]
    rows = [
        Row(first.match, 0, first.seats, (2, 0), first.seats[0], 1, (2, 0)),
        Row(second.match, 0, second.seats, (9, 0), second.seats[0], 1, (9, 0)),
    ]
    assert survivors(2, 0, 1, rows) == [second.seats[0]]


@given(st.integers(2, 31), st.integers(1, 2))
def test_in_a_session_nobody_sits_twice_and_no_match_is_left_out(agents: int, matches: int) -> None:
    drawn = held("round-robin", Shape(agents, 2, matches, 1, 0))[0]
    divided = sessions(drawn)
    assert sorted(pairing for session in divided for pairing in session) == drawn
    for session in divided:
        seated = [agent for pairing in session for agent in pairing.seats]
        assert len(set(seated)) == len(seated)
    assert len(divided) == matches * (agents - 1 + agents % 2)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown format 'knockout'"):
        format_of("knockout")
    refused: list[tuple[str, int, int, int | None, str]] = [
        ("round-robin", 1, 4, None, "1 agent: expected at least 2"),
        ("round-robin", 2, 0, None, "matches 0"),
        ("swiss", 2, 4, 0, "rounds 0"),
        ("gauntlet", 3, 4, 2, "a gauntlet has one"),
    ]
    for name, agents, matches, rounds, why in refused:
        with pytest.raises(BadInput, match=why):
            shape_of(name, agents, 2, matches, rounds, seed=0)
