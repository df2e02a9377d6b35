"""Dots with 95 % intervals around one half, panels side by side: who wins how much, at one threshold or two."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure
from bolicho.report.csv_text import csv_text, short
from bolicho.report.document import Plot
from bolicho.report.sheet import COLOURS, SOFT, heading, panels, rule, svg, tell_shares, whiskers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

SIGNS = ("o", "s")


@dataclass(frozen=True)
class Dots:
    """One panel: a line of dots for each series, one a label."""

    title: str
    labels: Sequence[str]
    series: Sequence[tuple[str, str, Sequence[Figure]]]
    """The key in the CSV, the name, and a figure a label."""


def dots(name: str, title: str, shown: Sequence[Dots], axis: str, note: str = "", across: int = 2) -> Plot:
    """Draw shares of matches won."""
    across = min(across, len(shown))
    down = -(-len(shown) // across)
    tall = 0.9 + 0.3 * max(len(panel.labels) for panel in shown)

    def paint(sheet: "Sheet") -> None:
        for place, panel in zip(panels(sheet, len(shown), across), shown, strict=True):
            draw(place, panel, axis)

    size = (7.6 if across == 1 else 4.4 * across, tall * down)
    return Plot(name, title, svg(name, paint, size), note, numbers(shown))


def draw(axes: "Axes", panel: Dots, axis: str) -> None:
    """Draw a panel on a pair of axes."""
    shift = 0.17 if len(panel.series) > 1 else 0.0
    for number, (_, series, figures) in enumerate(panel.series):
        places = [place + shift * (2 * number - 1) for place in range(len(figures))]
        means = [figure.mean if figure.mean is not None else float("nan") for figure in figures]
        ends = [(figure.low, figure.high) for figure in figures]
        whiskers(axes, places, ends, color=COLOURS[number], linewidth=1.4)
        axes.plot(means, places, SIGNS[number], color=COLOURS[number], markersize=5, label=series)
    axes.axvline(0.5, color=SOFT, linewidth=1, linestyle="--")
    axes.set_yticks(range(len(panel.labels)), panel.labels, fontsize=9)
    axes.invert_yaxis()
    tell_shares(axes.xaxis)
    rule(axes, "x")
    axes.tick_params(axis="y", length=0)
    heading(axes, panel.title)
    axes.set_xlabel(axis, fontsize=9)
    if len(panel.series) > 1:
        axes.legend(fontsize=9, frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)


def numbers(panels: Sequence[Dots]) -> str:
    """Return what is drawn as CSV: one line a dot."""
    rows = [
        (key, label, *map(short, (figure.mean, figure.low, figure.high)))
        for panel in panels
        for key, _, figures in panel.series
        for label, figure in zip(panel.labels, figures, strict=True)
    ]
    return csv_text(("series", "label", "mean", "low", "high"), rows)
