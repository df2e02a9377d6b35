"""``bolicho train equilibrium --game full``: small trainings, whole and gone on with."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bolicho.cli.commands.train.group import train
from bolicho.core.errors import BadInput
from bolicho.learn.equilibrium.packed_strategy import read
from bolicho.learn.equilibrium.training import PARTS
from bolicho.train.equilibrium import full

COMMAND = ["equilibrium", "--game", "full", "--seed", "3", "--json"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full, "HANDS_A_SCORE", 2)
    parts = {name: part._replace(bits=20, room=1 << 22) for name, part in PARTS.items()}
    monkeypatch.setattr(full, "PARTS", parts)


def test_a_training_gone_on_with_makes_the_same_files(tmp_path: Path) -> None:
    runner = CliRunner()
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    told = json.loads(runner.invoke(train, [*COMMAND, "-n", "40", "--out", str(whole)]).stdout)
    assert told["traversals"] == {"points-3": 40, "points-4": 40, "match-3": 40}
    assert runner.invoke(train, [*COMMAND, "-n", "20", "--out", str(cut)]).exit_code == 0
    assert runner.invoke(train, [*COMMAND, "-n", "40", "--out", str(cut)]).exit_code == 0
    for name in ("points", "match"):
        assert (whole / f"{name}.eq").read_bytes() == (cut / f"{name}.eq").read_bytes()
    assert read(whole / "match.eq").worth.shape == (31, 31, 2)


def test_a_training_is_not_gone_on_with_from_another_seed(tmp_path: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(train, [*COMMAND, "-n", "20", "--out", str(tmp_path)]).exit_code == 0
    kept = (tmp_path / "points.eq").read_bytes()
    other = [*COMMAND[:-3], "--seed", "9", "-n", "20", "--out", str(tmp_path)]
    found = runner.invoke(train, other)
    assert isinstance(found.exception, BadInput)
    assert "holds a training with seed 3, not 9; to go on, give the same command" in str(found.exception)
    assert (tmp_path / "points.eq").read_bytes() == kept


def test_runs_beside_each_other_learn_what_they_learn_one_after_another(tmp_path: Path) -> None:
    files = {}
    for threads in ("1", "3"):
        out = tmp_path / threads
        found = CliRunner().invoke(train, [*COMMAND, "-n", "30", "--threads", threads, "--out", str(out)])
        assert found.exit_code == 0
        files[threads] = [(out / f"{name}.eq").read_bytes() for name in ("points", "match")]
    assert files["1"] == files["3"]


BAD = (
    ["--until", "0.1"], ["-n", "0"], ["--deck", "mini"], ["--minutes", "nan"], ["--minutes", "-1"], ["--threads", "0"],
    ["-n", "9", "--minutes", "1"], ["--out", "/proc/nowhere"], ["--out", "/dev/null"],
)  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=" ".join)
def test_what_the_full_game_cannot_do_is_said(tmp_path: Path, bad: list[str]) -> None:
    found = CliRunner().invoke(train, [*COMMAND, "--out", str(tmp_path / "x"), *bad])
    assert isinstance(found.exception, BadInput)
