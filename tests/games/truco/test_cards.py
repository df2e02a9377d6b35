from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bolicho
from bolicho import BadInput
from bolicho.games.truco.cards import (
    DECK,
    LADDER,
    SUIT,
    VALUE,
    Deal,
    envido_cards,
    envido_points,
    flor_points,
    sorted_hand,
)
from bolicho.games.truco.hands import all_hands

HANDS = [sorted_hand(cards) for cards in combinations(DECK, 3)]


def test_forty_cards_on_fourteen_levels() -> None:
    assert len(DECK) == len(set(DECK)) == 40
    assert len(LADDER) == 14
    assert [DECK[i] for i in range(4)] == ["1e", "1b", "7e", "7o"]
    assert Counter(SUIT.values()) == {"e": 10, "b": 10, "o": 10, "c": 10}
    assert [len(level) for level in LADDER] == [4, 4, 4, 2, 4, 4, 4, 2, 4, 4, 1, 1, 1, 1]


def test_figures_are_worth_nothing_for_envido() -> None:
    assert {card: VALUE[card] for card in ("1e", "7c", "10o", "11b", "12e")} == {
        "1e": 1,
        "7c": 7,
        "10o": 0,
        "11b": 0,
        "12e": 0,
    }


def test_there_are_9880_hands_of_502_strength_classes_and_480_of_them_flor() -> None:
    table = all_hands()
    assert len(HANDS) == len(table.cards) == 9880
    assert len(table.kinds) == 502
    assert sum(flor_points(hand) > 0 for hand in HANDS) == int((table.flor > 0).sum()) == 480


def test_how_often_each_number_of_envido_points_comes_without_flor() -> None:
    counts = Counter(envido_points(hand) for hand in HANDS if not flor_points(hand))
    assert counts[20] == 360
    assert counts[27] == 720
    assert counts[33] == 120
    assert max(counts) == 33
    assert not set(range(8, 20)) & set(counts)


def test_both_have_flor_in_189600_of_76767600_deals() -> None:
    table = all_hands()
    flor = table.mask[table.flor > 0]
    disjoint = sum(int(((mask & table.mask) == 0).sum()) for mask in table.mask)
    both = sum(int(((mask & flor) == 0).sum()) for mask in flor)
    assert (both, disjoint) == (189_600, 76_767_600)


@pytest.mark.parametrize(("mano", "chance"), [(True, 0.8524), (False, 0.7747)])
def test_chance_of_27_points_to_win_the_envido_without_flor(mano: bool, chance: float) -> None:
    table = all_hands()
    plain = table.flor == 0
    mask, points = table.mask[plain], table.envido[plain]
    wins = total = 0
    for mine in mask[points == 27]:
        free = (mine & mask) == 0
        wins += int((points[free] < 27 + mano).sum())
        total += int(free.sum())
    assert round(wins / total, 4) == chance


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("7e 6e 1o", 33),
        ("12e 11e 1o", 20),
        ("7e 12e 4c", 27),
        ("7e 6o 5c", 7),
        ("12e 11o 10c", 0),
        ("7e 6e 5e", 33),  # three of a suit used for envido count the best two
        ("1o 4o 3c", 25),
    ],
)
def test_envido_points(hand: str, points: int) -> None:
    assert envido_points(sorted_hand(hand.split())) == points


@pytest.mark.parametrize(("hand", "points"), [("7e 6e 5e", 38), ("10c 11c 12c", 20), ("1b 2b 3o", 0), ("1b 2b 3b", 26)])
def test_flor_points(hand: str, points: int) -> None:
    assert flor_points(sorted_hand(hand.split())) == points


def test_proof_of_an_envido_is_the_cards_that_made_it() -> None:
    for hand in HANDS:
        cards = envido_cards(hand)
        assert set(cards) <= set(hand)
        assert envido_points(hand) == sum(VALUE[c] for c in cards) + 20 * (len(cards) == 2)


@given(st.permutations(DECK))
def test_a_deal_reads_back_from_its_text_however_it_was_ordered(deck: list[str]) -> None:
    deal = Deal.of(deck[:3], deck[3:6])
    assert Deal.parse(str(deal)) == deal
    assert Deal.parse(" ".join(deck[:3]) + "/" + " ".join(deck[3:6])) == deal


def test_the_house_example_is_in_canonical_order() -> None:
    assert str(Deal.parse("1e 7o 4c / 3b 2c 12o")) == "1e 7o 4c / 3b 2c 12o"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "three cards"),
        ("1e 7o 4c", "three cards"),
        ("1e 7o / 3b 2c 12o", "three cards"),
        ("1e 7o 4c / 3b 2c 12o / 4e", "three cards"),
        ("1e 7o 8c / 3b 2c 12o", "'8c'"),
        ("1e 7o 4c / 3b 2c 1e", "1e twice"),
        ("1E 7o 4c / 3b 2c 12o", "'1E'"),
    ],
)
def test_a_malformed_deal_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Deal.parse(text)


def test_a_deal_made_by_hand_is_put_in_order_or_refused() -> None:
    game = bolicho.game("truco")
    loose = Deal((("4c", "7o", "1e"), ("3b", "2c", "12o")))
    assert game.start(loose) == game.start("1e 7o 4c / 3b 2c 12o")
    for wrong in (Deal((("1e",), ("1e", "2e", "3e"))), Deal((("1e", "1e", "1e"), ("2c", "2e", "3e")))):
        with pytest.raises(BadInput, match="deal"):
            game.start(wrong)
    with pytest.raises(BadInput, match="twice"):
        game.start(Deal((("1e", "3b", "4c"), ("1e", "2e", "5c"))))


def test_the_table_of_hands_agrees_with_the_cards() -> None:
    table = all_hands()
    rng = np.random.default_rng(1)
    for i in rng.integers(0, 9880, 200):
        hand = table.cards[i]
        assert (table.envido[i], table.flor[i]) == (envido_points(hand), flor_points(hand))
