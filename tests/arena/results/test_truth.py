"""Tournaments with a known truth: how often the intervals hold it; and what must be so when real agents play."""

from math import log
from random import Random
from statistics import variance

import pytest
from tests.arena.coins import by_strength, thrown

import bolicho
from bolicho.arena import Pairing, Row, duplicate, play_schedule
from bolicho.arena.results.comparison import better
from bolicho.arena.results.intervals import Estimate
from bolicho.arena.results.rating import MEAN, SCALE, ratings
from bolicho.arena.results.standings import boards
from bolicho.arena.results.summary import results
from bolicho.arena.results.worth import worth


def holds(found: Estimate, truth: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


# ── known coins ───────────────────────────────────────────────────────────────────────────────────────────────────────


COINS = ((10, 0.5), (40, 0.65), (100, 0.9))
LUCK = (-0.5, 0.0, 0.6)
ALWAYS = [(*coins, luck) for coins, luck in zip(COINS, LUCK, strict=True)]
"""Tried in every run of the tests; the other mixtures under ``make endurance``."""


@pytest.mark.parametrize(
    ("boards", "rate", "luck"),
    [
        pytest.param(*coins, luck, marks=() if (*coins, luck) in ALWAYS else pytest.mark.endurance)
        for coins in COINS
        for luck in LUCK
    ],
)
def test_rates_and_rating_gaps_of_two_are_held_by_about_95_of_100_intervals(
    boards: int, rate: float, luck: float
) -> None:
    rng = Random(f"two {boards} {rate} {luck}")
    tries, held, rated = 100, 0, 0
    for number in range(tries):
        rows = thrown(lambda a, b: rate, 2, boards, rng, luck=luck)
        held += holds(better(rows, 0, 1, number).rate, rate)
        rated += holds(ratings(rows, 2, number).difference(0, 1), SCALE * log(rate / (1 - rate)))
    assert 0.90 < held / tries <= 1
    assert 0.90 < rated / tries <= 1


@pytest.mark.parametrize(("agents", "boards"), [(5, 12), pytest.param(5, 60, marks=pytest.mark.endurance)])
def test_a_field_is_held_by_about_95_of_100_intervals(agents: int, boards: int) -> None:
    strengths = [0.8 - 0.4 * n for n in range(agents)]
    chance = by_strength(strengths)
    rng = Random(f"field {agents} {boards}")
    win_rates, gaps, rates, all_in_all = [], [], [], []
    for number in range(30):
        found = results(thrown(chance, agents, boards, rng), [str(n) for n in range(agents)], number)
        for result in found.agents:
            truth = sum(chance(result.agent, b) for b in range(agents) if b != result.agent) / (agents - 1)
            win_rates.append(holds(result.total.win_rate, truth))
            win_rates += [holds(score.win_rate, truth) for score in result.places]
            all_in_all.append(holds(result.rating, MEAN + SCALE * strengths[result.agent]))
        for pair in found.pairs:
            rates.append(holds(pair.rate, chance(pair.first, pair.second)))
            gap = SCALE * (strengths[pair.first] - strengths[pair.second])
            gaps.append(holds(found.ratings.difference(pair.first, pair.second), gap))
    for held in (win_rates, gaps, rates, all_in_all):
        assert 0.92 < sum(held) / len(held) < 0.985


# ── real agents ───────────────────────────────────────────────────────────────────────────────────────────────────────


def play(first: str, second: str, schedule: list[Pairing], seed: int, target: int = 12) -> list[Row]:
    game = bolicho.game("truco", target=target)
    return play_schedule(game, [bolicho.agent(name, game) for name in (first, second)], schedule, seed)


def test_two_identical_agents_score_one_half_within_the_interval() -> None:
    rows = play("bluffer", "bluffer", duplicate((0, 1), 120), seed=7)
    found = results(rows, ["bluffer (1)", "bluffer (2)"])
    for result in found.agents:
        assert holds(result.total.win_rate, 0.5)
        assert holds(result.points_per_hand, 0.0)
        assert holds(result.rating, MEAN)
    assert found.pairs[0].settled is False
    assert 0.025 < (found.pairs[0].probability or 0) < 0.975


def test_two_who_toss_no_coin_mirror_each_other_on_every_board() -> None:
    rows = play("sound", "sound", duplicate((0, 1), 20), seed=7, target=6)
    found = results(rows, ["sound (1)", "sound (2)"])
    for result in found.agents:
        assert holds(result.total.win_rate, 0.5)
        assert result.points_per_hand == (0, None, None)  # boards that all say the same tell no spread
        assert holds(result.rating, MEAN)
    assert (found.pairs[0].probability or 0) == pytest.approx(0.5, abs=0.05)


@pytest.mark.endurance  # one of them is held above
def test_of_twenty_tournaments_of_identical_agents_about_nineteen_hold_one_half() -> None:
    held, wins = 0, 0.0
    for seed in range(20):
        rows = play("random", "random", duplicate((0, 1), 100), seed, target=6)
        held += holds(results(rows, ["one", "other"], seed).agents[0].total.win_rate, 0.5)
        wins += sum(row.won(0) for row in rows)
    assert held >= 17
    assert wins / 2000 == pytest.approx(0.5, abs=3 * 0.5 / 2000**0.5)


def test_duplicate_play_reduces_the_variance_of_the_difference() -> None:
    """What a match on duplicate boards is worth against one on deals of its own, between the same two agents."""
    number = 60
    paired = play("bold", "novice", duplicate((0, 1), 2 * number), seed=3)
    alone = [Pairing(n, 10_000 + n, (0, 1) if n % 2 == 0 else (1, 0)) for n in range(2 * number)]
    single = play("bold", "novice", alone, seed=4)
    points = [board.total / board.size for board in boards((row.board, 1, row.net(0)) for row in paired)]
    # the mean of two matches, counted as one
    assert 2 * variance(points) < 0.7 * variance([row.net(0) for row in single])
    # and the rows of a tournament tell the same without the matches on deals of their own
    found = worth(paired)
    assert found is not None
    assert found.points.shared == pytest.approx(2 * variance(points))
    assert found.points.alone == pytest.approx(variance([row.net(0) for row in single]), rel=0.4)
    assert (found.points.times.low or 0) > 1
