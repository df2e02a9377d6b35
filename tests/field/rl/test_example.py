"""The example that trains a policy and lets it play in the arena, at a tiny scale."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[3] / "examples" / "train_reinforce.py"


def test_the_example_trains_saves_and_plays(tmp_path: Path) -> None:
    sizes = ["--game", "jogo-da-velha", "--episodes", "160", "--hidden", "8", "--matches", "20", "--out", "mine.npz"]
    told = subprocess.run([sys.executable, EXAMPLE, *sizes], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert told.returncode == 0, told.stderr
    assert len(re.findall(r"episodes .* mean reward [+-]\d", told.stdout)) == 5
    line = r"policy:(\S+) against random, 20 matches on duplicate deals: wins .*% \(95 %: .*%\)"
    ends = re.findall(line, told.stdout)
    assert ends == ["mine-untrained.npz", "mine.npz"]


def test_a_wrong_name_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for asked, message in (
        (["--opponent", "sound"], "agent 'sound' does not play tapatan"),
        (["--game", "chess"], "Environment `chess` doesn't exist in namespace bolicho"),
        (["--game", "rikken"], "rikken: this example is for two"),
        (["--option", "draw=never"], "tapatan option draw='never'"),
    ):
        monkeypatch.setattr(sys, "argv", [str(EXAMPLE), *asked])
        with pytest.raises(SystemExit, match=re.escape(message)):
            runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert list(tmp_path.iterdir()) == []
