"""The whole table: a pure function of the rows, with every number where it belongs."""

import json
from dataclasses import replace
from random import Random

import pytest
from tests.arena.coins import by_strength, thrown

import bolicho
from bolicho.arena import Row, duplicate, play_schedule, standings
from bolicho.arena.matches.rows import Fault
from bolicho.arena.results.summary import results
from bolicho.core.errors import BadInput

NAMES = ("ana", "bento", "caio")


def field(boards: int = 20) -> list[Row]:
    return thrown(by_strength((1, 0, -1)), 3, boards, Random(1))


def test_the_order_of_the_rows_does_not_matter_and_the_seed_moves_intervals_only() -> None:
    rows = field()
    mixed = list(rows)
    Random(2).shuffle(mixed)
    assert results(mixed, NAMES, 1).to_dict() == results(rows, NAMES, 1).to_dict()
    assert results(rows, NAMES, 2).to_dict() != results(rows, NAMES, 1).to_dict()
    assert results(rows, NAMES, 2).agents[0].total.wins == results(rows, NAMES, 1).agents[0].total.wins


def test_counts_agree_with_the_plain_standings() -> None:
    rows = field()
    for mine, plain in zip(results(rows, NAMES).agents, standings(rows, 3), strict=True):
        assert (mine.total.matches, mine.total.wins, mine.total.draws) == (plain.matches, plain.wins, plain.draws)
        assert (mine.hands, mine.forfeits) == (plain.hands, plain.forfeits)
        assert mine.total.win_rate.mean == plain.win_rate.mean
        assert mine.points_per_hand == plain.points_per_hand
        for end in ("low", "high"):  # two ways to the same interval
            assert getattr(mine.total.win_rate, end) == pytest.approx(getattr(plain.win_rate, end), abs=0.03)


def test_the_strongest_comes_first_everywhere() -> None:
    found = results(field(60), NAMES)
    assert found.order == (0, 1, 2)
    assert [(pair.first, pair.second) for pair in found.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert all((pair.probability or 0) > 0.5 for pair in found.pairs)
    assert found.pair(2, 0).rate.mean == pytest.approx(1 - (found.pair(0, 2).rate.mean or 0), abs=1e-6)
    assert found.triples == ()


def test_who_began_is_told_by_the_row_and_not_by_the_seat() -> None:
    """On even boards the first seat begins, on odd ones the second; who begins wins here."""
    rows = []
    for match in range(40):
        board, seats = match // 2, (0, 1) if match % 2 == 0 else (1, 0)
        began = board % 2
        rows.append(Row(match, board, seats, (1, 0), seats[began], 1, (1, 0), began=began))
    found = results(rows, NAMES[:2])
    for result in found.agents:
        first, second = result.places
        assert (first.matches, first.wins, second.matches, second.wins) == (20, 20, 20, 0)
        assert first.win_rate.mean == 1
        assert first.win_rate.high == 1
        assert (first.win_rate.low or 1) < 0.95
    lost = [replace(row, began=None, forfeit=Fault(0, "crashed")) if row.match == 6 else row for row in rows]
    assert results(lost, NAMES[:2]).agents[0].places[0].matches == 20  # its board tells who began


def test_old_rows_tell_of_seats() -> None:
    found = results([replace(row, began=None) for row in field()], NAMES)
    assert not found.began_known
    assert [score.matches for score in found.agents[0].places] == [40, 40]


def test_the_first_mao_of_truco_is_in_the_row() -> None:
    game = bolicho.game("truco", target=6)
    records: dict[int, bolicho.Record] = {}
    rows = play_schedule(
        game,
        [bolicho.agent("random", game) for _ in range(2)],
        duplicate((0, 1), 20),
        5,
        done=lambda row, record: records.update({row.match: record}),
    )
    assert [row.began for row in rows] == [records[row.match].units[0].context["mano"] for row in rows]
    assert {row.began for row in rows} == {0, 1}


def test_who_begins_a_game_of_four_and_a_board_game_is_in_the_row_too() -> None:
    for name, seats in (("rikken", 4), ("tapatan", 2)):
        game = bolicho.game(name)
        rows = play_schedule(game, [bolicho.agent("random", game)] * seats, duplicate(range(seats), seats), 3)
        assert len({row.began for row in rows}) == 1
        assert rows[0].began in range(seats)


def test_differences_are_of_the_final_score_and_forfeits_are_left_out_of_them() -> None:
    rows = [
        Row(0, 0, (0, 1), (24, 14), 0, 9, (24, 14)),
        Row(1, 0, (1, 0), (20, 24), 0, 9, (20, 24)),
        Row(2, 1, (0, 1), (3, 24), 1, 9, (3, 24)),
        Row(3, 1, (1, 0), (7, 0), 0, 2, (7, 0), Fault(1, "played an illegal move")),
    ]
    found = results(rows, NAMES[:2])
    first, second = found.agents
    assert (first.margin_won.mean, first.margin_lost.mean) == (7, -21)
    assert (second.margin_won.mean, second.margin_lost.mean) == (21, -7)
    assert (first.total.wins, second.total.wins) == (3, 1)
    assert (first.forfeits, second.forfeits) == (0, 1)
    assert [(lost.match, lost.agent, lost.why) for lost in found.forfeits] == [(3, 1, "played an illegal move")]
    assert first.points == 10 + 4 - 21 - 7


def test_of_four_every_two_are_compared_and_who_forfeits_is_behind_all() -> None:
    rows = []
    for match in range(40):
        turn = match % 4
        seats = tuple((turn + n) % 4 for n in range(4))
        scores = tuple(10 - 5 * agent for agent in seats)
        rows.append(Row(match, match // 4, seats, scores, 0, 5, scores, began=0))
    found = results(rows, ("a", "b", "c", "d"))
    assert found.order == (0, 1, 2, 3)
    assert len(found.agents[0].places) == 4
    assert [score.matches for score in found.agents[0].places] == [10] * 4
    assert found.pair(1, 3).rate.mean == 1
    assert found.pair(1, 3).points.mean == 2
    fled = [replace(row, winner=1, forfeit=Fault(0, "slept")) for row in rows]
    assert results(fled, ("a", "b", "c", "d")).order == (1, 2, 3, 0)


def test_it_is_plain_json_with_names() -> None:
    data = json.loads(json.dumps(results(field(), NAMES).to_dict()))
    assert [standing["agent"] for standing in data["standings"]] == list(NAMES)
    assert set(data["standings"][0]["rating"]) == {"mean", "low", "high"}
    assert data["pairs"][0]["first"] == "ana"


def test_nothing_played_and_nobody_met() -> None:
    found = results([], NAMES)
    assert found.matches == 0
    assert all(result.rating.mean is None and result.total.win_rate.mean is None for result in found.agents)
    assert found.pair(0, 1).probability is None
    mirror = [Row(0, 0, (0, 0), (1, 0), 0, 1, (1, 0))]
    assert results(mirror, NAMES).matches == 0


def test_matches_of_two_and_of_four_are_not_put_together() -> None:
    with pytest.raises(BadInput, match="2 and 4 seats"):
        results([*field(1), Row(9, 9, (0, 1, 2, 3), (0, 0, 0, 1), 3, 1, (0, 0, 0, 1))], ("a", "b", "c", "d"))
