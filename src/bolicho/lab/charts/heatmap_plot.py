"""Heat maps as drawings: snapshots side by side, each with its colour bar; SVG around one raster, or PNG."""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import local, say
from bolicho.core.words import Words
from bolicho.lab.charts.heatmap import COLOURS, SHADES, Picture
from bolicho.report.document import Plot
from bolicho.report.sheet import Paint, image, svg
from bolicho.report.sheet import panels as sheet_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Paper

TICKS = 10
"""Names on an axis at most, where there are more combinations than can be read."""
ALL = 14
"""As many as these are all named."""
RASTER = re.compile(r"data:image/png;base64,([\sA-Za-z0-9+/=]+)")
PNG = 160
"""Dots an inch."""
MARGIN = 0.1
"""Inches beside each map: the layout sees square maps too narrow, and would let their long names run off the paper."""


@dataclass(frozen=True)
class Panel:
    """A picture and what stands above it."""

    title: str
    picture: Picture


@dataclass(frozen=True)
class Axis:
    """What the two axes are."""

    down: str
    across: str


def axis_of(matrix: str, language: str) -> Axis:
    """Return what the axes of a matrix are called."""
    words = Words("bolicho.lab.charts", language, "heatmap.toml")
    down, across = ("level-axis", "card-axis") if matrix == "levels" else ("own-axis", "rival-axis")
    return Axis(words(down), words(across))


def panel_title(matches: int, language: str, since: int | None = None) -> str:
    """Return what stands above a snapshot, or above what changed since another one."""
    words = Words("bolicho.lab.charts", language, "heatmap.toml")
    now = words("when", matches=say(matches, language))
    return now if since is None else words("told-change", change=now, matches=say(since, language))


def heat_maps(
    name: str, title: str, panels: Sequence[Panel], axis: Axis, language: str, *, across: int = 2, note: str = ""
) -> Plot:
    """Draw heat maps side by side, so many in a row."""
    paint, size = painter(panels, axis, language, across)
    return Plot(name, title, raster_svg(name, paint, size), note)


def raster_svg(name: str, paint: Paint, size: tuple[float, float]) -> str:
    """Return a drawing with rasters in it, each with a palette: the same picture in less than half the bytes."""
    return RASTER.sub(_few_colours, svg(name, paint, size))


def heat_maps_png(panels: Sequence[Panel], axis: Axis, language: str, *, across: int = 2) -> bytes:
    """Draw the same as PNG."""
    return image("png", *painter(panels, axis, language, across), PNG)


def _few_colours(found: re.Match[str]) -> str:
    from PIL import Image

    out = BytesIO()
    with Image.open(BytesIO(base64.b64decode(found[1]))) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, "png", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def painter(panels: Sequence[Panel], axis: Axis, language: str, across: int) -> tuple[Paint, tuple[float, float]]:
    """Return what paints heat maps side by side, and the size of the sheet."""
    across = min(across, len(panels))
    down = ceil(len(panels) / across)
    tall, wide = panels[0].picture.shades.shape
    width = 7.6 / across if across > 1 else 5.6
    flat = tall < wide
    height = width * tall / wide + 1.1 if flat else width * 0.92

    def paint(sheet: "Paper") -> None:
        layout: Any = sheet.get_layout_engine()
        layout.set(w_pad=MARGIN)
        for place, panel in zip(sheet_panels(sheet, len(panels), across), panels, strict=True):
            _draw(place, panel, axis, language, flat=flat)

    return paint, (width * across, height * down)


def _draw(axes: "Axes", panel: Panel, axis: Axis, language: str, *, flat: bool) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shown = panel.picture
    colours = LinearSegmentedColormap.from_list("bolicho", COLOURS, N=SHADES)
    image = axes.imshow(
        shown.shades, cmap=colours, vmin=0, vmax=SHADES - 1, interpolation="none", aspect="equal", resample=False
    )
    small = 6.5 if len(shown.columns) > ALL else 7.5
    for side, names in ((axes.xaxis, shown.columns), (axes.yaxis, shown.rows)):
        places = axis_places(len(names))
        side.set_ticks(places, [names[place] for place in places], fontsize=small)
    axes.tick_params(axis="x", rotation=0 if max(map(len, shown.columns)) < 4 else 60, length=2)
    axes.tick_params(axis="y", length=2)
    axes.set_xlabel(axis.across, fontsize=8)
    axes.set_ylabel(axis.down, fontsize=8)
    axes.set_title(panel.title, fontsize=9, loc="left")
    axes.spines[:].set_visible(True)
    where: JsonObject = {"location": "bottom", "aspect": 36} if flat else {"location": "right"}
    bar: Any = axes.figure.colorbar(image, ax=axes, fraction=0.05, pad=0.03, **where)
    stops = np.linspace(0, SHADES - 1, 5)
    bar.set_ticks(stops.tolist(), labels=[shade_in_words(at, shown, language) for at in stops])
    bar.ax.tick_params(labelsize=7, length=2)
    bar.outline.set_visible(False)


def axis_places(count: int) -> list[int]:
    """Return which places of an axis are named: all of few; of many the first, the last and some between.

    >>> axis_places(6), axis_places(29)
    ([0, 1, 2, 3, 4, 5], [0, 3, 6, 9, 12, 16, 19, 22, 25, 28])
    """
    if count <= ALL:
        return list(range(count))
    return [round(place) for place in np.linspace(0, count - 1, TICKS).tolist()]


def shade_in_words(shade: float, shown: Picture, language: str) -> str:
    """Return the number that a shade stands for.

    >>> shade_in_words(32, Picture((), (), np.zeros((0, 0), np.uint8), 1, 73), "en")
    '37'
    """
    number = shown.low + (shown.high - shown.low) * shade / (SHADES - 1)
    span = shown.high - shown.low
    text = f"{number:,.0f}" if span > 20 else f"{number:.1f}" if span > 2 else f"{number:.2f}"
    return local(text, language)
