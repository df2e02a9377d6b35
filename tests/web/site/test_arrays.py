"""Arrays of plain Python do what numpy does, as far as our players ask them to."""

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from bolicho.agents import make
from bolicho.games import GAMES
from bolicho.play.table import play_match
from bolicho.web.site import arrays
from bolicho.web.site.package import archive
from bolicho.web.site.pages import OFFERED, games

MATCHES = [
    ("truco", "sound", "bluffer", 1),
    ("truco", "bold", "sound:edge=0.5", 2),
    ("truco", "cautious", "novice", 3),
    ("paulista", "zap", "random", 4),
    ("tapatan", "minimax", "mcts", 5),
]
PLAY = """
import json, sys
sys.path.insert(0, sys.argv[1])
from bolicho.agents import make
from bolicho.games import GAMES
from bolicho.play.table import play_match
for name, *players, seed in json.loads(sys.argv[2]):
    game = GAMES.make(name)
    print(play_match(game, [make(one, game) for one in players], seed, keep_why=True).to_json())
assert "numpy" in sys.modules and not hasattr(sys.modules["numpy"], "linalg")
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a browser has of us."""
    folder = tmp_path_factory.mktemp("browser")
    file = folder / "bolicho.zip"
    file.write_bytes(archive())
    with ZipFile(file) as found:
        found.extractall(folder)
    return folder


def test_players_decide_and_explain_the_same_without_any_library(unpacked: Path) -> None:
    """-S: nothing that is installed can be found, so whatever is imported is ours or Python's own."""
    command = [sys.executable, "-I", "-S", "-c", PLAY, str(unpacked), json.dumps(MATCHES)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for (name, *players, seed), line in zip(MATCHES, lines, strict=True):
        game = GAMES.make(name)
        here = play_match(game, [make(one, game) for one in players], seed, keep_why=True).to_json()
        assert _rounded(json.loads(line)) == _rounded(json.loads(here)), (name, players)


def test_everybody_offered_plays_in_one_of_these_matches() -> None:
    played = {spec.partition(":")[0] for _, first, second, _ in MATCHES for spec in (first, second)}
    assert set(OFFERED) == played
    assert games()[:2] == ["truco", "paulista"]
    assert "rikken" not in games()


@pytest.mark.parametrize(
    "work",
    [
        lambda m: m.array([[1, 2], [3, 4]])[:, None, :] + m.array([10, 20])[None, :, None],
        lambda m: m.array([[1, 2, 3], [4, 5, 6]])[m.array([1, 0, 1])],
        lambda m: m.array([[1, 2, 3], [4, 5, 6]])[m.array([[True, False, True], [False, True, False]])],
        lambda m: m.array([[1, 2, 3], [4, 5, 6]])[..., -1],
        lambda m: m.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])[m.array([0, 1]), 1, m.array([1, 0])],
        lambda m: m.array([[1.0, 2.0], [3.0, 4.0]]) @ m.array([0.5, 0.25]),
        lambda m: m.array([[3, 9, 9], [7, 1, 2]]).argmax(1),
        lambda m: m.bincount(m.array([1, 3, 3]), m.array([0.5, 1.0, 2.0]), 6),
        lambda m: m.where(m.arange(4) >= 2, 1.0, m.array([0.1, 0.2, 0.3, 0.4])),
        lambda m: m.logical_and.reduce([m.array([True, True]), m.array([True, False])]),
        lambda m: m.maximum.reduce([m.array([1, 5]), m.array([4, 2])]),
        lambda m: m.clip((m.arange(5) - 2) / 2, 0.0, 0.8),
        lambda m: m.concatenate([m.array([[1, 2]]), m.array([[3, 4]])]).reshape(-1),
        lambda m: m.stack([m.zeros((2, 2)), m.ones((2, 2))]).sum(),
        lambda m: m.sign(m.arange(3) - 1),
        lambda m: m.flatnonzero(m.arange(3) < 2),
        lambda m: m.tile(m.arange(2), 3),
    ],
)  # fmt: skip
def test_an_operation_gives_what_numpy_gives(work: object) -> None:
    ours, theirs = work(arrays), work(np)  # type: ignore[operator]
    assert (
        np.asarray(ours.tolist() if isinstance(ours, arrays.ndarray) else ours).tolist() == np.asarray(theirs).tolist()
    )


def test_a_row_shares_its_entries_and_a_crossing_can_be_written() -> None:
    for library in (arrays, np):
        table = library.zeros((2, 3, 3))
        rows = library.array([0, 2])
        table[1][library.ix_(rows, rows)] = library.ones((2, 2))
        assert table.tolist() == [[[0] * 3] * 3, [[1, 0, 1], [0, 0, 0], [1, 0, 1]]]


def _rounded(data: object) -> object:
    """Sums of floats in another order differ in their last digits."""
    if isinstance(data, float):
        return round(data, 9)
    if isinstance(data, dict):
        return {key: _rounded(value) for key, value in data.items() if key not in ("seconds",)}
    return [_rounded(one) for one in data] if isinstance(data, list) else data
