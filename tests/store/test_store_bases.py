"""Case bases: how they are named, listed, copied and dropped, and what clusterings they keep."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from bolicho.core.errors import BadInput, UnknownName
from bolicho.store import Base, Store

COLUMNS = ["high", "medium", "low"]


def a_base(store: Store, name: str = "baseline", rows: list[list[int | None]] | None = None) -> Base:
    base = store.add_base(name, "truco", "1", "recorded", COLUMNS, note="de fora")
    store.add_cases(name, rows or [])
    return base


def test_a_base_is_what_was_said_of_it(store: Store) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    base = a_base(store)
    assert before < base.created < before + timedelta(seconds=60)
    assert base == Base(
        base.id, "baseline", "truco", "1", "recorded", "de fora", tuple(COLUMNS), base.created, revision=0, cases=0
    )
    assert store.base("baseline") == base


def test_a_name_is_of_one_base_only(store: Store) -> None:
    a_base(store, rows=[[1, 2, 3]])
    a_base(store, "other")
    for again in (
        lambda: store.add_base("baseline", "rikken", "1", "web", ["x"]),
        lambda: store.rename_base("other", "baseline"),
        lambda: store.copy_base("other", "baseline"),
    ):
        with pytest.raises(BadInput, match="there is a case base 'baseline' already"):
            again()
    assert list(store.cases("baseline")) == [[1, 2, 3]]
    assert [base.name for base in store.bases()] == ["baseline", "other"]


def test_bases_are_listed_by_name_with_the_number_of_their_cases(store: Store) -> None:
    a_base(store, "web", [[1, 2, 3]] * 4)
    a_base(store, "Baseline", [[1, 2, 3]])
    assert [(base.name, base.cases) for base in store.bases()] == [("Baseline", 1), ("web", 4)]


def test_a_base_nobody_made_is_said_so_with_those_there_are(store: Store) -> None:
    with pytest.raises(UnknownName, match="unknown case base 'x'; known: none"):
        store.base("x")
    a_base(store)
    for ask in (
        lambda: store.base("basline"),
        lambda: store.drop_base("basline"),
        lambda: store.rename_base("basline", "x"),
        lambda: store.copy_base("basline", "x"),
        lambda: store.add_cases("basline", [[1, 2, 3]]),
        lambda: list(store.cases("basline")),
        lambda: list(store.case_origins("basline")),
        lambda: list(store.case_positions("basline")),
        lambda: store.remove_cases("basline", [0]),
        lambda: store.remove_origin("basline", "x"),
        lambda: store.set_clusterings("basline", {"envido": []}, cases=0),
        lambda: store.clusterings("basline"),
        lambda: store.clustered_on("basline"),
    ):
        with pytest.raises(UnknownName, match=r"unknown case base 'basline' \(did you mean 'baseline'\?\)"):
            ask()


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0b"])
def test_a_name_that_is_none_is_refused(store: Store, name: str) -> None:
    a_base(store)
    for ask in (
        lambda: store.add_base(name, "truco", "1", "web", COLUMNS),
        lambda: store.rename_base("baseline", name),
        lambda: store.copy_base("baseline", name),
    ):
        with pytest.raises(BadInput, match="case base: expected a name"):
            ask()


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ([], "expected a list of names"),
        (["high", ""], "expected a list of names, found ''"),
        ("high", "expected a list of names, found 'high'"),
        (["high", "low", "high"], "'high' stands there twice"),
    ],
)
def test_columns_that_are_none_are_refused(store: Store, columns: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        store.add_base("bad", "truco", "1", "web", columns)
    assert store.bases() == []


def test_a_renamed_base_keeps_its_cases(store: Store) -> None:
    before = a_base(store, rows=[[1, 2, 3]])
    store.rename_base("baseline", "first")
    assert store.base("first").id == before.id
    assert list(store.cases("first")) == [[1, 2, 3]]
    with pytest.raises(UnknownName):
        store.base("baseline")


def test_a_dropped_base_is_gone_with_all_it_had(store: Store) -> None:
    gone = a_base(store, rows=[[1, 2, 3]])
    a_base(store, "other", [[4, 5, 6]])
    store.set_clusterings("baseline", {"envido": {"k": 2}}, cases=1)
    store.drop_base("baseline")
    again = a_base(store)
    assert again.id != gone.id
    assert (again.cases, list(store.cases("baseline")), store.clusterings("baseline")) == (0, [], {})
    assert list(store.cases("other")) == [[4, 5, 6]]


def test_a_copy_has_the_same_cases_and_goes_its_own_way(store: Store) -> None:
    store.add_base("old", "truco", "1", "recorded", COLUMNS)
    store.add_cases("old", [[n, None, 0] for n in range(5)], origins=[f"match {n}" for n in range(5)])
    store.remove_cases("old", [1, 4])
    store.set_clusterings("old", {"envido": {"k": 2}}, cases=3)
    copy = store.copy_base("old", "new", source="imitation")
    assert (copy.source, copy.game, copy.form, copy.columns, copy.cases) == (
        ("imitation", "truco", "1", tuple(COLUMNS), 3)
    )
    assert list(store.cases("new")) == list(store.cases("old")) == [[0, None, 0], [2, None, 0], [3, None, 0]]
    assert list(store.case_origins("new")) == ["match 0", "match 2", "match 3"]
    assert list(store.case_positions("new")) == [0, 2, 3]
    assert store.clusterings("new") == {"envido": {"k": 2}}
    assert store.add_cases("new", [[9, 9, 9]]) == range(5, 6)  # 4 was somebody's once
    store.set_clusterings("new", {"envido": {"k": 3}}, cases=4)
    assert (store.base("old").cases, store.clusterings("old")) == (3, {"envido": {"k": 2}})
    assert store.copy_base("old", "third").source == "recorded"


def test_a_clustering_takes_the_place_of_the_one_before(store: Store) -> None:
    a_base(store, rows=[[1, 2, 3]] * 10)
    assert store.clusterings("baseline") == {}
    store.set_clusterings("baseline", {"envido": {"k": 2, "means": [0.5, -1.25]}, "first-card": [1, None]}, cases=9)
    store.set_clusterings("baseline", {"envido": {"k": 3}}, cases=10)
    assert store.clusterings("baseline") == {"envido": {"k": 3}, "first-card": [1, None]}
    assert store.clustered_on("baseline") == {"envido": 10, "first-card": 9}


def test_clusterings_of_which_one_is_not_data_are_all_refused(store: Store) -> None:
    a_base(store)
    with pytest.raises(BadInput, match="first-card: not JSON data"):
        store.set_clusterings("baseline", {"envido": [], "first-card": {1, 2}}, cases=0)
    with pytest.raises(BadInput, match="found -1"):
        store.set_clusterings("baseline", {"envido": []}, cases=-1)
    assert store.clusterings("baseline") == {}


def test_the_revision_counts_what_changed(store: Store) -> None:
    a_base(store)
    changes: list[Callable[[], object]] = [
        lambda: store.add_cases("baseline", [[1, 2, 3]] * 3, origins="m"),
        lambda: store.set_clusterings("baseline", {"envido": []}, cases=3),
        lambda: store.remove_cases("baseline", [1]),
        lambda: store.remove_origin("baseline", "m"),
    ]
    for number, change in enumerate(changes, 1):
        change()
        assert store.base("baseline").revision == number
    for nothing in (
        lambda: store.add_cases("baseline", []),
        lambda: store.set_clusterings("baseline", {}, cases=0),
        lambda: store.remove_cases("baseline", []),
        lambda: store.remove_origin("baseline", "m"),
    ):
        nothing()
        assert store.base("baseline").revision == len(changes)
