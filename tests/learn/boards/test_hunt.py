"""Hunts in layers: the same values as the general solver, and the same table after a kill."""

from pathlib import Path

import pytest

from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.games.boards import Position, game_from
from bolicho.games.boards.board import Board
from bolicho.games.boards.graph import GOES_ON
from bolicho.learn.boards import hunt
from bolicho.learn.boards.hunt import DRAWN, HUNTER, OTHERS, Hunt, is_hunt, positions
from bolicho.learn.boards.solution import solved

SMALL = """
name = "small-hunt"
source = "made up for these tests"
[board]
grid = [4, 3]
joined = "alquerque"
[pieces.cat]
of = "first"
moves = ["slide"]
captures = ["leap"]
chain = "may"
[pieces.mouse]
of = "second"
moves = ["slide"]
[start]
first = ["b2"]
second = ["*3", "a2", "d2"]
[rules]
goal = ["few", "block"]
few = [0, 2]
"""


HEAD = '{"format": "bolicho-hunt", "version": 1, "layers": {%s}}'


def small() -> Board:
    return game_from(SMALL)().board


def test_every_reachable_position_is_worth_what_the_general_solver_says() -> None:
    board = small()
    table = Hunt(board, 6)
    table.solve()
    known = solved(board)
    seen = set()
    for number, position in enumerate(known.graph.positions):
        if known.graph.result[number] != GOES_ON:
            continue
        value = int(known.solution.value[number])
        winner = DRAWN if not value else HUNTER if (value > 0) == (position.turn == 0) else OTHERS
        assert table.value(position) == winner, str(position)
        seen.add((position.cells.count("2"), winner))
    assert len(seen) > 6, "several layers, with wins of both and draws"


def test_a_run_that_was_killed_goes_on_to_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Hunt(small(), 5)
    whole.solve()
    monkeypatch.setattr(hunt, "LONG", 0.0)  # every sweep is written

    class Killed(Exception):
        pass

    def kill(others: int, sweep: int, changed: int) -> None:
        if (others, sweep) == (5, 2):
            raise Killed

    with pytest.raises(Killed):
        Hunt(small(), 5).solve(kill, tmp_path)
    heard = []
    again = Hunt(small(), 5)
    again.solve(lambda others, sweep, _: heard.append((others, sweep)), tmp_path)
    assert heard[0] == (5, 2), "the layers below and the first sweep are not done again"
    assert (again.table == whole.table).all()
    assert [layer[:5] for layer in again.layers.values()] == [layer[:5] for layer in whole.layers.values()]


def test_a_folder_of_another_game_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    Hunt(small(), 3).solve(folder=tmp_path)
    onca = GAMES.make("jogo-da-onca", variant="all").board
    with pytest.raises(BadInput, match="small-hunt"):
        Hunt(onca, 1).solve(folder=tmp_path)
    (tmp_path / "layer-2.bits").write_bytes(b"x")
    with pytest.raises(BadInput, match="another length"):
        Hunt(small(), 3).solve(folder=tmp_path)
    (tmp_path / "hunt.json").write_text("[]")
    with pytest.raises(BadInput, match="not the header"):
        Hunt(small(), 3).solve(folder=tmp_path)


@pytest.mark.parametrize(
    "header",
    ["[1", "[]", "{}", '{"format": "bolicho-hunt", "version": 1, "layers": [3]}', HEAD % '"x": {}', HEAD % '"3": 7',
     HEAD % '"3": {"sweeps": 1, "seconds": 1e999, "done": true}'],
)  # fmt: skip
def test_a_damaged_header_is_refused(header: str, tmp_path: Path) -> None:
    (tmp_path / "hunt.json").write_text(header)
    with pytest.raises(BadInput, match=r"hunt\.json: not the header of a solved hunt, or damaged"):
        Hunt(small(), 3).solve(folder=tmp_path)
    with pytest.raises(BadInput, match="cannot be written: Not a directory"):
        Hunt(small(), 3).solve(folder=tmp_path / "hunt.json" / "x")


def test_jogo_da_onca_with_few_dogs() -> None:
    board = GAMES.make("jogo-da-onca", variant="all").board
    table = Hunt(board, 2)
    table.solve()
    assert [layer[:5] for layer in table.layers.values()] == [(1, 1860, 1764, 96, 0), (2, 26970, 26684, 286, 0)]
    next_to_it = "".join("1" if p == "c3" else "2" if p == "c4" else "0" for p in board.points)
    assert table.value(Position(next_to_it, 0)) == HUNTER
    assert table.value(Position(next_to_it, 1)) == DRAWN


def test_which_games_are_hunts_and_how_large_they_are() -> None:
    assert [
        name for name in ("jogo-da-onca", "assalto", "lebre-e-cachorros", "tapatan") if is_hunt(GAMES.make(name).board)
    ] == ["jogo-da-onca"]
    board = GAMES.make("jogo-da-onca").board
    assert sum(positions(board, dogs) for dogs in range(10, 15)) == 27_053_580_030
    with pytest.raises(BadInput, match="layers of 10 to 14"):
        Hunt(board, 3)
    with pytest.raises(BadInput, match="not a hunt"):
        Hunt(GAMES.make("tapatan").board, 3)
