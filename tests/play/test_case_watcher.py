"""Cases of what is played: the same at the table and from its record, and never more than the seat saw."""

from typing import Any

import pytest

import bolicho
from bolicho.core.errors import BadInput
from bolicho.learn.cases.truco.columns import NAMES
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.play import replay
from bolicho.play.case_watcher import CaseWatcher, cases_of, seats_of


def watched(*agents: str, seats: tuple[int, ...] = (0, 1), seed: int = 5, **options: Any) -> tuple[Any, CaseWatcher]:
    game = bolicho.game("truco", **options)
    watcher = CaseWatcher(seats)
    record = bolicho.play_match(game, [bolicho.agent(name, game) for name in agents], seed, watchers=[watcher])
    return record, watcher


@pytest.mark.parametrize("preset", ["gaucho", "ufsm-web"])
def test_a_watched_match_and_its_record_give_the_same_cases(preset: str) -> None:
    record, watcher = watched("random", "bluffer", preset=preset)
    assert watcher.rows == list(cases_of(record))
    assert len(watcher.rows) == 2 * len(record.units)


def test_only_the_observed_seat_is_seen() -> None:
    record, watcher = watched("random", "sound", seats=(1,))
    assert watcher.rows == list(cases_of(record, [1]))
    assert len(watcher.rows) == len(record.units)
    assert seats_of(record, "sound") == (1,)
    assert seats_of(record, "nobody") == ()


def test_a_case_is_made_of_the_view_alone() -> None:
    record, watcher = watched("random", "random", preset="ufsm-web")
    ends = [state for state in replay(record, bolicho.game("truco", preset="ufsm-web")) if state.over]
    assert watcher.rows == [row_of(case_of(state.view(seat))) for state in ends for seat in (0, 1)]
    for rows in zip(watcher.rows[::2], watcher.rows[1::2], strict=True):
        for mine, theirs in (rows, rows[::-1]):
            seen, other = dict(zip(NAMES, mine, strict=True)), dict(zip(NAMES, theirs, strict=True))
            for number in (1, 2, 3):
                assert seen[f"theirs_{number}"] in (None, other[f"mine_{number}"])
                if other[f"played_{number}"] == -1:
                    assert seen[f"theirs_{number}"] is None


def test_a_broken_off_hand_gives_no_case() -> None:
    from bolicho.core.record import Record

    record, _ = watched("random", "random")
    data = record.to_dict()
    last = data["units"][-1]
    last["moves"], last["over"], last["scores"] = [], False, [0, 0]
    data["scores"] = [sum(unit["scores"][seat] for unit in data["units"]) for seat in (0, 1)]
    data["finished"], data["winner"] = False, None
    assert len(list(cases_of(Record.from_dict(data)))) == 2 * (len(record.units) - 1)


def test_what_cannot_be_observed_is_said() -> None:
    with pytest.raises(BadInput, match="seat 2"):
        CaseWatcher([2])
    game = bolicho.game("tapatan")
    agent = bolicho.agent("random", game)
    with pytest.raises(BadInput, match="not of tapatan"):
        list(cases_of(bolicho.play_match(game, [agent, agent], 1)))
