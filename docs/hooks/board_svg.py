"""A board drawn from its data file, as the web table draws it (src/bolicho/web/static/js/tables/board_picture.js)."""

from itertools import combinations
from math import dist

from bolicho.games.boards.board import Board

GAP, RIM, PIECE = 100, 66, 30
"""Between the two nearest points; around them; a piece."""
RING = "M{0} 0a{1} {1} 0 1 0 {2} 0a{1} {1} 0 1 0 -{2} 0"


def picture(board: Board, title: str) -> str:
    """Return the board at its start as one line of SVG, with pieces told apart by shape as well as by colour."""
    scale = GAP / min(dist(a, b) for a, b in combinations(board.places, 2))
    at = [(x * scale, -y * scale) for x, y in board.places]
    xs, ys = zip(*at, strict=True)
    left, top = min(xs) - RIM, min(ys) - RIM
    wide, high = max(xs) - left + RIM, max(ys) - top + RIM
    edges = sorted({(min(a, b), max(a, b)) for a, near in enumerate(board.near) for b in near})
    parts = [
        f'<rect x="{left + 2:.0f}" y="{top + 2:.0f}" width="{wide - 4:.0f}" height="{high - 4:.0f}" rx="24" '
        'fill="#d3a362" stroke="#6b3f1f" stroke-width="8"/>'
    ]
    for colour, width in (("#f2d6a4", 9), ("#5a3415", 5)):
        for a, b in edges:
            ends = f'x1="{at[a][0]:.1f}" y1="{at[a][1]:.1f}" x2="{at[b][0]:.1f}" y2="{at[b][1]:.1f}"'
            parts.append(f'<line {ends} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>')
    for number, (x, y) in enumerate(at):
        parts.append(_point(x, y, number in board.first, number in board.second))
        parts.append(
            f'<text x="{x + 22:.1f}" y="{y + 44:.1f}" font-size="22" font-weight="600" fill="#38200a" '
            f'stroke="#d3a362" stroke-width="5" paint-order="stroke" font-family="sans-serif" '
            f'text-anchor="middle">{board.points[number]}</text>'
        )
    box = f"{left:.0f} {top:.0f} {wide:.0f} {high:.0f}"
    return f'<svg viewBox="{box}" role="img" aria-label="{title}">{"".join(parts)}</svg>'


def _point(x: float, y: float, first: bool, second: bool) -> str:
    place = f'transform="translate({x:.1f} {y:.1f})"'
    if first:
        return f'<circle {place} r="{PIECE}" fill="#43211a" stroke="#180905" stroke-width="2"/>'
    if second:
        rings = RING.format(-PIECE, PIECE, 2 * PIECE) + RING.format(-12, 12, 24)
        return f'<path {place} d="{rings}" fill="#f3e6c6" fill-rule="evenodd" stroke="#5d4826" stroke-width="2.5"/>'
    return f'<circle {place} r="11" fill="#5a3415"/>'
