"""Steps that change several bases: all of a step or nothing of it, and never twice."""

from threading import Thread
from typing import Any

import pytest

from bolicho.core.errors import BadInput, UnknownName
from bolicho.store import BaseChange, Store

COLUMNS = ["high", "low"]


@pytest.fixture
def run(store: Store) -> int:
    """A run, and two bases of which the first has three cases."""
    for name in ("envido", "flor"):
        store.add_base(name, "truco", "1", "recorded", COLUMNS)
    store.add_cases("envido", [[n, n] for n in range(3)], "start")
    return store.begin_run("training", {})


def content(store: Store) -> list[Any]:
    """All that two bases and the runs hold."""
    found: list[Any] = [list(store.rows(run.id)) for run in store.runs()]
    for name in ("envido", "flor"):
        base = store.base(name)
        listed = zip(store.case_positions(name), store.case_origins(name), store.cases(name), strict=True)
        found.append((base.revision, base.next, list(listed)))
    return found


def test_a_step_changes_all_its_bases_and_is_told_in_its_run(store: Store, run: int) -> None:
    changes = {
        "flor": BaseChange([[7, 8]], "match 0", first=0),
        "envido": BaseChange([[5, None], [6, 6]], ["a", None], removed=[2, 0]),
    }
    assert store.change_cases(changes, run, {"key": 0, "hands": 9})
    assert content(store) == [
        [{"key": 0, "hands": 9}],
        (2, 5, [(1, "start", [1, 1]), (3, "a", [5, None]), (4, None, [6, 6])]),
        (1, 1, [(0, "match 0", [7, 8])]),
    ]


def test_a_case_may_come_and_go_in_one_step_and_its_position_is_not_given_again(store: Store, run: int) -> None:
    assert store.change_cases({"flor": BaseChange([[1, 1], [2, 2]], removed=[1])}, run, {"key": 0})
    assert store.base("flor").next == 2
    assert store.change_cases({"flor": BaseChange([[3, 3]], first=2)}, run, {"key": 1})
    assert list(store.case_positions("flor")) == [0, 2]


def test_a_step_that_is_there_already_changes_nothing(store: Store, run: int) -> None:
    change = {"envido": BaseChange([[4, 4]], removed=[1]), "flor": BaseChange([[4, 4]])}
    assert store.change_cases(change, run, {"key": 3})
    before = content(store)
    assert not store.change_cases(change, run, {"key": 3})
    assert content(store) == before


def test_a_step_without_changes_is_told_all_the_same(store: Store, run: int) -> None:
    before = content(store)[1:]
    assert store.change_cases({"envido": BaseChange(), "flor": BaseChange()}, run, {"key": 0})
    assert content(store) == [[{"key": 0}], *before]


MISTAKES: dict[str, tuple[dict[str, BaseChange], type[BadInput]]] = {
    "case base 'flor': rows\\[0\\]: expected 2 values, found 1": ({"flor": BaseChange([[1]])}, BadInput),
    "case base 'flor': origins: expected 1": ({"flor": BaseChange([[1, 2]], ["a", "b"])}, BadInput),
    "case base 'envido' has no case 9": (
        {"flor": BaseChange([[1, 2]]), "envido": BaseChange(removed=[1, 9])},
        BadInput,
    ),
    "would begin at 3, not at 4": ({"envido": BaseChange([[1, 2]], first=4), "flor": BaseChange([[1, 2]])}, BadInput),
    "unknown case base 'truco'": ({"envido": BaseChange(removed=[0]), "truco": BaseChange()}, UnknownName),
}


@pytest.mark.parametrize("said", MISTAKES)
def test_a_step_of_which_anything_is_wrong_changes_nothing(store: Store, run: int, said: str) -> None:
    before = content(store)
    changes, error = MISTAKES[said]
    with pytest.raises(error, match=said):
        store.change_cases(changes, run, {"key": 0})
    assert content(store) == before


def test_a_finished_run_changes_no_more_cases(store: Store, run: int) -> None:
    store.finish_run(run, 1.0)
    before = content(store)
    with pytest.raises(BadInput, match="is finished"):
        store.change_cases({"envido": BaseChange(removed=[0])}, run, {"key": 0})
    with pytest.raises(BadInput, match="no run 77"):
        store.change_cases({"envido": BaseChange(removed=[0])}, 77, {"key": 0})
    assert content(store) == before


def test_a_finished_run_may_be_given_another_end(store: Store, run: int) -> None:
    store.add_rows(run, [{"key": 0}, {"key": "end"}])
    store.finish_run(run, 1.0)
    before = store.run(run)
    with pytest.raises(BadInput, match=f"run {run} does not end with 'start'"):
        store.extend_run(run, {"matches": 9}, {"envido": "nine"}, without="start")
    with pytest.raises(BadInput, match="nowhere"):
        store.extend_run(run, {"matches": 9}, {"nowhere": "nine"})
    assert (store.run(run), store.base("envido").note) == (before, ""), "all of it or nothing"
    longer = store.extend_run(run, {"matches": 9}, {"envido": "nine"}, without="end")
    assert (longer.design, longer.finished, longer.seconds) == ({"matches": 9}, None, 1.0)
    assert (store.keys(run), store.base("envido").note) == ({0}, "nine")
    assert store.change_cases({"envido": BaseChange(removed=[0])}, run, {"key": 1})


def test_of_two_who_do_the_same_steps_at_once_one_does_each(store: Store, run: int) -> None:
    done: list[bool] = []

    def train() -> None:
        for key in range(20):
            changes = {name: BaseChange([[key, key]], f"match {key}") for name in ("flor", "envido")}
            done.append(store.change_cases(changes, run, {"key": key}))

    trainers = [Thread(target=train) for _ in range(2)]
    for trainer in trainers:
        trainer.start()
    for trainer in trainers:
        trainer.join(240)
    assert (len(done), done.count(True)) == (40, 20)
    assert list(store.case_origins("flor")) == [f"match {key}" for key in range(20)]
    assert store.base("envido").cases == 23
