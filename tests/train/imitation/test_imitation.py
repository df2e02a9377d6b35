"""Learning by imitation: which hands are kept, what a base becomes, and that a training may be broken off anywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from tests.train.kills import kill_at

from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import clusterings_data
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.grouping import Reclustering, recluster
from bolicho.learn.cases.truco.revise import broken_rules
from bolicho.play import play_match
from bolicho.store import Store
from bolicho.train.imitation.design import FIRST_TEN, ImitationDesign
from bolicho.train.imitation.observer import Observer
from bolicho.train.imitation.training import Imitation

LOOKED_AT = ["first-card-second", "truco-2-won", "truco-2-lost"]
SMALL = ImitationDesign("learned", "starter", matches=4, seed=3, recluster="4%", clean_start=True)


@pytest.fixture(autouse=True, scope="module")
def few_clusters() -> Iterator[None]:
    """Look at the clusters of three scenarios only, and not long: what follows is about when and in which order."""

    def quick(base: CaseBase, scenarios: list[str] | None = None, seed: int = 0) -> Reclustering:
        return recluster(base, scenarios or LOOKED_AT, seed=seed, restarts=1, largest=6)

    with patch("bolicho.train.imitation.training.recluster", quick):
        yield


def trained(store: Store, design: ImitationDesign = SMALL) -> Imitation:
    training = Imitation(store, design)
    assert training.train()
    return training


def content(store: Store, name: str = "learned") -> tuple[Any, ...]:
    """All that a base is, but for its number and the moment it was made."""
    base = store.base(name)
    lists = [list(read(name)) for read in (store.cases, store.case_positions, store.case_origins)]
    return (base.source, base.columns, *lists, store.clusterings(name))


def told(training: Imitation) -> list[dict[str, Any]]:
    return training.steps


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    """What a training leaves that nobody broke off."""
    with Store.open(str(tmp_path_factory.mktemp("whole") / "bolicho.db")) as store:
        training = trained(store, SMALL)
        assert any(step["clusterings"] for step in training.steps[1:-1])
        return content(store), told(training)


# ── which hands are kept ──────────────────────────────────────────────────────────────────────────────────────────
class Asking:
    """Plays anything, and says that its questions found so many close cases."""

    name = "asking"

    def __init__(self, *closes: int) -> None:
        self.closes = closes

    def choose(self, view: Any, rng: Random) -> Decision:
        questions = [{"close": close} for close in self.closes]
        facts = {**questions[-1], "passed": questions[:-1]} if questions else {"move": "settled"}
        return Decision(rng.choice(view.moves), None, {"facts": facts})


def kept(players: Sequence[Asking], seats: Sequence[int] = (0,)) -> tuple[int, int]:
    """How many hands of a match were kept, and how many seen."""
    watcher = Observer(seats, enough=100)
    record = play_match(GAMES.make("truco", target=6), players, 5, watchers=[watcher])
    assert watcher.hands == len(record.units) * len(seats) > 0
    return len(watcher.rows), watcher.hands


@pytest.mark.parametrize("closes", [(99,), (500, 99, 500), (99, 500), (0,)])
def test_a_hand_is_kept_when_one_question_was_short_of_cases(closes: tuple[int, ...]) -> None:
    rows, hands = kept([Asking(*closes), Asking(500)])
    assert rows == hands


@pytest.mark.parametrize("closes", [(100,), (100, 500, 100), ()])
def test_a_hand_is_not_kept_when_every_question_found_enough(closes: tuple[int, ...]) -> None:
    assert kept([Asking(*closes), Asking(0)])[0] == 0


def test_each_of_two_observed_players_is_judged_by_its_own_questions() -> None:
    rows, hands = kept([Asking(500), Asking(0)], seats=(0, 1))
    assert 2 * rows == hands


# ── what a base becomes ───────────────────────────────────────────────────────────────────────────────────────────
def test_a_base_grows_by_what_its_rows_say(store: Store) -> None:
    training = trained(store, replace(SMALL, clean_start=False))
    steps, base = training.steps, store.base("learned")
    assert [step["key"] for step in steps] == ["start", *range(4), "clean"]
    assert (steps[0]["cases"], base.source) == (513, "imitation")
    assert base.note == f"learned by imitation from 'starter': 4 matches, seed 3, run {training.run.id}"
    sizes = [step["cases"] for step in steps[:-1]]
    assert [after - before for before, after in pairwise(sizes)] == [s["kept"] for s in steps[1:-1]]
    assert sizes[-1] > 513
    origins = list(store.case_origins("learned"))
    assert origins[:513] == ["starter"] * 513
    for step in steps[1:-1]:
        assert origins.count(f"match {step['key']}") == step["kept"] <= step["hands"]
        assert set(step["policies"]) <= set(FIRST_TEN)
    assert {tuple(step["observed"]) for step in steps[1:-1]} == {(0,), (1,)}
    assert store.run(training.run.id).finished is not None


def test_the_start_base_stays_as_it_was(store: Store) -> None:
    before = shelf.base("starter").cells()
    trained(store, replace(SMALL, recluster="off", clean_start=False))
    assert np.array_equal(shelf.base("starter").cells(), before)
    assert np.array_equal(shelf.base("learned", store=store).cells()[:513], before)


def test_what_is_known_well_enough_is_not_kept(store: Store) -> None:
    training = trained(store, replace(SMALL, enough=1, threshold=0.0, recluster="off"))
    played = training.steps[1:-1]
    assert sum(step["kept"] for step in played) < 0.1 * sum(step["hands"] for step in played), "but what nobody knew"
    everything = trained(store, replace(SMALL, name="all", enough=10**6, threshold=1.0, recluster="off"))
    played = everything.steps[1:-1]
    assert sum(step["kept"] for step in played) > 0.9 * sum(step["hands"] for step in played)


def test_the_seed_decides_everything(store: Store) -> None:
    a, b, c = (
        trained(store, replace(SMALL, name=name, seed=seed, recluster="off"))
        for name, seed in (("a", 3), ("b", 3), ("c", 4))
    )
    assert content(store, "a") == content(store, "b")
    assert told(a) == told(b)
    assert list(store.cases("a")) != list(store.cases("c"))
    assert c.steps[1]["cases"] > 513


@pytest.mark.parametrize(("recluster", "all_of_them"), [("off", False), ("every-match", True)])
def test_clusters_are_looked_at_when_the_design_says(store: Store, recluster: str, all_of_them: bool) -> None:
    training = trained(store, replace(SMALL, matches=2, recluster=recluster))
    assert [step["reclustered"] for step in training.steps[1:-1]] == [all_of_them] * 2
    if not all_of_them:
        assert store.clusterings("learned") == clusterings_data(shelf.base("starter"))


def test_new_clusters_are_those_of_the_rows(store: Store) -> None:
    training = trained(store, replace(SMALL, matches=8, recluster="10%", clean=False, clean_start=False))
    k = dict(training.steps[0]["k"])
    due = 513
    for step in training.steps[1:]:
        assert step["reclustered"] == (step["cases"] >= due * 1.1)
        due = step["cases"] if step["reclustered"] else due
        assert step["reclustered"] or not step["clusterings"]
        assert all(k.get(name) != new for name, new in step["k"].items()), "only where k has changed"
        k |= step["k"]
    assert {name: found["k"] for name, found in store.clusterings("learned").items()} == k
    assert due > 513


# ── cleaning ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_cleaning_takes_the_start_base_only_when_asked(store: Store) -> None:
    broken = {rule: int(mask.sum()) for rule, mask in broken_rules(shelf.base("starter")).items()}
    assert sum(broken.values()) > 0, "scripted players make such mistakes"
    short = replace(SMALL, matches=2, recluster="off", clean_start=False)
    plain = trained(store, replace(short, name="plain")).steps[-1]
    thorough = trained(store, replace(short, name="thorough", clean_start=True)).steps[-1]
    none = trained(store, replace(short, name="none", clean=False)).steps[-1]
    assert sum(plain["broken"].values()) == 0, "players who revise make none"
    assert thorough["broken"] == broken
    assert none["key"] == 1
    assert store.base("plain").cases == store.base("none").cases
    assert not any(mask.any() for mask in broken_rules(shelf.base("thorough", store=store)).values())
    assert store.base("thorough").cases == store.base("plain").cases - len(thorough["removed"])


# ── broken off ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("matches", [0, 1, 3])
def test_a_training_that_was_stopped_goes_on_to_the_same_base(store: Store, uninterrupted: Any, matches: int) -> None:
    training = Imitation(store, SMALL)
    assert not training.train(stop=lambda: training.done == matches)
    assert training.done == matches
    again = trained(store)
    assert again.run.id == training.run.id
    assert (content(store), told(again)) == uninterrupted


CALLS = [
    ("begin_run", 0),  # nothing is there
    ("add_rows", 0),  # before the first match
    ("add_cases", 1),  # the first match; before it the start was copied
    ("add_cases", 3),
    ("set_clusterings", 2),  # after the first match
    ("set_clusterings", 3),
    ("add_rows", 1),  # what will be cleaned
    ("remove_cases", 0),
    ("finish_run", 0),
]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("call", "times"), CALLS)
def test_a_training_killed_anywhere_goes_on_to_the_same_base(
    store: Store, monkeypatch: pytest.MonkeyPatch, uninterrupted: Any, call: str, times: int, after: bool
) -> None:
    with monkeypatch.context() as patched, kill_at(patched, call, times, after=after):
        trained(store, SMALL)
    again = trained(store, SMALL)
    assert (content(store), told(again)) == uninterrupted


def test_a_finished_training_is_told_again_and_not_done_again(store: Store) -> None:
    first = trained(store)
    before = content(store)
    again = trained(store)
    assert again.run.id == first.run.id
    assert told(again) == told(first)
    assert content(store) == before


# ── another end ───────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("first", "stop"), [(2, 2), (3, 1), (9, 2), (9, 4)])
@pytest.mark.parametrize("clean", [True, False])
def test_a_training_goes_on_to_another_end_as_if_it_had_been_asked_for_at_once(
    store: Store, first: int, stop: int, clean: bool
) -> None:
    design = replace(SMALL, recluster="off", clean=clean, clean_start=False)
    straight = trained(store, replace(design, name="straight"))
    training = Imitation(store, replace(design, matches=first))
    training.train(stop=lambda: training.done == stop)
    longer = trained(store, design)
    assert longer.run.id == training.run.id
    assert (content(store), told(longer)) == (content(store, "straight"), told(straight))
    assert "4 matches" in store.base("learned").note
    assert trained(store, design).run == longer.run


def test_a_base_that_was_cleaned_at_its_end_does_not_grow(store: Store) -> None:
    first = trained(store)
    assert first.steps[-1]["removed"], "or this test shows nothing"
    before = content(store)
    with pytest.raises(BadInput, match=r"'learned': \d+ of its cases were removed at its end, which a longer training"):
        Imitation(store, replace(SMALL, matches=5))
    assert (content(store), store.run(first.run.id)) == (before, first.run)


def test_fewer_matches_than_are_done_are_refused(store: Store) -> None:
    trained(store, replace(SMALL, recluster="off"))
    with pytest.raises(BadInput, match="'learned': 4 matches are done; ask for as many or more"):
        Imitation(store, replace(SMALL, recluster="off", matches=3))


# ── refused ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_training_under_way_is_not_mixed_with_another(store: Store) -> None:
    training = Imitation(store, SMALL)
    training.train(stop=lambda: training.done == 1)
    before = content(store)
    for other, words in (
        ({"seed": 4}, "with seed 3, not 4"),
        ({"reading": "paper"}, "with reading text, not paper"),
        ({"policies": ("NPS",)}, "with policies"),
    ):
        with pytest.raises(BadInput, match=words):
            Imitation(store, replace(SMALL, **other))
    assert content(store) == before
    assert len(store.runs("imitation")) == 1


def test_a_base_that_somebody_else_has_changed_is_not_gone_on_with(store: Store) -> None:
    training = Imitation(store, SMALL)
    training.train(stop=lambda: training.done == 1)
    store.add_cases("learned", [next(iter(store.cases("learned")))])
    with pytest.raises(BadInput, match=r"not the .* that its training left there"):
        Imitation(store, SMALL)


def test_a_name_that_is_taken_is_refused(store: Store) -> None:
    store.add_base("learned", "truco", FORM, "recorded", NAMES)
    with pytest.raises(BadInput, match="there already"):
        Imitation(store, SMALL)
    trained(store, replace(SMALL, name="mine", matches=1, recluster="off"))
    with pytest.raises(BadInput, match="'mine': holds a training with recluster off, not 1%"):
        Imitation(store, replace(SMALL, name="mine", matches=2, recluster="1%"))
    assert len(store.runs("imitation")) == 1


def test_an_empty_base_teaches_nothing(store: Store) -> None:
    store.add_base("empty", "truco", FORM, "recorded", NAMES)
    with pytest.raises(BadInput, match="empty"):
        Imitation(store, replace(SMALL, start="empty"))
    assert [base.name for base in store.bases()] == ["empty"]
    assert store.runs() == []


def test_a_base_that_was_dropped_is_learned_anew(store: Store) -> None:
    short = replace(SMALL, matches=2, recluster="off")
    first = trained(store, short)
    before = content(store)
    store.drop_base("learned")
    again = trained(store, short)
    assert again.run.id != first.run.id
    assert content(store) == before


MISTAKES: dict[str, dict[str, Any]] = {
    "matches 0": {"matches": 0},
    "unknown reuse policy 'NQS'": {"policies": ("NPS", "NQS")},
    "at least one": {"policies": ()},
    "observer 'me'": {"observer": "me"},
    "enough 0": {"enough": 0},
    "threshold 1.5": {"threshold": 1.5},
    "recluster 'often'": {"recluster": "often"},
    "recluster '0%'": {"recluster": "0%"},
    "recluster '3'": {"recluster": "3"},
    "not alone": {"clean": False, "clean_start": True},
    "a comma": {"name": "a,b"},
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_design_that_makes_no_sense_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match=words):
        replace(SMALL, **MISTAKES[words])


def test_a_reading_and_a_preset_are_told_only_where_they_are_not_the_old_ones() -> None:
    """So a training of an older version is found again by its design."""
    assert not {"reading", "preset"} & set(SMALL.to_dict())
    published = replace(SMALL, reading="paper", preset="ufsm-auto").to_dict()
    assert (published["reading"], published["preset"]) == ("paper", "ufsm-auto")
    with pytest.raises(BadInput, match="reading"):
        replace(SMALL, reading="aloud")
