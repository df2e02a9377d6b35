"""What the benchmark of the equilibrium tells, of little."""

from pathlib import Path

import pytest

from bolicho.bench import equilibrium as bench_equilibrium
from bolicho.learn.ladder.solver import Solver


def test_it_measures_learning_decisions_and_what_the_player_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver.__init__, "__defaults__", ((2, 1, 2, 1, 1, 1), 1))
    report = bench_equilibrium.run(seed=1, share=0.02)
    assert report.ladder_rate > 0
    assert report.traversals >= 4000
    assert report.situations > 1000
    assert 0 < report.p50 <= report.p99
    assert report.decisions >= 40
    assert report.load_seconds > 0
    if Path("/proc/self/smaps_rollup").exists():
        assert report.memory is not None
        assert report.memory_of_workers is not None
        assert 10 < report.memory < 60
        assert report.memory_of_workers < 4 * report.memory
    assert report.to_dict()["what"] == "equilibrium"
