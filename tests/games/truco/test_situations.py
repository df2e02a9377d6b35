"""Situations: the deals they are, counted over all of them, and drawn evenly."""

from collections import Counter

import pytest

from bolicho.core.chance import stream
from bolicho.core.errors import UnknownName
from bolicho.games.truco.cards import Deal
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.situations import DEALS, SITUATIONS, count, draw, meeting, situation, situations_of


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_deals_of_a_situation_are_counted_over_all_there_are(name: str) -> None:
    assert count(name) == SITUATIONS[name].deals
    assert SITUATIONS[name].probability == SITUATIONS[name].deals / DEALS


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_sample_of_all_deals_agrees_with_the_predicate(name: str) -> None:
    """For some hands of seat 0 every one of the 7,770 deals is looked at by itself."""
    hands, kind = all_hands().cards, SITUATIONS[name]
    firsts = [hands[place] for place in (*range(0, len(hands), 1999), hands.index(("7e", "6e", "5e")))]
    for first in (*firsts, ("1e", "6o", "4c"), ("7e", "6e", "4c"), ("3e", "2c", "4c")):
        others = [Deal((first, hand)) for hand in hands if not set(first) & set(hand)]
        assert len(others) == 7770
        assert sum(map(kind.holds, others)) == meeting(name, hands.index(first)).sum()


@pytest.mark.parametrize(
    ("deal", "names"),
    [
        ("7e 6e 5e / 7o 6o 4o", {"flor-flor", "contra-flor"}),
        ("7e 6e 5e / 1c 2c 12c", {"flor-flor"}),
        ("7e 6e 12c / 7o 2c 1o", {"strong-envido"}),
        ("7e 6e 12c / 7o 6o 4o", set()),
        ("3e 2c 4o / 3b 7c 12e", {"equal-top"}),
        ("12e 11c 4o / 12b 7c 5e", set()),
        ("1e 6o 4c / 3b 2c 12o", {"unbeatable"}),
        ("3b 2c 12o / 1e 6o 4c", {"unbeatable"}),
        ("1e 10o 4c / 3b 2c 12o", set()),
    ],
)
def test_what_a_deal_is(deal: str, names: set[str]) -> None:
    assert set(situations_of(Deal.parse(deal))) == names


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_drawn_deal_is_of_its_situation_and_the_same_for_the_same_stream(name: str) -> None:
    drawn = [draw(name, stream(5, name, number)) for number in range(100)]
    assert all(map(SITUATIONS[name].holds, drawn))
    assert drawn == [draw(name, stream(5, name, number)) for number in range(100)]
    assert all(deal == deal.checked() for deal in drawn)
    assert len(set(drawn)) > 90


def test_every_deal_of_a_situation_is_drawn_as_often_as_any_other() -> None:
    """Flor against flor is of four suits on one side and on the other: 3 / 4 of the pairs are of two suits, nearly."""
    rng = stream(1, "even")
    suits = Counter(tuple(hand[0][-1] for hand in draw("flor-flor", rng).hands) for _ in range(4000))
    ways = {pair: (120 * 120 if pair[0] != pair[1] else 120 * 35) / SITUATIONS["flor-flor"].deals for pair in suits}
    assert sum(ways.values()) == pytest.approx(1)
    assert (
        sum((suits[pair] - 4000 * way) ** 2 / (4000 * way) for pair, way in ways.items()) < 40
    )  # 15 degrees of freedom


def test_a_situation_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean 'flor-flor'"):
        situation("florflor")
