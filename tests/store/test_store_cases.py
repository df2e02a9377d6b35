"""The cases of a base: added whole, read page after page, removed; with the step of the run that brought them."""

from collections.abc import Iterator
from itertools import islice
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import text

from bolicho.core.errors import BadInput
from bolicho.store import Store, cases

COLUMNS = ["high", "medium", "low"]


@pytest.fixture
def base(store: Store) -> str:
    return store.add_base("base", "truco", "1", "recorded", COLUMNS).name


def test_cases_come_back_as_they_were_in_order(store: Store, base: str) -> None:
    first: list[list[int | None]] = [[52, None, 1], [-130, 0, 32767], [-32768, None, None]]
    assert store.add_cases(base, first) == range(3)
    assert store.add_cases(base, iter([(24, 12, 6)]), origins=["record 7, hand 2"]) == range(3, 4)
    assert list(store.cases(base)) == [*first, [24, 12, 6]]
    assert list(store.case_origins(base)) == [None, None, None, "record 7, hand 2"]
    assert list(store.cases(base, start=2)) == [[-32768, None, None], [24, 12, 6]]
    assert list(store.cases(base, start=4)) == []


def test_one_origin_may_be_that_of_all(store: Store, base: str) -> None:
    store.add_cases(base, [[1, 2, 3]] * 2, origins="é")
    assert list(store.case_origins(base)) == ["é", "é"]


def test_each_base_counts_for_itself(store: Store, base: str) -> None:
    store.add_base("other", "truco", "1", "web", ["x"])
    store.add_cases(base, [[1, 2, 3]] * 2)
    assert store.add_cases("other", [[9]]) == range(1)
    assert (list(store.cases("other")), store.base(base).cases) == ([[9]], 2)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([1, 2], r"rows\[1\]: expected 3 values, found 2"),
        ([1, 2, 3, 4], r"rows\[1\]: expected 3 values, found 4"),
        ([1, 2.0, 3], r"rows\[1\].medium: expected an int or None, found 2.0"),
        ([1, 2, "3"], r"rows\[1\].low: expected an int or None, found '3'"),
        ([True, 2, 3], r"rows\[1\].high: expected an int or None, found True"),
        ([1, 2, 32768], r"rows\[1\].low: 32768 is not within -32768..32767"),
        ([-32769, 2, 3], r"rows\[1\].high: -32769 is not within"),
    ],
)
def test_cases_of_which_one_is_wrong_are_all_refused(store: Store, base: str, row: list[Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        store.add_cases(base, [[1, 2, 3], row])
    assert (list(store.cases(base)), store.base(base).revision) == ([], 0)


@pytest.mark.parametrize(
    ("origins", "said"), [(["a"], "expected 2, one a case, found 1"), (["a", 7], r"origins\[1\]: expected a text")]
)
def test_origins_that_do_not_fit_are_refused(store: Store, base: str, origins: list[Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        store.add_cases(base, [[1, 2, 3]] * 2, origins=origins)
    assert list(store.cases(base)) == []


REFUSE_X = {
    "sqlite": "CREATE TRIGGER no BEFORE INSERT ON cases WHEN NEW.origin = 'x' BEGIN SELECT RAISE(ABORT, 'no x'); END",
    "postgresql": "ALTER TABLE cases ADD CONSTRAINT \"no x\" CHECK (origin <> 'x')",
}


def test_what_the_database_refuses_half_way_leaves_nothing(
    store: Store, base: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "PAGE", 2)
    run = store.begin_run("imitation", {})
    with store._writing() as connection:
        connection.execute(text(REFUSE_X[backend]))
    with pytest.raises(BadInput, match="no x"):
        store.add_cases(base, [[1, 2, 3]] * 6, origins=["a"] * 5 + ["x"], run=run, step={"key": 0})
    assert (list(store.cases(base)), list(store.rows(run))) == ([], [])
    assert store.add_cases(base, [[1, 2, 3]]) == range(1)


def test_rows_that_stop_half_way_leave_nothing(store: Store, base: str) -> None:
    def broken() -> Iterator[list[int]]:
        yield [1, 2, 3]
        raise RuntimeError("the lights went out")

    with pytest.raises(RuntimeError, match="lights"):
        store.add_cases(base, broken())
    assert list(store.cases(base)) == []


def test_a_step_and_its_cases_are_one(store: Store, base: str) -> None:
    run = store.begin_run("imitation", {"start": base})
    assert store.add_cases(base, [[1, 1, 1]], run=run, step={"key": 0, "k": 4}) == range(1)
    assert store.add_cases(base, [], run=run, step={"key": 1}) == range(1, 1)
    assert store.add_cases(base, [[2, 2, 2]], run=run, step={"key": 2}) == range(1, 2)
    assert list(store.rows(run)) == [{"key": 0, "k": 4}, {"key": 1}, {"key": 2}]
    assert list(store.cases(base)) == [[1, 1, 1], [2, 2, 2]]


def test_a_step_done_again_adds_nothing(store: Store, base: str) -> None:
    run = store.begin_run("imitation", {})
    store.add_cases(base, [[1, 1, 1]], run=run, step={"key": [0, "a"]})
    before = store.base(base)
    assert store.add_cases(base, [[2, 2, 2]] * 3, run=run, step={"key": [0, "a"], "other": True}) == range(1, 1)
    assert (store.base(base), list(store.rows(run))) == (before, [{"key": [0, "a"]}])


def test_a_step_that_cannot_be_added_brings_no_cases(store: Store, base: str) -> None:
    run = store.begin_run("imitation", {})
    store.finish_run(run, 1)
    for arguments, said in (
        ({"run": run, "step": {"key": 0}}, "is finished"),
        ({"run": 99, "step": {"key": 0}}, "no run 99"),
        ({"run": run, "step": {"match": 0}}, "step.key: missing"),
        ({"run": run, "step": {"key": 0, "x": {1}}}, "step: not JSON data"),
        ({"run": run}, "given together"),
        ({"step": {"key": 0}}, "given together"),
    ):
        with pytest.raises(BadInput, match=said):
            store.add_cases(base, [[1, 2, 3]], **arguments)
    assert list(store.cases(base)) == []


def test_removed_cases_leave_the_others_where_they_are(store: Store, base: str) -> None:
    store.add_cases(base, [[n, n, n] for n in range(6)])
    assert store.remove_cases(base, [1, 5, 1]) == 2
    assert list(store.case_positions(base)) == [0, 2, 3, 4]
    assert [row[0] for row in store.cases(base)] == [0, 2, 3, 4]
    assert [row[0] for row in store.cases(base, start=1)] == [2, 3, 4]
    assert store.add_cases(base, [[6, 6, 6]]) == range(6, 7)
    assert store.base(base).cases == 5


def test_a_case_that_is_not_there_is_not_removed_and_no_other_either(
    store: Store, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "PAGE", 2)
    store.add_cases(base, [[n, n, n] for n in range(4)])
    with pytest.raises(BadInput, match="case base 'base' has no case 4"):
        store.remove_cases(base, [4, 0, 1, 2])
    assert store.base(base).cases == 4


def test_all_cases_of_one_origin_go_together(store: Store, base: str) -> None:
    store.add_base("other", "truco", "1", "web", COLUMNS)
    for name in (base, "other"):
        store.add_cases(name, [[n, n, n] for n in range(4)], origins=["a", "b", None, "a"])
    assert store.remove_origin(base, "a") == 2
    assert list(store.case_origins(base)) == ["b", None]
    assert store.remove_origin(base, "nobody") == 0
    assert store.base("other").cases == 4


def test_cases_are_read_a_page_at_a_time(store: Store, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "PAGE", 3)
    store.add_cases(base, [[n, n, n] for n in range(10)])
    assert [row[0] for row in store.cases(base)] == list(range(10))
    reading = store.cases(base)
    assert len(list(islice(reading, 2))) == 2
    store.remove_cases(base, range(4, 10))  # had all been read at once, these would still come
    assert [row[0] for row in reading] == [2, 3]


def test_a_gap_longer_than_a_page_is_stepped_over(store: Store, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "PAGE", 2)
    store.add_cases(base, [[n, n, n] for n in range(12)])
    store.remove_cases(base, [0, 1, *range(4, 9), 11])
    assert [row[0] for row in store.cases(base)] == list(store.case_positions(base)) == [2, 3, 9, 10]
    assert list(store.cases(base, start=11)) == []


def test_whoever_adds_while_reading_reads_only_what_was_there(
    store: Store, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "PAGE", 2)
    store.add_cases(base, [[n, n, n] for n in range(5)])
    for case in store.cases(base):
        store.add_cases(base, [case])
    assert [row[0] for row in store.cases(base)] == [0, 1, 2, 3, 4] * 2


def test_a_base_dropped_while_it_is_read_is_not_taken_for_a_short_one(
    store: Store, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "PAGE", 2)
    store.add_cases(base, [[n, n, n] for n in range(5)])
    reading = store.cases(base)
    next(reading)
    store.drop_base(base)
    with pytest.raises(BadInput, match="dropped while it was read"):
        list(reading)


def test_as_many_cases_as_were_learned_in_the_thesis_come_back(store: Store, base: str) -> None:
    rows = [[n % 53, None if n % 7 else n % 3, -n % 131] for n in range(27_515)]
    assert store.add_cases(base, rows) == range(27_515)
    assert list(store.cases(base)) == rows


def test_threads_that_append_at_once_lose_nothing(store: Store, base: str) -> None:
    def append(writer: int) -> None:
        for batch in range(10):
            store.add_cases(base, [[writer, batch, 0]] * 3)

    threads = [Thread(target=append, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(store.case_positions(base)) == list(range(120))
    assert sorted({(row[0], row[1]) for row in store.cases(base)}) == [(w, b) for w in range(4) for b in range(10)]
