import pytest

from bolicho.core.errors import BadInput
from bolicho.store import Store, runs

DESIGN = {"agents": ["cbr", "random"], "boards": 50, "target": 12}
VERSIONS = {"bolicho": "0.1.0", "truco": "1"}


def test_a_run_keeps_what_it_was_asked_and_what_came_of_it(store: Store) -> None:
    run = store.begin_run("table-3", DESIGN, 7, VERSIONS)
    rows: list[dict[str, object]] = [
        {"key": [0, "a"], "winner": "cbr", "points": 12.5},
        {"key": [0, "b"], "winner": None, "why": ["é"]},
    ]
    assert store.add_rows(run, rows) == 2
    assert list(store.rows(run)) == rows
    store.finish_run(run, 1.5)
    [found] = store.runs()
    assert (found.id, found.name, found.design, found.seed, found.versions) == (run, "table-3", DESIGN, 7, VERSIONS)
    assert (found.rows, found.seconds) == (2, 1.5)
    assert found.finished is not None
    assert found.finished >= found.began


def test_seeds_of_any_size_and_none_are_kept(store: Store) -> None:
    for seed in (0, -1, 2**200, None):
        assert store.run(store.begin_run("seeds", {}, seed)).seed == seed


def test_a_row_added_again_stays_as_it_was(store: Store) -> None:
    run = store.begin_run("again", DESIGN)
    assert store.add_rows(run, [{"key": 0, "try": 1}, {"key": 1, "try": 1}]) == 2
    assert store.add_rows(run, [{"key": 1, "try": 2}, {"key": 2, "try": 2}, {"key": 2, "try": 3}]) == 1
    assert list(store.rows(run)) == [{"key": 0, "try": 1}, {"key": 1, "try": 1}, {"key": 2, "try": 2}]


def test_one_key_in_two_runs_is_two_rows(store: Store) -> None:
    first, second = store.begin_run("a", {}), store.begin_run("b", {})
    for run in (first, second):
        assert store.add_rows(run, [{"key": 0, "run": run}]) == 1
    assert list(store.rows(second)) == [{"key": 0, "run": second}]


def test_a_number_and_its_text_are_two_keys(store: Store) -> None:
    run = store.begin_run("keys", {})
    assert store.add_rows(run, [{"key": 1}, {"key": "1"}, {"key": (1, "b")}, {"key": [1, "b"]}]) == 3
    assert store.keys(run) == {1, "1", (1, "b")}


def test_many_rows_come_back_in_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "PAGE", 7)
    run = store.begin_run("many", {})
    for start in (0, 10, 20):
        store.add_rows(run, ({"key": key} for key in range(start, start + 12)))
    assert [row["key"] for row in store.rows(run)] == list(range(32))


@pytest.mark.parametrize(
    ("rows", "said"),
    [([{"key": 0}, {"points": 1}], r"rows\[1\].key"), ([{"key": 0}, {"key": 1, "x": {1}}], r"rows\[1\]: not JSON")],
)
def test_rows_of_which_one_is_wrong_are_all_refused(store: Store, rows: list[dict[str, object]], said: str) -> None:
    run = store.begin_run("wrong", {})
    with pytest.raises(BadInput, match=said):
        store.add_rows(run, rows)
    assert list(store.rows(run)) == []


def test_a_finished_run_takes_no_more_rows(store: Store) -> None:
    run = store.begin_run("over", {})
    store.add_rows(run, [{"key": 0}])
    store.finish_run(run, 2)
    assert store.add_rows(run, [{"key": 0}]) == 0
    with pytest.raises(BadInput, match="is finished"):
        store.add_rows(run, [{"key": 1}])


def test_a_killed_run_is_found_by_what_it_was_asked(store: Store) -> None:
    assert store.find_run("t", DESIGN, 7, VERSIONS) is None
    run = store.begin_run("t", DESIGN, 7, VERSIONS)
    store.begin_run("t", DESIGN, 8, VERSIONS)
    store.begin_run("t", DESIGN, None, VERSIONS)
    store.begin_run("t", {**DESIGN, "boards": 51}, 7, VERSIONS)
    store.begin_run("t", DESIGN, 7, {**VERSIONS, "truco": "2"})
    found = store.find_run("t", dict(reversed(DESIGN.items())), 7, VERSIONS)
    assert found is not None
    assert (found.id, found.finished) == (run, None)


def test_a_run_goes_on_after_a_restart(url: str) -> None:
    with Store.open(url) as store:
        store.add_rows(store.begin_run("t", DESIGN, 7), [{"key": key} for key in range(3)])
    with Store.open(url) as store:
        run = store.find_run("t", DESIGN, 7)
        assert run is not None
        store.add_rows(run.id, [{"key": key} for key in range(5) if key not in store.keys(run.id)])
        store.finish_run(run.id, 3)
        assert [row["key"] for row in store.rows(run.id)] == list(range(5))


def test_runs_come_newest_first_and_by_name(store: Store) -> None:
    a, b, c = store.begin_run("a", {}), store.begin_run("b", {}), store.begin_run("a", {})
    assert [run.id for run in store.runs()] == [c, b, a]
    assert [run.id for run in store.runs("a")] == [c, a]


def test_a_run_nobody_began_is_said_so(store: Store) -> None:
    for ask in (
        lambda: store.run(99),
        lambda: list(store.rows(99)),
        lambda: store.keys(99),
        lambda: store.add_rows(99, [{"key": 0}]),
        lambda: store.finish_run(99, 1),
    ):
        with pytest.raises(BadInput, match="no run 99"):
            ask()


def test_a_design_that_is_not_data_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match="design: not JSON data"):
        store.begin_run("bad", {"agents": {1, 2}})
