"""What OpenSpiel shows a player is what our View shows: no more, no less, and nothing is forgotten."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation
from tests.field.openspiel.some_games import ALL, HOUSE, LADDER, MINI, load, seen

CARDS = [name for name in ALL if any(game in name for game in ("truco", "paulista", "rikken"))]


@pytest.mark.parametrize("name", ALL)
def test_equal_information_states_are_equal_views(name: str) -> None:
    views: dict[str, Any] = {}
    tensors: dict[str, Any] = {}
    for state in seen(name, 7, 2 if "rikken" in name else 12):
        for seat in range(load(name).num_players()):
            text, view = state.information_state_string(seat), state.view(seat)
            assert views.setdefault(text, view) == view
            tensor = tuple(state.information_state_tensor(seat))
            assert tensors.setdefault(text, tensor) == tensor
    assert len(set(views.values())) == len(views)
    assert len(set(tensors.values())) == len(tensors)  # and unequal ones are unequal numbers


@pytest.mark.parametrize("name", CARDS)
def test_a_world_that_a_player_cannot_tell_apart_looks_the_same(name: str) -> None:
    sampler, other = pyspiel.UniformProbabilitySampler(0.0, 1.0), 0
    for state in list(seen(name, 9, 3))[:: 9 if "rikken" in name else 2]:
        for seat in range(load(name).num_players()):
            again = state.resample_from_infostate(seat, sampler)
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert again.observation_string(seat) == state.observation_string(seat)
            assert again.observation_tensor(seat) == state.observation_tensor(seat)
            assert again.current_player() == state.current_player()
            assert len(again.history()) == len(state.history())
            other += again.now.state.deal != state.now.state.deal
    assert other > 0


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_forgotten(name: str) -> None:
    """The same information state was always reached by the same decisions of its player."""
    pasts: dict[Any, Any] = {}
    rng = Random(4)
    for _ in range(3 if "rikken" in name else 15):
        state, past = load(name).new_initial_state(), [()] * load(name).num_players()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            seat = state.current_player()
            sight = state.information_state_string(seat)
            assert pasts.setdefault((seat, sight), past[seat]) == past[seat]
            action = rng.choice(state.legal_actions())
            past[seat] = (*past[seat], (sight, action))
            state.apply_action(action)


def test_players_never_share_an_information_state() -> None:
    for name in HOUSE:
        mine = [{s.information_state_string(p) for s in seen(name, 1, 2)} for p in range(load(name).num_players())]
        assert len(set().union(*mine)) == sum(map(len, mine))


def test_what_is_public_says_nothing_of_hidden_cards() -> None:
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    name = "bolicho_truco(deck=mini,preset=ufsm-web)"  # cards may lie face down
    observer = make_observation(load(name), public)
    down = 0
    for state in seen(name, 3, 20):
        if state.is_terminal():
            continue  # cards are shown in proof
        told = {observer.string_from(state, seat) for seat in (0, 1)}
        assert len(told) == 1
        held = {card for hand in state.now.state.hands for card in hand}
        laid = [m for _, m in state.now.state.history if m.startswith("(")]
        down += len(laid)
        assert not [word for word in told.pop().replace("|", " ").split() if word.split(":")[-1] in held | set(laid)]
    assert down > 0


def test_an_observer_says_what_is_where() -> None:
    state = next(seen(MINI, 1, 1))
    whole = make_observation(load(MINI), pyspiel.IIGObservationType(perfect_recall=True))
    whole.set_from(state, 0)
    view = state.view(0)
    assert whole.dict["hand"].sum() == len(view.hand)
    assert whole.tensor.tolist() == state.information_state_tensor(0)
    assert np.concatenate([part.ravel() for part in whole.dict.values()]).tolist() == whole.tensor.tolist()
    now = make_observation(load(MINI))
    assert "history" in whole.dict
    assert "history" not in now.dict
    assert {state.observation_tensor(0)[n] for n in range(5)} <= {0.0, 1.0}


def test_while_cards_are_dealt_nothing_is_seen() -> None:
    state = load(LADDER).new_initial_state()
    state.apply_action(state.chance_outcomes()[3][0])
    assert state.information_state_string(0) == state.information_state_string(1) == "dealing"
    assert set(state.information_state_tensor(0)) == {0.0}
