"""The table of the simulations follows the rules card by card, and no rule of a player looks at a hidden card."""

import pytest
from tests.agents.rikken.some_deals import deals

from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.table import (
    Table,
    contract_made,
    copy,
    declarers,
    friends,
    hide,
    legal,
    over,
    put,
    side_tricks,
)
from bolicho.agents.rikken.tactics import PAPER, RANDOM, RULES, candidates
from bolicho.games.rikken import State
from bolicho.games.rikken.cards import INDEX, hand_of
from bolicho.games.rikken.contracts import CONTRACT


def full(state: State) -> Table:
    """The table with all hands on it."""
    assert state.seat is not None
    table = table_of(state.view(state.seat))
    table.hands = list(state.hands)
    table.partner = -1 if state.partner is None else state.partner
    return table


def test_legal_cards_tricks_turns_and_ends_are_those_of_the_rules() -> None:
    early = 0
    for state, rng in deals("lockstep"):
        table = full(state)
        while not state.over:
            assert not over(table)
            assert table.seat == state.seat
            assert hand_of(legal(table)) == state.moves()
            card = rng.choice(state.moves())
            state = state.play(card)
            put(table, INDEX[card])
            assert tuple(table.hands) == state.hands
            assert tuple(table.tricks) == state.won
        assert over(table)
        early += sum(state.won) < 13
        assert contract_made(table) == CONTRACT[state.contract or ""].made(side_tricks(table))
        assert contract_made(table) == (state.scores[state.declarer or 0] > 0)
    assert early > 5


def test_a_table_made_from_a_view_is_the_table_with_hidden_hands() -> None:
    for state, rng in deals("views"):
        table, eyes = full(state), Table()
        while not state.over:
            assert state.seat is not None
            hide(table, state.seat, eyes)
            seen = table_of(state.view(state.seat))
            assert seen == eyes
            card = rng.choice(state.moves())
            state = state.play(card)
            put(table, INDEX[card])


@pytest.mark.parametrize("technique", [RANDOM, PAPER, RULES])
def test_a_player_of_rules_chooses_legal_cards_and_sees_no_hidden_one(technique: int) -> None:
    for state, rng in deals("honest"):
        table = full(state)
        while not state.over:
            assert state.seat is not None
            cards = candidates(table, technique)
            assert cards
            assert cards & ~legal(table) == 0
            assert candidates(table_of(state.view(state.seat)), technique) == cards
            drawn = rng.choice(hand_of(cards))
            state = state.play(drawn)
            put(table, INDEX[drawn])


def test_friends_are_those_whom_a_seat_can_know_to_be_on_its_side() -> None:
    for state, _ in deals("friends"):
        table = full(state)
        for seat in range(4):
            known = friends(table, seat)
            side = declarers(table) if declarers(table) >> seat & 1 else 15 & ~declarers(table)
            assert known & ~side == 0
            assert not known >> seat & 1
            if state.asked is not None:
                assert (known != 0) == (seat == state.partner)
            elif state.contract != "troela" and seat != state.declarer:
                assert known.bit_count() == 2


def test_a_copy_is_equal_and_independent() -> None:
    state, _ = next(deals("copy"))
    table, other = full(state), Table()
    copy(table, other)
    assert table == other
    put(other, INDEX[state.moves()[0]])
    assert table != other
    assert table == full(state)
