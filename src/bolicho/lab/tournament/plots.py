"""Drawings of a tournament: ratings with their intervals, and who beats whom as a heat map; each with its numbers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure, say, small
from bolicho.report.csv_text import csv_text
from bolicho.report.csv_text import short as short_number
from bolicho.report.document import Plot
from bolicho.report.sheet import INK, MARK, SOFT, Paint, alone, rule, svg, tell_counts, whiskers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Drawing = tuple[Paint, tuple[float, float]]
ROOMY, TIGHT = 8, 14
"""With at most this many agents a square shows its interval; with at most this many, its number in full."""


def rating_plot(
    name: str, title: str, *, labels: Sequence[str], values: Sequence[Figure], axis: str, language: str, note: str = ""
) -> Plot:
    """Draw a point and its 95 % interval for everybody, the highest at the top."""
    lines = [[label, *_ends(value)] for label, value in zip(labels, values, strict=True)]
    drawn = svg(name, *ratings(labels, values, axis, language))
    return Plot(name, title, drawn, note, csv_text(("agent", "rating", "low", "high"), lines))


def ratings(labels: Sequence[str], values: Sequence[Figure], axis: str, language: str) -> Drawing:
    """Return how the same is painted, and how large."""

    def draw(axes: "Axes") -> None:
        from matplotlib.ticker import MaxNLocator

        places = range(len(labels))
        for place, value in zip(places, values, strict=True):
            if value.mean is None:
                continue
            whiskers(axes, [place], [(value.low, value.high)], color=MARK, linewidth=2.4, alpha=0.55)
            axes.plot(value.mean, place, "o", color=MARK, markersize=7)
            edge = value.mean if value.high is None else value.high
            axes.annotate(
                say(value, language), (edge, place), xytext=(7, 0), textcoords="offset points", va="center", color=INK
            )
        axes.set_yticks(places, [short(label) for label in labels])
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.margins(x=0.14)
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        tell_counts(axes.xaxis, language)
        rule(axes, "x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(axis)

    return alone(draw), (7.6, 0.9 + 0.38 * len(labels))


def cross_plot(
    name: str,
    title: str,
    *,
    labels: Sequence[str],
    cells: Sequence[Sequence[Figure | None]],
    language: str,
    down: str,
    across: str,
    note: str = "",
) -> Plot:
    """Draw who beats whom: a square a pair, green where the row wins, brown where the column does."""
    lines = [
        [labels[y], labels[x], *_ends(cell), cell.n or ""]
        for y, row in enumerate(cells)
        for x, cell in enumerate(row)
        if cell is not None
    ]
    table = csv_text(("agent", "against", "win_rate", "low", "high", "matches"), lines)
    return Plot(name, title, svg(name, *cross(labels, cells, language, down, across)), note, table)


def cross(
    labels: Sequence[str], cells: Sequence[Sequence[Figure | None]], language: str, down: str, across: str
) -> Drawing:
    """Return how the same is painted, and how large."""
    size = len(labels)
    font = 10 if size <= ROOMY else 8 if size <= TIGHT else 6

    def draw(axes: "Axes") -> None:
        from matplotlib import colormaps
        from numpy import ma

        shares = [[float("nan") if cell is None or cell.mean is None else cell.mean for cell in row] for row in cells]
        colours = colormaps["BrBG"].with_extremes(bad="#eee8df")
        places = range(size)
        axes.pcolormesh(
            places, places, ma.masked_invalid(shares), cmap=colours, vmin=0, vmax=1, edgecolors="white", linewidth=1.5
        )
        axes.invert_yaxis()
        for y, row in enumerate(cells):
            for x, cell in enumerate(row):
                if cell is None or cell.mean is None:
                    continue
                ink = "white" if abs(cell.mean - 0.5) > 0.33 else INK
                told = say(cell, language) if size <= ROOMY else f"{100 * cell.mean:.0f}"
                weight = "bold" if size <= ROOMY else "normal"
                lift = 0.1 if size <= ROOMY else 0
                axes.text(x, y - lift, told, ha="center", va="center", color=ink, weight=weight, fontsize=font)
                if size <= ROOMY:
                    interval = small(Figure(cell.mean, cell.low, cell.high), language)
                    axes.text(x, y + 0.22, interval, ha="center", va="center", color=ink, fontsize=7.5)
        names = [short(label) for label in labels]
        long = size > 1 and max(map(len, names)) * size > 60
        axes.set_xticks(
            places, names, rotation=50 if long else 0, ha="left" if long else "center", rotation_mode="anchor"
        )
        axes.set_yticks(places, names)
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        axes.xaxis.set_label_position("top")
        axes.set_xlabel(across, color=SOFT)
        axes.set_ylabel(down, color=SOFT)
        axes.spines[:].set_visible(False)

    height = 1.2 + (0.68 if size <= ROOMY else 0.42 if size <= TIGHT else 0.3) * size
    return alone(draw), (7.6, height)


def _ends(value: Figure) -> list[str]:
    return [short_number(end) for end in (value.mean, value.low, value.high)]


def short(label: str, most: int = 24) -> str:
    """A name that leaves room for the drawing; what was left out is in the tables.

    >>> short("cbr:base=people.parquet,policy=majority")
    'cbr:base=peo…cy=majority'
    """
    return label if len(label) <= most else f"{label[: most // 2]}…{label[1 - most // 2 :]}"
