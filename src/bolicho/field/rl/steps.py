"""Environment steps of random legal play: ours, PettingZoo's, RLCard's, Pgx's; for ``bolicho bench peers``.

Everybody is driven alike: look at what the seat sees, draw one of the legal actions, step; a new episode when one is
over, which counts as no step.
"""

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

Steps = Callable[[int], int]
"""Takes so many steps; returns 0."""


def ours(seed: int, game: str) -> Steps:
    """Return the PettingZoo environment of one of our games."""
    from bolicho.field.rl import env

    return aec(env(game), seed)


def pettingzoo(seed: int, name: str) -> Steps:
    """Return one of PettingZoo's classic environments, as ``tictactoe_v3``."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it greets on stdout, where JSON is expected
    return aec(import_module(f"pettingzoo.classic.{name}").env(), seed)


def aec(table: Any, seed: int) -> Steps:
    """Drive an environment of PettingZoo's."""
    rng = np.random.default_rng(seed % 2**32)
    table.reset(seed=seed % 2**31)

    def play(count: int) -> int:
        while count:
            told, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.reset()
                continue
            legal = np.flatnonzero(told["action_mask"])
            table.step(int(legal[rng.integers(len(legal))]))
            count -= 1
        return 0

    return play


LANES = 1024
"""Tables of a vector environment."""


def vector(seed: int, game: str, opponents: str | None = None) -> Steps:
    """Return many tables of one of our games at once; a step of each counts."""
    from bolicho.field.rl.vector import vector as many
    from bolicho.field.rl.vector.compiled_lanes import draw_legal

    tables = many(game, LANES, opponents, compiled=True)
    _, info = tables.reset(seed=seed % 2**31)
    chance, every = np.arange(LANES, dtype=np.uint64), np.arange(LANES)
    actions = np.zeros(LANES, np.int64)

    def play(count: int) -> int:
        nonlocal info
        for _ in range(count // LANES):
            draw_legal(info["action_mask"], chance, every, actions)
            info = tables.step(actions)[-1]
        return 0

    return play


def pgx(seed: int, name: str) -> Steps:
    """Return as many tables of a game of Pgx's, as ``leduc_holdem``, compiled by JAX for the processor."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    game = library.make(name)
    one = auto_reset(game.step, game.init)

    def walk(state: Any, key: Any) -> Any:
        drawn, dealt, later = jax.random.split(key, 3)
        legal = jax.numpy.log(state.legal_action_mask.astype("float32"))
        actions = jax.random.categorical(drawn, legal, axis=-1)
        return jax.vmap(one)(state, actions, jax.random.split(dealt, LANES)), later

    step = jax.jit(walk)
    key = jax.random.PRNGKey(seed % 2**31)
    state = jax.jit(jax.vmap(game.init))(jax.random.split(key, LANES))
    state, key = step(state, key)

    def play(count: int) -> int:
        nonlocal state, key
        for _ in range(count // LANES):
            state, key = step(state, key)
        jax.block_until_ready(state.observation)
        return 0

    return play


def rlcard(seed: int, name: str) -> Steps:
    """Return an environment of RLCard's, as ``limit-holdem``."""
    import rlcard as library

    rng = np.random.default_rng(seed % 2**32)
    table = library.make(name, config={"seed": seed % 2**31})
    told, _ = table.reset()

    def play(count: int) -> int:
        nonlocal told
        while count:
            if table.is_over():
                told, _ = table.reset()
            legal = list(told["legal_actions"])
            told, _ = table.step(legal[rng.integers(len(legal))])
            count -= 1
        return 0

    return play
