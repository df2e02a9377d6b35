"""Boards: their files, solved games, tables of a Q-learner."""

import json
from functools import cache
from pathlib import Path

from tests.learn.boards.test_hunt import small
from tests.readers.mutations import ARRAYS, BYTES, JSON, TEXT
from tests.readers.reader import Files, Reader, files_of

import bolicho

BOARDS = ("tapatan.toml", "mu-torere.toml", "shisima.toml")


def _q_table() -> Files:
    from bolicho.learn.boards.q_file import save
    from bolicho.learn.boards.qlearning import Learner, Settings

    learner = Learner(bolicho.game("pong-hau-ki").board, Settings(block=10), plain=True)
    learner.train(25)
    return files_of(lambda folder: save(learner, folder / "q.npz"))


def _read_q_table(folder: Path) -> None:
    from bolicho.learn.boards.q_file import export, load

    export(load(folder / "q.npz", bolicho.game("pong-hau-ki").board, plain=True), folder / "q.csv")


def _solved() -> Files:
    from bolicho.learn.boards.solution import solved
    from bolicho.learn.boards.solved_file import save

    return files_of(lambda folder: save(solved(bolicho.game("pong-hau-ki").board), folder / "t"))


def _read_solved(folder: Path) -> None:
    from bolicho.learn.boards.solved_file import load

    table = load(folder / "t.npz")
    assert len(table.positions) == len(table.value) == len(table.distance) == len(table.reachable)


def _shipped() -> Files:
    from bolicho.learn.boards.shipped_tables import DATA

    return {"pong-hau-ki.npz": (DATA / "pong-hau-ki.npz").read_bytes()}


def _read_shipped(folder: Path) -> None:
    from bolicho.games.boards.rules import opening
    from bolicho.learn.boards.shipped_tables import load

    board = bolicho.game("pong-hau-ki").board
    tables = load(folder / "pong-hau-ki.npz", board)
    here = None if tables is None else tables.number(opening(board))
    if tables is not None and here is not None:
        tables.worth(here)
        tables.look_up(opening(board))


@cache
def _boards() -> Files:
    from bolicho.games.boards import FOLDER

    return {name: (FOLDER / name).read_bytes() for name in BOARDS}


def _read_boards(folder: Path) -> None:
    for name, sound in _boards().items():
        if (folder / name).read_bytes() != sound:
            game = bolicho.game(str(folder / name))
            state = game.start()
            state.view(0)
            state.play(state.moves()[0])


BOARD = cache(small)
"""Of the hunt, read once."""


def _hunt() -> Files:
    from bolicho.learn.boards.hunt import Hunt

    return files_of(lambda folder: Hunt(BOARD(), 3).solve(folder=folder))


def _read_hunt(folder: Path) -> None:
    from bolicho.learn.boards.hunt import Hunt

    hunt = Hunt(BOARD(), 3)
    hunt.solve(folder=folder)
    json.dumps([layer.to_dict() for layer in hunt.layers.values()], allow_nan=False)


READERS = {
    "hunt": Reader(_hunt, {"hunt.json": JSON, "layer-3.bits": BYTES}, _read_hunt),
    "q-table": Reader(_q_table, {"q.npz": ARRAYS}, _read_q_table),
    "solved": Reader(_solved, {"t.npz": ARRAYS}, _read_solved),
    "shipped": Reader(_shipped, {"pong-hau-ki.npz": ARRAYS}, _read_shipped),
    "boards": Reader(_boards, dict.fromkeys(BOARDS, TEXT), _read_boards),
}
