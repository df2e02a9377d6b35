"""Hunts solved layer by layer: one hunter that steps and leaps, and so many others that only step.

A leap leads to a layer with fewer of the others, never back: so the layer with the fewest is solved first, by sweeps
until nothing changes, and each of the next looks captures up below. What is never decided is a draw. A table is two
bits a position; it is written after each sweep that took long and after each layer, and a run that was killed goes on
from there to the same table, since a decided position never changes.

Jogo da onça has 2.7e10 positions from ten dogs to fourteen (variant ``all``: 2.9e10 from one dog): layers can be
asked for up to a number of dogs, and what the rest would take is told from the speed measured.
"""

import json
import time
from collections.abc import Callable
from functools import cache
from math import comb, inf
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.core.files import make_folder, read_bounded, write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.games.boards import Board, Position

FORMAT, VERSION = "bolicho-hunt", 1
DRAWN, HUNTER, OTHERS = range(3)
HEADER = "hunt.json"
LARGEST_HEADER = 1 << 16
"""Bytes."""
LONG = 20.0
"""Seconds of a sweep after which what is decided so far is written."""
MOST_BYTES = 12 * 10**9
"""A table that needs more memory than this is not begun."""
Watch = Callable[[int, int, int], None]
"""Hears the layer, the sweep, and how many positions it decided."""
Bits = npt.NDArray[np.uint8]


class Layer(NamedTuple):
    """What was found of one layer: positions in all, by who wins, and what it took."""

    others: int
    positions: int
    drawn: int
    hunter: int
    hunted: int
    sweeps: int
    seconds: float

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {**self._asdict(), "seconds": round(self.seconds, 2)}


def is_hunt(board: Board) -> bool:
    """Whether one piece of the first that steps and leaps stands against many of the second that step anywhere."""
    if len(board.first) != 1 or set(board.goals) != {"few", "block"} or board.then or any(board.in_hand):
        return False
    hunter, other = board.kinds["1"], board.kinds["2"]
    leaps = hunter.captures == ("leap",) and hunter.chain == "may" and not board.must
    steps = hunter.moves == other.moves == ("slide",) and hunter.ways == other.ways == "any" and not other.captures
    return leaps and steps and board.signs == ("1", "2") and len(board.points) <= 32


def positions(board: Board, others: int) -> int:
    """Return how many positions a layer has."""
    size = len(board.points)
    return 2 * size * comb(size - 1, others)


class Hunt:
    """The table of a hunt: layers from the fewest of the others up to ``most``."""

    def __init__(self, board: Board, most: int) -> None:
        if not is_hunt(board):
            raise BadInput(f"{board.name}: not a hunt of one against many that can be solved in layers")
        self.board = board
        self.fewest, self.full = max(1, board.few[1]), len(board.second)
        if not self.fewest <= most <= self.full:
            raise BadInput(f"layers {most}: {board.name} has layers of {self.fewest} to {self.full} pieces")
        self.most = most
        size = len(board.points)
        self.sizes = np.array([comb(size - 1, n) for n in range(most + 1)], np.int64)
        self.offsets = np.zeros(most + 1, np.int64)
        end = 0
        for n in range(self.fewest, most + 1):
            self.offsets[n] = end
            end += -(-positions(board, n) // 4) * 4
        if end // 4 > MOST_BYTES:
            need = f"{end / 4e9:.1f} GB for {end:,} positions"
            raise BadInput(f"{board.name}: layers up to {most} need {need}; ask for fewer with --layers")
        self.table: Bits = np.zeros(end // 4, np.uint8)
        self.layers: dict[int, Layer] = {}
        self.near = _padded([list(around) for around in board.near])
        ways = [[way.ahead[:2] for way in there if len(way.ahead) > 1] for there in board.ways]
        self.jumps = _padded_pairs(ways)
        self.ranks = _ranks(size - 1)

    def solve(self, watch: Watch | None = None, folder: Path | None = None) -> None:
        """Solve every layer that is not solved yet; with a folder, what is there is used, and what is done is kept."""
        from bolicho.learn.boards import hunt_kernel as kernel

        done = self._open(folder) if folder else {}
        for others in range(self.fewest, self.most + 1):
            state = done.get(others, {"sweeps": 0, "seconds": 0.0, "done": False})
            began, sweeps = time.perf_counter() - state["seconds"], state["sweeps"]
            while not state["done"]:
                before = time.perf_counter()
                changed = int(
                    kernel.sweep(
                        *(self.table, self.offsets, self.sizes, others, self.fewest),
                        *(self.near, self.jumps, self.ranks, len(self.board.points)),
                    )
                )
                sweeps += 1
                if watch:
                    watch(others, sweeps, changed)
                state = {"sweeps": sweeps, "seconds": time.perf_counter() - began, "done": not changed}
                if folder and (state["done"] or time.perf_counter() - before > LONG):
                    done[others] = state
                    self._keep(folder, others, done)
            length = positions(self.board, others)
            drawn, hunter, hunted, _ = kernel.tally(self.table, self.offsets[others], length).tolist()
            self.layers[others] = Layer(others, length, drawn, hunter, hunted, state["sweeps"], state["seconds"])

    def value(self, position: Position) -> int:
        """Return who wins a position of a solved layer: DRAWN, HUNTER or OTHERS."""
        from bolicho.learn.boards import hunt_kernel as kernel

        hunter = position.cells.index("1")
        mask = sum(1 << point for point, cell in enumerate(position.cells) if cell == "2")
        others = position.cells.count("2")
        if others < self.fewest:
            return HUNTER
        if others not in self.layers:
            raise BadInput(f"position '{position}': the layer of {others} is not solved")
        found = kernel.value_at(
            self.table, self.offsets[others], self.sizes[others], hunter, mask, position.turn, self.ranks
        )
        return int(found)

    def positions_left(self) -> int:
        """Return how many positions the layers have that nobody asked for."""
        return sum(positions(self.board, n) for n in range(self.most + 1, self.full + 1))

    def _slice(self, others: int) -> Bits:
        begin = int(self.offsets[others]) // 4
        return self.table[begin : begin + -(-positions(self.board, others) // 4)]

    def _open(self, folder: Path) -> dict[int, JsonObject]:
        """Read what a folder holds of this hunt; of another it is refused."""
        header = make_folder(folder) / HEADER
        if not header.exists():
            return {}
        try:
            was = read_json(read_bounded(header, LARGEST_HEADER))
            if (was["format"], was["version"]) != (FORMAT, VERSION):
                raise ValueError("of something else")
            layers = {int(name): _state(state) for name, state in was["layers"].items()}
        except (OSError, BadInput, KeyError, TypeError, ValueError, AttributeError):
            raise BadInput(f"{header}: not the header of a solved hunt, or damaged") from None
        agree(folder, was, {"game": self.board.name, "board": self.board.digest}, "--out")
        done = {}
        for others, state in layers.items():
            file = folder / f"layer-{others}.bits"
            if not self.fewest <= others <= self.most:
                continue
            if not file.is_file() or file.stat().st_size != len(self._slice(others)):
                raise BadInput(f"{file}: missing or of another length; delete {folder} to begin again")
            self._slice(others)[:] = np.fromfile(file, np.uint8)
            done[others] = state
        return done

    def _keep(self, folder: Path, others: int, done: dict[int, JsonObject]) -> None:
        write_whole(folder / f"layer-{others}.bits", self._slice(others).tobytes())
        said = {"format": FORMAT, "version": VERSION, "game": self.board.name, "board": self.board.digest}
        layers = {str(n): state for n, state in sorted(done.items())}
        write_whole(folder / HEADER, json.dumps({**said, "layers": layers}, indent=1).encode())


def _state(told: JsonObject) -> JsonObject:
    """Return how far a layer is; raise what is wrong with it."""
    sweeps, seconds, done = (told[key] for key in ("sweeps", "seconds", "done"))
    if type(sweeps) is not int or sweeps < 0 or type(done) is not bool or not 0 <= float(seconds) < inf:
        raise ValueError("no state of a layer")
    return {"sweeps": sweeps, "seconds": float(seconds), "done": done}


def _padded(rows: list[list[int]]) -> npt.NDArray[np.int64]:
    wide = max(map(len, rows)) + 1
    return np.array([[*row, *[-1] * (wide - len(row))] for row in rows], np.int64)


def _padded_pairs(rows: list[list[tuple[int, ...]]]) -> npt.NDArray[np.int64]:
    wide = max(map(len, rows)) + 1
    return np.array([[*row, *[(-1, -1)] * (wide - len(row))] for row in rows], np.int64)


@cache
def _ranks(points: int) -> npt.NDArray[np.int64]:
    """What a chunk of a set adds to its rank: by the chunk, by how many points are below it, by its bits."""
    from bolicho.learn.boards.hunt_kernel import CHUNK

    chunks = -(-(points + 1) // CHUNK)
    found = np.zeros((chunks, points + 1, 1 << CHUNK), np.int64)
    for chunk in range(chunks):
        for bits in range(1, 1 << CHUNK):
            places = [chunk * CHUNK + bit for bit in range(CHUNK) if bits >> bit & 1]
            for below in range(points + 1 - len(places)):
                found[chunk, below, bits] = sum(comb(place, below + n) for n, place in enumerate(places, 1))
    return found
