"""The order of the cards, the vira, the manilhas, and deals as text."""

from itertools import pairwise

import pytest

import bolicho
from bolicho.games import GAMES
from bolicho.games.paulista.cards import DECK, RANKS, Deal, manilha, sorted_hand, strengths

PLAIN = list("32AKJQ7654")
"""As people say it, strongest first: the dama is below the valete."""


def test_there_are_forty_cards_without_eights_nines_and_tens() -> None:
    assert len(set(DECK)) == 40
    assert not {card[0] for card in DECK} & {"8", "9", "1"}


@pytest.mark.parametrize(("vira", "trump"), list(pairwise("4567QJKA234")))
def test_the_rank_after_the_vira_is_the_manilha(vira: str, trump: str) -> None:
    assert manilha(f"{vira}d") == trump


@pytest.mark.parametrize("vira", DECK)
def test_manilhas_are_above_all_and_do_not_tie_the_rest_go_by_rank_and_do(vira: str) -> None:
    table, trump = strengths(vira), manilha(vira)
    assert [table[f"{trump}{suit}"] for suit in "chsd"] == [14, 13, 12, 11]
    ranks = [rank for rank in PLAIN if rank != trump]
    levels = [{table[rank + suit] for suit in "chsd"} for rank in ranks]
    assert all(len(level) == 1 for level in levels)
    assert [max(level) for level in levels] == sorted((max(level) for level in levels), reverse=True)
    assert max(map(max, levels)) < 11


def test_a_hand_is_held_strongest_first() -> None:
    assert sorted_hand(["4h", "3d", "Qc", "Qd", "3c"], "7d") == ("Qc", "Qd", "3c", "3d", "4h")
    assert "".join(reversed(PLAIN)) == RANKS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3c 2h As / Kd Jc 4h", "expected the vira / three cards / three cards"),
        ("7d / 3c 2h / Kd Jc 4h", "expected the vira / three cards / three cards"),
        ("7d / 3c 2h 8s / Kd Jc 4h", "no card '8s'; ranks 4 5 6 7 Q J K A 2 3, suits c h s d"),
        ("7d / 3c 2h 7d / Kd Jc 4h", "card 7d twice"),
        ("", "expected the vira"),
    ],
)
def test_a_wrong_deal_is_told_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(bolicho.BadInput, match=says):
        bolicho.game("paulista").parse_deal(text)


def test_a_deal_made_by_hand_is_looked_at_too() -> None:
    game = bolicho.game("paulista")
    with pytest.raises(bolicho.BadInput, match="card 3c twice"):
        game.start(Deal("7d", (("3c", "2h", "As"), ("3c", "Jc", "4h"))))
    with pytest.raises(bolicho.BadInput, match="expected a Deal or its text"):
        GAMES.make("paulista").start(7)
