"""Truco Paulista as OpenSpiel and the learners ask about it, the last hands of a match too."""

import pickle
from math import prod
from random import Random

import pyspiel
import pytest
from pettingzoo.test import api_test as pettingzoo_test
from tests.field.openspiel.some_games import load, seen

import bolicho
from bolicho.field import rl
from bolicho.field.encode import encoder
from bolicho.games.paulista.state import CALLS, State

NAMES = [
    "bolicho_paulista",
    "bolicho_paulista(score=11 4,mano=1)",
    "bolicho_paulista(score=11 11)",
    "bolicho_paulista(face_down=never,mao_de_ferro=open,score=11 11)",
    "bolicho_paulista(raises=needed,score=10 7)",
]


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_s_random_simulation_test_passes(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_equal_texts_are_equal_views_and_equal_arrays(name: str) -> None:
    kind = load(name).kind
    known: dict[str, object] = {}
    arrays: dict[tuple[int, bytes], object] = {}
    for state in seen(name, 5, 30):
        for seat in (0, 1):
            view = state.now.state.view(seat)
            assert known.setdefault(kind.sight(view), view) == view
            assert arrays.setdefault((seat, encoder(kind.game).array(view).tobytes()), view) == view
    assert len(known) > 100


def test_every_deal_is_equally_likely_and_comes_back() -> None:
    dealing = load("bolicho_paulista").kind.dealing
    for number in range(10):
        deal = bolicho.game("paulista").deal(Random(number))
        drawn = dealing.drawn(deal)
        assert dealing.deal(drawn) == deal
        chance = prod(dict(dealing.chances(drawn[:n]))[outcome] for n, outcome in enumerate(drawn))
        assert chance == pytest.approx(1 / prod(range(34, 41)))


@pytest.mark.parametrize(
    ("name", "most"), [(NAMES[0], 12.0), (NAMES[1], 3.0), (NAMES[2], 1.0), ("bolicho_paulista(score=9 5)", 7.0)]
)
def test_what_a_hand_can_bring_at_most(name: str, most: float) -> None:
    assert (load(name).min_utility(), load(name).max_utility()) == (-most, most)


def test_the_longest_hand_is_as_long_as_we_say() -> None:
    """All calls one by one, each accepted, and all six cards."""
    state: State = bolicho.game("paulista").start("7d / 3c 2h As / 3d 2s Ah")
    calls = 0
    while not state.over:
        raises = [move for move in state.moves() if move in CALLS]
        wanted = raises[0] if raises and state.caller is None else state.moves()[0]
        calls += wanted in CALLS
        state = state.play(wanted)
    assert (calls, len(state.history)) == (4, load("bolicho_paulista").max_game_length())


@pytest.mark.parametrize("score", ["12 0", "1 2 3", "-1 4"])
def test_a_wrong_score_is_told_at_once(score: str) -> None:
    with pytest.raises(bolicho.BadInput, match="score"):
        pyspiel.load_game(f"bolicho_paulista(score={score})")


def test_openspiel_s_player_sits_at_our_table() -> None:
    game = bolicho.game("paulista", target=3)
    players = [bolicho.agent(name, game) for name in ("openspiel:ismcts,simulations=4", "random")]
    assert bolicho.play_match(game, players, seed=1).forfeit is None


def test_pettingzoo_s_api_test_passes() -> None:
    pettingzoo_test(rl.env("paulista", target=4), num_cycles=100)


def test_an_encoder_goes_to_another_process() -> None:
    coder = encoder(bolicho.game("paulista"))
    assert pickle.loads(pickle.dumps(coder)).vocabulary == coder.vocabulary
