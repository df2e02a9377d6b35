"""Symmetries of a board: ways to number its points anew that change no path and no line."""

from collections.abc import Iterator
from functools import lru_cache

from bolicho.games.boards.board import Board
from bolicho.games.boards.rules import Position

COLOURS = str.maketrans("12", "21")


@lru_cache(64)
def symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return every symmetry, by the new place of each point; of boards where more than that counts, only the identity.

    Directions, captures and goals of a place of their own are not looked at, so such boards have none here.
    """
    same = tuple(range(len(board.points)))
    uneven = any(kind.ways != "any" or kind.captures for kind in board.kinds.values())
    if not board.plain or uneven or board.targets[0] or board.squares:
        return (same,)
    lines = {frozenset(line) for line in board.lines}
    marked = (set(board.never_place), set(board.enter_beside_rival))
    return tuple(
        found
        for found in _walk(board, ())
        if {frozenset(found[point] for point in line) for line in board.lines} == lines
        and all({found[point] for point in points} == points for points in marked)
    )


def _walk(board: Board, so_far: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give every numbering that keeps neighbours neighbours."""
    here = len(so_far)
    if here == len(board.points):
        yield so_far
        return
    for to in range(len(board.points)):
        fits = to not in so_far and len(board.near[to]) == len(board.near[here])
        if fits and all((there in board.near[to]) == (old in board.near[here]) for old, there in enumerate(so_far)):
            yield from _walk(board, (*so_far, to))


def shape(board: Board, position: Position) -> str:
    """Return the least text among those of a position under the symmetries, whoever is to move called the first."""
    cells, hand = position.cells, position.hand
    if position.turn and board.plain:
        cells, hand = cells.translate(COLOURS), hand[::-1]
    turn = 0 if board.plain else position.turn
    turned = (_turned(cells, one) for one in symmetries(board))
    return f"{min(turned)} {turn} {hand} {position.note}"


def _turned(cells: str, places: tuple[int, ...]) -> str:
    made = [""] * len(cells)
    for cell, place in zip(cells, places, strict=True):
        made[place] = cell
    return "".join(made)
