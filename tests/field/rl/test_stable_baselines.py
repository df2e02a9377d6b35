"""Stable-Baselines3's vectors, by its own names where it is installed; what its processes do, everywhere."""

from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import cloudpickle
import gymnasium
import numpy as np
import pytest
from tests.field.rl.test_vectors import KINDS, NAMES, drawn

needs_theirs = pytest.mark.skipif(
    find_spec("stable_baselines3") is None, reason="Stable-Baselines3 is not installed (pip install stable-baselines3)"
)
STEPS = 30


@needs_theirs
@pytest.mark.parametrize("processes", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_make_vec_env_plays_every_game(name: str, processes: bool) -> None:
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

    kind = SubprocVecEnv if processes else DummyVecEnv
    tables = make_vec_env(f"bolicho/{name}-v0", 2, seed=3, vec_env_cls=kind, env_kwargs={"max_cycles": 12})
    rng = np.random.default_rng(1)
    tables.reset()
    ended = 0
    for _ in range(STEPS):
        masks = np.stack(tables.env_method("action_masks"))
        _, _, done, infos = tables.step(drawn(masks, rng))
        assert not any("illegal" in info for info in infos)
        ended += int(done.sum())
    assert ended > 0
    assert [np.shape(picture) for picture in tables.get_images()] == [(480, 640, 3)] * 2
    tables.close()


@needs_theirs
@pytest.mark.parametrize("name", NAMES)
def test_their_checker_accepts_every_game(name: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(f"bolicho/{name}-v0"), skip_render_check=True)


@needs_theirs
def test_a_learner_with_masks_learns_in_processes() -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed with sb3-contrib")
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    tables = make_vec_env("bolicho/truco-v0", 2, vec_env_cls=SubprocVecEnv, env_kwargs={"opponents": "sound"})
    learner = contrib.MaskablePPO("MlpPolicy", tables, n_steps=32, batch_size=32).learn(64)
    assert learner.num_timesteps == 64
    tables.close()


def served(orders: Connection, packed: bytes) -> None:
    """Serve an environment as a process of SubprocVecEnv does: made from a pickle, told what to do over a pipe."""
    table = cloudpickle.loads(packed)()
    while True:
        order, given = orders.recv()
        if order == "step":
            told, reward, terminated, truncated, info = table.step(given)
            if terminated or truncated:  # the next episode begins in the same step
                info = {**info, "terminal_observation": told}
                told, _ = table.reset(seed=None)
            orders.send((told, reward, terminated or truncated, info))
        elif order == "reset":
            orders.send(table.reset(seed=given, options={}))
        elif order == "call":
            orders.send(table.get_wrapper_attr(given)())
        else:
            table.close()
            return


@pytest.mark.parametrize("name", KINDS)
def test_a_process_that_got_its_maker_by_pickle_plays(name: str) -> None:
    def made() -> gymnasium.Env[Any, Any]:
        table: gymnasium.Env[Any, Any] = gymnasium.make(f"bolicho/{name}-v0", max_cycles=12, render_mode="rgb_array")
        return gymnasium.wrappers.RecordEpisodeStatistics(table)

    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=served, args=(there, cloudpickle.dumps(made)), daemon=True)
    process.start()
    there.close()

    def ask(order: str, given: object = None) -> Any:
        here.send((order, given))
        return here.recv()

    rng, ended = np.random.default_rng(1), 0
    ask("reset", 3)
    for _ in range(STEPS):
        mask = ask("call", "action_masks")
        assert mask.dtype == bool
        _, _, done, info = ask("step", rng.choice(mask.nonzero()[0]))
        assert "illegal" not in info
        ended += done
    assert ended > 0
    assert ask("call", "render").shape == (480, 640, 3)
    here.send(("close", None))
    process.join()
    assert process.exitcode == 0
