"""The kernel plays Rikken exactly as the rules do: every card is legal, every trick goes to the same seat."""

from random import Random

import numpy as np
import pytest

from bolicho.core.chance import stream
from bolicho.games.rikken import Deal, Rikken, State
from bolicho.games.rikken.cards import CARDS, INDEX, SUITS
from bolicho.games.rikken.kernel import Position, play_deals, playouts, trace_deals

GAME, NO_TRUMP = Rikken(), Rikken(trump="off")


def start(hands: tuple[int, int, int, int], contract: str, declarer: int, trump: int) -> State:
    """Begin the play of a contract with a trump suit, or none; seat 0 leads."""
    state = (NO_TRUMP if trump < 0 else GAME).start(Deal(hands), dealer=3, contract=contract, declarer=declarer)
    return state.play(f"trump:{SUITS[trump]}") if state.phase == "trump" else state


def position(state: State, most: int = 13) -> Position:
    """Write a state in play for the kernel."""
    assert state.current is not None
    trump = -1 if state.trump is None else SUITS.index(state.trump)
    table = tuple(INDEX[card] for card in state.current.cards)
    return Position(state.hands, state.current.leader, table, state.won, trump, state.declarer or 0, most)


def held(state: State) -> int:
    """Count the cards that nobody has played."""
    return sum(hand.bit_count() for hand in state.hands)


def follow(state: State, tape: list[int], tricks: list[int]) -> State:
    """Play what the kernel played by the rules, which refuse every illegal card."""
    for card in tape:
        if state.over:
            break
        state = state.play(CARDS[card])
    assert state.over
    assert list(state.won) == tricks
    return state


@pytest.mark.parametrize("trump", [-1, 0, 1, 2, 3])
def test_random_deals_are_legal_deals_and_every_trick_goes_where_the_rules_say(trump: int) -> None:
    tricks, deals, tape = trace_deals(seed=5, count=60, trump=trump)
    for i in range(60):
        first, second, third, fourth = deals[i].tolist()
        state = start((first, second, third, fourth), "solo-8", 1, trump)
        assert sorted(tape[i].tolist()) == list(range(52))
        follow(state, tape[i].tolist(), tricks[i].tolist())


@pytest.mark.parametrize("contract", ["solo-8", "misere", "piek"])
def test_playouts_go_on_from_any_position_and_end_early_where_the_rules_do(contract: str) -> None:
    rng, ended_early = stream(1, contract), 0
    for number in range(60):
        state = start(GAME.deal(rng).hands, contract, number % 4, number % 4 if contract == "solo-8" else -1)
        for _ in range(rng.randrange(52)):
            after = state.play(rng.choice(state.moves()))
            if after.over:
                break
            state = after
        most = {"solo-8": 13, "misere": 0, "piek": 1}[contract]
        tape = np.full((3, 52), -1, np.int8)
        played = playouts(position(state, most), number, 3, tape)
        for i in range(3):
            cards = [card for card in tape[i].tolist() if card >= 0]
            last = follow(state, cards, played[i].tolist())
            assert len(cards) == held(state) - held(last)
            ended_early += sum(last.won) < 13
    assert (ended_early > 0) == (contract != "solo-8")


def test_every_legal_card_is_drawn_equally_often_and_every_card_dealt_to_every_seat() -> None:
    rng = Random(3)
    state = start(GAME.deal(rng).hands, "solo-8", 0, 2)
    state = state.play(state.moves()[0])
    legal, n = state.moves(), 30_000
    tape = np.full((n, 52), -1, np.int8)
    playouts(position(state), 1, n, tape)
    drawn = np.bincount(tape[:, 0], minlength=52)
    assert {CARDS[card] for card in np.flatnonzero(drawn)} == set(legal)
    assert abs(drawn[drawn > 0] / n - 1 / len(legal)).max() < 0.02
    _, deals, _ = trace_deals(seed=2, count=n)
    shares = np.array([[(deals[:, seat] >> card & 1).mean() for card in range(52)] for seat in range(4)])
    assert abs(shares - 0.25).max() < 0.015  # six standard errors


def test_a_deal_does_not_depend_on_the_deals_played_with_it() -> None:
    whole = play_deals(seed=9, count=100, trump=1)
    parts = [play_deals(seed=9, count=50, first=first, trump=1) for first in (0, 50)]
    assert (np.concatenate(parts) == whole).all()
    assert (play_deals(seed=10, count=100, trump=1) != whole).any()


def test_trumps_win_tricks() -> None:
    spades = (1 << 13) - 1
    hands = (spades, spades << 13, spades << 26, spades << 39)
    assert playouts(Position(hands, leader=1), 1, 1).tolist() == [[0, 13, 0, 0]]
    assert playouts(Position(hands, leader=1, trump=0), 1, 1).tolist() == [[13, 0, 0, 0]]
