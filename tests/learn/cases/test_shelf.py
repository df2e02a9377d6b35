"""The shelf: bundled bases, bases of the store, bases in files, each by its name."""

from pathlib import Path

import numpy as np
import pytest

from bolicho.core.errors import BadInput, UnknownName
from bolicho.lab.engine.truco_habits import FOLDED, PEOPLE, TIED
from bolicho.lab.studies.bases.synthetic import BUNDLED, synthetic
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import write
from bolicho.learn.cases.forms import form
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.grouping import cluster_base
from bolicho.learn.cases.truco.habits import habits
from bolicho.learn.cases.truco.scenarios import ALL
from bolicho.store import Store


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.endurance] if name == "baseline" else []) for name in BUNDLED]
)
def test_the_bundled_bases_come_from_their_seed(name: str) -> None:
    cases, seed, observe = BUNDLED[name]
    bundled = shelf.base(name, form=FORM)
    made = synthetic(name, cases, seed, observe)
    assert np.array_equal(made.cells(), bundled.cells())
    assert (bundled.source, bundled.note, len(bundled)) == ("synthetic", made.note, cases)
    assert form(FORM).wrong(bundled.cells()) is None
    assert set(bundled.clusterings) == set(ALL)
    again = cluster_base(made, seed=seed, scenarios=["index-cards", "first-card-first"])
    for scenario, clustering in again.items():
        was = bundled.clusterings[scenario]
        assert clustering.k == was.k
        assert np.allclose(clustering.centroids, was.centroids)


def test_in_the_baseline_every_deal_is_seen_from_both_seats() -> None:
    rows = [shelf.base("baseline").case(case) for case in range(200)]
    for mine, theirs in zip(rows[::2], rows[1::2], strict=True):
        assert {mine["mano"], theirs["mano"]} == {1, 2}
        assert (mine["score"], mine["truco_gain"]) == (theirs["rival_score"], -(theirs["truco_gain"] or 0))


@pytest.mark.parametrize("name", BUNDLED)
def test_the_habits_of_a_bundled_base_are_within_ten_points_of_those_of_people(name: str) -> None:
    found = habits(shelf.base(name))
    for habit, people in {**PEOPLE, "folded": FOLDED, "first-tied": TIED}.items():
        assert found[habit].share == pytest.approx(people, abs=0.1), habit


def test_loaded_once() -> None:
    assert shelf.base("baseline") is shelf.base("baseline")
    mine = shelf.copy("baseline", "mine")
    assert mine is not shelf.base("baseline")
    mine.append([[None] * len(NAMES)])
    assert (len(mine), mine.name, len(shelf.base("baseline"))) == (3196, "mine", 3195)


def test_a_base_is_saved_and_found() -> None:
    with Store.open(":memory:") as store:
        mine = shelf.copy("starter", "mine")
        shelf.save(mine, store, "a test")
        found = shelf.base("mine", form=FORM, store=store)
        assert np.array_equal(found.cells(), mine.cells())
        assert found.clusterings == mine.clusterings
        assert (found.source, found.note) == ("synthetic", mine.note)
        assert shelf.base("mine", store=store) is found
        assert shelf.names(store) == ("baseline", "starter", "mine")
        store.add_cases("mine", [[None] * len(NAMES)])
        assert len(shelf.base("mine", store=store)) == 514
        for name in ("mine", "baseline", "a.csv", "a@b", " ", "x ", " x", "x\t"):
            with pytest.raises(BadInput, match="base"):
                shelf.save(shelf.copy("starter", name), store)
        with pytest.raises(BadInput, match="not empty"):
            shelf.free("", store)
        assert [base.name for base in store.bases()] == ["mine"]


def test_two_stores_in_memory_are_not_taken_for_one_another() -> None:
    for cases in (1, 2):
        with Store.open(":memory:") as store:
            store.add_base("x", "truco", FORM, "web", NAMES)
            store.add_cases("x", [[None] * len(NAMES)] * cases)
            assert len(shelf.base("x", store=store)) == cases


def test_a_save_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(":memory:") as store:
        monkeypatch.setattr(store, "set_clusterings", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            shelf.save(shelf.copy("starter", "mine"), store)
        assert store.bases() == []


def test_a_file_is_read_again_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "b.csv"
    write(shelf.copy("starter"), path)
    first = shelf.base(path)
    assert shelf.base(path) is first
    write(shelf.base("baseline"), path)
    assert len(shelf.base(str(path))) == 3195


def test_what_cannot_be_used_is_said() -> None:
    with Store.open(":memory:") as store:
        with pytest.raises(UnknownName, match=r"unknown case base 'basline' \(did you mean 'baseline'\?\)"):
            shelf.base("basline", store=store)
        store.add_base("empty", "truco", FORM, "web", NAMES)
        assert len(shelf.base("empty", store=store)) == 0
        with pytest.raises(BadInput, match="base 'empty' is empty"):
            shelf.base("empty", form=FORM, store=store)
        store.add_base("other", "rikken", "rikken-1", "web", ["a"])
        with pytest.raises(BadInput, match="cases of rikken in form 'rikken-1'; this version reads truco-1"):
            shelf.base("other", store=store)
    other = CaseBase("o", ("a",), game="x", form="x-1", source="web")
    with pytest.raises(BadInput, match="not 'truco-1'"):
        shelf.usable(other, FORM)
