"""A board as a picture of signs: points where the file puts them, edges between them, names beside them."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import gcd

from rich.text import Text

from bolicho.games.boards.board import Board

Place = tuple[int, int]
"""Column and line of the picture."""
SCALES = ((10, 5), (8, 4), (6, 3), (6, 2), (5, 2), (4, 1))
"""Columns and lines between neighbouring places of the board, the roomiest first."""
CROSSED = {frozenset("─│"): "┼", frozenset("╲╱"): "╳"}
LEFT = 2
"""Columns left of the board, for the cursor."""
NARROWEST = 3
NAMED = 31
"""Points up to which each has its name beside it."""


class Canvas:
    """A grid of signs, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, place: Place, text: str, style: str = "") -> None:
        """Write a text from a place on."""
        column, line = place
        for at, sign in enumerate(text, column):
            if 0 <= at < len(self.signs[line]):
                self.signs[line][at], self.styles[line][at] = sign, style

    def draw(self, place: Place, sign: str, style: str) -> None:
        """Draw a piece of an edge; where two cross, the sign for both."""
        column, line = place
        there = self.signs[line][column]
        self.put(place, sign if there in (" ", sign) else CROSSED.get(frozenset((there, sign)), there), style)

    def text(self) -> Text:
        """Return the picture as lines."""
        lines = [
            Text.assemble(*zip(signs, styles, strict=True))
            for signs, styles in zip(self.signs, self.styles, strict=True)
        ]
        for line in lines:
            line.rstrip()
        return Text("\n", no_wrap=True).join(lines)


def picture(
    board: Board, width: int, height: int, piece: Callable[[int], tuple[str, str]]
) -> tuple[Canvas, list[Place]]:
    """Draw a board as large as it fits; ``piece`` gives sign and style of a point. Tell also where those are.

    A board with more points than can be named one by one has its names at the sides: rows at the left, columns below.
    """
    if closely(board, width):
        return _close(board, width, piece)
    places = layout(board, width, height)
    canvas = Canvas(max(x for x, _ in places) + 3 + _longest(board), max(y for _, y in places) + 1)
    for a, b in edges(board):
        if not _passes(places, a, b):
            for place, sign in stroke(places[a], places[b]):
                canvas.draw(place, sign, "bright_black")
    for number, place in enumerate(places):
        sign, style = piece(number)
        canvas.put(place, f"{sign} {board.points[number]}", "dim")
        canvas.put(place, sign, style)
    return canvas, places


def closely(board: Board, width: int) -> bool:
    """Whether the points of a board are drawn without their names: there are too many of them, or too little width."""
    if len(board.points) > NAMED:
        return True
    return max(x for x, _ in layout(board, width, 0)) + 2 + _longest(board) > width


def _close(board: Board, width: int, piece: Callable[[int], tuple[str, str]]) -> tuple[Canvas, list[Place]]:
    columns, lines = (max(place[axis] for place in grid(board)) for axis in (0, 1))
    margin = 1 + _longest(board)
    wide = 3 if board.dice else 2  # a sign, its number where pieces are stacked, and a gap
    step = wide if margin + wide * columns + wide - 1 <= width else 1
    places = [(margin + step * x, y) for x, y in grid(board)]
    canvas = Canvas(margin + step * columns + wide - 1, lines + 2)
    for axis in (0, 1):
        for at in {place[axis] for place in places}:
            row = [board.points[number] for number, place in enumerate(places) if place[axis] == at]
            name = _common(row)
            if name and axis:
                canvas.put((0, at), name.rjust(margin - 1), "dim")
            elif name and step > 1:
                canvas.put((at, lines + 1), name, "dim")
    for number, place in enumerate(places):
        canvas.put(place, *piece(number))
    return canvas, places


def _common(names: list[str]) -> str:
    """What all names of a row have in common: their letters, or their digits."""
    for part in (
        [name.rstrip("0123456789") for name in names],
        [name.lstrip("abcdefghijklmnopqrstuvwxyz") for name in names],
    ):
        if len(set(part)) == 1 and len(names) > 1:
            return part[0]
    return names[0].rstrip("0123456789") if len(names) == 1 else ""


def undrawn(board: Board) -> list[tuple[str, str]]:
    """Return the edges that would run through another point, and so are told instead of drawn."""
    places = grid(board)
    if len(board.points) > NAMED:
        return []
    return [(board.points[a], board.points[b]) for a, b in edges(board) if _passes(places, a, b)]


def edges(board: Board) -> list[tuple[int, int]]:
    """Return every edge once."""
    return [(a, b) for a, around in enumerate(board.near) for b in around if a < b]


def layout(board: Board, width: int, height: int) -> list[Place]:
    """Return where each point is drawn, with the roomiest scale that fits."""
    places = grid(board)
    columns, lines = max(x for x, _ in places), max(y for _, y in places)
    tail = 2 + _longest(board)
    least = tail + 1 if any(places[a][1] == places[b][1] for a, b in edges(board)) else NARROWEST
    scales = [(max(x, least), y) for x, y in SCALES]
    fits = [s for s in scales if LEFT + columns * s[0] + tail <= width and lines * s[1] + 1 <= height]
    x_scale, y_scale = fits[0] if fits else scales[-1]
    return [(LEFT + x * x_scale, y * y_scale) for x, y in places]


@cache
def grid(board: Board) -> list[Place]:
    """Return the points on a small grid, line 0 above: whole coordinates keep their distances, others their order.

    By order the octagon of Shisima becomes a diamond, and all its edges can be drawn.
    """
    across = _steps([x for x, _ in board.places])
    down = _steps([-y for _, y in board.places])
    return list(zip(across, down, strict=True))


def _steps(numbers: list[float]) -> list[int]:
    order = sorted(set(numbers))
    if all(number.is_integer() for number in order):
        gaps = [int(b - a) for a, b in pairwise(order)]
        step = gcd(*gaps) if gaps else 1
        if (order[-1] - order[0]) / step <= 2 * len(order):
            return [int((number - order[0]) // step) for number in numbers]
    return [order.index(number) for number in numbers]


def _longest(board: Board) -> int:
    return max(map(len, board.points))


def _passes(places: list[Place], a: int, b: int) -> bool:
    """Whether the straight line between two points runs through a third."""
    (ax, ay), (bx, by) = places[a], places[b]
    return any(
        (bx - ax) * (y - ay) == (by - ay) * (x - ax)
        and min(ax, bx) <= x <= max(ax, bx)
        and min(ay, by) <= y <= max(ay, by)
        for number, (x, y) in enumerate(places)
        if number not in (a, b)
    )


def stroke(start: Place, end: Place) -> list[tuple[Place, str]]:
    """Return the signs of a straight line between two places, without its ends.

    >>> stroke((0, 0), (4, 2)), stroke((0, 2), (0, 0)), stroke((3, 1), (0, 1))
    ([((2, 1), '╲')], [((0, 1), '│')], [((1, 1), '─'), ((2, 1), '─')])
    """
    (ax, ay), (bx, by) = sorted((start, end))
    if ay == by:
        return [((x, ay), "─") for x in range(ax + 1, bx)]
    if ax == bx:
        return [((ax, y), "│") for y in range(min(ay, by) + 1, max(ay, by))]
    sign, wide, tall = "╲" if by > ay else "╱", bx - ax, abs(by - ay)
    if wide <= 3 * tall:
        lines = range(1, tall)
        return [((ax + round(wide * t / tall), ay + (t if by > ay else -t)), sign) for t in lines]
    rows = [ay + round((by - ay) * t / wide) for t in range(wide + 1)]
    return [((ax + t, rows[t]), sign if rows[t] != rows[t + 1] else "─") for t in range(1, wide)]
