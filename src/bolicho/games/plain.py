"""Views written out as plain JSON data: what a page, an outside agent and a program on a line are sent.

docs/web/index.md tells what stands in them, game by game; a field that is not in a view is not in here.
"""

from typing import Any

from bolicho.core.json_text import JsonObject
from bolicho.games.boards import View as BoardView
from bolicho.games.boards.board import Board
from bolicho.games.rikken import View as RikkenView
from bolicho.games.truco import View as TrucoView


def plain(view: Any, language: str = "en") -> JsonObject:
    """Write any view out as plain JSON data."""
    if isinstance(view, BoardView):
        return board_state(view, language)
    if isinstance(view, TrucoView):
        return _object(view) | {"worth": view.worth, "counts": [3 - len(cards) for cards in view.played]}
    if isinstance(view, RikkenView):
        return _object(view) | {"counts": list(view.counts), "standing": _json(view.standing)}
    return _object(view)


def board_state(view: BoardView, language: str) -> JsonObject:
    """Write the board and the position out by the names of the points."""
    board, position = view.board, view.position
    pieces = {board.points[i]: int(cell) - 1 for i, cell in enumerate(position.cells) if cell != "0"}
    return {
        "seat": view.seat,
        "board": drawn(board, language),
        "position": {"pieces": pieces, "turn": position.turn, "in_hand": list(position.hand), "text": str(position)},
        "start": str(view.state.begun),
        "history": list(view.history),
        "to_move": view.to_move,
        "over": view.over,
        "scores": list(view.scores),
        "moves": list(view.moves),
    }


def drawn(board: Board, language: str) -> JsonObject:
    """Write a board out: where its points are, which are joined, which lines win."""
    names = board.points
    edges = [[names[i], names[j]] for i, near in enumerate(board.near) for j in near if i < j]
    return {
        "name": board.name,
        "title": board.title[language],
        "points": {name: list(place) for name, place in zip(names, board.places, strict=True)},
        "edges": edges,
        "lines": [[names[i] for i in line] for line in board.lines],
        "goal": board.goal,
        "targets": [[names[i] for i in side] for side in board.targets],
        "in_hand": list(board.in_hand),
    }


def _object(view: Any) -> JsonObject:
    if hasattr(view, "_fields"):
        return {name: _json(value) for name, value in zip(view._fields, view, strict=True)}
    return {"seat": view.seat, "to_move": view.to_move, "moves": list(view.moves)}


BARE = {str, int, float, bool, type(None)}


def _json(value: object) -> Any:
    if type(value) in BARE:
        return value
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return {name: _json(part) for name, part in zip(value._fields, value, strict=True)}
        return [part if type(part) in BARE else _json(part) for part in value]
    if isinstance(value, list | frozenset):
        return [_json(part) for part in value]
    if isinstance(value, dict):
        return {str(name): _json(part) for name, part in value.items()}
    return value if isinstance(value, str | int | float) else str(value)
