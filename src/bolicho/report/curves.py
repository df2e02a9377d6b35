"""Curves as SVG: panels side by side, lines with bands or whiskers of 95 % intervals; and their numbers as CSV."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import local
from bolicho.report.csv_text import csv_text, short
from bolicho.report.document import Plot
from bolicho.report.sheet import COLOURS, SOFT, heading, panels, rule, svg, tell, tell_shares

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

SIGNS = ("o", "s", "^", "D")
FEW = 20
"""A line of fewer points has a sign at each and whiskers, one of more has a band."""


@dataclass(frozen=True)
class Line:
    """A curve: its key in the CSV, its name, and its points with the ends of their intervals where there are any."""

    key: str
    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None
    dashed: bool = False
    """A fitted line rather than a measured one."""


@dataclass(frozen=True)
class Panel:
    """One pair of axes."""

    title: str
    x: str
    y: str
    lines: Sequence[Line]
    percent: bool = False
    log: bool = False
    bottom: float | None = None


def curves(name: str, title: str, shown: Sequence[Panel], language: str, note: str = "") -> Plot:
    """Draw panels side by side."""

    def paint(sheet: "Sheet") -> None:
        for place, panel in zip(panels(sheet, len(shown), len(shown)), shown, strict=True):
            _draw(place, panel, language)

    return Plot(name, title, svg(name, paint, (4.6 * len(shown), 4.0)), note, numbers(shown))


def numbers(panels: Sequence[Panel]) -> str:
    """Return what is drawn as CSV: one line a point, without words of any language."""
    rows: list[tuple[object, ...]] = []
    for line in (line for panel in panels for line in panel.lines):
        nothing = [None] * len(line.x)
        ends = (line.y, line.low or nothing, line.high or nothing)
        rows += [(line.key, x, *map(short, three)) for x, *three in zip(line.x, *ends, strict=True)]
    return csv_text(("line", "x", "y", "low", "high"), rows)


def _draw(axes: "Axes", panel: Panel, language: str) -> None:
    for line, colour, sign in zip(panel.lines, COLOURS, SIGNS, strict=False):
        few = len(line.x) < FEW
        style: JsonObject = {
            "color": SOFT if line.dashed else colour,
            "linestyle": "--" if line.dashed else "-",
            "linewidth": 1.4,
        }
        marker: JsonObject = {"marker": sign, "markersize": 4} if few and not line.dashed else {}
        axes.plot(line.x, line.y, label=line.name, **style, **marker)
        if line.low is not None and line.high is not None:
            if few:
                axes.vlines(line.x, line.low, line.high, color=colour, linewidth=1)
            else:
                axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.18, linewidth=0)
    if panel.log:
        axes.set_yscale("log")
    if panel.bottom is not None:
        axes.set_ylim(bottom=panel.bottom)
    heading(axes, panel.title)
    axes.set_xlabel(panel.x)
    axes.set_ylabel(panel.y)
    tell(axes.xaxis, lambda x: _told(x, language))
    if panel.percent:
        tell_shares(axes.yaxis)
    else:
        tell(axes.yaxis, lambda y: _told(y, language))
    rule(axes)
    axes.legend(fontsize=8, frameon=False, loc="best")


def _told(number: float, language: str) -> str:
    return local(f"{number:,.0f}" if abs(number) >= 100 else f"{number:.4g}", language)
