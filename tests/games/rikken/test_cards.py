"""Cards, their numbers, and deals as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.rikken.table import FIGURE_11

import bolicho
from bolicho import BadInput
from bolicho.games import GAMES
from bolicho.games.rikken.cards import ALL, BIT, CARDS, DECK, INDEX, RANKS, SUITS, Deal, hand_of, mask_of
from bolicho.games.rikken.shuffling import SHUFFLES


def test_a_card_is_numbered_by_suit_and_rank() -> None:
    assert len(CARDS) == len(set(CARDS)) == len(set(DECK)) == 52
    for card, number in INDEX.items():
        assert number == SUITS.index(card[1]) * 13 + RANKS.index(card[0])
    assert sum(BIT.values()) == ALL


@given(st.sets(st.sampled_from(CARDS)))
def test_a_set_and_its_hand_are_the_same_cards(chosen: set[str]) -> None:
    hand = hand_of(mask_of(chosen))
    assert set(hand) == chosen
    assert list(hand) == sorted(hand, key=DECK.index)


@pytest.mark.parametrize("shuffle", sorted(SHUFFLES))
@pytest.mark.parametrize("seed", range(20))
def test_a_deal_is_fifty_two_different_cards_and_reads_back(shuffle: str, seed: int) -> None:
    game = GAMES.make("rikken", shuffle=shuffle)
    deal = game.deal(bolicho.stream(seed))
    hands = [hand_of(hand) for hand in deal.hands]
    assert [len(hand) for hand in hands] == [13] * 4
    assert len({card for hand in hands for card in hand}) == 52
    assert game.parse_deal(str(deal)) == deal
    assert Deal.parse(" / ".join(" ".join(hand) for hand in hands)) == deal


def test_clumped_cards_make_wilder_hands() -> None:
    def longest(shuffle: str) -> float:
        deals = [SHUFFLES[shuffle](bolicho.stream(n, shuffle)) for n in range(400)]
        suits = [max(sum(c[1] == s for c in hand_of(h)) for s in SUITS) for deal in deals for h in deal.hands]
        return sum(suits) / len(suits)

    assert 4.8 < longest("uniform") < 5.0  # 4.90 for a well shuffled pack
    assert longest("clumped") > longest("uniform") + 0.3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected four hands"),
        (FIGURE_11.replace(" / ", " ", 1), "expected four hands between slashes, found 3"),
        (FIGURE_11 + " / AKQ...", "found 5"),
        (FIGURE_11.replace("AKJ2", "AKJ"), "12 cards for seat 0"),
        (FIGURE_11.replace("AKJ2", "AKJ6"), "card 6s twice"),
        (FIGURE_11.replace("AKJ2", "AKJ1"), "no card '1s'"),
        (FIGURE_11.replace("AKJ2.", ""), "has 3 suits"),
        (FIGURE_11.replace("AKJ2.T9.T94.8762", "As Ks"), "2 cards for seat 0"),
    ],
)
def test_a_wrong_deal_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAMES.make("rikken").parse_deal(text)


@pytest.mark.parametrize("deal", [Deal((0, 0, 0, 0)), Deal((ALL, 0, 0, 0)), Deal((1, 2, 3)), 7, None])  # type: ignore[arg-type]
def test_a_made_up_deal_is_refused(deal: object) -> None:
    with pytest.raises(BadInput, match="deal"):
        GAMES.make("rikken").start(deal)
