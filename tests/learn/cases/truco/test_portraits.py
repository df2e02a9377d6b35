"""Portraits of clusters: shares counted on hands played by hand, and what is said of them."""

import json

import numpy as np
import pytest
from tests.learn.cases.truco.hands import base_of, hand
from tests.learn.cases.truco.played_cases import empty_base, played_base

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES, Words
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.truco.codes import CATEGORIES
from bolicho.learn.cases.truco.grouping import cluster_base
from bolicho.learn.cases.truco.portraits import ACTIONS, CALLS, POINTS, Portrait, portraits
from bolicho.learn.cases.truco.scenarios import ALL
from bolicho.learn.cases.truco.telling import category, sentence, title


def one_cluster(name: str) -> Clustering:
    """All cases of a scenario together."""
    columns = len(ALL[name].attributes)
    return Clustering(1, (0.0,) * columns, (1.0,) * columns, ((0.0,) * columns,), (1.0,), "given", 1, 0)


def drawn(base: CaseBase, name: str) -> Portrait:
    (portrait,) = portraits(base, name, one_cluster(name))
    return portrait


WEAK, STRONG = "3b 12o 4c", "1e 7o 2c"


def test_cards_answers_and_results_are_counted() -> None:
    base = base_of(
        hand(f"{WEAK} / {STRONG}", "12o 2c 7o 4c"),  # leads the medium card, loses
        hand(f"{WEAK} / {STRONG}", "4c 2c 7o 12o"),  # leads the low card, loses
        hand(f"{WEAK} / {STRONG}", "truco nao-quero"),  # wins 1
        hand(f"{STRONG} / {WEAK}", "2c 3b truco nao-quero"),
    )
    portrait = drawn(base, "first-card-first")
    assert (portrait.cases, portrait.share, portrait.label) == (4, 1.0, 0)
    assert portrait.hands == {"weak": 0.75, "strong": 0.25}
    assert portrait.cards == {
        "high": {"high white": 0.75, "top": 0.25},
        "medium": {"low black": 0.75, "low top": 0.25},
        "low": {"low white": 0.75, "high white": 0.25},
    }
    assert portrait.played == {"low": 0.5, "medium": 0.25, "rival-gave-up": 0.25}
    assert portrait.calls["truco"] == {"me": 0.25, "rival": 0.25}
    assert portrait.calls["refusal"] == {"me": 0.25, "rival": 0.25}
    assert portrait.won == 0.25
    assert portrait.gain == (-1 - 1 + 1 - 1) / 4
    assert portrait.rival_card == {}
    assert portrait.beaten is None


def test_who_answers_a_card_beats_it_cheaply_dearly_or_not_at_all() -> None:
    base = base_of(
        hand(f"{WEAK} / {STRONG}", "12o 2c 7o 4c", seat=1),  # the 2 is enough for the 12
        hand(f"{WEAK} / {STRONG}", "12o 1e 7o 4c", seat=1),  # the ace was not needed
        hand(f"{STRONG} / {WEAK}", "1e 4c 7o 12o", seat=1),  # nothing beats the ace
        hand(f"{STRONG} / {WEAK}", "truco nao-quero", seat=1),  # no card was seen
    )
    portrait = drawn(base, "first-card-second")
    assert portrait.rival_card == {"low black": 0.5, "top": 0.25, "none": 0.25}
    assert portrait.beaten == pytest.approx(2 / 3)
    assert portrait.cheaply == 0.5
    assert portrait.played == {"low": 0.5, "high": 0.25, "refused": 0.25}


def test_a_card_that_is_gone_is_no_cheaper_way_to_win() -> None:
    base = base_of(hand("3b 2o 4c / 1e 12o 5o", "2o 1e 12o 3b 4c 5o"))
    assert base["played_1"].tolist() == [16]
    portrait = drawn(base, "second-card-lost")
    assert (portrait.beaten, portrait.cheaply) == (1.0, 1.0), "the 2 would have done, but lay on the table"


def test_envido_is_told_by_its_points_calls_and_disputes() -> None:
    pair, other = "7e 6e 4c", "3b 2c 12o"
    base = base_of(
        hand(f"{pair} / {other}", "envido nao-quero 7e 3b 6e 2c 12o 4c"),
        hand(f"{pair} / {other}", "envido quero 7e 3b 6e 2c 12o 4c"),
        hand(f"{pair} / {other}", "7e 3b 6e 2c 12o 4c"),
    )
    portrait = drawn(base, "envido-first")
    assert portrait.points == {"many": 1.0}
    assert portrait.mean_points == 33
    assert portrait.calls["envido"] == {"me": pytest.approx(2 / 3), "rival": 0}
    assert portrait.calls["refusal"] == {"me": 0, "rival": pytest.approx(1 / 3)}
    assert portrait.won == 1.0, "of two disputes"
    assert portrait.gain == pytest.approx(1.0)
    assert portrait.played == {}
    assert sentence(portrait, "en") == (
        "Many envido points (mean 33.0); mostly the player calls envido; wins 100 % of the disputes."
    )
    assert sentence(portrait, "pt-BR") == (
        "Muitos pontos de envido (média 33,0); em geral o jogador pede envido; ganha 100 % das disputas."
    )


def test_a_sentence_says_what_most_cases_have() -> None:
    low = hand(f"{WEAK} / {STRONG}", "12o 2c 7o 4c", seat=1)
    portrait = drawn(base_of(*[low] * 10), "first-card-second")
    assert sentence(portrait, "en") == (
        "Strong hands; plays the low card, which beats the rival's, the lowest that could; nobody bets; "
        "wins 100 % of the hands."
    )
    coward = hand(f"{STRONG} / {WEAK}", "truco nao-quero", seat=1)
    assert sentence(drawn(base_of(coward), "first-card-second"), "en") == (
        "Weak hands; refuses the bet; the rival calls truco and the player refuses; wins 0 % of the hands."
    )


def test_every_cluster_of_played_hands_has_a_portrait_whose_shares_add_up() -> None:
    base = played_base()
    base.clusterings = dict(cluster_base(base))
    for name in ALL:
        found = portraits(base, name)
        assert [portrait.label for portrait in found] == list(range(base.clusterings[name].k))
        assert sum(portrait.share for portrait in found) == pytest.approx(1)
        for portrait in found:
            assert portrait.cases == round(portrait.share * base.clusterings[name].cases)
            whole = [portrait.hands, *portrait.cards.values(), portrait.points, portrait.played, portrait.rival_card]
            assert [sum(shares.values()) for shares in whole if shares] == pytest.approx(
                [1.0] * len([*filter(None, whole)])
            )
            assert all(by["me"] + by["rival"] <= 1 for by in portrait.calls.values())
            assert json.loads(json.dumps(portrait.to_json())) == portrait.to_json()
            for language in LANGUAGES:
                said = sentence(portrait, language)
                assert said.endswith(".")
                assert "{" not in said


def test_wherever_words_are_needed_both_languages_have_them() -> None:
    keys = {
        *(f"played-{action}" for action in ACTIONS),
        *(f"does-{action}" for action in ACTIONS),
        *(f"call-{call}" for calls in CALLS.values() for call in calls),
        *(f"points-{word}" for word in (*POINTS, "any")),
        *(f"hands-{word}" for word in ("weak", "balanced", "strong", "any")),
    }
    texts = [Words("bolicho.learn.cases.truco", language).texts for language in LANGUAGES]
    assert set(texts[0]) == set(texts[1])
    assert keys <= set(texts[0])
    for language in LANGUAGES:
        assert len({title(name, language) for name in ALL}) == 16
        assert len({category(name, language) for _, name, _ in CATEGORIES} | {category("none", language)}) == 7


def test_a_base_without_clusters_or_cases_is_refused() -> None:
    with pytest.raises(BadInput, match="base 'trial' has no clusters for first-card-first"):
        portraits(played_base(), "first-card-first")
    with pytest.raises(BadInput, match="no cases"):
        portraits(empty_base(), "first-card-first", one_cluster("first-card-first"))


def test_a_cluster_that_no_case_is_in_has_no_portrait() -> None:
    base = played_base()
    base.clusterings = dict(cluster_base(base, ["index-points"]))
    few = base.subset(base["envido_points"] < 10)
    (portrait,) = portraits(few, "index-points")
    assert portrait.label == int(base.clusterings["index-points"].labels(np.array([[0.0]]))[0])
    assert portrait.points == {"few": 1.0}
