"""One question put to a base: Figures 6 and 7 of Paulus, and the same for any base, hand and policy."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from bolicho.cli.commands.cases.group import cases
from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import STRENGTH
from bolicho.lab.studies.bases.explain import CASES, example, explain, hand_of, tables, words_of
from bolicho.learn.cases import shelf


def test_the_five_cases_are_as_the_dissertation_describes_them() -> None:
    one, two, _, _, five = ([STRENGTH[card] for card in hand_of(cards)] for cards, _, _ in CASES)
    high, medium, low = range(3)
    assert one[low] == two[medium]
    assert five[medium] > two[high]
    assert five[medium] == one[high]


def test_the_majority_of_all_plays_the_medium_card_and_that_of_one_cluster_the_high_one() -> None:
    base, hand = example()
    told = explain(base, hand, ["MJS", "MJCS"])
    assert told["found"] == 5
    by_case = {one["case"] + 1: one for one in told["cases"]}
    clusters = {number: one["cluster"] for number, one in by_case.items()}
    assert clusters[3] == clusters[4]
    assert len(set(clusters.values())) == 4, "the others stand alone"
    assert [number for number, one in sorted(by_case.items()) if one["played"] == "medium"] == [1, 2, 5]
    direct, two_steps = told["policies"]
    assert (direct["choices"], direct["card"]) == ({"medium": 1.0}, hand[1])
    assert (two_steps["choices"], two_steps["card"]) == ({"high": 1.0}, hand[0])
    assert two_steps["chosen_clusters"] == [clusters[3]]


@pytest.mark.parametrize("rival", [None, "1o"])
def test_any_base_answers_and_the_votes_are_those_of_the_cases(rival: str | None) -> None:
    told = explain(shelf.base("baseline"), hand_of("12e 3o 2c"), ["MJS", "PLS", "PVCNPS"], rival)
    assert told["cards"] == ["3o", "2c", "12e"]
    assert told["found"] == len(told["cases"]) >= 5
    played = [one["played"] for one in told["cases"]]
    for action in told["policies"][0]["actions"]:
        assert action["cases"] == played.count(action["name"])
    lottery = told["policies"][1]["choices"]
    assert sum(lottery.values()) == pytest.approx(1)
    assert all(one["similarity"] >= told["threshold"] - 1e-9 for one in told["cases"])
    for language in ("en", "pt-BR"):
        shown, decided = tables(told, words_of(language), 3)
        assert len(shown.rows) == 3
        assert [row[0] for row in decided.rows] == ["MJS", "PLS", "PVCNPS"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["baseline"], "cards: expected the hand that asks"),
        (["baseline", "--cards", "3o 2c"], "expected three different ones"),
        (["baseline", "--cards", "3o 2c 13e"], "card '13e'"),
        (["--rival", "3c"], "expected a card that is not in the hand"),
        (["--policy", "XS"], "unknown reuse policy 'XS'"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(words: list[str], said: str) -> None:
    found = run(*words)
    assert isinstance(found.exception, BadInput)
    assert said in str(found.exception)
    assert "\n" not in str(found.exception)


def test_the_command_shows_the_figures_without_being_told_a_base() -> None:
    assert [one["card"] for one in json.loads(run("--json").stdout)["policies"]] == ["1o", "3c"]


def run(*words: str) -> Any:
    return CliRunner().invoke(cases, ["explain", *words])
