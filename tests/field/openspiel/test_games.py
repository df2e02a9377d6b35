"""Our games keep OpenSpiel's contract: its own random simulation test, its own API test, and what they leave out."""

import pickle
from pathlib import Path
from typing import Any, ClassVar

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from tests.field.openspiel.some_games import ALL, HOUSE, LADDER, MINI, load, seen, states

import bolicho
from bolicho.field.openspiel import HouseGame, as_game, called, register


@pytest.mark.parametrize("name", ALL)
def test_openspiel_s_random_simulation_test_passes(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ALL)
def test_openspiel_s_api_test_passes(name: str) -> None:
    class Enforced(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game, game_name = load(name), name
        game_type = game.get_type()
        some_states = sample_some_states(game, max_states=12)

    for clause in [clause for clause in dir(Enforced) if clause.startswith("test_")]:
        getattr(Enforced(clause), clause)()


def test_every_game_of_the_house_is_there() -> None:
    assert {called(name) for name in bolicho.games()} == set(HOUSE) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", ALL)
def test_bounds_are_true(name: str) -> None:
    game = load(name)
    for state in states(name, 3, 4):
        assert len(state.full_history()) <= game.max_history_length()
        assert sum(state.returns()) == 0
        assert all(game.min_utility() <= won <= game.max_utility() for won in state.returns())
        if not state.is_terminal():
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            assert legal[-1] < (game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions())
        if not state.is_terminal() and not state.is_chance_node():
            words = [state.action_to_string(action) for action in legal]
            assert [state.string_to_action(word) for word in words] == legal


def test_the_utility_bounds_of_the_ladder_are_reached_and_its_longest_hand_is_played() -> None:
    game = load(LADDER)
    ends, longest = set(), 0
    stack = [game.kind.start("3e 12e 4b / 3b 12b 4c")]
    while stack:
        state = stack.pop()
        if state.over:
            ends.update(game.kind.returns(state))
            longest = max(longest, len(state.history))
        stack += [state.play(move) for move in state.moves()]
    assert (min(ends), max(ends), longest) == (game.min_utility(), game.max_utility(), game.max_game_length())


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("bolicho_truco", 24.0),
        ("bolicho_truco(score=20 5)", 11.0),
        ("bolicho_truco(preset=argentino)", 19.0),
        ("bolicho_truco(envido=off,flor=off)", 4.0),
        ("bolicho_rikken", 66.0),
        ("bolicho_rikken(contract=rik)", 1.0),
        ("bolicho_tapatan", 1.0),
    ],
)
def test_what_a_unit_can_bring_at_most(name: str, most: float) -> None:
    assert load(name).max_utility() == most


def test_an_undertrick_of_pagat_costs_more_than_anything_wins() -> None:
    game = load("bolicho_rikken(preset=pagat,shuffle=uniform)")
    assert (game.min_utility(), game.max_utility()) == (-105.0, 66.0)


@pytest.mark.parametrize("name", ALL)
def test_a_state_comes_back_from_its_text_and_from_a_pickle(name: str) -> None:
    for state in list(states(name, 5, 1))[:: 13 if "rikken" in name else 5]:
        for again in (
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(load(name), state))[1],
            pickle.loads(pickle.dumps(state)),
        ):
            assert (str(again), again.history(), again.now) == (str(state), state.history(), state.now)
            assert again.get_game().kind.game == load(name).kind.game
            assert again.legal_actions() == state.legal_actions()


def test_a_game_comes_back_from_a_pickle() -> None:
    game: Any = as_game("truco", score=(3, 5))
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.kind.context) == ("bolicho_truco(score=3 5)", game.kind.context)


def test_a_clone_goes_its_own_way() -> None:
    state = next(seen(MINI, 1, 1))
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert len(clone.history()) == len(state.history()) + 1
    assert str(clone) != str(state)


def test_an_illegal_action_is_refused_and_the_state_stays_usable() -> None:
    state = next(seen(MINI, 1, 1))
    with pytest.raises(bolicho.IllegalMove, match="legal: "):
        state.apply_action(state.get_game().kind.numbers["retruco"])
    with pytest.raises(bolicho.BadInput, match="action 99: truco has actions 0 to 19"):
        state.apply_action(99)
    state.apply_action(state.legal_actions()[0])


def test_chance_cannot_deal_a_card_twice() -> None:
    state = load("bolicho_truco").new_initial_state()
    with pytest.raises(bolicho.BadInput, match="chance outcome 40: expected 0 to 39"):
        state.apply_action(40)
    for _ in range(5):
        state.apply_action(3)
    with pytest.raises(bolicho.BadInput, match="twice"):
        state.apply_action(3)


def test_a_position_that_comes_back_is_a_draw() -> None:
    state = load("bolicho_tapatan").new_initial_state()
    for move in ["a3-a2", "b3-b2", "a2-a3", "b2-b3"] * 2:
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(move))
    assert (state.is_terminal(), state.returns()) == (True, [0, 0])


def test_a_board_file_is_a_game(tmp_path: Path) -> None:
    text = Path(bolicho.games.boards.FOLDER / "tapatan.toml").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('name = "tapatan"', 'name = "my-tapatan"'), encoding="utf-8")
    by_path = pyspiel.load_game(f"bolicho_board(file={file},plies=20)")
    assert (by_path.max_game_length(), by_path.kind.game.name) == (20, "my-tapatan")
    assert register(str(file)) == ("bolicho_my_tapatan",)
    for game in (by_path, pyspiel.load_game("bolicho_my_tapatan")):
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_game_of_ours_under_options_is_told_by_parameters() -> None:
    ours = bolicho.game("truco", preset="ufsm-auto", flor_flor="6", target=12, deck="mini")
    game = as_game(ours, score="3 5", mano=1)
    assert str(game) == "bolicho_truco(deck=mini,flor_flor='6',mano=1,preset=ufsm-auto,score=3 5,target=12)"
    again = pyspiel.load_game(str(game))
    assert (again.kind.game, again.kind.context) == (ours, {"score": (3, 5), "mano": 1})


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("bolicho_truco(deck=tiny)", "truco option deck='tiny': expected one of full, mini"),
        ("bolicho_truco(dekc=mini)", "Unknown parameter 'dekc'. Available parameters are: cards, deck, "),
        ("bolicho_truco(cards=strength)", "parameter cards=strength: suits count"),
        ("bolicho_truco(cards=colour)", "parameter cards='colour': expected each or strength"),
        ("bolicho_truco(score=1 2 3)", "parameter score='1 2 3': expected 2 whole numbers"),
        ("bolicho_truco(score=30 2)", "expected two numbers from 0 to 23"),
        ("bolicho_truco(mano=2)", "mano 2: expected seat 0 or 1"),
        ("bolicho_truco(hand0=1e 1e 7e)", "parameter hand0='1e 1e 7e': expected three cards"),
        ("bolicho_truco(hand1=1e 8e 7e)", "no card '8e' in the deck"),
        ("bolicho_truco(hand0=1e 1b 7e,hand1=1e 3e 2e)", "parameters hand0 and hand1 share a card"),
        ("bolicho_rikken(preset=brabant)", "brabant with shuffle=clumped: its chances are not known, say shuffle=unif"),
        ("bolicho_rikken(contract=troela)", "not every deal gives the declarer three aces"),
        ("bolicho_rikken(contract=riek)", "unknown rikken contract 'riek'"),
        ("bolicho_rikken(declarer=1)", "parameter declarer=1: say the contract too"),
        ("bolicho_tapatan(start=121 1)", "position '121 1': expected 9 digits"),
        ("bolicho_board(file=mine)", "parameter file='mine': expected a board file"),
        ("bolicho_board(file=none.toml)", "none.toml: No such file or directory"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(name: str, complaint: str) -> None:
    with pytest.raises((bolicho.BadInput, pyspiel.SpielError)) as told:
        pyspiel.load_game(name)
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_a_game_without_chance_nodes_is_refused() -> None:
    class Strange:
        name = "strange"
        options: ClassVar[dict[str, Any]] = {}

    made: Any = Strange()
    with pytest.raises(bolicho.BadInput, match="game 'strange': OpenSpiel needs its chance as nodes"):
        as_game(made)


def test_game_types_say_what_the_games_are() -> None:
    kinds = pyspiel.GameType
    for name in HOUSE:
        game, told = load(name), load(name).get_type()
        assert isinstance(game, HouseGame)
        chance = name in ("bolicho_truco", "bolicho_paulista", "bolicho_rikken", "bolicho_gamao", "bolicho_tabula")
        assert (told.information == kinds.Information.IMPERFECT_INFORMATION) == chance
        assert (told.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC) == chance
        assert told.utility == kinds.Utility.ZERO_SUM
