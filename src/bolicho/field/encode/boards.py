"""A view of a board game as numbers: my pieces, the rival's, whose turn, and what the draw rules remember."""

from collections.abc import Callable
from typing import Any

from bolicho.field.encode.fields import Field
from bolicho.games.boards import BoardGame
from bolicho.games.boards.board import Board
from bolicho.games.boards.rules import PIECE
from bolicho.games.boards.state import View


def encoding(game: BoardGame) -> tuple[tuple[str, ...], tuple[Field, ...]]:
    """Return the moves of a board game and the fields of its arrays."""
    return vocabulary(game.board), fields(game.board)


def vocabulary(board: Board) -> tuple[str, ...]:
    """Return the placings ``b2``, where pieces are in hand, then every ``a1-b2`` that the rules could ever allow."""
    names = board.points
    placed = tuple(name for i, name in enumerate(names) if any(board.in_hand) and i not in board.never_place)
    return (*placed, *(f"{names[a]}-{names[b]}" for a in range(len(names)) for b in sorted(_reach(board, a))))


def _reach(board: Board, here: int) -> set[int]:
    there: set[int] = set()
    if "slide" in board.moves:
        there.update(board.near[here])
    if "jump" in board.moves:
        there.update(land for _, land in board.jumps[here])
    if "fly" in board.moves:
        there.update(range(len(board.points)))
    return there - {here}


def fields(board: Board) -> tuple[Field, ...]:
    """Return the fields of an array; "me" is the seat whose view it is."""
    size = len(board.points)
    most = max(*board.in_hand, 1)
    points = f"points {' '.join(board.points)}"
    return (
        Field("seat", (2,), "I am seat 0 (who begins), seat 1", lambda v: (v.seat,)),
        Field("turn", (2,), "who moves: me, the rival; neither when it is over", _turn),
        Field("mine", (size,), f"my pieces on the {points}", _pieces(0)),
        Field("theirs", (size,), "the rival's pieces on them", _pieces(1)),
        Field("in_hand", (2,), f"pieces still in hand, mine, the rival's, / {most}", None, lambda v: _hand(v, most)),
        Field("again", (1,), "how often this position stood before, / 2, where the draw rule counts it", None, _again),
        Field("start", (1,), "how often the first position stood before, / 2", None, _start),
        Field("ply", (1,), "moves so far / the number after which the game is drawn", None, _ply),
    )


def _turn(view: View) -> tuple[int, ...]:
    return () if view.to_move is None else (int(view.to_move != view.seat),)


def _pieces(whose: int) -> Callable[[Any], list[int]]:
    def places(view: View) -> list[int]:
        piece = PIECE[view.seat ^ whose]
        return [place for place, cell in enumerate(view.state.position.cells) if cell == piece]

    return places


def _hand(view: View, most: int) -> list[float]:
    held = view.position.hand
    return [held[view.seat] / most, held[1 - view.seat] / most]


def _again(view: View) -> list[float]:
    return [min(1.0, view.state.seen.count(view.position) / 2)]


def _start(view: View) -> list[float]:
    return [min(1.0, view.state.seen.count(view.state.begun) / 2)]


def _ply(view: View) -> list[float]:
    state = view.state
    return [min(1.0, len(state.history) / state.limits[1])]
