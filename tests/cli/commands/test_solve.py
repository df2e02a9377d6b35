"""``bolicho solve``: its JSON, its table, its complaints."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock, refused


def result(*words: str) -> dict[str, Any]:
    said = knock("solve", *words, "--json")
    assert said.code in (None, 0), said
    data: dict[str, Any] = json.loads(said.out)
    return data


def test_tapatan_and_pong_hau_ki_are_as_known() -> None:
    tapatan = result("tapatan")
    wanted = {"game": "tapatan", "positions": 3040, "reachable": 3040, "over": 296, "win": 1672, "draw": 544}
    assert wanted.items() <= tapatan.items()
    assert (tapatan["loss"], tapatan["start"], tapatan["distance"], tapatan["longest"]) == (824, "draw", 0, 10)
    pong = result("pong-hau-ki")
    assert (pong["positions"], pong["reachable"], pong["start"]) == (60, 56, "draw")


def test_agents_are_measured_and_a_table_is_written(tmp_path: Path) -> None:
    data = result("pong-hau-ki", "--agent", "perfect", "-a", "mcts:20", "--out", str(tmp_path / "pong.npz"))
    perfect, mcts = data["agents"]
    assert (perfect["agent"], perfect["exact"], perfect["all"]["share"]) == ("perfect", True, 1)
    assert mcts["all"]["low"] < mcts["all"]["share"] <= mcts["all"]["high"]
    assert data["files"] == [str(tmp_path / "pong.npz"), str(tmp_path / "pong.csv")]
    assert (tmp_path / "pong.csv").read_text(encoding="utf-8").startswith("position,")


def test_people_get_a_table() -> None:
    said = knock("solve", "tapatan", "-a", "minimax:4", "-a", "random")
    for text in ("3,040", "1,672", "The start is a draw", "10 plies", "minimax:4", "exact", "98.9 %", "55.1 %"):
        assert text in said.out, said
    assert said.err == ""
    assert "win in 9 plies" in knock("solve", "three-mens-morris").out


def test_it_speaks_portuguese_if_it_is_asked_to_or_the_terminal_does() -> None:
    words = ("solve", "tapatan", "-a", "random")
    for said in (knock(*words, "--language", "pt-BR"), knock(*words, LANG="pt_BR.UTF-8")):
        for text in ("3.040", "1.672", "posições", "O começo é empate", "10 lances", "exato", "55,1 %", "Resolvido em"):
            assert text in said.out, said
    assert "vitória em 9 lances" in knock("solve", "three-mens-morris", "--language", "pt-BR").out
    assert "The start is a draw" in knock(*words, "--language", "en", LANG="pt_BR.UTF-8").out
    assert refused(knock(*words, "--language", "xx"), "unknown language 'xx'")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("truco",), "truco cannot be solved: it is not a board game"),
        (("tapata",), "did you mean 'tapatan'"),
        (("tapatan", "-a", "sound"), "does not play tapatan"),
        (("tapatan", "-a", "minimax:x"), "depth 'x'"),
        (("tapatan", "--out", "/no/such/folder/table"), "no such folder"),
        (("tapatan", "--out", "."), "expected the name of a file"),
        (("tapatan", "--out", "/"), "expected the name of a file"),
    ],
)
def test_what_cannot_be_is_one_clear_line(words: tuple[str, ...], named: str) -> None:
    assert refused(knock("solve", *words), named)
