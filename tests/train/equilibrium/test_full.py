"""Trainings of the full game repeat themselves from a seed, survive a kill, and what they learned survives packing."""

from pathlib import Path

import numpy as np
import pytest

from bolicho.core.errors import BadInput
from bolicho.learn.equilibrium.match_worth import guessed
from bolicho.learn.equilibrium.packed_strategy import LEVELS, pack, unpack
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.training import Part
from bolicho.train.equilibrium.full import TableTraining

SMALL = Part(
    Shape(past=(), late=(), number=(), points=(27,), qualities=3, timing=0), 24, (10.0, 0.05, 1.0), 18, 1 << 21
)


def trained(folder: Path, traversals: int, seed: int = 5) -> TableTraining:
    training = TableTraining(folder, "small", seed, SMALL, traversals)
    assert training.train()
    return training


def test_a_training_that_was_cut_in_two_learns_the_same(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", 600).table.known()
    trained(tmp_path / "cut", 200)
    again = trained(tmp_path / "cut", 600).table.known()
    assert np.array_equal(whole.keys, again.keys)
    assert np.array_equal(whole.sums, again.sums)


def test_another_seed_learns_something_else_and_another_design_is_refused(tmp_path: Path) -> None:
    one = trained(tmp_path / "one", 200).table.known()
    two = trained(tmp_path / "two", 200, seed=6).table.known()
    assert not np.array_equal(one.keys, two.keys)
    with pytest.raises(BadInput, match="holds a training with design"):
        TableTraining(tmp_path / "one", "small", 6, SMALL)


def test_packing_keeps_every_situation_and_rounds_to_hundredths(tmp_path: Path) -> None:
    known = trained(tmp_path, 200).table.known()
    worth = guessed(3)
    back = unpack(pack(known, SMALL.shape, worth, seeds=[5]))
    assert back.shape == SMALL.shape
    assert back.about == {"seeds": [5]}
    assert np.allclose(back.worth, worth, atol=1e-6)
    again = back.known()
    assert np.array_equal(again.keys, known.keys)
    assert np.array_equal(again.actions, known.actions)
    assert set(again.weight().tolist()) == {LEVELS}
    assert float(np.abs(again.sums / LEVELS - known.chances()).max()) < 1 / LEVELS
