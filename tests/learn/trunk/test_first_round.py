"""The first round of a forest as bytes: every decision of it, none of a later one, and the strategy it was made of."""

import numpy as np
import pytest

from bolicho.learn.ladder.classes import OF_DECKS
from bolicho.learn.trunk import levels
from bolicho.learn.trunk.first_round import FirstRound

TREES = 3


@pytest.fixture(scope="module")
def tree() -> levels.Levels:
    return levels.grown(OF_DECKS["mini"])


@pytest.fixture(scope="module")
def first(tree: levels.Levels) -> FirstRound:
    return FirstRound.of(tree)


def cards_on_the_table(tree: levels.Levels, node: int) -> int:
    count = 0
    while node > 0:
        count += int(tree.edges[node]) < levels.QUERO
        node = int(tree.parents[node])
    return count


def test_it_holds_decisions_before_the_second_card_lies(tree: levels.Levels, first: FirstRound) -> None:
    assert {cards_on_the_table(tree, int(node)) for node in first.nodes} == {0, 1}
    assert 0 in first.nodes
    assert len(set(first.slots.tolist())) == len(first.slots) == first.starts[-1]
    assert first.slots.max() < tree.slots


def test_a_leader_chooses_among_three_cards_or_calls(tree: levels.Levels, first: FirstRound) -> None:
    root = first.nodes.tolist().index(0)
    assert first.rows[root] == 4
    assert first.wide[root] == tree.classes.width[3]


def test_steps_are_the_strategy_to_half_a_step(first: FirstRound) -> None:
    numbers = np.random.default_rng(1).random((TREES, len(first.slots))).astype(np.float32)
    steps = first.steps(np, numbers, 255)
    for at in range(len(first.nodes)):
        written, given = (first.block(one, at).astype(np.float64) for one in (steps, numbers))
        assert (written.max(axis=1) == 255).all()
        shown = given / given.max(axis=1, keepdims=True)
        assert np.abs(written / 255 - shown).max() <= 0.5 / 255 + 1e-6


def test_a_class_that_is_not_kept_has_no_steps_and_one_that_never_comes_has_none_either(first: FirstRound) -> None:
    numbers = np.ones((TREES, len(first.slots)), np.float32)
    kept = np.ones((TREES, int(first.columns[-1])), np.uint8)
    kept[:, 0] = 0
    steps = first.block(first.steps(np, numbers, 15, kept), 0)
    assert (steps[:, :, 0] == 0).all()
    assert (steps[:, :, 1:] == 15).all()
    assert not first.steps(np, np.zeros_like(numbers), 15).any()
    assert first.totals(np, numbers).shape == kept.shape
