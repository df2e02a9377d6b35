"""Web tables: kept, found again, and saved as the match goes on."""

from dataclasses import replace
from typing import Any

import pytest
from tests.store.some_records import a_record, unfinished

from bolicho.core.errors import BadInput
from bolicho.store import Store

DATA: dict[str, Any] = {"seats": ["você", "bold"], "tokens": {"0": "ab" * 32}, "options": {"target": 12}}


def test_a_table_is_kept_and_put_again(store: Store) -> None:
    store.put_table("abc", record=None, data=DATA, over=False)
    first = store.table("abc")
    assert (first.id, first.record, first.data, first.over) == ("abc", None, DATA, False)
    assert first.created == first.touched
    (record,) = store.save([unfinished()])
    store.put_table("abc", record=record, data={"seats": []}, over=True)
    then = store.table("abc")
    assert (then.record, then.data, then.over, then.created) == (record, {"seats": []}, True, first.created)
    assert then.touched > first.touched
    assert store.tables(None) == {"abc": record}


def test_a_table_needs_an_id_data_and_a_record_that_is_there(store: Store) -> None:
    with pytest.raises(BadInput, match="no record 99"):
        store.put_table("abc", record=99, data=DATA, over=False)
    with pytest.raises(BadInput, match="data: not JSON"):
        store.put_table("abc", record=None, data={"x": object()}, over=False)
    with pytest.raises(BadInput, match="expected an id"):
        store.put_table("", record=None, data=DATA, over=False)
    for asked in (store.table, store.drop_table):
        with pytest.raises(BadInput, match="no web table 'abc'"):
            asked("abc")


def test_tables_are_given_by_whether_they_are_over_oldest_first(store: Store) -> None:
    for number in (5, 3, 4, 1, 2):
        store.put_table(f"t{number}", record=None, data={}, over=number == 4)
    assert list(store.tables()) == ["t5", "t3", "t1", "t2"]
    assert list(store.tables(over=True)) == ["t4"]
    assert list(store.tables(None)) == ["t5", "t3", "t4", "t1", "t2"]
    assert list(store.tables(since=store.table("t4").touched)) == ["t1", "t2"]


def test_a_table_that_is_dropped_leaves_its_record(store: Store) -> None:
    (record,) = store.save([unfinished()])
    store.put_table("abc", record=record, data=DATA, over=False)
    store.drop_table("abc")
    assert store.tables(None) == {}
    assert store.load(record) == unfinished()


def test_a_hand_is_kept_with_the_record_and_touches_the_table(store: Store) -> None:
    (record,) = store.save([unfinished()])
    store.put_table("abc", record=record, data=DATA, over=False)
    before = store.table("abc")
    further = unfinished(scores=(2, 5))
    store.keep_hand("abc", record, further)
    assert store.load(record) == further
    assert [(s.scores, s.finished) for s in store.summaries()] == [((2, 5), False)]
    assert store.table("abc").touched > before.touched
    store.keep_hand("abc", record, a_record())
    assert [(s.scores, s.winner, s.finished) for s in store.summaries()] == [((2, 1), 0, True)]
    with pytest.raises(BadInput, match="is finished and stays as it is"):
        store.keep_hand("abc", record, further)


def test_a_hand_at_the_wrong_place_changes_nothing(store: Store) -> None:
    mine, other = store.save([unfinished(0), unfinished(1)])
    store.put_table("abc", record=mine, data=DATA, over=False)
    wrong = {
        "no record 99": ("abc", 99, unfinished(0)),
        "no web table 'xyz' with record": ("xyz", mine, unfinished(0)),
        f"no web table 'abc' with record {other}": ("abc", other, unfinished(1)),
        f"record {mine} is of another match": ("abc", mine, unfinished(1)),
    }
    for said, asked in wrong.items():
        with pytest.raises(BadInput, match=said):
            store.keep_hand(*asked)
    for changed in ({"seed": 8}, {"version": "2"}, {"agents": ("ana", "x")}, {"game": "tapatan"}):
        with pytest.raises(BadInput, match="of another match"):
            store.keep_hand("abc", mine, replace(unfinished(0), **changed))
    with pytest.raises(BadInput, match=r"record\.scores"):
        store.keep_hand("abc", mine, unfinished(0, scores=(1, 2, 3)))
    assert [store.load(id) for id in (mine, other)] == [unfinished(0), unfinished(1)]
    assert store.table("abc").touched == store.table("abc").created
