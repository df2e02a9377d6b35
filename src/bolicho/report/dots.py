"""Dots with 95 % intervals around one half, panels side by side: who wins how much, at one threshold or two."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from bolicho.report.document import Figure, Plot
from bolicho.report.plots import INK, MARK, SOFT, _svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS, SIGNS = (MARK, "#a6611a"), ("o", "s")


@dataclass(frozen=True)
class Dots:
    """One panel: a line of dots for each series, one a label."""

    title: str
    labels: Sequence[str]
    series: Sequence[tuple[str, str, Sequence[Figure]]]
    """The key in the CSV, the name, and a figure a label."""


def dots(name: str, title: str, panels: Sequence[Dots], axis: str, note: str = "", across: int = 2) -> Plot:
    """Draw shares of matches won."""
    across = min(across, len(panels))
    down = -(-len(panels) // across)
    tall = 0.9 + 0.3 * max(len(panel.labels) for panel in panels)

    def draw(axes: "Axes") -> None:
        sheet: Any = axes.figure
        axes.remove()
        for place, panel in zip(sheet.subplots(down, across, squeeze=False).flat, panels, strict=True):
            _draw(place, panel, axis)

    return Plot(name, title, _svg(name, draw, (7.6 if across == 1 else 4.4 * across, tall * down)), note, _csv(panels))


def _draw(axes: "Axes", panel: Dots, axis: str) -> None:
    from matplotlib.ticker import FuncFormatter

    shift = 0.17 if len(panel.series) > 1 else 0.0
    for number, (_, series, figures) in enumerate(panel.series):
        places = [place + shift * (2 * number - 1) for place in range(len(figures))]
        means = [figure.mean if figure.mean is not None else float("nan") for figure in figures]
        ends = [(figure.low, figure.high) for figure in figures]
        for place, (low, high) in zip(places, ends, strict=True):
            if low is not None and high is not None:
                axes.hlines(place, low, high, color=COLOURS[number], linewidth=1.4)
        axes.plot(means, places, SIGNS[number], color=COLOURS[number], markersize=5, label=series)
    axes.axvline(0.5, color=SOFT, linewidth=1, linestyle="--")
    axes.set_yticks(range(len(panel.labels)), panel.labels, fontsize=9)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{100 * x:.0f} %"))
    axes.grid(axis="x", color="#e8e0d5", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    axes.set_title(panel.title, fontsize=10, loc="left", color=INK)
    axes.set_xlabel(axis, fontsize=9)
    if len(panel.series) > 1:
        axes.legend(fontsize=9, frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)


def _csv(panels: Sequence[Dots]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("series", "label", "mean", "low", "high"))
    for panel in panels:
        for key, _, figures in panel.series:
            for label, figure in zip(panel.labels, figures, strict=True):
                ends = (figure.mean, figure.low, figure.high)
                writer.writerow([key, label, *("" if end is None else f"{end:.6g}" for end in ends)])
    return out.getvalue()
