"""The drawings of Moral: shares of matches won; how the bases of every learner grew, and where the paper's ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolicho.report import dots
from bolicho.report.csv_text import csv_text, short
from bolicho.report.document import Plot
from bolicho.report.dots import Dots
from bolicho.report.sheet import (
    INK,
    MARK,
    SOFT,
    alone,
    heading,
    legend_above,
    panels,
    rule,
    svg,
    tell_counts,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

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
        dots.draw(axes, panel, axis)
        axes.set_ylim(len(panel.labels) - 0.5, -0.5)
        axes.set_xlim(0, 1)

    return Plot(name, title, svg(name, alone(draw), (7.6, 1.2 + 0.42 * len(panel.labels))), note, dots.numbers([panel]))


def growth(
    name: str,
    title: str,
    bases: Mapping[str, Sequence[Curve]],
    axes_names: tuple[str, str, str],
    language: str,
    note: str,
) -> Plot:
    """Draw one panel a base; ``axes_names`` are the names of x and y, and of the paper's sizes."""

    def paint(sheet: "Sheet") -> None:
        places = panels(sheet, len(bases), len(bases))
        for place, (mode, curves) in zip(places, bases.items(), strict=True):
            _draw(place, mode, curves, axes_names, language)
        legend_above(sheet, places[0])

    return Plot(name, title, svg(name, paint, (8.8, 4.0)), note, _csv(bases))


def _draw(axes: "Axes", mode: str, curves: Sequence[Curve], names: tuple[str, str, str], language: str) -> None:
    for curve, (colour, line) in zip(curves, SHADES, strict=True):
        axes.plot(curve.x, curve.mean, color=colour, linestyle=line, linewidth=1.5, label=curve.name)
        if list(curve.least) != list(curve.most):
            axes.fill_between(curve.x, curve.least, curve.most, color=colour, alpha=0.15, linewidth=0)
        axes.plot(*curve.printed, LAST, color=colour, markersize=5, markerfacecolor="none", clip_on=False)
    axes.plot([], [], LAST, color=SOFT, markersize=5, markerfacecolor="none", label=names[2])
    heading(axes, mode)
    axes.set_xlabel(names[0], fontsize=9)
    axes.set_ylabel(names[1], fontsize=9, color=SOFT)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    for axis in (axes.xaxis, axes.yaxis):
        tell_counts(axis, language)
    rule(axes)


def _csv(bases: Mapping[str, Sequence[Curve]]) -> str:
    rows: list[tuple[object, ...]] = []
    for mode, curves in bases.items():
        for curve in curves:
            sizes = zip(curve.x, curve.mean, curve.least, curve.most, strict=True)
            rows += [(mode, curve.key, x, short(mean), least, most, "ours") for x, mean, least, most in sizes]
            rows.append((mode, curve.key, *curve.printed, "", "", "printed"))
    return csv_text(("base", "learner", "matches", "mean", "least", "most", "source"), rows)
