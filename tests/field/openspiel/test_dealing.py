"""Every deal has exactly one way through the chance nodes, and that way is as likely as the deal."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from random import Random
from typing import Any

import pytest
from tests.field.openspiel.some_games import ALL, LADDER, MINI, load, states
from tests.learn.boards import brute

import bolicho
from bolicho.games.truco.cards import STRENGTH


def chance_of(dealing: Any, drawn: tuple[int, ...]) -> float:
    return float(prod(dict(dealing.chances(drawn[:n]))[outcome] for n, outcome in enumerate(drawn)))


def all_draws(dealing: Any) -> list[tuple[int, ...]]:
    draws: list[tuple[int, ...]] = [()]
    for _ in range(dealing.nodes):
        draws = [(*drawn, outcome) for drawn in draws for outcome, _ in dealing.chances(drawn)]
    return draws


@pytest.mark.parametrize("name", ALL)
def test_chances_are_above_nothing_and_one_in_all(name: str) -> None:
    for state in states(name, 2, 3):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert list(outcomes) == sorted(set(outcomes))
            assert min(chances) > 0
            assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("bolicho_truco", comb(40, 3) * comb(37, 3)),
        (MINI, comb(7, 3) * comb(4, 3)),
        ("bolicho_truco(hand1=1e 7o 4c)", comb(37, 3)),
        ("bolicho_rikken", factorial(52) // factorial(13) ** 4),
    ],
)
def test_every_deal_is_equally_likely_and_comes_back(name: str, deals: int) -> None:
    dealing = load(name).kind.dealing
    for seed in range(10):
        deal = load(name).kind.game.deal(Random(seed))
        if "hand1" in name:
            deal = dealing.deal(all_draws(dealing)[seed * 97])
        drawn = dealing.drawn(deal)
        assert dealing.deal(drawn) == deal
        assert chance_of(dealing, drawn) == pytest.approx(1 / deals, rel=1e-9)


def test_the_mini_deck_has_140_deals_by_two_nodes() -> None:
    dealing = load(MINI).kind.dealing
    draws = all_draws(dealing)
    assert (len(draws), dealing.nodes, dealing.widest) == (140, 2, 35)
    assert {dealing.deal(drawn) for drawn in draws} == set(brute.deals(bolicho.game("truco", deck="mini")))


def test_hands_of_equal_strengths_are_as_likely_as_all_of_them_together() -> None:
    dealing = load(LADDER).kind.dealing
    ways: Counter[Any] = Counter()
    for deal in brute.deals(bolicho.game("truco", deck="mini")):
        ways[tuple(tuple(STRENGTH[card] for card in hand) for hand in deal.hands)] += 1
    draws = all_draws(dealing)
    assert len(draws) == len(ways) == 37
    for drawn in draws:
        deal = dealing.deal(drawn).checked()
        strengths = tuple(tuple(STRENGTH[card] for card in hand) for hand in deal.hands)
        assert chance_of(dealing, drawn) == pytest.approx(ways[strengths] / 140)
        assert dealing.drawn(deal) == drawn


def test_suits_of_the_ladder_tell_nothing_of_the_other_hand() -> None:
    """A seat holds the same cards whatever the other has, and plays them in the same order."""
    dealing = load(LADDER).kind.dealing
    for seat in (0, 1):
        held: dict[Any, set[Any]] = {}
        for drawn in all_draws(dealing):
            hand = dealing.deal(drawn).hands[seat]
            held.setdefault(tuple(STRENGTH[card] for card in hand), set()).add(hand)
        assert all(len(hands) == 1 for hands in held.values())


def test_a_given_hand_leaves_the_rest_to_chance() -> None:
    dealing = load("bolicho_truco(deck=mini,hand1=1e 12e 4b)").kind.dealing
    deals = [dealing.deal(drawn) for drawn in all_draws(dealing)]
    assert len(deals) == 4
    assert {deal.hands[1] for deal in deals} == {("1e", "12e", "4b")}
    assert all(chance_of(dealing, dealing.drawn(deal)) == pytest.approx(1 / 4) for deal in deals)


def test_rikken_asks_of_each_card_who_gets_it() -> None:
    state = load("bolicho_rikken").new_initial_state()
    assert state.chance_outcomes() == [(seat, 0.25) for seat in range(4)]
    for seat, _ in product((0, 1, 2), range(13)):
        state.apply_action(seat)
    assert state.chance_outcomes() == [(3, 1.0)]
    assert state.action_to_string(3) == "2c to 3"
    assert Fraction(len(state.history()), 52) == Fraction(3, 4)
