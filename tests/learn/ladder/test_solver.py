"""The ladder game on a few cards: solved, measured, interrupted, packed."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.learn.ladder.test_tree import MINI, MINI_GAME, edge_of

from bolicho.core.errors import BadInput
from bolicho.learn.ladder import endgame_kernel as endings
from bolicho.learn.ladder import leaves_kernel as ends
from bolicho.learn.ladder import walk_kernel as kernel
from bolicho.learn.ladder.packed_ladder import load
from bolicho.learn.ladder.packing import head, pack, quantised
from bolicho.learn.ladder.places import slot
from bolicho.learn.ladder.response import best_responses, exploitability
from bolicho.learn.ladder.solver import Solver
from bolicho.learn.ladder.tree import grown
from bolicho.learn.ladder.walking import Walker

SMALL = (2, 1, 2, 1, 1)
VALUE = -8 / 315
"""What a hand is worth to the mão on the mini deck, by linear programming (tests/learn/boards/test_brute.py)."""


@pytest.fixture(scope="module")
def solved() -> Solver:
    solver = Solver(MINI)
    solver.run(250)
    return solver


def test_the_mini_deck_is_solved_to_its_value(solved: Solver) -> None:
    found = solved.measured()
    assert 0 <= found.exploitability < 0.002
    assert -found.pe.best_response - 1e-6 <= VALUE <= found.mao.best_response + 1e-6
    assert found.mao.self_play == pytest.approx(VALUE, abs=0.004)


def test_a_compact_table_is_worth_the_same_spread_over_a_full_tree(solved: Solver) -> None:
    """Whoever has the last card plays by its outcome alone in the one, by its level in the other."""
    small, large = solved.tree, grown(MINI)
    table = large.empty()
    for node in range(len(large.form)):
        at = 0
        for _, edge in large.path(node):
            at = small.child(at, edge) if at >= 0 else -1
        block = large.block(table, node)
        if at < 0 or len(small_rows := [row for row in large.rows(node) if row != "baralho"]) == 1:
            block[0] = 1  # only one thing to do
            continue
        last = large.left(node, 0) + large.left(node, 1) == 1 and large.left(node, large.who(node)) == 1
        width = 3 if last else large.width(node)
        found = solved.averages[small.slot[at] :][: len(small_rows) * width].reshape(-1, width)
        beat = int(large.beat[node])
        columns = [1 + (level > beat) - (level < beat) for level in range(len(MINI))] if last else slice(None)
        block[: len(small_rows)] = found[:, columns]
    ours, theirs = best_responses(small, solved.averages), best_responses(large, table)
    assert theirs.exploitability == pytest.approx(ours.exploitability, abs=2e-5)
    assert theirs.mao.self_play == pytest.approx(ours.mao.self_play, abs=2e-5)


def test_best_response_is_never_worse_than_the_strategy_itself() -> None:
    tree = grown(SMALL, compact=True)
    table = np.random.default_rng(5).random(tree.slots, np.float32) ** 4
    found = best_responses(tree, table)
    assert found.mao.best_response >= found.mao.self_play
    assert found.pe.best_response >= found.pe.self_play


def test_folding_to_every_raise_costs_about_a_point_a_hand() -> None:
    """Whoever knows it calls at once and wins a point; with cards that have won he need not even do that."""
    tree = grown(MINI)
    table = tree.empty()
    for node in range(len(tree.form)):
        block = tree.block(table, node)
        if tree.answering(node):
            block[1] = 1
        else:
            for number, held in enumerate(tree.held(node)):
                block[[held.index(level) for level in set(held)], number] = 1
    assert exploitability(tree, table) == pytest.approx(1, abs=1e-5)


def test_threads_change_nothing() -> None:
    one, two = Solver(SMALL), Solver(SMALL, threads=2)
    for solver in (one, two):
        solver.run(12)
    assert np.array_equal(one.regrets, two.regrets)
    assert np.array_equal(one.averages, two.averages)


def test_no_kernel_may_sum_in_an_order_of_the_compilers_choice() -> None:
    for module in (kernel, endings, ends):
        compiled = [one for one in vars(module).values() if hasattr(one, "targetoptions")]
        assert compiled
        assert not any(one.targetoptions.get("fastmath") for one in compiled)


@pytest.mark.endurance
def test_code_just_compiled_and_code_from_the_cache_find_the_same_numbers(tmp_path: Path) -> None:
    code = f"""
from hashlib import sha256
from bolicho.learn.ladder.solver import Solver
solver = Solver({MINI})
solver.run(3)
print(sha256(solver.regrets.tobytes() + solver.averages.tobytes()).hexdigest())
"""
    cold = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    fresh, cached = (subprocess.check_output([sys.executable, "-c", code], env=cold) for _ in range(2))
    assert fresh == cached


def test_a_training_that_was_broken_off_goes_on_to_the_same_end(tmp_path: Path) -> None:
    straight, broken = Solver(SMALL), Solver(SMALL)
    straight.run(9)
    broken.run(4)
    broken.save(tmp_path / "state.npz")
    again = Solver.load(tmp_path / "state.npz", SMALL)
    again.run(9)
    assert np.array_equal(straight.regrets, again.regrets)
    assert np.array_equal(straight.averages, again.averages)
    assert again.iterations == 9


def test_a_file_of_another_deck_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state.npz"
    Solver(SMALL).save(path)
    with pytest.raises(BadInput, match="holds a training with deck"):
        Solver.load(path, MINI)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(BadInput, match="damaged"):
        Solver.load(path, SMALL)


def test_packed_and_loaded_it_is_nearly_as_good_and_plays_as_the_table_says(solved: Solver, tmp_path: Path) -> None:
    tree = solved.tree
    rounded = quantised(tree, solved.averages, 64)
    pack(tmp_path / "mini.ladder", tree, rounded, 64, {"iterations": solved.iterations})
    policy = load(tmp_path / "mini.ladder")
    assert np.array_equal(policy.table(), rounded)
    assert exploitability(tree, policy.table()) < solved.exploitability() + 0.004
    rng = Random(3)
    for hand in range(200):
        state = MINI_GAME.start(MINI_GAME.deal(rng), mano=hand % 2)
        while not state.over:
            seat = state.seat
            assert seat is not None
            view = state.view(seat)
            chances = policy.probabilities(view)
            assert sum(chances) == pytest.approx(1)
            assert chances[view.moves.index("baralho")] == 0
            path = tuple(edge_of(move) for _, move in state.history)
            at, public = slot(path, MINI, tree.classes.width, head(tree)) if hand < 3 else (-1, None)
            if public is not None and len(public.rows) > 1:
                assert at == tree.slot[tree.find(view).node]
            state = state.play(rng.choices(view.moves, chances)[0])


def test_a_player_of_the_packed_table_never_comes_where_it_knows_nothing(solved: Solver) -> None:
    """What was left out is what its own moves never lead to: filling it with anything changes no value."""
    tree = solved.tree
    rounded = quantised(tree, solved.averages, 16).astype(np.float32)
    walker = Walker(tree)
    before = walker.respond(0, rounded), walker.respond(1, rounded)
    noise = np.random.default_rng(1).random(tree.slots, np.float32)
    flow = tree.empty()
    for me in (0, 1):
        walker.train(me, rounded.copy(), flow, 0.0, 1.0)
    for node in range(len(tree.form)):
        if tree.answering(node) and tree.left(node, tree.who(node)) == 2:
            width = tree.width(node)
            block = slice(int(tree.slot[node]), int(tree.slot[node]) + len(tree.rows(node)) * width)
            never = flow[block].reshape(-1, width).sum(axis=0) == 0
            part = rounded[block].reshape(-1, width)
            assert not part[:, never].any()
            part[:, never] = noise[block].reshape(-1, width)[:, never]
            rounded[block] = part.ravel()
    assert (walker.respond(0, rounded), walker.respond(1, rounded)) == pytest.approx(before, abs=1e-6)
