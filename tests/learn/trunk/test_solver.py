"""The full game without buckets: held against the rules themselves on the mini deck, and one walk against the other."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolicho.core.errors import BadInput
from bolicho.learn.ladder.classes import OF_DECKS
from bolicho.learn.ladder.tree import grown as depth_first
from bolicho.learn.trunk import levels
from bolicho.learn.trunk.deals import Deals
from bolicho.learn.trunk.entries import Entries
from bolicho.learn.trunk.forest import EVALUATE, POINTS, RESPOND, TRAIN, CpuForest
from bolicho.learn.trunk.gpu import GpuForest
from bolicho.learn.trunk.solver import Solver
from bolicho.learn.trunk.talk import Context, Score

MINI = OF_DECKS["mini"]
SOURCE = Path(levels.__file__).with_name("forest.cu")
UNIFORM = 0.338047
"""What the mão wins a hand on the mini deck when both play every row of the solver alike: all 140 deals and all moves
walked by ``games/truco/state.py``."""


def test_the_tree_by_levels_has_the_slots_of_the_one_in_depth_first_order() -> None:
    by_levels, tree = levels.grown(MINI), depth_first(MINI, compact=True)
    assert by_levels.slots == tree.slots
    for node in range(0, len(by_levels.nodes), 7):
        path, at = [], node
        while at > 0:
            path.append(int(by_levels.edges[at]))
            at = int(by_levels.parents[at])
        same = 0
        for edge in reversed(path):
            same = tree.child(same, edge)
        assert tree.slot[same] == by_levels.nodes[node]["slot"]


def test_kinds_of_hands_count_every_deal() -> None:
    deals = Deals.of("full")
    assert deals.size == 1727
    assert deals.met.sum() == pytest.approx(1)
    strengths = deals.strengths
    expected = strengths.prior[:, None] * strengths.prior[None, :] * strengths.both / strengths.deals
    assert np.allclose(deals.met_strengths, expected, rtol=1e-5)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> type[GpuForest]:
    """The kernels of the GPU compiled for this processor, one lane a node."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no C++ compiler here")
    library = tmp_path_factory.mktemp("forest") / "forest.so"
    flags = ["-O1", "-DBOLICHO_CPU", "-x", "c++", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run([compiler, *flags], check=True)
    kernels = ctypes.CDLL(str(library))

    class HostForest(GpuForest):
        def _begin(self) -> None:
            self.xp = np

        def _launch(self, name: str, nodes: Any, count: int, buffer: int, arguments: tuple[Any, ...]) -> None:
            kinds = {np.int32: ctypes.c_int, np.uint64: ctypes.c_ulonglong, np.float32: ctypes.c_float}
            values = [
                ctypes.c_void_p(one.ctypes.data) if isinstance(one, np.ndarray) else kinds[type(one)](one.item())
                for one in arguments
            ]
            getattr(kernels, f"{name.partition('_')[0]}_wide")(*values, ctypes.c_int(count))

    return HostForest


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("me", [0, 1])
def test_the_kernels_of_the_gpu_walk_as_the_ladder_game_does(host: type[GpuForest], level: int, me: int) -> None:
    tree, rng = levels.grown(MINI), np.random.default_rng(level)
    pays = np.broadcast_to(POINTS, (2, 2, 4))
    plain, other, entries = CpuForest(tree, 2, pays), host(tree, 2, pays), Entries.of(tree, level)

    def weights(player: int) -> Any:
        scale = entries.scale[player]
        return (rng.random((2, len(scale))) * scale * 1000).astype(np.float32)

    for player in (0, 1):  # regrets and averages that are not all alike
        plain.walk(player, TRAIN, entries, 0, weights(1 - player), 1.0)
    for table in (plain.regrets, plain.averages):
        table *= 0.5 + rng.random(table.shape).astype(np.float32)
        table[table < 1e-3] = 0
    other.regrets[:], other.averages[:] = plain.regrets, plain.averages
    real, his = entries.scale[me] > 0, weights(1 - me)
    for mode in (RESPOND, EVALUATE, TRAIN):
        first, second = (forest.walk(me, mode, entries, 0, his, 10.0) for forest in (plain, other))
        assert np.abs(first - second)[:, real].max() < 1e-5 * np.abs(first).max()
    for table, twin in ((plain.regrets, other.regrets), (plain.averages, other.averages)):
        assert np.abs(table - twin).max() < 1e-5 * np.abs(table).max()


@pytest.fixture(scope="module")
def solved(host: type[GpuForest]) -> Solver:
    solver = Solver("mini", host, numbers=(0, 26))
    solver.measure()
    for iterations in (1, 6):
        solver.run(iterations)
        solver.measure()
    return solver


def test_playing_everything_alike_is_worth_what_the_rules_say(solved: Solver) -> None:
    """Not to the last digit: after envido suits are forgotten, which on seven cards tells something."""
    assert solved.curve[0].mao == pytest.approx(UNIFORM, abs=0.005)


def test_what_a_rival_can_win_falls(solved: Solver) -> None:
    first, second, third = (point.exploitability for point in solved.curve)
    assert first > second > third > 0


def test_probabilities_add_up_but_for_who_has_a_flor(solved: Solver) -> None:
    plain = solved.deals.flor == 0
    for name, rows in solved.strategies().items():
        total = rows.sum(axis=0)[..., plain]
        assert np.allclose(total, 1, atol=1e-5), name


def test_a_training_goes_on_from_its_file(solved: Solver, host: type[GpuForest], tmp_path: Path) -> None:
    solved.save(tmp_path / "half.npz")
    again = Solver("mini", host, numbers=(0, 26))
    again.load(tmp_path / "half.npz")
    assert (again.iterations, again.curve) == (solved.iterations, solved.curve)
    assert np.array_equal(again.regrets["root"], solved.regrets["root"])
    assert np.array_equal(again.forest.averages, solved.forest.averages)
    with pytest.raises(BadInput, match="numbers"):
        Solver("mini", host, numbers=(0, 20)).load(tmp_path / "half.npz")
    (tmp_path / "half.npz").write_bytes(b"nothing")
    with pytest.raises(BadInput, match="not a training of the full game"):
        again.load(tmp_path / "half.npz")


def test_what_envido_paid_stands_beside_the_cards() -> None:
    score = Score()
    pays, middle = score.pays(Context(0, "refused", ("envido",)))
    assert middle == 1
    assert np.array_equal(pays, POINTS)
    assert score.paid(Context(1, "refused", ("envido", "real-envido"))) == (2, 0)
    assert score.paid(Context(0, "accepted", ("real-envido",), 0, 1)) == (0, 3)
    with pytest.raises(BadInput, match="with 9 to go"):
        Score(9).check()


def test_a_cpu_walks_for_points_only() -> None:
    with pytest.raises(BadInput, match="for points on a CPU"):
        CpuForest(levels.grown(MINI), 1, 2 * POINTS[None])
