"""The kernel grows the same tree as the plain search, to the last draw: same visits, same means."""

from itertools import product
from typing import Any

import pytest

from bolicho.core.chance import stream
from bolicho.games.truco import Truco
from bolicho.games.truco.state import State
from bolicho.learn.search.ismcts.engine import CompiledSearch, Order, PlainSearch
from bolicho.learn.search.ismcts.habits import RANDOM, SENSIBLE
from bolicho.learn.search.ismcts.payoff import match_payoff, points_payoff
from bolicho.learn.search.ismcts.truco import Manner

MANNERS = [Manner(*how) for how in product((RANDOM, SENSIBLE), (1, 2), (0, 1), (0, 1))]
ITERATIONS = 40


@pytest.fixture(scope="module")
def kernel() -> CompiledSearch:
    return CompiledSearch()


def some_states(game: Truco, seed: int) -> list[State]:
    """Every state of a hand that nobody gives up."""
    rng = stream(seed, "lockstep", game.preset)
    score = (rng.randrange(game.rules.target), rng.randrange(game.rules.target))
    state = game.start(game.deal(rng), score=score, mano=rng.randrange(2))
    states = []
    while not state.over:
        states.append(state)
        moves = [move for move in state.moves() if move not in ("baralho", "nao-quero")]
        state = state.play(rng.choice(moves or state.moves()))
    return states


@pytest.mark.parametrize("preset", Truco.presets)
@pytest.mark.parametrize("seed", range(4))
def test_both_find_the_same_in_every_manner(preset: str, seed: int, kernel: CompiledSearch) -> None:
    game = Truco(preset)
    rng = stream(seed, "orders")
    for state in some_states(game, seed):
        assert state.seat is not None
        view = state.view(state.seat)
        payoff: Any = rng.choice([match_payoff, points_payoff])
        worth = payoff(game.rules.target, view.score[view.seat], view.score[view.rival])
        order = Order(ITERATIONS, rng.choice([0.5, 1.0, 3.0]), rng.choice(MANNERS), worth)
        key = rng.getrandbits(64)
        plain = PlainSearch().search(game, view, order, key)
        assert kernel.search(game, view, order, key) == plain, f"{order.manner} {state}"
        assert sum(plain.visits) == ITERATIONS


def test_the_hands_compared_have_cards_that_lie_face_down_and_every_kind_of_answer(kernel: CompiledSearch) -> None:
    seen: set[str] = set()
    for preset in Truco.presets:
        for seed in range(4):
            for state in some_states(Truco(preset), seed):
                seen |= {state.bet, *("face down" for _, move in state.history if move.startswith("("))}
                seen |= {"truco"} if state.truco_by is not None else set()
    assert {"", "envido", "truco", "face down"} <= seen
