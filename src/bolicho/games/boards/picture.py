"""A board drawn from its data, for notebooks and pages of docs, as the web table draws it (``board_picture.js``)."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, pairwise
from math import dist, hypot, sqrt
from typing import NamedTuple

from bolicho.games.boards.board import PIECE as SIGNED
from bolicho.games.boards.board import SHARED, Board
from bolicho.games.boards.rules import Position, opening
from bolicho.games.boards.talk import points_of, standing
from bolicho.games.html import text

GAP, REACH, PIECE = 100, 46.0, 31
"""Between the two nearest points; how far a piece and what lies around it reach; a piece."""
ACROSS, MANY, SPARE = 14, 42, 4
"""Pieces in a row of a sheet, of a kind at most, and of kinds that only come up in play."""
CROWDED = 20
"""With more points, columns and rows are named at the edge."""
INK, WOOD, LIGHT, DARK, NUMBER = "#5a3415", "#d3a362", "#f3e6c6", "#43211a", "#2a1205"
CROWN = "M-17 9L-20-9L-9-1L0-14L9-1L20-9L17 9Z"
NAME = re.compile(r"([a-z])(\d+)")
Spot = tuple[float, float]


class Plan(NamedTuple):
    """Where everything is, in the units of the picture."""

    at: Mapping[str, Spot]
    scale: float
    letters: float
    """Their size."""
    ruler: tuple[Mapping[str, float], Mapping[str, float]] | None
    """Columns and rows as on a chessboard, where a point is named by its letter and number."""
    box: tuple[float, float, float, float]


def board_svg(board: Board, title: str, position: Position | None = None, last: str = "", wide: int = 380) -> str:
    """Return a board with its pieces as one line of SVG; pieces are told apart by shape as well as by colour."""
    position = opening(board) if position is None else position
    plan = _plan(board)
    left, top, across, down = plan.box
    pieces, kinds, counts = standing(board, position)
    sown = bool(board.sow)
    parts = [_plank(plan), _lines(board, plan, sown), _last(plan, points_of(board, last) if last else [])]
    parts += [_piece(plan.at[name], seat, kinds.get(name, ""), _size(board, plan)) for name, seat in pieces.items()]
    parts += [
        f'<text x="{plan.at[name][0]:.1f}" y="{plan.at[name][1] + 14:.1f}" font-size="42" font-weight="700" '
        f'text-anchor="middle" fill="{LIGHT if pieces.get(name) == 0 else NUMBER}" font-family="sans-serif">'
        f"{count}</text>"
        for name, count in counts.items()
        if board.sow or count > 1
    ]
    parts.append(_names(plan, sown))
    width = wide * sqrt(across / down)
    return (
        f'<svg viewBox="{left:.0f} {top:.0f} {across:.0f} {down:.0f}" class="b-board" width="{width:.0f}" role="img" '
        f'aria-label="{text(title)}">{"".join(parts)}</svg>'
    )


def pieces_svg(board: Board) -> str:
    """Return the pieces of a game side by side, each in a square to be cut out: what stands at the start or in hand."""
    drawn: list[tuple[int, str]] = []
    for seat in (0, 1):
        if board.dice:
            drawn += [(seat, "")] * board.pieces[seat]
            continue
        kinds = [sign for sign in board.signs[seat] if sign != SHARED]
        for sign in kinds:
            name = "" if sign in SIGNED else board.kinds[sign].name
            count = board.cells.count(sign) + (board.in_hand[seat] if sign == kinds[0] else 0)
            spare = SPARE if "promote" in board.then and not count else 0
            drawn += [(seat, name)] * min(MANY, count or (MANY if board.endless else spare))
    drawn += [(0, "shared")] * board.cells.count(SHARED)
    side = 2 * PIECE + 16
    rows = -(-len(drawn) // ACROSS)
    parts = []
    for number, (seat, kind) in enumerate(drawn):
        x, y = number % ACROSS * side, number // ACROSS * side
        parts.append(
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="#777" stroke-dasharray="6 5"/>'
            + _piece((x + side / 2, y + side / 2), seat, kind, PIECE)
        )
    return (
        f'<svg viewBox="-2 -2 {ACROSS * side + 4} {rows * side + 4}" class="b-pieces" role="img" aria-label="●○">'
        f"{''.join(parts)}</svg>"
    )


def _plan(board: Board) -> Plan:
    near = min(dist(a, b) for a, b in combinations(board.places, 2))
    scale = GAP / near
    at = {name: (x * scale, -y * scale) for name, (x, y) in zip(board.points, board.places, strict=True)}
    xs, ys = zip(*at.values(), strict=True)
    ruler = _ruler(board)
    letters = max(20.0, (max(xs) - min(xs)) / 26) if ruler else 20.0
    rounds = [dist(at[a], at[b]) / sqrt(2) - 30 for a, b in bends(board)]
    rim = REACH + 14 + (1.8 if ruler else 1.3) * letters + max(0.0, 0.0, *rounds)
    box = (min(xs) - rim, min(ys) - rim, max(xs) - min(xs) + 2 * rim, max(ys) - min(ys) + 2 * rim)
    return Plan(at, scale, letters, ruler, box)


def _ruler(board: Board) -> tuple[dict[str, float], dict[str, float]] | None:
    columns: dict[str, float] = {}
    rows: dict[str, float] = {}
    for name, (x, y) in zip(board.points, board.places, strict=True):
        found = NAME.fullmatch(name)
        if found is None or columns.setdefault(found[1], x) != x or rows.setdefault(found[2], y) != y:
            return None
    return (columns, rows) if board.squares or len(board.points) > CROWDED else None


def bends(board: Board) -> list[tuple[str, str]]:
    """Between which points the circuits bend."""
    names = board.points
    return [
        (names[circuit[at]], names[circuit[(at + 1) % len(circuit)]])
        for circuit, turns in board.loops
        for at in sorted(turns)
    ]


def _size(board: Board, plan: Plan) -> float:
    return PIECE * min(1.0, plan.scale / GAP) if board.squares else PIECE


def _plank(plan: Plan) -> str:
    left, top, across, down = plan.box
    return (
        f'<rect x="{left + 3:.0f}" y="{top + 3:.0f}" width="{across - 6:.0f}" height="{down - 6:.0f}" rx="24" '
        f'fill="{WOOD}" stroke="#6b3f1f" stroke-width="7"/>'
    )


def _lines(board: Board, plan: Plan, sown: bool) -> str:
    at = plan.at
    if board.squares:
        unit = min(float(GAP), plan.scale) - 2
        corner = 44 if sown else 5
        return "".join(
            f'<rect x="{x - unit / 2:.1f}" y="{y - unit / 2:.1f}" width="{unit:.1f}" height="{unit:.1f}" '
            f'rx="{corner}" fill="#e6c48e" fill-opacity=".6" stroke="#6b3f1f" stroke-width="2"/>'
            for x, y in at.values()
        )
    edges = [(board.points[a], board.points[b]) for a, b in joined(board)]
    drawn = []
    for colour, width in (("#f2d6a4", 9), (INK, 5)):
        how = f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
        drawn += [_line(at[a], at[b], how) for a, b in edges]
        drawn += [_bend(plan, a, b, how) for a, b in bends(board)]
    drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="{INK}"/>' for x, y in at.values()]
    for seat, points in enumerate(board.targets):
        how = f'fill="none" stroke="{(DARK, "#fff7e2")[seat]}" stroke-width="6"' + ' stroke-dasharray="10 6"' * seat
        drawn += [_ring(at[board.points[point]], 22, how) for point in points]
    return "".join(drawn)


def joined(board: Board) -> list[tuple[int, int]]:
    """Return which neighbours are joined on the drawing: not by lines that cross between points, as no board has."""
    places = board.places
    edges = [(i, j) for i, others in enumerate(board.near) for j in others if i < j]
    middles = [(places[i][0] + places[j][0], places[i][1] + places[j][1]) for i, j in edges]
    lines = Counter(middles)
    return [edge for edge, middle in zip(edges, middles, strict=True) if lines[middle] == 1]


def _line(one: Spot, other: Spot, how: str) -> str:
    return f'<line x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{other[0]:.1f}" y2="{other[1]:.1f}" {how}/>'


def _ring(spot: Spot, radius: float, how: str) -> str:
    return f'<circle cx="{spot[0]:.1f}" cy="{spot[1]:.1f}" r="{radius}" {how}/>'


def _bend(plan: Plan, a: str, b: str, how: str) -> str:
    """Round a corner of the board, outside: three quarters of a circle."""
    (x1, y1), (x2, y2) = plan.at[a], plan.at[b]
    left, top, across, down = plan.box
    radius = dist((x1, y1), (x2, y2)) / sqrt(2)
    side = (x2 - x1) * (top + down / 2 - y1) - (y2 - y1) * (left + across / 2 - x1)
    return (
        f'<path d="M{x1:.1f} {y1:.1f}A{radius:.1f} {radius:.1f} 0 1 {int(side > 0)} {x2:.1f} {y2:.1f}" '
        f'fill="none" {how}/>'
    )


def _last(plan: Plan, points: list[str]) -> str:
    """The way of the last move."""
    if not points:
        return ""
    how = 'stroke="#fff3c4" stroke-width="11" stroke-linecap="round" stroke-opacity=".8"'
    way = [_line(plan.at[a], plan.at[b], how) for a, b in pairwise(points)]
    mark = 'fill="none" stroke="#fff3c4" stroke-width="5"'
    dashed = [_ring(plan.at[points[0]], 17, f'{mark} stroke-dasharray="7 6"')] if len(points) > 1 else []
    return "".join([*way, *dashed, _ring(plan.at[points[-1]], PIECE + 6, mark)])


def _piece(spot: Spot, seat: int, kind: str, size: float) -> str:
    place = f'transform="translate({spot[0]:.1f} {spot[1]:.1f})"'
    if kind == "mark":
        far = size * 0.7
        cross = f"M{-far:.0f} {-far:.0f}L{far:.0f} {far:.0f}M{far:.0f} {-far:.0f}L{-far:.0f} {far:.0f}"
        return f'<path {place} d="{cross}" stroke="{DARK}" stroke-width="12" stroke-linecap="round"/>'
    if seat == 0:
        body = (
            f'<circle r="{size:.1f}" fill="{DARK}" stroke="#180905" stroke-width="2"/>'
            f'<circle r="{size * 0.66:.1f}" fill="none" stroke="#b98062" stroke-width="1.8"/>'
        )
    else:
        body = (
            f'<path d="{_circle(size)}{_circle(size * 0.42)}" fill="{LIGHT}" fill-rule="evenodd" '
            f'stroke="#5d4826" stroke-width="2.5"/>'
        )
    crown = f'<path d="{CROWN}" fill="{("#ffe9b0", "#5d2f12")[seat > 0]}" stroke="#180905" stroke-width="2"/>'
    return f"<g {place}>{body}{crown * bool(kind)}</g>"


def _circle(radius: float) -> str:
    half = f"a{radius:.1f} {radius:.1f} 0 1 0"
    return f"M{-radius:.1f} 0{half} {2 * radius:.1f} 0{half} {-2 * radius:.1f} 0"


def _names(plan: Plan, sown: bool) -> str:
    left, top, _, down = plan.box
    if plan.ruler is not None:
        off = 18 + plan.letters * 0.64
        columns, rows = plan.ruler
        named = [(name, (x * plan.scale, top + down - off)) for name, x in columns.items()]
        named += [(name, (left + off, -y * plan.scale)) for name, y in rows.items()]
    elif sown:
        half = min(GAP, plan.scale) / 2 - 8
        named = [(name, (x - half, y + half)) for name, (x, y) in plan.at.items()]
    else:
        named = [(name, _beside(plan, spot)) for name, spot in plan.at.items()]
    return "".join(
        f'<text x="{x:.1f}" y="{y + plan.letters * 0.35:.1f}" font-size="{plan.letters:.0f}" font-weight="600" '
        f'text-anchor="middle" fill="#38200a" stroke="{WOOD}" stroke-width="5" paint-order="stroke" '
        f'font-family="sans-serif">{text(name)}</text>'
        for name, (x, y) in named
    )


def _beside(plan: Plan, spot: Spot) -> Spot:
    """Outwards and a little down, where no edge goes along the axes."""
    left, top, across, down = plan.box
    x, y = spot[0] - left - across / 2, spot[1] - top - down / 2
    far = hypot(x, y)
    if far < 1:
        return spot[0] + 26, spot[1] + 40
    turn = 0.38
    dx, dy = (x / far) - turn * (y / far), (y / far) + turn * (x / far)
    size = hypot(dx, dy)
    return spot[0] + 48 * dx / size, spot[1] + 48 * dy / size
