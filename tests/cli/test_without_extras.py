"""Every command where no extra is installed: it does without, or one line names the extra; never a traceback."""

import json
import subprocess
import sys

import pytest

from bolicho.core.extras import EXTRAS

ASKED = {
    "exploit random --hands 5 --workers 1": "numba is not installed: pip install 'bolicho[fast]'",
    "exploit equilibrium --option deck=mini": "numba is not installed: pip install 'bolicho[fast]'",
    "train equilibrium --deck mini --iterations 2": "numba is not installed: pip install 'bolicho[fast]'",
    "train equilibrium --game full --iterations 2": "numba is not installed: pip install 'bolicho[fast]'",
    "bench equilibrium": "numba is not installed: pip install 'bolicho[fast]'",
    "bench rikken": "numba is not installed: pip install 'bolicho[fast]'",
    "bench cbr": "numba is not installed: pip install 'bolicho[fast]'",
    "bench web": "fastapi is not installed: pip install 'bolicho[web]'",
    "rikken bidding -n 1": "numba is not installed: pip install 'bolicho[fast]'",
    "rikken play -n 1": "numba is not installed: pip install 'bolicho[fast]'",
    "serve": "fastapi is not installed: pip install 'bolicho[web]'",
    "arena truco random novice --ray local": "ray is not installed: pip install 'bolicho[ray]'",
    "reproduce scripted": "matplotlib is not installed: pip install 'bolicho[lab]'",
    "reproduce rosa": "is not installed: pip install 'bolicho[",
    "profile random": "matplotlib is not installed: pip install 'bolicho[lab]'",
    "train imitation --name x -n 1": "pip install 'bolicho[cases]'; or train with --recluster off",
    "cases build x --synthetic 20": "scikit-learn is not installed: pip install 'bolicho[cases]'",
    "cases build x --synthetic 5 --no-clusters --out x.parquet": "pip install 'bolicho[data]'",
    "match tapatan openspiel:mcts random": "OpenSpiel is not installed: pip install 'bolicho[openspiel]'",
    "match truco random random -n 2 --store postgresql://localhost/x": "pip install 'bolicho[postgres]'",
    "games": "",
    "agents truco": "",
    "solve tapatan --agent minimax:2": "",
    "train markov -n 1 --out markov": "",
    "train qlearning tapatan --episodes 20 --out q.npz": "",
    "match truco equilibrium ismcts:5 -n 2 --target 2 --workers 1": "",
    "match rikken rules mc:5 random random -n 4 --option deals=1 --workers 1": "",
    "match tapatan minimax:3 qlearning:q.npz -n 2 --workers 1": "",
}

PROGRAM = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))
from bolicho.cli import main
told = {}
for command in json.loads(sys.argv[2]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(command.split())
        except SystemExit as exit:
            code = exit.code
        except BaseException as error:
            code = repr(error)
    told[command] = [code, out.getvalue(), err.getvalue()]
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, str, str]]:
    """What each command said, in a process in which no library of an extra can be imported."""
    folder = tmp_path_factory.mktemp("without")
    words = [sys.executable, "-c", PROGRAM, json.dumps(list(EXTRAS)), json.dumps(list(ASKED))]
    home = {"HOME": str(folder), "BOLICHO_STORE": str(folder / "store.db"), "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=home, check=False)
    assert done.returncode == 0, done.stderr
    answers: dict[str, tuple[object, str, str]] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("command", ASKED)
def test_a_command_does_without_or_names_the_extra(command: str, told: dict[str, tuple[object, str, str]]) -> None:
    code, out, err = told[command]
    if ASKED[command]:
        assert (code, out) == (2, ""), err
        assert err.startswith("bolicho: ")
        assert ASKED[command] in err
        assert err.count("\n") == 1
    else:
        assert code == 0, err
        assert out
