"""The guide: every number in it is a fact, every fact is today's, and what it says in words is so."""

import re
from random import Random
from typing import Any

import pytest

from bolicho.agents.equilibrium.player import Equilibrium
from bolicho.core.words import LANGUAGES
from bolicho.games.truco import Truco
from bolicho.lab.guide import facts, mistakes, text
from bolicho.lab.guide.mistakes import LEAST, prices

RULES = {"20", "26", "27", "29", "30", "12", "22", "10", "95", "6", "7", "9"}
"""Numbers that are the name of something: points of envido, scores, the interval, lines of the list."""
FACTS = text.shipped()["facts"]


def value(name: str) -> float:
    found = FACTS[name]
    return float(found.get("share", found.get("points", found.get("value"))))


def test_every_fact_is_todays() -> None:
    assert facts.facts(facts.every_name()) == FACTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_written_by_hand(language: str) -> None:
    bare = text.HOLE.sub("", text.template(language))
    lines = [re.sub(r"^\d+\. ", "", line) for line in bare.splitlines()]
    assert set(re.findall(r"\d+", "\n".join(lines))) <= RULES


def test_both_languages_say_the_same_with_the_same_facts() -> None:
    one, other = (text.names(language) for language in LANGUAGES)
    assert one == other
    assert len(text.chapters("en")) == len(text.chapters("pt-BR")) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_a_page_with_a_heading_a_chapter(language: str) -> None:
    page = text.html(language)
    assert page.count("<h1>") == 1
    assert re.findall(r'<h2 id="(c\d+)">', page) == [anchor for anchor, _ in text.chapters(language)]
    assert not re.search(r"\{\{|\*\*|\]\(|`", page)
    assert len(re.findall("<li>", page.split('id="c9"')[1])) == 10


def test_the_ten_mistakes_surely_cost_something_and_the_dearest_comes_first() -> None:
    listed = [hole for hole in text.HOLE.findall(text.template("en").split("## Ten mistakes")[1]) if "price" in hole]
    costs = [FACTS[name] for name in listed]
    assert len(listed) == 10
    assert all(one["points"] - one["error"] > 0 for one in costs)
    assert [one["points"] for one in costs] == sorted((one["points"] for one in costs), reverse=True)


def test_what_is_said_in_words_is_so() -> None:
    assert value("rate truco pe-weak call") > value("rate truco pe-middle call")
    assert 1.6 < value("profile people truco-raised") / value("profile equilibrium truco-raised") < 2.4
    assert value("chart mao 0-0 envido 30-33") < value("chart mao 0-0 envido 27-29")
    assert value("chart mao 0-0 truco") < 0.02
    assert value("chart mao 12-20 baralho") < value("chart mao 20-12 baralho")
    assert value("chart pe-falta-envido 10-22 quero 20-26") > 5 * value("chart pe-falta-envido 0-0 quero 20-26")
    high, low = (value(f"chart pe-figure 0-0 envido 0-19 {card}") for card in ("high", "low"))
    assert abs(high - low) < 0.1
    assert value("chart mao 0-0 envido 0-19 high") > 5 * value("chart mao 0-0 envido 0-19 low")


def test_every_price_stands_on_enough_hands() -> None:
    for name in FACTS:
        if name.startswith("price "):
            assert facts.facts([name.replace("price", "hands")])[name.replace("price", "hands")]["value"] >= LEAST


# ── prices ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_price_is_the_mean_over_the_hands_in_which_one_could_err() -> None:
    draw = Random(1)
    rows: list[dict[str, Any]] = [{"hand": n, "costs": {"a": [draw.random(), 1.0]}} for n in range(40)]
    rows += [{"hand": 40, "costs": {"b": [9.0, 9.0]}}]
    found = prices(rows)
    assert set(found) == {"a"}  # one hand says nothing
    assert (found["a"]["points"], found["a"]["points-error"], found["a"]["hands"]) == (1.0, 0.0, 40)
    assert 0 < found["a"]["chance-error"] < found["a"]["chance"]


def test_a_hand_is_priced_alike_each_time_and_every_choice_in_it_once() -> None:
    game = Truco()
    players = Equilibrium(game), Equilibrium(game, mistakes.ANALYST)
    first, again = (mistakes.hand(2, 1, players) for _ in range(2))
    assert first == again
    assert all(len(cost) == 2 for cost in first["costs"].values())
    assert all(
        name.split()[0]
        in {"envido", "truco", "fold", "envido-answer", "truco-answer", "truco-late", "truco-answer-late"}
        for name in first["costs"]
    )
