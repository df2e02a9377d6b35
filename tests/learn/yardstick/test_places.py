"""Places of the ladder game: what is asked once for all ways to it, and how somebody who minds the way is found out."""

from collections import Counter

import numpy as np
import pytest
from tests.learn import brute
from tests.learn.yardstick.some_agents import MINI_LADDER, Forgetful, Grudging
from tests.learn.yardstick.test_measure import measured

from bolicho.agents.scripted.player import ScriptedPlayer
from bolicho.agents.scripted.tempers import TEMPERS, rules
from bolicho.learn.ladder.tree import QUERO
from bolicho.learn.yardstick import ladder
from bolicho.learn.yardstick.places import places_of


class Unsaid(ScriptedPlayer):
    """The bluffer, who does not say that he minds no timing."""

    timing_blind = False

    def __init__(self) -> None:
        super().__init__("unsaid", rules(TEMPERS["bluffer"]))


def test_nodes_of_one_place_differ_in_when_words_were_said_and_in_nothing_else() -> None:
    places = places_of(MINI_LADDER.rules, True)
    tree = places.tree

    def seen(node: int) -> object:
        calls = tree.truco(node) + tree.answering(node)
        callers = [who for who, word in tree.said(node) if word in ("truco", "retruco", "vale-quatro")]
        cards = [step for step in tree.path(node) if step[1] < QUERO]
        return cards, tree.who(node), tree.answering(node), calls, callers, tree.rows(node)

    alike: dict[int, object] = {}
    for node, place in enumerate(places.of.tolist()):
        assert alike.setdefault(place, seen(node)) == seen(node)
        assert tree.slot[node] == tree.slot[places.node[place]]
    assert len(alike) == len(places.node) < len(tree.form) / 2
    assert max(Counter(map(repr, alike.values())).values()) == 1, "two places look different"


def test_what_follows_a_place_is_what_follows_all_its_nodes() -> None:
    places = places_of(MINI_LADDER.rules, True)
    tree, every = places.tree, np.arange(len(places.node))
    after = places.children(every)
    for node in range(1, len(tree.form)):
        assert after[places.of[tree.parent[node]], tree.edge[node]] == places.of[node]


def test_who_minds_no_timing_is_asked_less_and_measured_the_same() -> None:
    said, unsaid = measured("bluffer"), measured(Unsaid)
    assert said.gain == pytest.approx(unsaid.gain, abs=1e-6)
    assert said.questions < 0.8 * unsaid.questions
    assert (said.timing or {})["differed"] == 0
    assert unsaid.timing is None
    assert said.doubts == unsaid.doubts == []


def test_who_minds_timing_is_measured_as_brute_force_measures_it() -> None:
    best = brute.exploitability(MINI_LADDER, lambda view: Grudging().policies([view])[0], sees=brute.by_strength)
    found = measured(Grudging)
    assert found.gain.low == pytest.approx(best, abs=1e-5)
    assert found.doubts == []


def test_who_says_that_it_does_not_mind_and_does_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "CHECKED_ONE_IN", 1)
    found = measured(Forgetful)
    assert found.doubts == ["timing"]
    assert found.data()["timing_checked"]["differed"] > 0
    assert found.data()["exact"] is False
