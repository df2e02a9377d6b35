"""What a hand is worth: the golden hands of the paper, and margins compared exactly."""

from fractions import Fraction

import pytest

from bolicho.agents.rikken.auctioneer import worth
from bolicho.agents.rikken.bidding import estimate, wishes
from bolicho.agents.rikken.valuation import card_to_ask, danger, losers, ltc, points, tpc, tpc_by_card, wish
from bolicho.core.chance import stream
from bolicho.games.rikken.cards import mask_of


def held(cards: str) -> int:
    """Read a hand."""
    return mask_of(cards.split())


QUADRO_8 = held("As Ks Js 2s Qh Kd Jd 4d Qc Jc Tc 8c 6c")
QUADRO_14 = held("As Ks Js 2s Qh Th 9h Td 9d 4d Ac Kc Qc")


def test_tpc_of_quadro_8_is_exactly_6_15() -> None:
    assert tpc(QUADRO_8) == Fraction(615, 100)
    assert tpc_by_card(QUADRO_8)["Js"] == Fraction(3, 4)
    assert tpc_by_card(QUADRO_8)["Kd"] == Fraction(2, 3)
    assert tpc_by_card(QUADRO_8)["Qh"] == 0


def test_tpc_is_the_sum_over_the_cards() -> None:
    rng = stream(1, "tpc")
    for _ in range(300):
        hand = sum(1 << card for card in rng.sample(range(52), 13))
        assert tpc(hand) == sum(tpc_by_card(hand).values())


def test_points_of_quadro_9_are_16() -> None:
    assert points(QUADRO_8, 0) == 16


def test_losers_of_quadro_14_are_1_2_3_0_and_predict_six_tricks() -> None:
    assert [losers(QUADRO_14, suit) for suit in range(4)] == [1, 2, 3, 0]
    assert ltc(QUADRO_14) == 6


@pytest.mark.parametrize(
    ("cards", "lost"),
    [("", 0), ("As", 0), ("Ks", 1), ("As Ks", 0), ("As 2s", 1), ("Ks 2s", 1), ("Qs 2s", 2), ("Ks Qs 2s 3s 4s", 1)],
)
def test_losers_of_short_suits_are_those_the_paper_lists(cards: str, lost: int) -> None:
    assert losers(held(cards), 0) == lost


@pytest.mark.parametrize(
    ("tricks", "contract", "forced"),
    [
        ("1/2", "misere", "misere"),
        ("3/5", "piek", "misere"),
        ("3/4", "piek", "misere"),
        ("149/100", "piek", "piek"),
        ("3/2", "pas", "piek"),
        ("2", "pas", "rik"),
        ("399/100", "pas", "rik"),
        ("4", "rik", "rik"),
        ("7", "rik", "solo-8"),
        ("749/100", "rik", "solo-8"),
        ("15/2", "solo-8", "solo-8"),
    ],
)
def test_wishes_follow_the_margins_of_quadros_16_and_17(tricks: str, contract: str, forced: str) -> None:
    assert wish(Fraction(tricks)) == contract
    assert wish(Fraction(tricks), forced=True) == forced


def test_a_hand_of_thirteen_trumps_carries_every_solo_and_no_misere() -> None:
    carried = wishes((1 << 13) - 1, trump=True)
    assert all(carried[f"solo-{k}"] for k in (8, 9, 10, 11, 12))
    assert carried["solo"]
    assert not carried["troela"]
    assert estimate((1 << 13) - 1, 0) > 12


def test_a_hand_of_low_cards_is_a_misere_and_three_aces_are_a_troela() -> None:
    low = held("2s 4s 6s 3h 5h 2h 2d 4d 6d 8d 2c 3c 5c")
    assert danger(low) == 0
    assert wishes(low, trump=True)["open-misere-plus"]
    assert not wishes(low, trump=True)["rik"]
    assert wishes(held("As 2s 3s Ah 2h 3h Ad 2d 3d 4d 5c 6c 7c"), trump=True)["troela"]
    assert not wishes(held("As 2s 3s Ah 2h 3h Ad 2d 3d Ac 5c 6c 7c"), trump=True)["troela"]


def test_a_partner_is_asked_in_the_strongest_suit_or_in_the_one_that_loses_most() -> None:
    hand = held("Ks Qs Js 9s 8s Kh Qh 2h 7d 6d 5d 2d Ac")  # spades have most points, diamonds most losers
    legal = ("As", "Ah", "Ad")
    for number in range(20):
        assert card_to_ask(hand, legal, "points", stream(number, "ask")) == "As"
        assert card_to_ask(hand, legal, "losers", stream(number, "ask")) == "Ad"
        assert card_to_ask(hand, ("Ah", "Ad"), "points", stream(number, "ask")) == "Ah"


def test_a_lone_declarer_plays_for_three_times_the_value() -> None:
    assert [worth("solo-8", chance) for chance in (0, 0.5, 0.75, 1)] == [-3, 0, 1.5, 3]
    assert [worth("rik", chance) for chance in (0, 0.5, 0.75, 1)] == [-1, 0, 0.5, 1]
    assert worth("misere", 1) == 15
    assert worth("troela", 1) == 2
