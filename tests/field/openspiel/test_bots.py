"""Our agents at OpenSpiel's table, where they decide as at ours."""

from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots as in_python
from open_spiel.python.algorithms import expected_game_score
from tests.field.openspiel.some_games import LADDER, MINI, load, seen

import bolicho
from bolicho.core.record import Record
from bolicho.field.openspiel import as_bot, as_policy


@pytest.mark.parametrize(
    ("name", "agents"),
    [
        ("bolicho_truco", ["sound", "bluffer"]),
        ("bolicho_rikken", ["rules", "random", "rules-paper", "random"]),
        ("bolicho_tapatan", ["minimax:2", "random"]),
    ],
)
def test_agents_play_in_evaluate_bots(name: str, agents: list[str]) -> None:
    game = load(name)
    bots = [as_bot(agent, game, seat, seed=3) for seat, agent in enumerate(agents)]
    won = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(3)]
    again = [as_bot(agent, game, seat, seed=3) for seat, agent in enumerate(agents)]
    assert won == [pyspiel.evaluate_bots(game.new_initial_state(), again, seed) for seed in range(3)]
    assert all(sum(points) == 0 for points in won)


def test_a_bot_decides_as_at_our_own_table() -> None:
    game = load("bolicho_truco")
    ours = game.kind.game
    agents = [bolicho.agent("sound", ours), bolicho.agent("bluffer", ours)]
    record: Record = bolicho.play_match(ours, agents, seed=5)
    unit = record.units[0]
    if unit.context["mano"] == 1:
        game = load("bolicho_truco(mano=1)")
    state = game.from_state(game.kind.start(ours.parse_deal(unit.deal)))
    bots = [as_bot(agent, game, seat, seed=5) for seat, agent in enumerate(("sound", "bluffer"))]
    pyspiel.evaluate_bots(state, bots, 0)
    assert [move for _, move in state.now.state.history] == list(unit.moves)


def test_against_openspiel_s_own_bots() -> None:
    game = load("bolicho_jogo_da_velha")
    perfect = as_bot("perfect", game, 0)
    other = pyspiel.make_uniform_random_bot(1, 7)
    assert all(pyspiel.evaluate_bots(game.new_initial_state(), [perfect, other], seed)[0] >= 0 for seed in range(5))


def test_who_tells_its_probabilities_is_a_policy() -> None:
    game = load(MINI)
    bot, policy = as_bot("random", game, 0), as_policy("random", game)
    assert bot.provides_policy()
    for state in seen(MINI, 2, 3):
        if state.is_terminal():
            continue
        told = policy.action_probabilities(state)
        assert list(told) == state.legal_actions() or sorted(told) == state.legal_actions()
        assert sum(told.values()) == pytest.approx(1)
        if state.current_player() == 0:
            assert dict(bot.get_policy(state)) == told
            assert bot.step_with_policy(state)[1] in told


def test_cards_that_are_alike_share_their_probabilities() -> None:
    game = load(LADDER)
    state = game.from_state(game.kind.start("3e 3b 12e / 1e 4b 4c"))
    told = {state.action_to_string(n): p for n, p in as_policy("random", game).action_probabilities(state).items()}
    assert told == pytest.approx({"3e": 0.4, "12e": 0.2, "truco": 0.2, "baralho": 0.2})


def test_a_policy_is_worth_something() -> None:
    """OpenSpiel's expected score of two policies over one whole small game."""
    game = pyspiel.load_game("bolicho_jogo_da_velha(start=112212000 1 2 1)")
    policy = as_policy("random", game)
    mine, his = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert mine == -his


def test_evaluate_bots_in_python_takes_them_too() -> None:
    game = load(MINI)
    bots = [as_bot("random", game, seat) for seat in (0, 1)]
    won = in_python.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert sum(won) == 0


def test_memory_of_a_bot_stays_from_hand_to_hand() -> None:
    game = load("bolicho_truco")
    seen_ends = []

    class Remembering:
        name = "remembering"

        def choose(self, view: object, rng: Random) -> bolicho.Decision:
            return bolicho.Decision(view.moves[0])  # type: ignore[attr-defined]

        def saw(self, view: object) -> None:
            seen_ends.append(view.over)  # type: ignore[attr-defined]

    bots = [as_bot(Remembering(), game, 0), as_bot("random", game, 1)]
    for seed in range(3):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    assert seen_ends == [True] * 3
    assert bots[0].unit == 2


@pytest.mark.parametrize(
    ("agent", "player", "complaint"),
    [
        ("sound", 2, "player 2: expected a seat from 0 to 1"),
        ("perfect", 0, "agent 'perfect' does not play truco"),
        ("soud", 0, "unknown agent 'soud' .did you mean 'sound'?"),
    ],
)
def test_what_is_wrong_is_told(agent: str, player: int, complaint: str) -> None:
    with pytest.raises(bolicho.BadInput, match=complaint):
        as_bot(agent, load(MINI), player)


def test_our_agents_do_not_play_other_games() -> None:
    with pytest.raises(bolicho.BadInput, match="our agents play our games"):
        as_bot("random", pyspiel.load_game("kuhn_poker"), 0)
