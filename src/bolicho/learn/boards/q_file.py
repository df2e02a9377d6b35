"""A Q-table as a file: one ``.npz`` with its arrays and a JSON header; and as CSV for people, with the paper's keys.

The key of a move is the board before it and the board after it as one word (Lobo Brain, section 6): of Tapatan 18
digits, ``221110200220111200``.
"""

import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.games.boards.board import Board
from bolicho.learn.arrays import DAMAGED, header, read_arrays
from bolicho.learn.boards.qlearning import Learner, Point, Settings

FORMAT = "bolicho-qlearning"
VERSION = 1
COLUMNS = ("key", "position", "move", "value", "visits")


def save(learner: Learner, path: Path) -> None:
    """Write a table whole or not at all; what is there before stays until the new one is on the disk."""
    out = BytesIO()
    text = json.dumps(head(learner), separators=(",", ":"))
    np.savez_compressed(out, header=np.array(text), q=learner.q, visits=learner.visits)
    write_whole(path, out.getvalue())


def head(learner: Learner) -> JsonObject:
    """Return what the file says of a table besides its numbers (JSON data)."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": learner.board.name,
        "rules": learner.board.version,
        "board": learner.board.digest,
        "settings": learner.settings.to_dict(),
        "episodes": learner.episodes,
        "seed": learner.settings.seed,
        "curve": learner.curve,
        "part": learner.part,
    }


def load(path: Path, board: Board, *, plain: bool = False) -> Learner:
    """Read a table of a game; a file that is wrong, cut off or of another game is a BadInput."""
    arrays = read_arrays(path, "a Q-table")
    try:
        said = header(arrays)
        _agree(path, said, board)
        learner = Learner(board, Settings(**said["settings"]), plain=plain)
        q, visits = arrays["q"], arrays["visits"]
        learner.episodes, learner.part = int(said["episodes"]), [int(count) for count in said["part"]]
        learner.curve = [Point(int(n), *(_counts(c) for c in counts)) for n, *counts in said["curve"]]
    except BadInput as error:
        raise error if str(path) in str(error) else BadInput(f"{path}: {error}") from None
    except DAMAGED:
        raise BadInput(f"{path}: not a Q-table, or damaged") from None
    block = learner.settings.block
    whole = sum(learner.part) == learner.episodes % block and len(learner.curve) == learner.episodes // block
    like = (q.shape, q.dtype, visits.shape, visits.dtype)
    if like != (learner.q.shape, learner.q.dtype, learner.visits.shape, learner.visits.dtype) or not whole:
        raise BadInput(f"{path}: not a whole Q-table of {board.name}")
    if not np.isfinite(q).all() or (visits < 0).any():
        raise BadInput(f"{path}: has values that no training gives")
    learner.q, learner.visits = q, visits
    return learner


def _agree(path: Path, said: object, board: Board) -> None:
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise BadInput(f"{path}: not a Q-table")
    if said.get("version") != VERSION:
        raise BadInput(f"{path}: a Q-table of version {said.get('version')!r}; this Bolicho reads version {VERSION}")
    if said.get("game") != board.name:
        raise BadInput(f"{path}: a Q-table of {said.get('game')}, not of {board.name}")
    if said.get("board") != board.digest:
        raise BadInput(f"{path}: a Q-table of {board.name} on another board or by other rules")


def _counts(counts: Any) -> tuple[int, int, int]:
    wins, draws, losses = counts
    return int(wins), int(draws), int(losses)


# ── for people ────────────────────────────────────────────────────────────────────────────────────────────────────


def lines(learner: Learner) -> Iterator[tuple[str, str, str, float, int]]:
    """Return every move that was tried: its key, the position, the move, its value and how often it was played."""
    g = learner.graph
    for here, position in enumerate(g.positions):
        edges = range(int(g.first[here]), int(g.first[here + 1]))
        for edge, move in zip(edges, g.moves(here), strict=True):
            if learner.visits[edge]:
                key = position.cells + g.positions[int(g.after[edge])].cells
                yield key, str(position), move, float(learner.q[edge]), int(learner.visits[edge])


def export(learner: Learner, path: Path) -> None:
    """Write the table as CSV."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines(learner))
    write_whole(path, out.getvalue().encode())
