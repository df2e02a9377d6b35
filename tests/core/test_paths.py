"""Names that are paths: open to who sits at the machine, closed where a server stands."""

from importlib.resources import files
from pathlib import Path

import pytest

from bolicho.agents import make
from bolicho.core import paths
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.learn.cases import shelf

AGENTS = (
    ("truco", "cbr:NPS@", "csv"),
    ("truco", "markov:", "npz"),
    ("tapatan", "qlearning:", "npz"),
    ("truco", "policy:", "npz"),
    ("truco", "openspiel:policy,file=", "json"),
)


def test_who_sits_at_the_machine_still_names_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(
        (files("bolicho.games.boards") / "data" / "tapatan.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert GAMES.make(str(board)).name == "tapatan"
    with paths.closed(), pytest.raises(BadInput, match="files may not be named here"):
        GAMES.make(str(board))
    assert GAMES.make(str(board)).name == "tapatan"
    for name, value in paths.only(tmp_path / "work").items():
        monkeypatch.setenv(name, value)
    for outside in (board, tmp_path / "work" / ".." / "mine.toml"):
        with pytest.raises(BadInput, match="files may not be named here"):
            GAMES.make(str(outside))
    with pytest.raises(BadInput, match="No such file"):  # a job's own folder is open to it
        GAMES.make(str(tmp_path / "work" / "mine.toml"))


@pytest.mark.parametrize(("game", "before", "kind"), AGENTS)
def test_where_names_are_no_paths_no_agent_opens_one(game: str, before: str, kind: str, tmp_path: Path) -> None:
    if before.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    with paths.closed(), pytest.raises(BadInput, match="files may not be named here"):
        make(f"{before}{tmp_path / f's.{kind}'}", game)
    with paths.closed(), pytest.raises(BadInput, match="files may not be named here"):
        shelf.base(tmp_path / "s.csv")
