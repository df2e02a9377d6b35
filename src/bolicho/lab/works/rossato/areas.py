"""Figs. 5.1, 5.3 and 5.4: where the player looks on the initial matrices in the example of 5.2, outlined.

Each area is what the player's own functions searched: the row of its hand and the columns that the rival may hold.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bolicho.lab.charts.heatmap import picture
from bolicho.lab.charts.heatmap_plot import Panel, axis_of, painter, raster_svg
from bolicho.lab.works.rossato.court import Court
from bolicho.report.document import Plot

OUTLINE = "#d6006e"
"""Neither brown nor blue, and seen on both."""
LARGE = 100
"""From so many rows on a square is thinner than its outline, and is marked taller than it is."""
TALLER = 5.0
"""Rows above and below the searched one, on a large matrix."""


class Area(NamedTuple):
    """Rows and columns that are searched."""

    rows: Sequence[int]
    columns: Sequence[int]


FIGURES = {
    "5.1": ("envido", ("envido", "envido-seen")),
    "5.3": ("cards", ("card-first", "card-second")),
    "5.4": ("truco", ("truco", "truco-third")),
}
"""The matrix of each figure, and the steps of the example that it shows, (a) and (b)."""


def areas(court: Court) -> list[Plot]:
    """Draw the three figures."""
    return [_figure(court, figure, matrix, steps) for figure, (matrix, steps) in FIGURES.items()]


def searched(court: Court, step: str) -> Area:
    """Return where a step of the example looked."""
    found, matrix = court.example[step], court.begun[next(name for name, steps in FIGURES.values() if step in steps)]
    if "own" in found:
        mine, his = ([matrix.rows.index(order) for order in found[side]] for side in ("own", "rival"))
        return Area(mine, his)
    return Area([matrix.rows.index(found["row"])], found["columns"])


def _figure(court: Court, figure: str, matrix: str, steps: Sequence[str]) -> Plot:
    words, shown = court.words, picture(court.begun[matrix])
    panels = [Panel(f"({letter}) {words(f'area-{step}')}", shown) for letter, step in zip("ab", steps, strict=True)]
    large = len(shown.rows) > LARGE
    note = " ".join([words("area-note"), *([words("area-large")] if large else [])])
    name, title = f"area-{matrix}", words("area-map", matrix=words(matrix), figure=figure)
    paint, size = painter(panels, axis_of(matrix, court.language), court.language, len(panels))

    def draw(sheet: Any) -> None:
        paint(sheet)
        for place, step in zip(sheet.axes[: len(panels)], steps, strict=True):
            outline(place, searched(court, step), *((0.6, TALLER) if large else (1.6, 0.0)))

    return Plot(name, title, raster_svg(name, draw, size), note)


def outline(axes: Any, area: Area, width: float, taller: float) -> None:
    """Draw a line around every block of squares that lie side by side."""
    from matplotlib.patches import Rectangle

    for top, bottom in blocks(area.rows):
        for left, right in blocks(area.columns):
            corner, wide, tall = (left - 0.5, top - 0.5 - taller), right - left + 1, bottom - top + 1 + 2 * taller
            axes.add_patch(Rectangle(corner, wide, tall, fill=False, edgecolor=OUTLINE, linewidth=width, clip_on=False))


def blocks(places: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of every run of places.

    >>> blocks([0, 1, 2, 5, 7, 8])
    [(0, 2), (5, 5), (7, 8)]
    """
    found: list[tuple[int, int]] = []
    for place in sorted(places):
        if found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found
