"""A table as a few lines of text, all cards open: for whoever looks on while an environment runs."""

from typing import Any

from bolicho.core.contract import Game
from bolicho.games.boards.board import Board
from bolicho.games.boards.talk import SIGNS, sign
from bolicho.games.face import face_of

BOARD = "board"
"""The drawing of a face whose states have a board with pieces."""
WIDE, HIGH = 4, 2
"""Signs to the right, lines down, between neighbouring points of a board."""


def picture(game: Game, state: Any) -> str:
    """Draw a state: a board with its pieces, or the text of a card game a line a part."""
    if face_of(game).drawing == BOARD:
        turn = "" if state.over else f"{SIGNS[state.seat]} to move"
        return f"{draw_board(state.board, state.position.cells)}\n{turn or verdict(state)}"
    parts = [part.strip() for part in str(state).split("|")]
    end = verdict(state) if state.over else f"seat {state.seat} to move: {' '.join(state.moves())}"
    return "\n".join([*parts, end])


def draw_board(board: Board, cells: str) -> str:
    """Draw the points of a board where they are, empty ones as dots.

    >>> from bolicho.games import GAMES
    >>> print(draw_board(GAMES.make("tapatan").board, "121000212"))
    ●   ○   ●
    <BLANKLINE>
    ·   ·   ·
    <BLANKLINE>
    ○   ●   ○
    """
    left, top = min(x for x, _ in board.places), max(y for _, y in board.places)
    spots = [(round((top - y) * HIGH), round((x - left) * WIDE)) for x, y in board.places]
    lines = [[" "] * (1 + max(column for _, column in spots)) for _ in range(1 + max(line for line, _ in spots))]
    for (line, column), cell in zip(spots, cells, strict=True):
        lines[line][column] = sign(board, cell)
    return "\n".join("".join(line).rstrip() for line in lines)


def verdict(state: Any) -> str:
    """Tell how a state ended."""
    return f"over: {' '.join(map(str, state.scores))}"
