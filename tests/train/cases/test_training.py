"""The training of a case learner: three bases that change match by match, whatever interrupts it or runs beside it."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import text
from tests.train.cases.trainings import content, told, trained
from tests.train.kills import Killed, kill_at

from bolicho.agents import make
from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.learned_case import LEARNED, MODES
from bolicho.learn.cases.truco.learned_case import NAMES as WIDE
from bolicho.learn.cases.truco.trio import Trio
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.seal import Seal
from bolicho.train.cases.training import CaseTraining

SMALL = CaseDesign("mine", "bot2", matches=5, seed=3)
BASES = tuple(SMALL.bases.values())


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    """What a training leaves that nobody broke off."""
    with Store.open(str(tmp_path_factory.mktemp("whole") / "bolicho.db")) as store:
        training = trained(store, SMALL)
        assert any(sum(step["removed"].values()) for step in training.played), "substitution removes cases"
        return content(store), told(training)


# ── what is kept ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_bases_change_by_what_the_rows_say(store: Store) -> None:
    training = trained(store, SMALL)
    assert [step["key"] for step in training.steps] == ["start", *range(5)]
    for mode in MODES:
        for before, after in pairwise(training.steps):
            change = after["kept"][mode] - after["removed"][mode]
            assert after["cases"][mode] == before["cases"][mode] + change
            assert after["next"][mode] == before["next"][mode] + after["kept"][mode]
        base = store.base(f"mine-{mode}")
        assert (base.cases, base.next) == (training.steps[-1]["cases"][mode], training.steps[-1]["next"][mode])
        assert (base.form, base.source, base.columns) == (LEARNED, "case-learning", WIDE)
        assert base.note == f"learned by bot2 from 'starter' against bot0: 5 matches, seed 3, run {training.run.id}"
        origins = list(store.case_origins(base.name))
        assert {origin.split(" hand")[0] for origin in origins if origin} <= {
            "starter",
            *(f"match {n}" for n in range(5)),
        }
    assert training.steps[0]["cases"] == dict.fromkeys(MODES, 513)
    assert store.run(training.run.id).finished is not None


def test_what_is_in_the_store_is_what_the_learner_remembers(store: Store) -> None:
    training = trained(store, SMALL)
    again = CaseTraining(store, SMALL)
    assert again.trio.digests() == training.trio.digests()
    for mode in MODES:
        stored, living = shelf.base(f"mine-{mode}", store=store), training.trio[mode]
        assert stored.cells().tolist() == living.base().cells().tolist()
        assert list(store.case_positions(f"mine-{mode}")) == living.positions.tolist()
        assert store.base(f"mine-{mode}").next == living.next


def test_sides_alternate_and_a_match_is_told(store: Store) -> None:
    steps = trained(store, SMALL).played
    assert [step["seat"] for step in steps] == [0, 1, 0, 1, 0]
    for step in steps:
        assert step["winner"] == (0 if step["scores"][0] > step["scores"][1] else 1)
        assert step["mano"] in (0, 1)
        assert step["hands"] > 0
        assert step["asked"] == {}


def test_bot0_never_changes_its_bases(store: Store) -> None:
    training = CaseTraining(store, replace(SMALL, bot="bot0", matches=3))
    before, start = training.trio.digests(), content(store)
    assert training.train()
    assert (training.trio.digests(), content(store)) == (before, start)


def test_the_start_base_stays_as_it_was(store: Store) -> None:
    before = shelf.base("starter").cells().tolist()
    trained(store, replace(SMALL, bot="bot4", matches=2))
    assert shelf.base("starter").cells().tolist() == before


def test_a_training_may_begin_with_what_another_learned(store: Store) -> None:
    first = trained(store, replace(SMALL, matches=2))
    second = trained(store, replace(SMALL, name="next", matches=1, start="mine-truco"))
    assert second.steps[0]["cases"] == dict.fromkeys(MODES, first.trio.sizes["truco"])


def test_what_was_learned_is_played_by(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    training = trained(store, replace(SMALL, matches=2))
    monkeypatch.setenv("BOLICHO_STORE", str(store.url).removeprefix("sqlite:///"))
    agent = make(training.design.agent, training.game)
    assert (agent.name, agent.trio.digests()) == ("bot2:mine", training.trio.digests())


def test_a_guided_dealer_leaves_its_weights_on_the_cases(store: Store) -> None:
    training = trained(store, replace(SMALL, bot="bot1", matches=3, guided="flor-flor=0.5"))
    base = training.trio["truco"].base()
    learned = base["weight"][513:]
    assert set(base["weight"][:513].tolist()) == {1000}
    assert min(learned) < 10, "flor against flor is rare"
    assert max(learned) == 2000, "what is left to chance comes half as often"
    assert training.run.design["guided"] == "flor-flor=0.5"


# ── the seed decides everything ───────────────────────────────────────────────────────────────────────────────────
def test_the_same_seed_gives_the_same_bases_and_another_others(store: Store, uninterrupted: Any) -> None:
    same = trained(store, replace(SMALL, name="same"))
    assert (content(store, "same"), told(same)) == uninterrupted
    trained(store, replace(SMALL, name="other", seed=4))
    assert content(store, "other") != uninterrupted[0]


def test_a_server_keeps_the_same_bases_as_a_file(postgres: str, uninterrupted: Any) -> None:
    with Store.open(postgres) as store:
        training = CaseTraining(store, SMALL)
        step_to(training, 2)
    with Store.open(postgres) as store:
        assert (told(trained(store, SMALL)), content(store)) == uninterrupted[::-1]


def step_to(training: CaseTraining, matches: int) -> None:
    training.train(stop=lambda: training.done == matches)


def test_trainings_side_by_side_do_not_touch_each_other(store: Store, uninterrupted: Any) -> None:
    designs = [SMALL, replace(SMALL, name="beside", bot="bot5", tutor="random", seed=9)]
    trainings = [CaseTraining(store, design) for design in designs]
    for matches in range(1, 6):
        for training in trainings:
            step_to(training, matches)
    assert (content(store), told(trainings[0])) == uninterrupted
    alone = trained(store, replace(designs[1], name="alone"))
    assert content(store, "beside") == content(store, "alone")
    assert told(trainings[1]) == told(alone)


# ── broken off ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("matches", [0, 1, 4])
def test_a_training_that_was_stopped_goes_on_to_the_same_bases(store: Store, uninterrupted: Any, matches: int) -> None:
    training = CaseTraining(store, SMALL)
    assert not training.train(stop=lambda: training.done == matches)
    assert training.done == matches
    again = trained(store, SMALL)
    assert again.run.id == training.run.id
    assert (content(store), told(again)) == uninterrupted


CALLS = [
    ("begin_run", 0),  # nothing is there
    ("add_base", 0),
    ("add_base", 2),  # two of three bases are there
    ("change_cases", 0),  # they are empty
    ("change_cases", 1),  # the first match
    ("change_cases", 4),
    ("finish_run", 0),
]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("call", "times"), CALLS)
def test_a_training_killed_anywhere_goes_on_to_the_same_bases(
    store: Store, monkeypatch: pytest.MonkeyPatch, uninterrupted: Any, call: str, times: int, after: bool
) -> None:
    with monkeypatch.context() as patched, kill_at(patched, call, times, after=after):
        trained(store, SMALL)
    again = trained(store, SMALL)
    assert (content(store), told(again)) == uninterrupted
    assert [base.name for base in store.bases()] == list(BASES)
    assert len(store.runs()) == 1


def test_a_finished_training_is_told_again_and_not_done_again(store: Store) -> None:
    first = trained(store, SMALL)
    before = content(store)
    again = trained(store, SMALL)
    assert again.run.id == first.run.id
    assert told(again) == told(first)
    assert content(store) == before


# ── another end ───────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("first", "stop"), [(2, 2), (3, 1), (9, 2), (9, 5)])
def test_a_training_goes_on_to_another_end_as_if_it_had_been_asked_for_at_once(
    store: Store, uninterrupted: Any, first: int, stop: int
) -> None:
    training = CaseTraining(store, replace(SMALL, matches=first))
    training.train(stop=lambda: training.done == stop)
    longer = trained(store, SMALL)
    assert longer.run.id == training.run.id
    assert (content(store), told(longer)) == uninterrupted
    assert "5 matches" in store.base("mine-flor").note
    assert trained(store, SMALL).run == longer.run


def test_one_killed_before_its_first_step_may_be_given_another_end(
    store: Store, uninterrupted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any, **__: Any) -> Any:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Store, "change_cases", killed)
        with pytest.raises(Killed):
            CaseTraining(store, replace(SMALL, matches=2))
    again = trained(store, SMALL)
    assert (content(store), told(again)) == uninterrupted


def test_fewer_matches_than_are_done_are_refused(store: Store) -> None:
    trained(store, replace(SMALL, matches=2))
    with pytest.raises(BadInput, match="'mine': 2 matches are done; ask for as many or more, or choose another --name"):
        CaseTraining(store, replace(SMALL, matches=1))


# ── refused ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_training_under_way_is_not_mixed_with_another(store: Store) -> None:
    training = CaseTraining(store, SMALL)
    training.train(stop=lambda: training.done == 1)
    before = content(store)
    for other, words in (
        ({"seed": 4}, "'mine': holds a training with seed 3, not 4"),
        ({"preset": "cbtg"}, "with preset , not cbtg"),
        ({"bot": "bot1"}, "with bot bot2, not bot1"),
        ({"guided": "flor-flor=0.1"}, "with guided , not flor-flor=0.1"),
        ({"start": "baseline"}, "with start starter, not baseline"),
    ):
        with pytest.raises(BadInput, match=words):
            CaseTraining(store, replace(SMALL, **other))
    assert content(store) == before
    assert len(store.runs("case-learning")) == 1


def test_an_opponent_that_has_learned_meanwhile_is_another_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(store.url).removeprefix("sqlite:///"))
    older = CaseTraining(store, replace(SMALL, name="older"))
    step_to(older, 1)
    against = replace(SMALL, against="bot2:older")
    step_to(CaseTraining(store, against), 1)
    step_to(CaseTraining(store, against), 2)
    step_to(older, 2)
    with pytest.raises(BadInput, match="'mine': holds a training with cases of the opponent"):
        CaseTraining(store, against)


def test_bases_that_somebody_else_has_changed_are_not_gone_on_with(store: Store) -> None:
    training = CaseTraining(store, SMALL)
    training.train(stop=lambda: training.done == 1)
    store.remove_cases("mine-flor", [0])
    with pytest.raises(BadInput, match="base 'mine-flor' has 512 cases, not the 513 that its training left there"):
        CaseTraining(store, SMALL)


def test_a_case_that_somebody_has_edited_in_its_place_is_noticed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    training = CaseTraining(store, SMALL)
    training.train(stop=lambda: training.done == 1)
    at = store.base("mine-truco")
    with closing(sqlite3.connect(str(store.url).removeprefix("sqlite:///"))) as file, file:
        edit = "update cases set data = replace(data, '[', '[1') where base = ? and position = 100"
        assert file.execute(edit, [at.id]).rowcount == 1
    monkeypatch.setattr(shelf, "_loaded", {})  # as in a process that begins now
    assert store.base("mine-truco") == at, "neither its size nor its revision tells"
    with pytest.raises(BadInput, match="base 'mine-truco' has other cases than its training left there"):
        CaseTraining(store, SMALL)


def test_a_seal_follows_what_comes_and_goes(store: Store) -> None:
    training = trained(store, SMALL)
    assert training.steps[-1]["seal"] == training.seal.to_dict() == Seal.of(Trio.load("mine", store)).to_dict()
    assert len({*training.steps[0]["seal"].values()}) == 1, "all three begin alike"


def test_two_who_train_the_same_at_once_do_not_double_a_case(store: Store, uninterrupted: Any) -> None:
    first, second = CaseTraining(store, SMALL), CaseTraining(store, SMALL)
    first.train(stop=lambda: first.done == 1)
    with pytest.raises(BadInput, match="match 0 of 'mine' was played by another process"):
        second.train()
    assert first.train()
    assert (content(store), told(first)) == uninterrupted


def test_a_name_that_is_taken_is_refused(store: Store) -> None:
    store.add_base("mine-flor", "truco", FORM, "recorded", NAMES)
    with pytest.raises(BadInput, match="'mine-flor' is there already"):
        CaseTraining(store, SMALL)
    assert store.runs() == []
    trained(store, replace(SMALL, name="other", matches=1))
    with pytest.raises(BadInput, match="'other': holds a training with seed 3, not 9"):
        CaseTraining(store, replace(SMALL, name="other", matches=2, seed=9))
    assert len(store.runs("case-learning")) == 1


def test_bases_that_were_dropped_are_learned_anew(store: Store) -> None:
    short = replace(SMALL, matches=2)
    first = trained(store, short)
    before = content(store)
    for base in BASES:
        store.drop_base(base)
    again = trained(store, short)
    assert again.run.id != first.run.id
    assert content(store) == before


def test_an_empty_base_teaches_nothing(store: Store) -> None:
    store.add_base("empty", "truco", FORM, "recorded", NAMES)
    with pytest.raises(BadInput, match="empty"):
        CaseTraining(store, replace(SMALL, start="empty"))
    assert [base.name for base in store.bases()] == ["empty"]
    assert store.runs() == []


def test_an_opponent_that_cheats_ends_the_training_in_one_line(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    training = CaseTraining(store, SMALL)
    monkeypatch.setattr(training.rival, "choose", lambda view, rng: Decision("20e"))
    monkeypatch.setattr(training.rival, "sit", lambda: training.rival)
    before = content(store)
    with pytest.raises(BadInput, match="match 0: bot0 illegal move '20e'"):
        training.train()
    assert content(store) == before


@pytest.mark.parametrize(
    ("change", "words"),
    [({"against": "nobody"}, "unknown agent"), ({"bot": "bot5", "tutor": "nobody"}, "unknown agent")],
)
def test_players_that_do_not_exist_are_refused_before_anything_is_kept(
    store: Store, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        CaseTraining(store, replace(SMALL, **change))
    assert (store.bases(), store.runs()) == ([], [])


def test_how_long_it_took_stands_beside_the_rows_also_while_it_goes_on(store: Store) -> None:
    training = CaseTraining(store, SMALL)
    assert not training.train(stop=lambda: training.done == 2)
    so_far = store.run(training.run.id).seconds
    assert so_far == training.seconds > 0
    whole = trained(store, SMALL)
    assert store.run(training.run.id).seconds == whole.seconds > so_far
    assert all("seconds" not in step for step in whole.steps)


def test_rows_of_older_versions_that_hold_their_times_are_gone_on_with(store: Store) -> None:
    CaseTraining(store, SMALL)
    with store._writing() as connection:
        connection.execute(text("""UPDATE run_rows SET data = replace(data, '"key"', '"seconds": 10.0,"key"')"""))
    assert 10 < trained(store, SMALL).seconds < 100
