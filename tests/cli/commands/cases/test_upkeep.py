"""``bolicho cases competence|prune``: what is told of a base, what goes, what stays, and what it costs."""

import tomllib
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tests.cli.commands.cases.case_commands import cases, data
from tests.cli.front_door import refused
from tests.cli.test_words import placeholders

from bolicho.core.words import LANGUAGES
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.decisions import KINDS
from bolicho.learn.cases.truco.learned_case import MODES, widen
from bolicho.learn.cases.upkeep.prune import STRATEGIES
from bolicho.store import Store

pytestmark = pytest.mark.usefixtures("here")


def three_bases(name: str = "mine") -> None:
    """The bases of a learner; that of flor has no case that answers a flor."""
    starter = shelf.base("starter")
    few = starter.subset(np.arange(len(starter)) < 200)
    with Store.open("store.db") as store:
        for mode in MODES:
            shelf.save(widen(few, f"{name}-{mode}"), store)


def test_the_competence_of_a_base() -> None:
    told = data("competence", "starter", "--matches", 6)
    (base,) = told["bases"]
    assert (told["name"], told["threshold"], told["enough"], base["cases"], base["mode"]) == (
        "starter", 0.9, 10, 513, None,
    )  # fmt: skip
    assert set(base["coverage"]) == set(base["contradicting"]) == set(base["known"]) == set(KINDS)
    assert base["coverage"]["card"] == {"part": 634, "of": 794, "share": 634 / 794}
    assert base["coverage"]["answer-flor"]["share"] is None
    assert sum(kind["of"] for kind in base["known"].values()) == told["questions"] > 100
    assert 0 < base["never"] < 513
    assert 0 < base["cases_worse"] < base["cases_contradicting"] < 513
    assert 0 < base["replaceable"] < 513
    assert "never" not in data("competence", "starter", "--matches", 0)["bases"][0]


def test_the_competence_in_words() -> None:
    said = cases("competence", "starter", "--matches", 2).out
    assert "starter: 513 cases" in said
    assert "which card to play" in said
    assert "79.8 %" in said
    assert "never retrieved in 2 matches of cbr:PVCNPS@starter" in said
    assert "79,8 %" in cases("competence", "starter", "--matches", 0, "--language", "pt").out


def test_a_pruned_base_is_new_and_the_old_one_stays() -> None:
    told = data("prune", "starter", "--as", "thin", "--threshold", 0.9, "--enough", 5, "--matches", 2)
    (base,) = told["bases"]
    assert (base["base"], base["of"], base["cases"]) == ("thin", "starter", 513)
    assert 0 < base["gone"]["redundant"] == 513 - base["left"]
    assert 0 <= told["decisions"]["changed"] < told["decisions"]["of"]
    with Store.open("store.db") as store:
        thin = shelf.base("thin", store=store)
        assert len(thin) == base["left"]
        assert thin.note.startswith("starter pruned by redundant. ")
        assert set(thin.clusterings) == set(shelf.base("starter").clusterings)
        rows = {shelf.base("starter").row(case) for case in range(513)}
        assert all(thin.row(case) in rows for case in range(len(thin)))
    assert data("info", "thin")["cases"] == base["left"]


def test_the_cost_is_judged_on_duplicate_deals() -> None:
    told = data("prune", "starter", "--as", "thin", "--what", "contradicting,never", "--matches", 1, "--judge", 4)
    assert set(told["bases"][0]["gone"]) == {"contradicting", "never"}
    judged = told["judged"]
    assert judged["agents"] == ["cbr:PVCNPS@thin", "cbr:PVCNPS@starter"]
    assert (judged["matches"], sum(judged["wins"]), judged["forfeits"]) == (4, 4, 0)
    assert judged["win_rate"]["low"] <= judged["win_rate"]["mean"] <= judged["win_rate"]["high"]


def test_three_bases_of_a_learner_are_looked_at_each_in_its_mode() -> None:
    three_bases()
    told = data("competence", "mine", "--matches", 3)
    assert [(base["base"], base["mode"]) for base in told["bases"]] == [(f"mine-{mode}", mode) for mode in MODES]
    assert told["player"] == "bot0:mine"
    for base in told["bases"]:
        assert {KINDS[kind].mode for kind in base["coverage"]} == {base["mode"]}
    assert told["bases"][1]["idle"] == 200


def test_three_bases_are_pruned_and_judged_together() -> None:
    three_bases()
    told = data("prune", "mine", "--as", "thin", "--what", "idle,never", "--matches", 3, "--judge", 2)
    left = {base["base"]: base["left"] for base in told["bases"]}
    assert left["thin-flor"] == 200  # nothing would be left of it, so it stays whole
    assert 0 < left["thin-envido"] < 200
    assert 0 < left["thin-truco"] < 200
    assert told["judged"]["agents"] == ["bot0:thin", "bot0:mine"]
    with Store.open("store.db") as store:
        assert {base.name: base.cases for base in store.bases()} == left | {f"mine-{mode}": 200 for mode in MODES}


def test_a_pruning_in_words() -> None:
    said = cases("prune", "starter", "--as", "thin", "--matches", 1, "--judge", 2).out
    assert "of 2 duplicate matches against starter" in said
    assert "player cbr:PVCNPS." in said
    assert "starter stays as it is" in said
    said = cases("prune", "starter", "--as", "fina", "--matches", 0, "--what", "idle", "--language", "pt").out
    assert "não respondem a pergunta nenhuma" in said
    assert "jogadas" not in said


@pytest.mark.parametrize("new", ["", " ", "thin "])
def test_three_bases_are_not_pruned_into_a_name_that_nobody_could_play_by(new: str) -> None:
    three_bases()
    assert refused(cases("prune", "mine", "--as", new, "--matches", 1), "a name is not empty")
    with Store.open("store.db") as store:
        assert sorted(base.name for base in store.bases()) == [f"mine-{mode}" for mode in MODES]


@pytest.mark.parametrize(
    ("language", "few", "none"), [("en", "so few matches", "(no interval:"), ("pt", "tão poucas", "(sem intervalo:")]
)
def test_matches_too_few_or_all_alike_are_no_good_news(language: str, few: str, none: str) -> None:
    three_bases()  # without the cases that answer nothing, of which the bots never know, the play is the same
    said = cases(
        "prune", "mine", "--as", "thin", "--what", "idle", "--matches", 1, "--judge", 4, "--language", language
    )
    assert few in said.out, said
    assert none in said.out
    assert "apart from nothing" not in said.out
    assert "()" not in said.out


def test_a_file_is_pruned_into_the_store() -> None:
    assert cases("export", "starter", "mine.csv").code == 0
    told = data("prune", "mine.csv", "--as", "thin", "--what", "contradicting", "--matches", 1)
    assert told["bases"][0]["cases"] == 513
    assert data("competence", "mine.csv", "--matches", 0)["bases"][0]["cases"] == 513


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("competence", "nobody"), "unknown case base 'nobody'"),
        (("competence", "nobody.csv"), "nobody.csv: No such file"),
        (("competence", "starter", "--threshold", 2), "threshold 2: expected a number between 0 and 1"),
        (("competence", "starter", "--enough", 0), "enough 0: expected at least 1"),
        (("competence", "starter", "--matches", -1), "matches -1"),
        (("competence", "starter", "--policy", "XY"), "unknown reuse policy 'XY'"),
        (("prune", "starter", "--as", "baseline"), "bundled with Bolicho"),
        (("prune", "starter", "--as", "a,b"), "a name begins with no dot"),
        (("prune", "starter", "--as", ""), "name '': a name is not empty"),
        (("prune", "starter", "--as", "x "), "name 'x ': a name is not empty and has no blanks at its ends"),
        (("prune", "starter", "--as", "x", "--what", "all"), "unknown pruning strategy 'all'"),
        (("prune", "starter", "--as", "x", "--what", ","), "nothing to prune by"),
        (("prune", "starter", "--as", "x", "--judge", 3), "judge 3: expected an even number"),
        (("prune", "starter", "--as", "x", "--drift", 2), "drift 2"),
        (("prune", "starter", "--as", "x", "--what", "never", "--matches", 0), "found by playing"),
        (("prune", "starter", "--as", "x", "--judge", 2, "--store", ":memory:"), "cannot open a base in memory"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: tuple[object, ...], error: str) -> None:
    said = cases(*words)
    assert refused(said), said
    assert error in said.err
    assert not Path("store.db").exists() or [row["name"] for row in data("info")] == ["baseline", "starter"]


def test_a_name_that_one_of_three_bases_has_is_refused_before_anything_is_kept() -> None:
    three_bases()
    three_bases("other")
    with Store.open("store.db") as store:
        for mode in ("envido", "flor"):
            store.drop_base(f"other-{mode}")
    said = cases("prune", "mine", "--as", "other", "--matches", 1)
    assert refused(said), said
    assert "'other-truco' is there already" in said.err
    with Store.open("store.db") as store:
        assert {base.name for base in store.bases()} == {f"mine-{mode}" for mode in MODES} | {"other-truco"}


def test_both_languages_say_the_same_things() -> None:
    tables = tomllib.loads((files("bolicho.cli.commands.cases") / "upkeep.toml").read_text(encoding="utf-8"))
    assert set(tables) == set(LANGUAGES)
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert set(ours) == set(theirs)
    assert all(placeholders(ours[key]) == placeholders(theirs[key]) for key in ours)
    assert {f"gone-{name}" for name in STRATEGIES} | {f"bar-{name}" for name in STRATEGIES} <= set(ours)
