"""Rows: what is kept of a match, and that it comes back from JSON as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bolicho
from bolicho.arena import Row, duplicate, play_schedule
from bolicho.arena.matches.rows import Fault

numbers = st.integers(0, 99)
pairs = st.tuples(numbers, numbers)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    seats = draw(pairs)
    return Row(
        match=draw(numbers),
        board=draw(numbers),
        seats=seats,
        scores=draw(pairs),
        winner=draw(st.none() | st.sampled_from(seats)),
        hands=draw(numbers),
        points=draw(pairs),
        forfeit=draw(st.none() | st.builds(Fault, st.sampled_from(seats), st.text())),
        tally=draw(st.dictionaries(st.text(), numbers)),
        began=draw(st.none() | st.integers(0, 1)),
    )


@given(rows())
def test_a_row_comes_back_from_its_line(row: Row) -> None:
    line = row.to_json()
    assert "\n" not in line
    assert Row.from_json(line) == row


def test_a_line_from_before_rows_told_who_began_is_still_read() -> None:
    line = '{"match":1,"board":0,"seats":[1,0],"scores":[24,7],"winner":1,"hands":9,"points":[24,7],"forfeit":null}'
    row = Row.from_json(line)
    assert row.began is None
    assert row.to_json() == line


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '{"match": 1}', '{"match": "x"}'])
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(bolicho.BadInput, match="not a row") as caught:
        Row.from_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "'match' is missing"),
        ([], "expected an object"),
        ({"match": 1.5}, "1.5 is no whole number of a match"),
        ({"seats": 5}, "its 'seats' is no list"),
        ({"forfeit": {"why": "slept"}}, "'agent' is missing"),
        ({"forfeit": 5}, "its 'forfeit' or 'tally' is no object"),
        ({"tally": ["a"]}, "its 'forfeit' or 'tally' is no object"),
    ],
)
def test_what_is_wrong_with_a_row_is_said_in_words(data: dict[str, object], told: str) -> None:
    good = Row(1, 0, (1, 0), (24, 7), 1, 9, (24, 7)).to_dict()
    with pytest.raises(bolicho.BadInput, match=f"^not a row of a match: {told}$"):
        Row.from_dict({**good, **data} if data else data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("scores", [24]), ("points", [24, 7, 0]), ("winner", 2), ("hands", -1)),
        *(("forfeit", {"agent": 5, "why": "slept"}), ("began", 2), ("began", -1)),
    ],
)
def test_a_row_that_contradicts_itself_is_refused(key: str, value: object) -> None:
    good = Row(1, 0, (1, 0), (24, 7), 1, 9, (24, 7), began=0).to_dict()
    assert Row.from_dict(good)
    with pytest.raises(bolicho.BadInput, match=f"not a row of a match: its '{key}' cannot be"):
        Row.from_dict(good | {key: value})


def test_a_row_agrees_with_the_record() -> None:
    game = bolicho.game("truco")
    agents = [bolicho.agent("random", game) for _ in range(2)]
    records: dict[int, bolicho.Record] = {}
    played = play_schedule(game, agents, duplicate((0, 1), 6), 5, done=lambda r, rec: records.update({r.match: rec}))
    for row in played:
        record = records[row.match]
        assert record.winner is not None
        assert row.winner == row.seats[record.winner]
        assert row.scores == record.scores == row.points
        assert row.hands == len(record.units)
        assert row.net(0) == -row.net(1)
        assert row.won(0) + row.won(1) == 1


def test_matches_of_a_board_have_the_same_deals_and_the_same_first_mano() -> None:
    game = bolicho.game("truco")
    agents = [bolicho.agent("random", game) for _ in range(2)]
    records: list[bolicho.Record] = []
    play_schedule(game, agents, duplicate((0, 1), 8), 5, done=lambda row, record: records.append(record))
    for first, second in zip(records[::2], records[1::2], strict=True):
        for one, other in zip(first.units, second.units, strict=False):
            assert one.deal == other.deal
            assert one.context["mano"] == other.context["mano"]
    assert len({record.units[0].deal for record in records}) == 4


def test_a_draw_of_more_than_two_is_shared_by_those_who_lead_it() -> None:
    row = Row(match=0, board=0, seats=(2, 0, 3, 1), scores=(5, -15, 5, 5), winner=None, hands=1, points=(5, -15, 5, 5))
    assert [row.won(agent) for agent in range(4)] == [0, 1 / 3, 1 / 3, 1 / 3]
    fled = Row(0, 0, (2, 0, 3, 1), (5, -15, 5, 5), None, 1, (5, -15, 5, 5), Fault(2, "slept"))
    assert [fled.won(agent) for agent in range(4)] == [0, 1 / 2, 0, 1 / 2]
