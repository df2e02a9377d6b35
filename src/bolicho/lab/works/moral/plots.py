"""The drawings of Moral: shares of matches won; how the bases of every learner grew, and where the paper's ended."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from bolicho.report.document import Plot
from bolicho.report.dots import Dots
from bolicho.report.dots import _csv as dots_csv
from bolicho.report.dots import _draw as draw_dots
from bolicho.report.numbers import say
from bolicho.report.plots import INK, MARK, SOFT, _svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHADES = ((MARK, "-"), ("#a6611a", "--"), ("#3b5b92", "-"), ("#8c5a8c", "--"), (INK, "-."))
"""Colour and line of each learner: told apart in print without colours too."""
LAST = "D"


@dataclass(frozen=True)
class Curve:
    """The mean size of a base after some matches, the least and the most over trainings, and the paper's last size."""

    key: str
    name: str
    x: Sequence[int]
    mean: Sequence[float]
    least: Sequence[int]
    most: Sequence[int]
    printed: tuple[int, int]
    """After how many matches, how many cases."""


def shares(name: str, title: str, panel: Dots, axis: str, note: str) -> Plot:
    """Draw shares of matches won on the whole scale from none to all, a line for each player."""

    def draw(axes: "Axes") -> None:
        draw_dots(axes, panel, axis)
        axes.set_ylim(len(panel.labels) - 0.5, -0.5)
        axes.set_xlim(0, 1)

    return Plot(name, title, _svg(name, draw, (7.6, 1.2 + 0.42 * len(panel.labels))), note, dots_csv([panel]))


def growth(
    name: str,
    title: str,
    panels: Mapping[str, Sequence[Curve]],
    axes_names: tuple[str, str, str],
    language: str,
    note: str,
) -> Plot:
    """Draw one panel a base; ``axes_names`` are the names of x and y, and of the paper's sizes."""

    def draw(axes: "Axes") -> None:
        sheet: Any = axes.figure
        axes.remove()
        places = sheet.subplots(1, len(panels), squeeze=False)[0]
        for place, (mode, curves) in zip(places, panels.items(), strict=True):
            _draw(place, mode, curves, axes_names, language)
        handles, names = places[0].get_legend_handles_labels()
        sheet.legend(handles, names, loc="outside upper center", ncols=len(names), fontsize=8.5, frameon=False)

    return Plot(name, title, _svg(name, draw, (8.8, 4.0)), note, _csv(panels))


def _draw(axes: "Axes", mode: str, curves: Sequence[Curve], names: tuple[str, str, str], language: str) -> None:
    from matplotlib.ticker import FuncFormatter

    for curve, (colour, line) in zip(curves, SHADES, strict=True):
        axes.plot(curve.x, curve.mean, color=colour, linestyle=line, linewidth=1.5, label=curve.name)
        if list(curve.least) != list(curve.most):
            axes.fill_between(curve.x, curve.least, curve.most, color=colour, alpha=0.15, linewidth=0)
        axes.plot(*curve.printed, LAST, color=colour, markersize=5, markerfacecolor="none", clip_on=False)
    axes.plot([], [], LAST, color=SOFT, markersize=5, markerfacecolor="none", label=names[2])
    axes.set_title(mode, fontsize=10, loc="left", color=INK)
    axes.set_xlabel(names[0], fontsize=9)
    axes.set_ylabel(names[1], fontsize=9, color=SOFT)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda number, _: say(round(number), language)))
    axes.grid(color="#e8e0d5", linewidth=0.8)
    axes.set_axisbelow(True)


def _csv(panels: Mapping[str, Sequence[Curve]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("base", "learner", "matches", "mean", "least", "most", "source"))
    for mode, curves in panels.items():
        for curve in curves:
            for x, mean, least, most in zip(curve.x, curve.mean, curve.least, curve.most, strict=True):
                writer.writerow([mode, curve.key, x, f"{mean:.6g}", least, most, "ours"])
            writer.writerow([mode, curve.key, *curve.printed, "", "", "printed"])
    return out.getvalue()
