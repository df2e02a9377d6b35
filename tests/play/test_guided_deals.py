"""Guided dealing: rare situations come up as often as asked for, and weights take that back exactly."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bolicho
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.games.truco import Deal
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.situations import SITUATIONS
from bolicho.lab.works.moral.cells import fair_share
from bolicho.lab.works.moral.contra_flor import contra_flor_cases
from bolicho.play.dealers import shuffled
from bolicho.play.guided_deals import HEAVIEST, Guide, guided, per_mille

GAME = bolicho.game("truco")
RATES = st.dictionaries(st.sampled_from(list(SITUATIONS)), st.floats(0, 0.2), max_size=5)


def guide_of(rates: dict[str, float]) -> Guide:
    return Guide(tuple(rates.items()))


def deals(guide: Guide, hands: int, seed: int = 1) -> list[Deal]:
    dealer = guided(GAME, seed, 0, guide)
    return [dealer(unit) for unit in range(hands)]


@given(RATES)
def test_the_text_of_a_guide_is_read_back(rates: dict[str, float]) -> None:
    assert Guide.parse(str(guide_of(rates))) == guide_of(rates)


@given(RATES, st.integers(0, 10**6))
def test_a_weight_is_the_fair_probability_of_a_deal_over_the_guided_one(rates: dict[str, float], seed: int) -> None:
    guide = guide_of(rates)
    deal = guided(GAME, seed, 0, guide)(0)
    others = sum(
        rate * kind.holds(deal) / kind.probability for name, rate in rates.items() for kind in [SITUATIONS[name]]
    )
    assert guide.weight(deal) == pytest.approx(1 / (1 - sum(rates.values()) + others))
    assert guide.weight(str(deal)) == guide.weight(deal)


def test_the_same_seed_deals_the_same_and_another_board_does_not() -> None:
    guide = Guide.parse("flor-flor=0.3,unbeatable=0.3")
    assert deals(guide, 50) == deals(guide, 50)
    other = guided(GAME, 1, 1, guide)
    assert deals(guide, 50) != [other(unit) for unit in range(50)]


def test_a_hand_left_to_chance_is_the_one_of_the_fair_dealer() -> None:
    fair = shuffled(GAME, 1, 0)
    assert deals(Guide(), 50) == [fair(unit) for unit in range(50)]
    alike = sum(ours == fair(unit) for unit, ours in enumerate(deals(Guide.parse("flor-flor=0.5"), 200)))
    assert 60 < alike < 140


def test_a_situation_comes_up_at_the_rate_asked_for() -> None:
    guide, hands = Guide.parse("flor-flor=0.2,strong-envido=0.1"), 3000
    given = deals(guide, hands)
    for name, rate in (("flor-flor", 0.2), ("strong-envido", 0.1)):
        kind = SITUATIONS[name]
        expected = rate + guide.fair * kind.probability
        share = sum(map(kind.holds, given)) / hands
        assert abs(share - expected) < 4 * sqrt(expected * (1 - expected) / hands)


@pytest.mark.parametrize("text", ["flor-flor=0.2,strong-envido=0.1", "equal-top=0.5,unbeatable=0.3", ""])
def test_weights_average_to_one_and_give_back_the_true_frequency_of_every_situation(text: str) -> None:
    guide, hands = Guide.parse(text), 4000
    given = deals(guide, hands, seed=7)
    weights = [guide.weight(deal) for deal in given]
    heaviest = max(weights)
    assert abs(sum(weights) / hands - 1) <= 4 * sqrt(heaviest / hands) * bool(text)
    for name, kind in SITUATIONS.items():
        share = sum(weight for weight, deal in zip(weights, given, strict=True) if kind.holds(deal)) / hands
        # the variance of weight x [deal in S] is at most P(S) x the heaviest weight
        assert abs(share - kind.probability) < 4 * sqrt(kind.probability * heaviest / hands), name


def test_weights_average_to_one_exactly_over_all_deals_of_a_hand() -> None:
    """The sum over deals of guided probability times weight is the fair probability of all of them."""
    guide = Guide.parse("strong-envido=0.3,equal-top=0.3,unbeatable=0.2")
    first = ("3e", "2e", "4c")
    others = [Deal((first, hand)) for hand in all_hands().cards if not set(first) & set(hand)]
    density = [1 / guide.weight(deal) for deal in others]
    kinds = [(SITUATIONS[name], rate) for name, rate in guide.rates]
    told = 7770 * guide.fair + sum(rate * sum(map(kind.holds, others)) / kind.probability for kind, rate in kinds)
    assert sum(density) == pytest.approx(told)
    assert sum(d * guide.weight(deal) for d, deal in zip(density, others, strict=True)) == pytest.approx(7770)


def test_rates_that_leave_nothing_deal_nothing_else() -> None:
    guide = Guide.parse("flor-flor=0.7,unbeatable=0.3")
    assert guide.fair == 0
    assert all(
        SITUATIONS["flor-flor"].holds(deal) or SITUATIONS["unbeatable"].holds(deal) for deal in deals(guide, 200)
    )
    with pytest.raises(BadInput, match="never dealt"):
        guide.weight("3e 2e 12c / 3b 7c 12o")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("flor=0.2", "unknown situation 'flor'.*flor-flor"),
        ("flor-flor", "expected situation=rate"),
        ("flor-flor=much", "flor-flor=much: expected a number"),
        ("flor-flor=1.2", "flor-flor=1.2: a rate is between 0 and 1"),
        ("flor-flor=-0.1", "a rate is between 0 and 1"),
        ("flor-flor=nan", "a rate is between 0 and 1"),
        ("flor-flor=0.6,unbeatable=0.5", "add up to 1.1, more than 1"),
        ("flor-flor=0.1,flor-flor=0.1", "flor-flor twice"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(text: str, error: str) -> None:
    with pytest.raises(BadInput, match=error):
        Guide.parse(text)
    with pytest.raises(UnknownName):
        Guide((("nothing", 0.1),))


def test_only_truco_is_dealt_by_a_guide() -> None:
    with pytest.raises(BadInput, match="not of rikken"):
        guided(bolicho.game("rikken"), 0, 0, Guide())


def test_a_case_keeps_its_weight_in_thousandths_that_fit_its_cell() -> None:
    assert [per_mille(weight) for weight in (1.0, 1.25, 0.0121, 0.00001, 1000.0)] == [1000, 1250, 12, 1, HEAVIEST]


def test_guided_hands_give_many_times_the_contra_flor_cases_of_fair_ones() -> None:
    agents = [bolicho.agent(name, GAME) for name in ("bold", "sound")]
    fair = contra_flor_cases(GAME, agents, Guide(), hands=150, seed=2)
    met = contra_flor_cases(GAME, agents, Guide.parse("flor-flor=0.5"), hands=150, seed=2)
    assert (fair.hands, met.hands, fair.mean_weight) == (150, 150, 1.0)
    assert fair.contra_flor <= 4
    assert 30 < met.contra_flor <= met.flor_flor <= 110
    assert met.true_share < 0.02
    low, high = fair_share(met)[1:]
    assert low is not None
    assert high is not None
    assert 0 <= low < met.true_share < high < 0.02
    assert len(met.by_match) == met.matches
    assert sum(whole for whole, _ in met.by_match) == pytest.approx(met.mean_weight * met.hands)


def test_a_guided_match_is_replayed_like_any_other() -> None:
    agents = [bolicho.agent(name, GAME) for name in ("bold", "sound")]
    guide = Guide.parse("contra-flor=0.5")
    record = bolicho.play_match(GAME, agents, 3, dealer=guided(GAME, 3, 0, guide))
    assert list(bolicho.replay(record))
    units = [Deal.parse(unit.deal) for unit in record.units]
    assert units == [guided(GAME, 3, 0, guide)(unit) for unit in range(len(units))]
    assert stream(3, "guided", 0, 0).random() != stream(3, "deal", 0, 0).random()
