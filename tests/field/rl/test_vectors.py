"""Many tables at once and in other processes, as learners of others' libraries run them."""

import subprocess
import sys
import tomllib
import warnings
from functools import partial
from importlib.metadata import EntryPoint
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

from bolicho.core.errors import BadInput
from bolicho.field import rl
from bolicho.games import GAMES

NAMES = list(GAMES.house)
KINDS = ("truco", "paulista", "rikken", "tapatan")
"""Each card game, and one of the boards, which are alike but for their data."""
MODULE = "bolicho.field.rl"


def by_module(name: str, **options: Any) -> gymnasium.Env[Any, Any]:
    """Make an environment by a name that says where it is registered, as a process does that has imported nothing."""
    made: gymnasium.Env[Any, Any] = gymnasium.make(f"{MODULE}:bolicho/{name}-v0", **options)
    return made


def drawn(masks: Any, rng: np.random.Generator) -> Any:
    """Draw an action of each mask: impossible where there is none."""
    return np.array([rng.choice(mask.nonzero()[0]) for mask in masks])


@pytest.mark.parametrize("where", ["", f"{MODULE}:"])
def test_a_fresh_interpreter_makes_every_game(where: str, tmp_path: Path) -> None:
    """By the bare name, which an installed Bolicho gives to Gymnasium, and by the module, which needs nothing else."""
    program = f"""
import sys, gymnasium
for name in sys.argv[1:]:
    assert gymnasium.make(f"{where}bolicho/{{name}}-v0").reset(seed=1)[1]["action_mask"].any()
print("made", len(sys.argv) - 1)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, *NAMES], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.stdout, done.stderr) == (f"made {len(NAMES)}\n", "")


def test_gymnasium_is_loaded_with_our_names_and_nothing_else_is_touched(tmp_path: Path) -> None:
    """From the files that are installed beside the package, read as Python reads them at its start."""
    source = Path(rl.__file__).parents[3]
    program = f"""
import site, sys
site.addsitedir({str(source)!r})
assert "bolicho" not in sys.modules and "gymnasium" not in sys.modules
import json, importlib.util
assert importlib.util.find_spec("gymnasium") and "bolicho" not in sys.modules
import gymnasium
assert "bolicho/truco-v0" in gymnasium.registry
assert "bolicho.field.rl" not in sys.modules  # light: the environment is loaded by who makes one
print("found")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.stdout, done.stderr) == ("found\n", "")


def test_gymnasium_goes_on_without_us(tmp_path: Path) -> None:
    source = Path(rl.__file__).parents[3]
    program = f"""
import site, sys
site.addsitedir({str(source)!r})
sys.modules["bolicho.field.gymnasium_names"] = None
import gymnasium
print("CartPole-v1" in gymnasium.registry, "bolicho/truco-v0" in gymnasium.registry)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stdout == "True False\n"
    assert "UserWarning: the games of bolicho are not registered in Gymnasium: ModuleNotFoundError" in done.stderr


def test_the_entry_point_of_older_gymnasiums_registers_too() -> None:
    project = tomllib.loads((Path(rl.__file__).parents[4] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (group,) = [(name, value) for name, value in project["entry-points"]["gymnasium.envs"].items()]
    assert group[0] == "__root__"  # our names have their namespace in them
    assert EntryPoint(*group, "gymnasium.envs").load()() == rl.register()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", NAMES)
def test_no_mask_of_a_vector_is_empty(name: str, mode: AutoresetMode) -> None:
    """In the next-step mode the action after the end is asked for and not played; it is drawn like any other."""
    tables = SyncVectorEnv([partial(by_module, name, max_cycles=12)] * 3, autoreset_mode=mode)
    rng = np.random.default_rng(1)
    _, info = tables.reset(seed=5)
    ended = 0
    for _ in range(60):
        assert info["action_mask"].any(axis=1).all()
        told, _, terminated, truncated, info = tables.step(drawn(info["action_mask"], rng))
        assert told in tables.observation_space
        assert "illegal" not in info
        ended += int((terminated | truncated).sum())
    assert ended > 3
    tables.close()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in KINDS else pytest.mark.endurance) for name in NAMES]
)
def test_processes_of_gymnasium_play_every_game(name: str) -> None:
    """Spawned ones have imported nothing of ours; they play what one process plays."""
    makers = [partial(gymnasium.make, f"bolicho/{name}-v0", max_cycles=12)] * 2
    vectors = (AsyncVectorEnv(makers, context="spawn"), SyncVectorEnv(makers))
    rngs = [np.random.default_rng(2) for _ in vectors]
    infos = [tables.reset(seed=4)[1] for tables in vectors]
    for _ in range(12):
        steps = [
            tables.step(drawn(info["action_mask"], rng)) for tables, info, rng in zip(vectors, infos, rngs, strict=True)
        ]
        assert all((here == there).all() for here, there in zip(*(step[:4] for step in steps), strict=True))
        infos = [step[4] for step in steps]
    for tables in vectors:
        tables.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_of_one_size_and_changes_with_the_game(name: str) -> None:
    table = gymnasium.make(f"bolicho/{name}-v0", render_mode="rgb_array")
    _, info = table.reset(seed=3)
    frames = [np.asarray(table.render())]
    over = False
    while not over and len(frames) < 30:
        _, _, terminated, truncated, info = table.step(int(info["action_mask"].argmax()))
        over = terminated or truncated
        frames.append(np.asarray(table.render()))
    assert {(frame.shape, frame.dtype) for frame in frames} == {((480, 640, 3), np.dtype(np.uint8))}
    assert all((before != after).any() for before, after in pairwise(frames))


def test_a_list_of_pictures_is_collected_by_gymnasium() -> None:
    table = gymnasium.make("bolicho/tapatan-v0", render_mode="rgb_array_list")
    _, info = table.reset(seed=3)
    table.step(int(info["action_mask"].argmax()))
    frames: Any = table.render()
    assert [frame.shape for frame in frames] == [(480, 640, 3)] * 2


def test_an_unknown_render_mode_is_a_warning_and_nothing_is_drawn() -> None:
    line = "unknown render mode 'rgb_arrays' .*; known: human, ansi, rgb_array; nothing is drawn"
    for make in (rl.SeatEnv, rl.raw_env):
        with pytest.warns(UserWarning, match=line):
            table = make("tapatan", render_mode="rgb_arrays")
        assert table.render_mode is None
        table.reset(seed=1)
        assert table.render() is None
    with pytest.warns(UserWarning, match="render.mode"):
        gymnasium.make("bolicho/tapatan-v0", render_mode="depth_array").reset(seed=1)


def test_a_picture_without_pillow_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    table = rl.SeatEnv("tapatan", render_mode="rgb_array")
    table.reset(seed=1)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BadInput, match=r"Pillow is not installed: pip install 'bolicho\[rl\]'"):
        table.render()


def test_importing_the_environments_again_says_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rl.register() == rl.register() == tuple(f"bolicho/{name}-v0" for name in GAMES.names())
