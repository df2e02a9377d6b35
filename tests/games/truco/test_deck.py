"""The mini deck: seven cards, few enough for brute force, and nothing else of the game is different."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.games.truco.possible import possible_hands

import bolicho
from bolicho import BadInput
from bolicho.conformance import check_agent, check_game
from bolicho.games.truco import Rules
from bolicho.games.truco.cards import DECK, DECKS, STRENGTH, envido_points, flor_points
from bolicho.games.truco.kernel import trace_hands
from bolicho.games.truco.odds import strangers

MINI = DECKS["mini"]
AGENTS = ("random", "novice", "cautious", "bold", "bluffer", "sound", "markov:best", "cbr", "bot0")


def test_seven_cards_give_140_deals_with_ties_pairs_of_a_suit_and_two_flores() -> None:
    hands = list(combinations(MINI, 3))
    assert tuple(card for card in DECK if card in MINI) == MINI  # in the order of the deck
    assert sum(not set(mine) & set(his) for mine in hands for his in hands) == 140
    assert [sum(STRENGTH[card] == level for card in MINI) for level in sorted({STRENGTH[c] for c in MINI})] == [
        2,
        2,
        2,
        1,
    ]
    assert [hand for hand in hands if flor_points(hand)] == [("1e", "3e", "12e"), ("3b", "12b", "4b")]
    points = [envido_points(hand) for hand in hands]
    assert len(set(points)) < len(points)
    assert max(points) == 27


def test_only_cards_of_the_deck_are_dealt_by_the_rules_and_by_the_kernel() -> None:
    game = bolicho.game("truco", deck="mini")
    rng = bolicho.stream(1)
    assert {card for _ in range(200) for hand in game.deal(rng).hands for card in hand} == set(MINI)
    _, deals, _ = trace_hands(game, seed=1, count=2000)
    assert {DECK[place] for place in np.unique(deals)} == set(MINI)
    assert len({tuple(map(tuple, deal)) for deal in deals.tolist()}) == 140


def test_a_card_that_is_not_in_the_deck_is_refused_and_named() -> None:
    game = bolicho.game("truco", deck="mini")
    complaint = "card 7o is not in the mini deck: 1e 3e 3b 12e 12b 4b 4c"
    for deal in ("1e 7o 4c / 3b 3e 12e", bolicho.game("truco").parse_deal("1e 7o 4c / 3b 3e 12e")):
        with pytest.raises(BadInput, match=complaint):
            game.start(deal)
    with pytest.raises(BadInput, match=complaint):
        game.parse_deal("1e 7o 4c / 3b 3e 12e")


def test_who_holds_three_of_the_seven_knows_that_the_rival_has_one_of_four_hands() -> None:
    view = bolicho.game("truco", deck="mini").start("1e 3e 4b / 3b 12e 12b").view(0)
    assert set(possible_hands(view)) == set(combinations(("3b", "12e", "12b", "4c"), 3))


def test_what_a_stranger_may_hold_is_of_the_deck() -> None:
    level = strangers("mini").level
    assert {i: round(float(share) * 7) for i, share in enumerate(level) if share} == {1: 2, 7: 2, 10: 2, 14: 1}
    assert strangers("full").level[1] == pytest.approx(0.1)


def test_the_forty_cards_go_without_saying() -> None:
    """Records, designs and golden playthroughs of before there was another deck are as they were."""
    game = bolicho.game("truco")
    assert "deck" not in game.options
    assert "deck" not in repr(game.rules)
    assert bolicho.game("truco", deck="full") == game
    mini = bolicho.game("truco", deck="mini")
    assert mini.options["deck"] == "mini"
    assert repr(mini.rules).endswith("face_down='never', deck='mini')")
    assert eval(repr(mini.rules), {"Rules": Rules}) == mini.rules  # a repr rebuilds the value
    assert bolicho.game("truco:deck=mini") == mini != game


@pytest.mark.parametrize("options", [{}, {"envido": "off", "flor": "off"}, {"preset": "ufsm-web"}])
def test_the_mini_deck_keeps_the_contract(options: dict[str, Any]) -> None:
    check_game(bolicho.game("truco", deck="mini", **options), units=12)


@pytest.mark.parametrize("agent", AGENTS)
def test_every_kind_of_player_plays_it(agent: str) -> None:
    check_agent(lambda game: bolicho.agent(agent, game), bolicho.game("truco", deck="mini"), matches=1)
