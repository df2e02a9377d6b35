"""A Ray cluster of two nodes on this machine: the rows of one process, also when workers or nodes are lost."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.arena import bad_guests

from bolicho import BadInput
from bolicho.arena import Plan
from bolicho.arena.plan.design import Design
from bolicho.arena.run.ray import RayEngine
from bolicho.arena.run.tournament import Tournament

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")

PLAN = Plan("truco", ("sound", "random", "novice"), {"target": 6}, seed=4)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two nodes of one processor each; their workers know the bad guests."""
    patch = pytest.MonkeyPatch()
    patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    patch.setenv("BOLICHO_STORE", str(tmp_path_factory.mktemp("store") / "bolicho.db"))  # not the tester's own
    bad_guests.invite(tmp_path_factory.mktemp("guests"), patch)
    import ray
    from ray.cluster_utils import Cluster

    nodes: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    found: Any = Cluster(initialize_head=True, head_node_args={**nodes, "include_dashboard": False})
    found.add_node(**nodes)
    yield found
    ray.shutdown()
    found.shutdown()
    patch.undo()
    bad_guests.uninvite()


@pytest.fixture
def connected(cluster: Any) -> str:
    """The address of the cluster, for who need not connect: to do so takes seconds."""
    import ray

    if not ray.is_initialized():
        ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR, runtime_env={})
    return str(cluster.address)


def played(design: Design, engine: RayEngine | None = None, progress: Any = None) -> Any:
    with Tournament(None, design) as tournament:
        assert tournament.play(engine=engine, progress=progress)
        return tournament.rows


@pytest.mark.parametrize(
    "design",
    [
        pytest.param(Design(PLAN, "round-robin", 12), marks=pytest.mark.endurance),
        pytest.param(Design(PLAN, "swiss", 4, rounds=3), marks=pytest.mark.endurance),
        Design(replace(PLAN, agents=("markov", "random", "sound")), "learning", 3),
    ],
    ids=lambda design: design.format,
)
def test_the_same_rows_as_one_process(design: Design, cluster: Any) -> None:
    assert played(design, RayEngine(cluster.address)) == played(design)


def test_both_nodes_play_and_a_worker_killed_in_the_middle_is_replaced(connected: str) -> None:
    design = Design(replace(PLAN, tally="tests.arena.seen_pids:Pids"), "round-robin", 40)
    killed: list[int] = []
    places: set[int] = set()

    with Tournament(None, design) as tournament:

        def progress(done: int, total: int) -> None:
            places.update(row.tally["parent"] for row in tournament.rows)
            if done >= 20 and not killed and len(places) == 2:
                killed.append(tournament.rows[-1].tally["parent"])
                os.kill(killed[0], signal.SIGKILL)  # the actor itself, and with it the process that plays
            if killed and len(places) == 2:
                time.sleep(3)  # the other would have played all before a third is called and ready, on a busy machine

        assert tournament.play(engine=RayEngine(connected), progress=progress)
        rows = [replace(row, tally={}) for row in tournament.rows]
    assert killed
    assert len(places) > 2  # two at first, and one that was called in place of the dead
    assert rows == played(Design(PLAN, "round-robin", 40))


@pytest.mark.endurance
def test_who_misbehaves_forfeits_as_at_home(cluster: Any) -> None:
    plan = Plan("truco", ("random", "cheat", "dier", "sleeper"), seed=2, time_limit=2)
    rows = played(Design(plan, "gauntlet", 4), RayEngine(cluster.address))
    assert rows == played(Design(plan, "gauntlet", 4))
    found = {plan.agents[row.forfeit.agent] for row in rows if row.forfeit is not None}
    assert found == {"cheat", "dier", "sleeper"}


def test_who_spoils_the_wire_forfeits_there_too_and_nothing_of_it_runs(
    connected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLICHO_TEST_TRACE", str(tmp_path / "trace"))
    plan = Plan("truco", ("random", "forger", "twins"), {"target": 2}, seed=2)
    rows = played(Design(plan, "gauntlet", 2), RayEngine(connected))
    assert rows == played(Design(plan, "gauntlet", 2))
    assert [row.forfeit is not None and row.forfeit.agent for row in rows] == [1, 1, 2, 2]
    assert not (tmp_path / "trace").exists()


def test_what_agents_are_made_of_goes_along(connected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bolicho.learn.markov import file
    from bolicho.learn.markov.matrices import Matrices

    monkeypatch.chdir(tmp_path)  # the workers are elsewhere: a relative path says nothing to them
    file.save(Matrices.initial(), Path("mine.npz"))
    design = Design(replace(PLAN, agents=("markov:mine.npz", "random")), "round-robin", 4)
    assert played(design, RayEngine(connected)) == played(design)


def test_an_agent_that_cannot_be_built_is_one_clear_error(connected: str) -> None:
    design = Design(replace(PLAN, agents=("random", "cbr:NOPE")), "round-robin", 2)
    with pytest.raises(BadInput, match="NOPE"):
        played(design, RayEngine(connected))


@pytest.mark.endurance  # a worker that is lost is tried above
def test_a_node_that_is_lost_is_done_without(cluster: Any) -> None:
    lost: list[int] = []
    node = cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)

    def progress(done: int, total: int) -> None:
        if done >= 20 and not lost:
            lost.append(done)
            cluster.remove_node(node, allow_graceful=False)

    design = Design(PLAN, "round-robin", 40)
    assert played(design, RayEngine(cluster.address), progress) == played(design)
    assert lost


def test_no_cluster_is_one_clear_error() -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    ray.shutdown()  # who is connected asks nobody else
    with pytest.raises(BadInput, match=r"ray '127\.0\.0\.1:1': no cluster there"):
        played(Design(PLAN, "round-robin", 2), RayEngine("127.0.0.1:1"))
