"""Many tables as one environment: Gymnasium's rules, compiled or plain."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import bolicho
from bolicho.core.errors import BadInput, IllegalMove
from bolicho.field.rl import SeatEnv


def drawn(rng: np.random.Generator, masks: Any) -> Any:
    """Draw a legal action for each table."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("truco", {"opponents": "sound", "seat": "alternate"}),
        ("tapatan", {"opponents": "minimax:2", "seat": "drawn", "max_cycles": 6}),
        ("rikken", {"opponents": "random", "seat": 2}),
    ],
)
def test_plain_tables_are_gymnasiums_own_vector_of_seats(game: str, settings: dict[str, Any], autoreset: str) -> None:
    count = 3
    mode = AutoresetMode.NEXT_STEP if autoreset == "next-step" else AutoresetMode.SAME_STEP
    theirs = SyncVectorEnv([lambda: SeatEnv(game, **settings)] * count, autoreset_mode=mode)
    ours = bolicho.vector(game, count, autoreset=autoreset, compiled=False, **settings)
    told, info = ours.reset(seed=5)
    wanted, facts = theirs.reset(seed=5)
    rng = np.random.default_rng(2)
    ended = 0
    for _ in range(60):
        assert (told == wanted).all()
        assert (info["action_mask"] == facts["action_mask"]).all()
        assert (info["seat"] == facts["seat"]).all()
        actions = drawn(rng, info["action_mask"])
        told, reward, over, cut, info = ours.step(actions)
        wanted, *due, facts = theirs.step(actions)
        for mine, his in zip((reward, over, cut), due, strict=True):
            assert (mine == his).all()
        ended += int((over | cut).sum())
        if "final_obs" in facts:
            assert (info["_final_obs"] == facts["_final_obs"]).all()
            for lane in np.flatnonzero(facts["_final_obs"]):
                assert (info["final_obs"][lane] == facts["final_obs"][lane]).all()
    assert ended > 2


@pytest.mark.parametrize("compiled", [True, False])
def test_who_plays_all_seats_is_told_whose_turn_it_is_and_what_each_got(compiled: bool) -> None:
    tables = bolicho.vector("truco", 5, autoreset="same-step", compiled=compiled)
    assert tables.compiled == compiled
    _, info = tables.reset(seed=3)
    rng = np.random.default_rng(4)
    for _ in range(40):
        turn = info["seat"].copy()
        _, rewards, over, _, info = tables.step(drawn(rng, info["action_mask"]))
        assert (info["rewards"].sum(axis=1) == 0).all()
        assert (rewards == info["rewards"][np.arange(5), turn]).all()
        assert not info["rewards"][~over].any()  # a hand pays at its end


@pytest.mark.parametrize("compiled", [True, False])
def test_a_seed_says_all_however_many_threads_share_the_tables(compiled: bool) -> None:
    def run(threads: int) -> list[Any]:
        tables = bolicho.vector("truco", 300, "random", seat="drawn", threads=threads, compiled=compiled)
        told, info = tables.reset(seed=11)
        rng, seen = np.random.default_rng(1), [told.sum()]
        for _ in range(4):
            told, rewards, over, _, info = tables.step(drawn(rng, info["action_mask"]))
            seen += [told.sum(), rewards.tolist(), over.tolist(), info["seat"].tolist()]
        tables.close()
        return seen

    assert run(1) == run(3 if compiled else 1)


def test_each_table_has_a_seed_of_its_own() -> None:
    some, other = bolicho.vector("truco", 3), bolicho.vector("truco", 3)
    first, _ = some.reset(seed=20)
    second, _ = other.reset(seed=[20, 22, 99])
    assert (first[0] == second[0]).all()
    assert (first[2] == second[1]).all()
    assert (some.reset(seed=20)[0] == first).all()
    assert (some.reset()[0] != first).any()  # goes on


def test_what_was_given_out_is_not_touched_again_unless_one_says_so() -> None:
    tables = bolicho.vector("truco", 4)
    told, info = tables.reset(seed=1)
    before, mask = told.copy(), info["action_mask"].copy()
    tables.step(info["action_mask"].argmax(axis=1))
    assert (told == before).all()
    assert (info["action_mask"] == mask).all()
    thrifty = bolicho.vector("truco", 4, copy=False)
    told, info = thrifty.reset(seed=1)
    assert thrifty.step(info["action_mask"].argmax(axis=1))[0] is told


def test_an_action_against_the_mask_loses_that_table_alone_or_raises() -> None:
    tables = bolicho.vector("truco", 3, "random", seat=0)
    _, info = tables.reset(seed=2)
    actions = info["action_mask"].argmax(axis=1)
    actions[1] = -5
    _, rewards, over, _, info = tables.step(actions)
    assert (rewards[1], over[1]) == (-1.0, True)
    assert info["_illegal"].tolist() == [False, True, False]
    strict = bolicho.vector("truco", 3, illegal="raise")
    _, info = strict.reset(seed=2)
    actions[1] = info["action_mask"][1].argmin()
    with pytest.raises(IllegalMove, match=r"lane 1: action \d+"):
        strict.step(actions)


def test_tables_can_be_dealt_anew_by_hand() -> None:
    tables = bolicho.vector("truco", 4, autoreset="disabled")
    told, info = tables.reset(seed=6)
    rng = np.random.default_rng(1)
    over = np.zeros(4, bool)
    while not over.any():
        told, _, over, _, info = tables.step(drawn(rng, info["action_mask"]))
    with pytest.raises(BadInput, match="the episode is over"):
        tables.step(drawn(rng, info["action_mask"]))
    again, _ = tables.reset(options={"reset_mask": over})
    assert (again[~over] == told[~over]).all()
    assert (again[over] != told[over]).any()


def test_gymnasium_makes_them_by_name() -> None:
    tables: Any = gymnasium.make_vec("bolicho/truco-v0", num_envs=3, target=12)
    assert (tables.compiled, tables.game.rules.target) == (True, 12)
    told, _ = tables.reset(seed=1)
    assert told in tables.observation_space
    slow: Any = gymnasium.make_vec("bolicho/truco-v0", num_envs=2, opponents="novice")
    assert not slow.compiled


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"n": 0}, "n 0: expected a number of tables"),
        ({"n": 2, "autoreset": "never"}, "autoreset 'never'"),
        ({"n": 2, "threads": 0}, "threads 0"),
        ({"n": 2, "illegal": "smile"}, "'smile'"),
        ({"n": 2, "opponents": "sound", "compiled": True}, "opponents sound are not all compiled for truco"),
        ({"n": 2, "seat": 7}, "seat 7: truco has seats 0 to 1"),
        ({"n": 2, "opponents": "nobody"}, "'nobody'"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        bolicho.vector("truco", **settings)


def test_actions_of_another_shape_or_kind_are_refused() -> None:
    tables = bolicho.vector("truco", 2)
    with pytest.raises(BadInput, match=r"call reset\(\) first"):
        tables.step(np.zeros(2, np.int64))
    tables.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(2), np.zeros((2, 1), np.int64), [None, 1]):
        with pytest.raises(BadInput, match="actions: expected 2 whole numbers"):
            tables.step(wrong)
    with pytest.raises(BadInput, match="reset options 'deal'"):
        tables.reset(options={"deal": "x"})
