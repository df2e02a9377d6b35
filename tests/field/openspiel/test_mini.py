"""Truco with seven cards, measured and solved by OpenSpiel: its numbers are ours.

OpenSpiel's exploitability of two players is NashConv / 2, the mean over the seats of what a best response wins more
than the policy itself; in a zero-sum game the latter cancels out, so it is the number that `bolicho exploit` calls
points a hand.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import best_response, exploitability
from tests.field.openspiel.some_games import LADDER, load
from tests.learn.boards import brute
from tests.learn.boards.test_brute import COUNTS, LADDER_GAME, VALUE

from bolicho.agents import make
from bolicho.core.errors import BadInput
from bolicho.field.openspiel import as_game, as_policy, as_tree
from bolicho.field.openspiel.tree import Tree
from bolicho.learn.exploit.measure import Design, Measurement
from bolicho.learn.ladder.packed_ladder import load as packed
from bolicho.learn.ladder.packing import pack, quantised
from bolicho.learn.ladder.response import best_responses
from bolicho.learn.ladder.solver import Solver


class Telling:
    """A policy of ours, as an agent that tells its probabilities."""

    name = "telling"

    def __init__(self, policy: brute.Policy) -> None:
        self.policy = policy

    def policies(self, views: Sequence[Any]) -> list[Sequence[float]]:
        return [self.policy(view) for view in views]


@pytest.fixture(scope="module")
def tree() -> Tree:
    return as_tree(load(LADDER))


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini deck solved by our own solver, as it would be shipped."""
    solver = Solver(COUNTS)
    solver.run(60)
    path = tmp_path_factory.mktemp("ladder") / "mini.ladder"
    pack(path, solver.tree, quantised(solver.tree, solver.averages, 250), 250, {})
    return path


def test_the_whole_game_is_laid_out(tree: Tree) -> None:
    """37 deals of strengths, 14 chance nodes; what brute force counts from the rules."""
    assert (tree.nodes, len(tree.places)) == (144_534, 35_410)
    assert tree.game.utility_sum() == 0
    state = tree.game.new_initial_state()
    assert len(state.chance_outcomes()) == 13


def test_the_tree_is_the_game(tree: Tree) -> None:
    """Both are walked side by side: chances, legal moves, information states, returns."""
    sights = {place.name: sight for sight, place in tree.places.items()}
    for line in range(60):
        ours, theirs = load(LADDER).new_initial_state(), tree.game.new_initial_state()
        while not ours.is_terminal():
            words = {ours.action_to_string(action): action for action in ours.legal_actions()}
            others = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            assert set(words) == set(others)
            word = sorted(words)[(line * 7 + len(ours.history())) % len(words)]
            if ours.is_chance_node():
                chance = dict(ours.chance_outcomes())[words[word]]
                assert dict(theirs.chance_outcomes())[others[word]] == pytest.approx(chance)
            else:
                assert sights[theirs.information_state_string()] == ours.information_state_string()
            ours.apply_action(words[word])
            theirs.apply_action(others[word])
        assert theirs.returns() == ours.returns()


@pytest.mark.endurance
def test_openspiel_finds_the_exploitability_of_an_agent_that_brute_force_and_our_walk_find(tree: Tree) -> None:
    sound = make("sound", LADDER_GAME)
    found = pyspiel.exploitability(tree.game, tree.policy(sound))
    assert found == pytest.approx(pyspiel.nash_conv(tree.game, tree.policy(sound)) / 2)
    by_hand = brute.exploitability(LADDER_GAME, lambda view: sound.policies([view])[0], brute.by_strength)
    assert found == pytest.approx(by_hand, abs=1e-9)
    ours = Measurement(Design("sound", "mini", LADDER_GAME.options), partial(make, "sound", LADDER_GAME)).measure()
    assert ours is not None
    assert found == pytest.approx(ours.gain.low, abs=1e-5)  # the yardstick's table has 32 bits


@pytest.mark.endurance
def test_openspiel_finds_what_our_solved_policy_can_lose(tree: Tree, solved: Path) -> None:
    ours = packed(solved)
    found = pyspiel.nash_conv(tree.game, tree.policy(Telling(ours.probabilities))) / 2
    assert found == pytest.approx(best_responses(Solver(COUNTS).tree, ours.table()).exploitability, abs=1e-6)
    assert found < 0.01


def test_openspiel_s_cfr_goes_to_the_value_of_the_game(tree: Tree) -> None:
    solver = pyspiel.CFRPlusSolver(tree.game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    found = solver.tabular_average_policy()
    first, second = (pyspiel.TabularBestResponse(tree.game, seat, found.policy_table()) for seat in (0, 1))
    mao, pe = (best.value_from_state(tree.game.new_initial_state()) for best in (first, second))
    assert -pe < VALUE < mao  # what each seat can be held to, whatever the policy
    assert mao + pe < 2


def test_the_python_game_itself_has_the_best_response_of_brute_force() -> None:
    """OpenSpiel's best response in Python, walking our game step by step, against one hand of the mão."""
    hand = ("1e", "12e", "4b")
    game = as_game(LADDER_GAME, cards="strength", hand0=" ".join(hand))
    sound = make("sound", LADDER_GAME)
    found = best_response.BestResponsePolicy(game, 0, as_policy(sound, game)).value(game.new_initial_state())
    by_hand = brute.best_response(LADDER_GAME, lambda view: sound.policies([view])[0], 0, hand, brute.by_strength)
    assert found == pytest.approx(by_hand, abs=1e-9)


@pytest.mark.parametrize("hand", [("1e", "3e", "12e"), ("12e", "4b", "4c")])
def test_openspiel_s_compiled_best_response_is_that_of_brute_force(hand: tuple[str, ...], solved: Path) -> None:
    """Against one hand, uniform and a policy that our solver found: the same to the last digits."""
    game = as_game(LADDER_GAME, cards="strength", hand0=" ".join(hand))
    small = as_tree(game)
    for policy in (lambda view: [1 / len(view.moves)] * len(view.moves), packed(solved).probabilities):
        best = pyspiel.TabularBestResponse(small.game, 0, small.policy(Telling(policy)).policy_table())
        found = best.value_from_state(small.game.new_initial_state())
        assert found == pytest.approx(brute.best_response(LADDER_GAME, policy, 0, hand, brute.by_strength), abs=1e-9)


def test_a_game_too_big_to_lay_out_is_refused() -> None:
    with pytest.raises(BadInput, match="more than 500 nodes, too many to lay out"):
        as_tree(load("bolicho_truco(deck=mini)"), 500)


def test_who_tells_no_probabilities_is_no_policy(tree: Tree) -> None:
    agent = type("Mute", (), {"name": "mute"})()
    with pytest.raises(BadInput, match="agent 'mute' does not tell its probabilities"):
        tree.policy(agent)
    with pytest.raises(BadInput, match="agent 'mute' does not tell its probabilities"):
        as_policy(agent, load(LADDER))


@pytest.mark.endurance
def test_what_cfr_of_openspiel_found_loses_as_much_by_our_yardstick(tree: Tree) -> None:
    """Some minutes: the guest that plays OpenSpiel's solution, measured by OpenSpiel and by us."""
    guest = "openspiel:cfr,iterations=60"
    found = tree.policy(make(guest, LADDER_GAME))
    lost = pyspiel.exploitability(tree.game, found)
    assert lost < 0.03
    worth = pyspiel.expected_returns(tree.game.new_initial_state(), found, -1, False)[0]
    assert worth == pytest.approx(VALUE, abs=0.01)
    ours = Measurement(Design(guest, "mini", LADDER_GAME.options), partial(make, guest, LADDER_GAME)).measure()
    assert ours is not None
    assert ours.gain.low == pytest.approx(lost, abs=1e-5)


@pytest.mark.endurance
def test_exploitability_in_python_on_the_python_game_is_ours() -> None:
    """Some minutes: OpenSpiel's own function, on the registered game."""
    random = make("random", LADDER_GAME)
    found = exploitability.exploitability(load(LADDER), as_policy(random, load(LADDER)).to_tabular())
    by_hand = brute.exploitability(LADDER_GAME, lambda view: random.policies([view])[0], brute.by_strength)
    assert found == pytest.approx(by_hand, abs=1e-6)
