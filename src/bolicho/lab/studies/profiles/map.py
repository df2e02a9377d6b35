"""The map of players: aggressive to the right, bold upwards, each a point with its intervals and its name beside it.

Names are put where they cover no point, no interval and no other name, with a thin line to their point if they had to
go far; so the map can be read with twenty players on it.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.studies.profiles.profile import PEOPLE, PLAYED, RECORDED, Profile, Rate, csv_of
from bolicho.report.document import Plot
from bolicho.report.sheet import INK, MARK, SOFT, alone, rule, svg, tell_shares, whiskers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME = "profiles"
"""Of the drawing's file, and of its CSV, which has every rate of every player."""
X, Y = "aggression", "boldness"
SIGNS = {PLAYED: ("o", MARK), RECORDED: ("s", SOFT), PEOPLE: ("D", "#a6611a")}
SIZE = (7.6, 6.2)
RINGS = (9.0, 15.0, 23.0, 33.0, 45.0, 60.0, 78.0)
"""How far from its point a name may stand, nearest first."""
WAYS = 16
FAR = 11.0
"""From here on a line leads from the point to the name."""
MARGIN = 0.16
LEAST = 0.3
"""No axis is shorter than this share, or noise would look like distance."""


class Box(NamedTuple):
    """A rectangle on the sheet, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def covers(self, other: "Box") -> float:
        """Return how much of another box lies under this one."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, wide) * max(0.0, high)

    def outside(self, sheet: "Box") -> float:
        """Return by how much it sticks out of another box."""
        ends = (sheet.left - self.left, self.right - sheet.right, sheet.bottom - self.bottom, self.top - sheet.top)
        return sum(max(0.0, end) for end in ends)


def profile_map(profiles: Sequence[Profile], language: str) -> Plot | None:
    """Draw the map; None where nobody can be placed on it."""
    words = Words("bolicho.lab.studies.profiles", language, "words.toml")
    placed = [profile for profile in profiles if profile[X].of and profile[Y].of]
    if not placed:
        return None

    def draw(axes: "Axes") -> None:
        _frame(axes, placed, words)
        corners = _corners(axes, words)
        sheet: Any = axes.figure
        sheet.draw_without_rendering()  # settles where the axes are
        _points(axes, placed)
        _names(axes, [(_told(profile, words), profile) for profile in placed], [_box(axes, c) for c in corners])

    return Plot(NAME, words("map-title"), svg(NAME, alone(draw), SIZE), words("map-note"), csv_of(profiles))


def place(points: Sequence[Box], sizes: Sequence[tuple[float, float]], fixed: Sequence[Box], sheet: Box) -> list[Box]:
    """Return a box for the name of each point: the nearest free one, else the one that covers least.

    Who has most neighbours is placed first.
    """
    middles = [((p.left + p.right) / 2, (p.bottom + p.top) / 2) for p in points]
    crowd = [sum(abs(x - u) + abs(y - v) < 120 for u, v in middles) for x, y in middles]
    taken = [*fixed, *points]
    found: dict[int, Box] = {}
    for number in sorted(range(len(points)), key=lambda n: (-crowd[n], n)):
        boxes = list(_around(middles[number], sizes[number]))
        costs = (sum(box.covers(other) for other in taken) + 100 * box.outside(sheet) for box in boxes)
        best = min(enumerate(costs), key=lambda entry: (round(entry[1], 3), entry[0]))[0]
        found[number] = boxes[best]
        taken.append(boxes[best])
    return [found[number] for number in range(len(points))]


def _around(middle: tuple[float, float], size: tuple[float, float]) -> Iterator[Box]:
    (x, y), (wide, high) = middle, size
    for ring in RINGS:
        for way in range(WAYS):
            angle = 2 * pi * way / WAYS
            u, v = cos(angle), sin(angle)
            # the box touches the ring with the side that looks at the point
            left, bottom = x + ring * u + wide * (u - 1) / 2, y + ring * v + high * (v - 1) / 2
            yield Box(left, bottom, left + wide, bottom + high)


# ── on the sheet ──────────────────────────────────────────────────────────────────────────────────────────────────


def _frame(axes: "Axes", placed: Sequence[Profile], words: Words) -> None:
    axes.set_xlim(*_span([profile[X] for profile in placed]))
    axes.set_ylim(*_span([profile[Y] for profile in placed]))
    for axis, name in ((axes.xaxis, X), (axes.yaxis, Y)):
        tell_shares(axis)
        axis.set_label_text(words(f"axis-{name}"))
    rule(axes)
    for profile in placed:
        if profile.source == PEOPLE:
            axes.axvline(profile[X].share or 0, color=SIGNS[PEOPLE][1], linewidth=0.9, linestyle=(0, (4, 4)))
            axes.axhline(profile[Y].share or 0, color=SIGNS[PEOPLE][1], linewidth=0.9, linestyle=(0, (4, 4)))


def _span(rates: Sequence[Rate]) -> tuple[float, float]:
    ends = [end for rate in rates for end in (rate.low, rate.high, rate.share) if end is not None]
    low, high = min(ends), max(ends)
    widen = max(0.0, LEAST - (high - low)) / 2 + MARGIN * max(high - low, LEAST)
    return low - widen, high + widen


def _corners(axes: "Axes", words: Words) -> list[Any]:
    corners = {"waits-stands": (0, 1), "bets-stands": (1, 1), "waits-yields": (0, 0), "bets-yields": (1, 0)}
    return [
        axes.text(
            0.012 + 0.976 * x,
            0.012 + 0.976 * y,
            words(f"corner-{name}"),
            transform=axes.transAxes,
            ha="right" if x else "left",
            va="top" if y else "bottom",
            color=SOFT,
            fontsize=8.5,
            style="italic",
        )
        for name, (x, y) in corners.items()
    ]


def _points(axes: "Axes", placed: Sequence[Profile]) -> None:
    for profile in placed:
        x, y = profile[X], profile[Y]
        sign, colour = SIGNS[profile.source]
        whiskers(axes, [y.share or 0], [(x.low, x.high)], color=colour, linewidth=1.2, alpha=0.6)
        if y.low is not None and y.high is not None:
            axes.vlines(x.share or 0, y.low, y.high, color=colour, linewidth=1.2, alpha=0.6)
        axes.plot([x.share or 0], [y.share or 0], marker=sign, color=colour, markersize=6.5, markeredgecolor="white")


def _names(axes: "Axes", named: Sequence[tuple[str, Profile]], fixed: Sequence[Box]) -> None:
    scale = 72 / axes.figure.dpi
    points, bars = [], []
    for _, profile in named:
        x, y = profile[X], profile[Y]
        middle = axes.transData.transform((x.share or 0, y.share or 0)) * scale
        points.append(Box(middle[0] - 4, middle[1] - 4, middle[0] + 4, middle[1] + 4))
        for ends in (((x.low, y.share), (x.high, y.share)), ((x.share, y.low), (x.share, y.high))):
            told = [(u, v) for u, v in ends if u is not None and v is not None]
            if len(told) == 2:
                (left, bottom), (right, top) = axes.transData.transform(told) * scale
                bars.append(Box(left - 2, bottom - 2, right + 2, top + 2))
    style: JsonObject = {"fontsize": 9.5, "ha": "left", "va": "bottom"}
    sizes = []
    for name, _ in named:
        text = axes.text(0, 0, name, transform=None, **style)
        box = _box(axes, text)
        sizes.append((1.06 * (box.right - box.left), box.top - box.bottom))  # a reader's font may be wider
        text.remove()
    frame = axes.get_window_extent()
    sheet = Box(frame.x0 * scale, frame.y0 * scale, frame.x1 * scale, frame.y1 * scale)
    for (_, profile), point in zip(named, points, strict=True):
        if profile.source == PEOPLE:  # the dashed lines
            bars.append(Box(point.left + 3, sheet.bottom, point.right - 3, sheet.top))
            bars.append(Box(sheet.left, point.bottom + 3, sheet.right, point.top - 3))
    for (name, profile), point, box in zip(named, points, place(points, sizes, [*fixed, *bars], sheet), strict=True):
        _name(axes, name, SIGNS[profile.source][1], point, box, scale)


def _name(axes: "Axes", name: str, colour: str, point: Box, box: Box, scale: float) -> None:
    to_data = axes.transData.inverted()
    middle = ((point.left + point.right) / 2, (point.bottom + point.top) / 2)
    near = (min(max(middle[0], box.left), box.right), min(max(middle[1], box.bottom), box.top))
    x, y = to_data.transform((box.left / scale, box.bottom / scale))
    axes.text(x, y, name, fontsize=9.5, ha="left", va="bottom", color=colour if colour != MARK else INK)
    if (near[0] - middle[0]) ** 2 + (near[1] - middle[1]) ** 2 > FAR**2:
        ends = [to_data.transform((u / scale, v / scale)) for u, v in (middle, near)]
        axes.plot([ends[0][0], ends[1][0]], [ends[0][1], ends[1][1]], color=SOFT, linewidth=0.6, zorder=1)


def _box(axes: "Axes", text: Any) -> Box:
    scale = 72 / axes.figure.dpi
    extent = text.get_window_extent()
    return Box(extent.x0 * scale, extent.y0 * scale, extent.x1 * scale, extent.y1 * scale)


def _told(profile: Profile, words: Words) -> str:
    return words("people") if profile.source == PEOPLE else profile.name
