"""What holds in every hand, whatever is dealt, said and played."""

from collections import Counter
from itertools import pairwise
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.paulista.conftest import Tell

import bolicho
from bolicho.conformance import check_game
from bolicho.games.paulista import Paulista, State
from bolicho.games.paulista.cards import DECK
from bolicho.games.paulista.options import VALUES
from bolicho.games.paulista.state import CALLS
from bolicho.games.paulista.view import WORTH

options = st.fixed_dictionaries(
    {**{name: st.sampled_from(values) for name, values in VALUES.items()}, "target": st.sampled_from((2, 3, 12, 15))}
)
seeds = st.integers(0, 2**32)


def random_hand(game: Any, rng: Any) -> list[State]:
    """Every state of a random hand, at a random score; the last ones of a match as often as the others."""
    last = game.rules.target - 1
    score = tuple(rng.choice((last, rng.randrange(game.rules.target))) for _ in range(2))
    states = [game.start(game.deal(rng), score=score, mano=rng.randrange(2))]
    while not states[-1].over:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return states


@settings(max_examples=150)
@given(options, seeds)
def test_a_world_looks_the_same_from_the_seat_it_was_drawn_for(chosen: dict[str, Any], seed: int) -> None:
    game, rng = Paulista(**chosen), bolicho.stream(seed)
    for state in random_hand(game, rng):
        for seat in (0, 1):
            view = state.view(seat)
            assert game.worlds(view, rng).view(seat) == view


@settings(max_examples=200)
@given(options, seeds)
def test_one_side_is_paid_a_value_of_the_ladder_and_never_past_the_target(chosen: dict[str, Any], seed: int) -> None:
    game = Paulista(**chosen)
    states = random_hand(game, bolicho.stream(seed))
    assert all(state.scores == (0, 0) for state in states[:-1])
    end = states[-1]
    assert min(end.scores) == 0
    assert all(had + got <= game.rules.target for had, got in zip(end.score, end.scores, strict=True))
    if end.won == (None, None, None):
        assert end.scores == (0, 0)
    else:
        winner = end.scores.index(max(end.scores))
        assert end.scores[winner] == min(WORTH[end.level], game.rules.target - end.score[winner]) > 0


@settings(max_examples=200)
@given(options, seeds)
def test_calls_go_up_the_ladder_and_the_sides_take_turns(chosen: dict[str, Any], seed: int) -> None:
    end = random_hand(Paulista(**chosen), bolicho.stream(seed))[-1]
    calls = [(seat, move) for seat, move in end.history if move in CALLS]
    assert [move for _, move in calls] == list(CALLS[: len(calls)])
    assert all(first[0] != second[0] for first, second in pairwise(calls))
    if max(end.score) == end.rules.target - 1:
        assert not calls


@settings(max_examples=100)
@given(options, seeds)
def test_a_view_holds_no_card_that_its_seat_has_not_seen(chosen: dict[str, Any], seed: int) -> None:
    for state in random_hand(Paulista(**chosen), bolicho.stream(seed)):
        for seat in (0, 1):
            told = repr(state.view(seat))
            shown = {card for cards in state.played for card in cards}
            mine = () if state.blind else state.deal.hands[seat]
            seen = {state.deal.vira, *shown, *mine}
            assert not [card for card in DECK if f"{card}'" in told and card not in seen]


@settings(max_examples=40)
@given(options, seeds)
def test_every_match_ends_with_one_at_the_target(chosen: dict[str, Any], seed: int) -> None:
    game = Paulista(**chosen)
    player = bolicho.agent("random", game)
    record = bolicho.play_match(game, [player, player], seed=seed)
    assert max(record.scores) == game.rules.target > min(record.scores)


@pytest.mark.parametrize("chosen", [{}, {"target": 2}, {"mao_de_ferro": "open", "target": 2}, {"raises": "needed"}])
def test_it_keeps_the_contract(chosen: dict[str, Any]) -> None:
    check_game(Paulista(**chosen), units=10)


def test_the_hidden_hand_is_drawn_uniformly(tell: Tell) -> None:
    view = tell("7d / 3c 4d As / Kd Jc 4h", "3c Kd (4d) Jc").view(0)  # one card of the rival is hidden
    game, rng = bolicho.game("paulista"), bolicho.stream(5)
    drawn = Counter(game.worlds(view, rng).hands[1] for _ in range(34 * 40))
    assert len(drawn) == comb(40 - 6, 1)  # the vira, three of mine, two of his
    chi2 = sum((count - 40) ** 2 / 40 for count in drawn.values())
    assert abs(chi2 - 33) < 5 * 66**0.5
