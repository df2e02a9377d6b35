"""Deals in bulk are deals of Rikken: tricks add up, techniques sit where they were put, a deal stands for itself."""

from typing import Any

import numpy as np
import pytest

from bolicho.agents.rikken.bulk import MARGINS, deal_hands, fitting_hand, play_deals
from bolicho.agents.rikken.valuation import fits
from bolicho.core.errors import BadInput, BolichoError
from bolicho.games.rikken.ask import asks
from bolicho.games.rikken.cards import ACES, ALL, CARDS

RULES = ("rules",) * 4


@pytest.mark.parametrize("contract", MARGINS)
def test_fitting_hands_lie_in_the_margin_of_the_contract(contract: str) -> None:
    hands = [fitting_hand(contract, seed=3, number=n) for n in range(30)]
    assert all(fits(hand, contract) for hand in hands)
    assert len(set(hands)) == 30


def test_deals_around_a_hand_give_it_to_its_seat() -> None:
    hand = fitting_hand("piek", seed=3)
    rows = deal_hands(1, 20, seat=2, hand=hand)
    assert (rows[:, 2] == hand).all()
    assert (rows.sum(axis=1) == ALL).all()
    assert all(bin(cards).count("1") == 13 for cards in rows.ravel().tolist())


def test_tricks_of_a_whole_deal_are_thirteen_and_a_partner_counts() -> None:
    hands = deal_hands(2, 50)
    played = play_deals(hands, leader=1, contract="rik", declarer=2, trump="h", techniques=RULES, seed=1)
    assert (played.tricks.sum(axis=1) == 13).all()
    rows = np.arange(50)
    assert (played.declarer_tricks == played.tricks[rows, 2] + played.tricks[rows, played.partner]).all()
    assert (played.made == (played.declarer_tricks >= 8)).all()
    assert (played.partner != 2).all()


def test_the_partner_holds_the_card_asked_for() -> None:
    hands = deal_hands(3, 20)
    asked = np.array([CARDS.index(asks(hand, "s")[0]) for hand in hands[:, 0].tolist()])
    played = play_deals(hands, leader=0, contract="rik", declarer=0, trump=0, asked=asked, techniques=RULES)
    assert (hands[np.arange(20), played.partner] >> asked & 1).all()


def test_misere_ends_with_the_first_trick_of_declarer() -> None:
    played = play_deals(deal_hands(4, 50), leader=0, contract="misere", declarer=3, techniques=RULES)
    assert set(played.tricks[:, 3].tolist()) <= {0, 1}
    assert (played.made == (played.tricks[:, 3] == 0)).all()
    assert (played.tricks.sum(axis=1)[~played.made] < 13).any()


def test_troela_wants_three_aces_and_gives_the_fourth_to_the_partner() -> None:
    hands = deal_hands(5, 400)
    three = hands[[bin(int(cards) & ACES).count("1") == 3 for cards in hands[:, 0]]]
    played = play_deals(three, leader=0, contract="troela", declarer=0, trump=2, techniques=RULES)
    assert all(int(row[p]) & ACES for row, p in zip(three, played.partner.tolist(), strict=True))
    with pytest.raises(BadInput, match="exactly three aces"):
        play_deals(hands, leader=0, contract="troela", declarer=0, techniques=RULES)


def test_a_deal_does_not_depend_on_those_played_with_it() -> None:
    hands = deal_hands(6, 12)
    how: dict[str, Any] = {"contract": "solo-8", "declarer": 1, "trump": "best", "simulations": 4, "seed": 9}
    seats = ("mc", "mc-paper", "rules-paper", "random")
    whole = play_deals(hands, leader=0, techniques=seats, **how)
    last = play_deals(hands[6:], leader=0, techniques=seats, first=6, **how)
    assert (whole.tricks[6:] == last.tricks).all()
    other = play_deals(hands, leader=0, techniques=seats, **{**how, "seed": 10})
    assert (other.tricks != whole.tricks).any()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"contract": "slam"}, "slam"),
        ({"techniques": ("rules", "rules")}, "expected four names"),
        ({"techniques": ("rules", "rules", "rules", "genius")}, "genius"),
        ({"trump": "x"}, "x"),
        ({"simulations": 0}, "expected at least 1"),
        ({"hands": np.zeros((2, 4), np.int64)}, "52 cards in all"),
    ],
)
def test_wrong_input_is_named(wrong: dict[str, object], told: str) -> None:
    how: dict[str, Any] = {"hands": deal_hands(1, 2), "contract": "solo-8", "techniques": RULES} | wrong
    with pytest.raises(BolichoError, match=told):
        play_deals(how.pop("hands"), leader=0, declarer=0, **how)
