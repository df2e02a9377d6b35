"""A table as a picture (render mode ``rgb_array``), all cards open: a board drawn, a card game in writing.

Every frame of a game has the same size, as recorders of videos ask. Pillow comes with the extra ``rl``.
"""

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.contract import Game
from bolicho.core.extras import need
from bolicho.field.rl.picture import BOARD, picture, verdict
from bolicho.games.boards.board import EMPTY
from bolicho.games.boards.board import PIECE as PIECES
from bolicho.games.boards.talk import sign
from bolicho.games.face import face_of

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT, MARGIN = 640, 480, 24
LETTERS, ACROSS = 16, 72
"""Height of the letters in pixels, and how many of them stand in a line."""
PIECE = 22
"""Radius of a piece, in pixels."""
FELT, INK, WOOD = (24, 84, 60), (246, 241, 227), (222, 184, 135)
DARK, LIGHT = (32, 32, 32), (250, 250, 245)


def pixels(game: Game, state: Any) -> NDArray[np.uint8]:
    """Draw a state: height x width x red, green, blue."""
    need("PIL")
    from PIL import Image, ImageDraw

    board = face_of(game).drawing == BOARD
    sheet = Image.new("RGB", (WIDTH, HEIGHT), WOOD if board else FELT)
    pen = ImageDraw.Draw(sheet)
    if board:
        _board(pen, state)
    else:
        _cards(pen, picture(game, state))
    return np.asarray(sheet).copy()


def _board(pen: "ImageDraw", state: Any) -> None:
    """Draw edges, points and pieces where they are, and below them who is to move."""
    board = state.board
    spots = _spots(board.places)
    for start, ends in enumerate(board.near):
        for end in ends:
            pen.line((*spots[start], *spots[end]), DARK, 3)
    for (x, y), cell in zip(spots, state.position.cells, strict=True):
        size = PIECE // 4 if cell == EMPTY else PIECE
        light = board.sow or (cell != EMPTY and board.owner(cell) == 1)
        pen.ellipse((x - size, y - size, x + size, y + size), LIGHT if light else DARK, DARK, 2)
        if board.sow or (cell != EMPTY and cell not in PIECES):
            _write(pen, (x - LETTERS // 2, y - LETTERS // 2), sign(board, cell), DARK if light else LIGHT)
    throw = f": {state.position.note}" if board.dice else ""
    turn = verdict(state) if state.over else f"{('black', 'white')[state.seat]} to move{throw}"
    _write(pen, (MARGIN, HEIGHT - MARGIN - LETTERS), turn, DARK)


def _spots(places: tuple[tuple[float, float], ...]) -> list[tuple[int, int]]:
    """Return where each point is on the sheet: as large as fits, above the line of writing."""
    left, low = min(x for x, _ in places), min(y for _, y in places)
    wide, high = max(x for x, _ in places) - left, max(y for _, y in places) - low
    across, down = WIDTH - 2 * (MARGIN + PIECE), HEIGHT - 2 * (MARGIN + PIECE) - 2 * LETTERS
    unit = min(across / (wide or 1), down / (high or 1))
    first, last = (WIDTH - wide * unit) / 2, MARGIN + PIECE + (down + high * unit) / 2
    return [(round(first + (x - left) * unit), round(last - (y - low) * unit)) for x, y in places]


def _cards(pen: "ImageDraw", text: str) -> None:
    """Write what the text of a card game says, a line a part; long parts go on below."""
    lines = [line for part in text.splitlines() for line in wrap(part, ACROSS)]
    _write(pen, (MARGIN, MARGIN), "\n".join(lines), INK)


def _write(pen: "ImageDraw", place: tuple[int, int], text: str, colour: tuple[int, int, int]) -> None:
    pen.multiline_text(place, text, colour, font_size=LETTERS, spacing=6)
