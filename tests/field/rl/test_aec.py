"""The PettingZoo environments: PettingZoo's own tests on every game, and the rules of the house kept."""

import pickle
import re
import subprocess
import sys
import warnings
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, save_obs_test, seed_test

import bolicho
from bolicho.core.errors import BadInput, IllegalMove, UnknownName
from bolicho.field import rl
from bolicho.games import BOARDS, GAMES
from bolicho.learn.boards.shipped_tables import SHIPPED

NAMES = [
    name
    for name in GAMES.house
    if name not in BOARDS or name in (*SHIPPED, "jogo-da-onca", "damas", "kalah", "reversi")
]
DICTIONARIES = r"Observation is not a NumPy array|Observation space for each agent probably"
"""What api_test says to every environment with a mask that is not in its own list."""


def run(table: Any, seed: int, choose: Any = None) -> dict[str, float]:
    """Play an episode at random, or as somebody chooses; return what each seat got in all."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    earned = dict.fromkeys(table.agents, 0.0)
    for name in table.agent_iter():
        told, reward, terminated, truncated, _info = table.last()
        earned[name] += reward
        legal = told["action_mask"].nonzero()[0]
        over = terminated or truncated
        table.step(None if over else int(choose(table) if choose else rng.choice(legal)))
    return earned


@pytest.mark.parametrize("unit", ["hand", "match"])
@pytest.mark.parametrize("name", NAMES)
def test_petting_zoos_own_tests_pass(name: str, unit: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(rl.env(name, unit=unit), num_cycles=15)
        api_test(rl.raw_env(name, unit=unit), num_cycles=15)
        seed_test(lambda: rl.env(name, unit=unit), num_cycles=15)
    assert [str(w.message) for w in said if not re.match(DICTIONARIES, str(w.message))] == []
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_the_performance_benchmark_runs_through(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its five seconds pass here in a few hundred cycles: the clock is ours, the environment real."""
    clock = count(0, 0.05)
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(rl.env(name))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["truco", "rikken", "picaria"])
def test_it_can_be_looked_at(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: rl.env(name, render_mode=render_mode))
    assert "to move" in capsys.readouterr().out
    save_obs_test.test_save_obs(rl.env(name))
    assert "did not save" in capsys.readouterr().out  # arrays of facts are no picture
    silent = rl.raw_env(name)
    silent.reset(seed=1)
    assert silent.render() is None


@pytest.mark.parametrize("name", NAMES)
def test_rewards_come_to_nothing_in_all(name: str) -> None:
    short = {"truco": {"target": 6}, "rikken": {"deals": 2}}.get(name, {})
    for unit in rl.UNITS:
        for reward in rl.REWARDS:
            for seed in range(2):
                earned = run(rl.env(name, unit=unit, reward=reward, **short), seed)
                assert sum(earned.values()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "spec"), [("truco", "sound"), ("rikken", "rules"), ("tapatan", "minimax:2")])
def test_an_episode_is_the_match_that_a_table_of_ours_plays(name: str, spec: str) -> None:
    """With the same seed and the same players: the same deals, moves and scores, and what they pay."""
    game = bolicho.game(name, **({"target": 6} if name == "truco" else {"deals": 2} if name == "rikken" else {}))
    agents = [bolicho.agent(spec, game) for _ in range(game.seats)]
    record = bolicho.play_match(game, agents, seed=11)
    table = rl.raw_env(game, unit="match", reward="points")

    def choose(table: Any) -> int:
        inner = table.episode.table
        seat = inner.seat
        rng = bolicho.stream(11, "choose", 0, len(inner.units), seat, len(inner.moves))
        return int(table.coder.action(agents[seat].choose(inner.state.view(seat), rng).move))

    earned = run(table, 11, choose)
    assert [u.moves for u in table.episode.table.units] == [u.moves for u in record.units]
    assert [u.deal for u in table.episode.table.units] == [u.deal for u in record.units]
    first = record.scores[0] - record.scores[1] if game.seats == 2 else record.scores[0]
    assert earned["seat_0"] == first


def test_a_hand_pays_the_difference_and_a_match_pays_who_wins_it() -> None:
    hand = rl.raw_env("truco", flor="off")
    hand.reset(seed=1, options={"deal": "1e 7o 4c / 3b 2c 12o", "context": {"mano": 0}})
    for move in ("truco", "nao-quero"):
        hand.step(hand.coder.action(move))
    assert hand.rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert all(hand.terminations.values())
    match = rl.raw_env("truco", unit="match", target=2, flor="off")
    match.reset(seed=1, options={"deal": "1e 7o 4c / 3b 2c 12o", "context": {"score": [1, 0], "mano": 0}})
    for move in ("truco", "nao-quero"):
        match.step(match.coder.action(move))
    assert match.rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert all(match.terminations.values())
    longer = rl.raw_env("truco", unit="match", target=3, flor="off")
    longer.reset(seed=1, options={"deal": "1e 7o 4c / 3b 2c 12o", "context": {"score": [1, 0], "mano": 0}})
    for move in ("truco", "nao-quero"):
        longer.step(longer.coder.action(move))
    assert not any(longer.terminations.values())
    assert set(longer.rewards.values()) == {0.0}
    assert longer.episode.table.context == {"score": [2, 0], "mano": 1}


def test_the_seed_names_the_deals_and_resets_go_on_to_the_next() -> None:
    first, second = rl.raw_env("truco"), rl.raw_env("truco")
    deals = []
    for table in (first, second):
        table.reset(seed=5)
        told = [str(table.episode.table.deal)]
        for _ in range(3):
            table.reset()
            told.append(str(table.episode.table.deal))
        deals.append(told)
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4
    unseeded = [rl.raw_env("truco") for _ in range(2)]
    for table in unseeded:
        table.reset()
    assert unseeded[0].episode.table.deal != unseeded[1].episode.table.deal


def test_only_who_is_to_move_has_a_mask() -> None:
    table = rl.raw_env("rikken")
    table.reset(seed=3)
    me = table.agent_selection
    for name in table.agents:
        told = table.observe(name)
        assert (told["action_mask"] == table.infos[name]["action_mask"]).all()
        assert told["action_mask"].any() == (name == me)
    told["action_mask"][:] = 1  # what somebody does with his copy changes nothing here
    assert not table.observe(name)["action_mask"].all()


def test_an_episode_that_lasts_too_long_is_truncated() -> None:
    table = rl.env("mu-torere", max_cycles=3)
    run(table, 1)
    table.reset(seed=1)
    for _ in range(6):
        assert not any(table.truncations.values())
        table.step(int(table.last()[0]["action_mask"].argmax()))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert table.unwrapped.episode.moves == 6


def test_an_action_against_the_mask_loses_in_env_and_is_an_error_in_raw_env() -> None:
    table = rl.env("tapatan")
    table.reset(seed=0)
    bad = int(table.last()[0]["action_mask"].argmin())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table.step(bad)
    assert table.rewards == {"seat_0": -1.0, "seat_1": 0}
    assert all(table.terminations.values())
    raw = rl.raw_env("tapatan")
    raw.reset(seed=0)
    wrong: Any
    for wrong in (bad, 999, "a3-a2", None, -1):
        with pytest.raises(IllegalMove, match="illegal move"):
            raw.step(wrong)
    raw.step(int(raw.last()[0]["action_mask"].argmax()))  # still usable


def test_what_all_know_together_is_the_state() -> None:
    table = rl.raw_env("truco")
    table.reset(seed=2)
    assert table.state() in table.state_space
    parts = table.state().reshape(2, -1)
    assert (parts[0] == table.observe("seat_0")["observation"]).all()


def test_it_is_in_petting_zoos_registry_and_can_be_copied() -> None:
    table = pettingzoo.make("aec", "bolicho/truco-v0", target=12)
    table.reset(seed=1)
    assert table.unwrapped.game.rules.target == 12
    for other in (deepcopy(table.unwrapped), pickle.loads(pickle.dumps(table.unwrapped))):
        assert (other.observe("seat_0")["observation"] == table.unwrapped.observe("seat_0")["observation"]).all()
        assert other.episode.table.deal == table.unwrapped.episode.table.deal


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "truca"}, "unknown game 'truca' (did you mean 'truco'?)"),
        ({"game": "truco", "presset": "cbtg"}, "unknown truco option 'presset' (did you mean 'preset'?)"),
        ({"game": "truco", "target": 0}, "truco option target=0: expected a number of points from 1 to 99"),
        ({"game": "truco", "unit": "game"}, "unknown unit 'game'; known: hand, match"),
        ({"game": "truco", "reward": "money"}, "unknown reward 'money'; known: points, win"),
        ({"game": "truco", "max_cycles": 0}, "max_cycles 0: expected a number of moves of each seat, from 1"),
        ({"game": bolicho.game("truco"), "target": 12}, "options target: the game is built already"),
    ],
)
def test_what_is_asked_wrongly_gets_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        rl.env(**options)


def test_a_wrong_deal_or_context_gets_one_line() -> None:
    table = rl.env("truco")
    for options, message in (
        ({"deal": "1e 7o / 3b 2c 12o"}, "expected three cards"),
        ({"context": {"mano": 2}}, "mano 2: expected seat 0 or 1"),
        ({"context": {"dealer": 2}}, "unexpected keyword argument 'dealer'"),
        ({"foo": 1, "deal": None, "bar": 2}, "reset options 'foo', 'bar': unknown; known: deal, context"),
        ({"context": [1]}, "context [1]: expected the keyword arguments of truco's start, as a dict"),
    ):
        with pytest.raises(BadInput, match=re.escape(message)):
            table.reset(seed=1, options=options)
    with pytest.raises(BadInput, match="call reset"):
        rl.raw_env("truco").observe("seat_0")
    assert issubclass(UnknownName, BadInput)


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path) -> None:
    """In a process of its own, in which pettingzoo cannot be found."""
    hidden = "import sys; sys.modules['pettingzoo'] = None"
    program = f"{hidden}\ntry:\n    import bolicho.field.rl\nexcept ValueError as error:\n    print(error)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert told.stdout.strip() == "pettingzoo is not installed: pip install 'bolicho[rl]'"
