"""What comes with the bundled board games: every position solved, and the Q-table of ``qlearning``; a file a game.

So nobody waits for a solver, a training or a compiler at his first move. A file (``data/NAME.npz``) is a JSON header
and, in the order of their codes, of every position: the step from the code before, its value and distance in one byte,
how many moves it has, what the Q-learner made of each, and how often he met it. `shipping.py` makes them.
"""

import json
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.games.boards import Board, Position, bundled
from bolicho.learn.arrays import DAMAGED, header, read_arrays

DATA = Path(__file__).parent / "data"
FORMAT, VERSION = "bolicho-board-tables", 1
WHAT = "the tables of a board game"
KINDS = {"steps": np.uint64, "worths": np.uint8, "moves": np.uint8, "met": np.uint32}
"""Of each position; and ``q`` of each move."""


SHIPPED = sorted(path.stem for path in DATA.glob("*.npz"))
"""The boards of the house of which there are tables."""


class BoardTables(NamedTuple):
    """Solution and Q-table of one game, by the codes of its positions."""

    codes: npt.NDArray[np.uint64]
    """Going up."""
    worths: npt.NDArray[np.uint8]
    first: npt.NDArray[np.int64]
    """Where the moves of each position begin in ``q``, and the end."""
    q: npt.NDArray[np.float32]
    met: npt.NDArray[np.uint32]
    episodes: int
    """That the Q-table was trained for."""

    def number(self, position: Position) -> int | None:
        """Return where a position stands, None when the game never comes there."""
        wanted = code(position)
        at = int(self.codes.searchsorted(np.uint64(wanted)))
        return at if at < len(self.codes) and self.codes[at] == wanted else None

    def worth(self, number: int) -> tuple[int, int]:
        """Return the value of a position for who is to move, and the plies to the end."""
        distance, value = divmod(int(self.worths[number]), 3)
        return value - 1, distance

    def look_up(self, position: Position) -> tuple[list[float], int] | None:
        """Return what the Q-learner makes of each move, and how often he met the position; None where never."""
        number = self.number(position)
        if number is None:
            return None
        return self.q[self.first[number] : self.first[number + 1]].tolist(), int(self.met[number])


def code(position: Position) -> int:
    """Return the number of a position among those of its game: what is in hand follows from what is on the board.

    >>> code(Position("000000012", 1))
    11
    """
    return int(position.cells, 3) * 2 + position.turn


@lru_cache(16)
def shipped(board: Board) -> BoardTables | None:
    """Return the tables of a bundled game, None for any other; read once a process."""
    path = DATA / f"{board.name}.npz"
    return load(path, board) if board.name in bundled() and path.is_file() else None


def load(path: Path, board: Board) -> BoardTables | None:
    """Read the tables of a game, None where they are of other rules; what is damaged is a BadInput."""
    arrays = read_arrays(path, WHAT)
    try:
        said = header(arrays)
        if said["format"] != FORMAT or said["version"] != VERSION:
            raise ValueError
        if said["board"] != board.digest:
            return None
        size, episodes, q = len(arrays["steps"]), int(said["episodes"]), arrays["q"]
        if any((arrays[name].dtype, arrays[name].shape) != (kind, (size,)) for name, kind in KINDS.items()):
            raise ValueError
        first = np.concatenate(([0], np.cumsum(arrays["moves"], dtype=np.int64)))
        codes = np.cumsum(arrays["steps"])
        if q.dtype != np.float32 or q.shape != (first[-1],) or not np.isfinite(q).all():
            raise ValueError
        if not (codes[1:] > codes[:-1]).all():
            raise ValueError
        return BoardTables(codes, arrays["worths"], first, q, arrays["met"], episodes)
    except DAMAGED:
        raise BadInput(f"{path}: not {WHAT}, or damaged") from None


def save(tables: BoardTables, board: Board, path: Path) -> None:
    """Write the tables of a game, whole or not at all."""
    said = {"format": FORMAT, "version": VERSION, "game": board.name, "board": board.digest}
    text = json.dumps({**said, "episodes": tables.episodes}, separators=(",", ":"))
    steps = np.diff(tables.codes, prepend=np.uint64(0))
    moves = np.diff(tables.first).astype(np.uint8)
    out = BytesIO()
    np.savez_compressed(
        out, header=np.array(text), steps=steps, worths=tables.worths, moves=moves, q=tables.q, met=tables.met
    )
    write_whole(path, out.getvalue())
