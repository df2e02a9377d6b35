"""The checks of the AEC environment are PettingZoo's own: its wrappers beside ours, step by step."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator
from pettingzoo.utils import wrappers

from bolicho.field import rl
from bolicho.field.rl.aec import ILLEGAL

EPISODES = 20
NAMES = ("truco", "rikken", "tapatan", "jogo-da-velha")


def wrapped(name: str, **options: Any) -> Any:
    raw = rl.raw_env(name, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL))
    )


def looked_at(table: Any) -> tuple[object, ...]:
    facts = (table.rewards, table._cumulative_rewards, table.terminations, table.truncations)
    return (table.agent_selection, tuple(table.agents), *(tuple(fact.items()) for fact in facts))


def drawn(rng: Generator, mask: Any, chance_to_err: float) -> int:
    allowed = 1 - mask if rng.random() < chance_to_err and not mask.all() else mask
    return int(rng.choice(allowed.nonzero()[0]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{}, {"unit": "match", "max_cycles": 12}], ids=["hands", "matches"])
@pytest.mark.filterwarnings("ignore:.*ILLEGAL")
def test_it_does_what_the_three_wrappers_do(name: str, options: dict[str, Any]) -> None:
    ours, theirs, rng = rl.env(name, **options), wrapped(name, **options), np.random.default_rng(7)
    ours.reset(seed=5)
    theirs.reset(seed=5)
    lost = 0
    for _ in range(EPISODES):
        while ours.agents:
            assert looked_at(ours) == looked_at(theirs)
            told, *ends, info = ours.last()
            other, *their_ends, _ = theirs.last()
            assert ends == their_ends
            np.testing.assert_array_equal(info["action_mask"], told["action_mask"])
            dead = ends[1] or ends[2]
            if not dead:
                np.testing.assert_array_equal(told["observation"], other["observation"])
                np.testing.assert_array_equal(told["action_mask"], other["action_mask"])
            action = None if dead else drawn(rng, told["action_mask"], 0.05)
            lost += action is not None and not told["action_mask"][action]
            ours.step(action)
            theirs.step(action)
        assert not theirs.agents
        ours.reset()
        theirs.reset()
    assert lost


def test_who_lost_by_an_illegal_action_leaves_no_cards_to_be_seen() -> None:
    """After it the first seat is asked to leave; he is shown what he knows, not what the other seat knew."""
    table = rl.env("truco", flor="off")
    table.reset(seed=1, options={"deal": "1e 7o 4c / 3b 2c 12o", "context": {"mano": 1}})
    assert table.agent_selection == "seat_1"
    before = table.observe("seat_0")["observation"]
    table.step(table.coder.action("1e"))
    assert table.rewards == {"seat_0": 0.0, "seat_1": ILLEGAL}
    assert table.agent_selection == "seat_0"
    seen = table.last()[0]
    np.testing.assert_array_equal(seen["observation"], before)
    assert not seen["action_mask"].any()
    assert not table.infos["seat_1"]["action_mask"].any()


def asked(table: Any, name: str) -> object:
    found = getattr(table, name)
    return found() if callable(found) else found


@pytest.mark.parametrize("act", ["render", "state", "agent_iter", "last", "agents", "num_agents", "rewards"])
def test_nothing_is_there_before_the_first_reset(act: str) -> None:
    for table in (rl.env("tapatan"), wrapped("tapatan")):
        with pytest.raises((AssertionError, AttributeError), match="reset"):
            asked(table, act)
    for table in (rl.env("tapatan"), wrapped("tapatan")):
        with pytest.raises(AssertionError, match="reset"):
            table.step(0)
        with pytest.raises(AssertionError, match="reset"):
            table.observe("seat_0")


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, "b2", None, np.int64(10**6)])
def test_what_is_no_action_is_an_error_and_changes_nothing(action: Any) -> None:
    for table in (rl.env("tapatan"), wrapped("tapatan")):
        table.reset(seed=1)
        with pytest.raises(AssertionError, match="not in action space"):
            table.step(action)
        assert table.agent_selection == "seat_0"
        assert not any(table.terminations.values())


def test_numbers_of_numpy_are_actions() -> None:
    table: Any = rl.env("tapatan")
    table.reset(seed=1)
    table.step(np.int64(table.last()[0]["action_mask"].argmax()))
    assert table.agent_selection == "seat_1"


def test_a_loop_that_forgets_to_step_is_an_error() -> None:
    for table in (rl.env("tapatan"), wrapped("tapatan")):
        table.reset(seed=1)
        turns = iter(table.agent_iter())
        next(turns)
        with pytest.raises(AssertionError, match="need to call step"):
            next(turns)


def test_a_copy_goes_on_by_itself() -> None:
    table = rl.env("tapatan")
    table.reset(seed=1)
    other = deepcopy(table)
    other.step(int(other.last()[0]["action_mask"].argmax()))
    assert (table.agent_selection, other.agent_selection) == ("seat_0", "seat_1")
