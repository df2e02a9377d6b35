"""How strong the players of Rikken are, on hands that fit the contract, with 95 % intervals over hands."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bolicho.agents.rikken.bulk import deal_hands, fitting_hand, play_deals

Floats = npt.NDArray[np.float64]
FOUR = ("rik", "solo-8", "piek", "misere")


def success(contract: str, declarer: str, others: str, hands: int, games: int, **how: Any) -> Floats:
    """How often declarer makes the contract, by hand; every hand is dealt into the same games for everybody."""
    rows = [deal_hands(1000 + n, games, hand=fitting_hand(contract, 11, n)) for n in range(hands)]
    leader = np.tile(np.arange(games) % 4, hands)
    seats = (declarer, others, others, others)
    played = play_deals(np.concatenate(rows), leader=leader, contract=contract, declarer=0, techniques=seats, **how)
    shares: Floats = played.made.reshape(hands, games).mean(axis=1)
    return shares


def interval(shares: Floats) -> tuple[float, float]:
    mean, width = shares.mean(), 1.96 * shares.std(ddof=1) / len(shares) ** 0.5
    return float(mean - width), float(mean + width)


@pytest.mark.parametrize("trump", [None, "best"])
@pytest.mark.parametrize("contract", FOUR)
def test_rules_beat_random_as_declarer_and_as_defenders(contract: str, trump: str | None) -> None:
    rules = interval(success(contract, "rules", "random", 300, 4, trump=trump))
    lots = interval(success(contract, "random", "random", 300, 4, trump=trump))
    against = interval(success(contract, "random", "rules", 300, 4, trump=trump))
    print(f"{contract}, trump {trump}: rules {rules}, random {lots}, random against rules {against}")
    assert rules[0] > lots[1]
    assert against[1] < lots[0]


@pytest.mark.parametrize("contract", ["rik", "solo-8"])
def test_trump_raises_success(contract: str) -> None:
    for seats in ("rules", "random"):
        with_trump = success(contract, seats, seats, 200, 8, trump="best")
        without = success(contract, seats, seats, 200, 8, trump=None)
        assert interval(with_trump - without)[0] > 0.05


def test_rik_without_trump_by_rules_succeeds_near_eight_times_in_ten_against_random() -> None:
    low, high = interval(success("rik", "rules", "random", 300, 8))
    assert low < 0.85
    assert high > 0.73


@pytest.mark.parametrize("contract", ["misere", "piek"])
def test_misere_and_piek_are_no_favourites_against_rules_whatever_the_tpc(contract: str) -> None:
    assert interval(success(contract, "rules", "rules", 200, 4))[1] < 0.4


@pytest.mark.parametrize("trump", [None, "best"])
@pytest.mark.parametrize("contract", ["rik", "solo-8"])
def test_mc_makes_more_than_rules_against_three_rules(contract: str, trump: str | None) -> None:
    ahead = success(contract, "mc", "rules", 60, 8, trump=trump, simulations=20)
    ahead -= success(contract, "rules", "rules", 60, 8, trump=trump)
    assert ahead.mean() > 0.02


@pytest.mark.endurance
@pytest.mark.parametrize("trump", [None, "best"])
@pytest.mark.parametrize("contract", ["rik", "solo-8"])
def test_mc_makes_more_than_rules_on_100_hands_of_96_games(contract: str, trump: str | None) -> None:
    mc = success(contract, "mc", "rules", 100, 96, trump=trump, simulations=100)
    rules = success(contract, "rules", "rules", 100, 96, trump=trump)
    print(f"{contract}, trump {trump}: mc {interval(mc)}, rules {interval(rules)}, paired {interval(mc - rules)}")
    assert interval(mc - rules)[0] > 0


@pytest.mark.endurance
def test_the_literal_monte_carlo_player_is_not_uniformly_better_than_rules() -> None:
    better = []
    for contract in FOUR:
        ahead = success(contract, "mc-paper", "rules", 100, 24) - success(contract, "rules", "rules", 100, 24)
        print(f"{contract}: mc-paper ahead of rules by {interval(ahead)}")
        better.append(interval(ahead)[0] > 0)
    assert not all(better)
