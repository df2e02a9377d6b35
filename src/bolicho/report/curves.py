"""Curves as SVG: panels side by side, lines with bands or whiskers of 95 % intervals; and their numbers as CSV."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from bolicho.report.document import Plot
from bolicho.report.plots import INK, MARK, SOFT, _svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (MARK, "#a6611a", "#3b5b92", SOFT)
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


def curves(name: str, title: str, panels: Sequence[Panel], language: str, note: str = "") -> Plot:
    """Draw panels side by side."""

    def draw(axes: "Axes") -> None:
        sheet: Any = axes.figure
        axes.remove()
        for place, panel in zip(sheet.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
            _draw(place, panel, language)

    return Plot(name, title, _svg(name, draw, (4.6 * len(panels), 4.0)), note, numbers(panels))


def numbers(panels: Sequence[Panel]) -> str:
    """Return what is drawn as CSV: one line a point, without words of any language."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("line", "x", "y", "low", "high"))
    for line in (line for panel in panels for line in panel.lines):
        ends = (
            [("", "")] * len(line.x) if line.low is None or line.high is None else zip(line.low, line.high, strict=True)
        )
        for x, y, (low, high) in zip(line.x, line.y, ends, strict=True):
            writer.writerow([line.key, x, *(f"{end:.6g}" if end != "" else "" for end in (y, low, high))])
    return out.getvalue()


def _draw(axes: "Axes", panel: Panel, language: str) -> None:
    from matplotlib.ticker import FuncFormatter

    for line, colour, sign in zip(panel.lines, COLOURS, SIGNS, strict=False):
        few = len(line.x) < FEW
        style: dict[str, Any] = {
            "color": SOFT if line.dashed else colour,
            "linestyle": "--" if line.dashed else "-",
            "linewidth": 1.4,
        }
        marker: dict[str, Any] = {"marker": sign, "markersize": 4} if few and not line.dashed else {}
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
    axes.set_title(panel.title, fontsize=10, loc="left", color=INK)
    axes.set_xlabel(panel.x)
    axes.set_ylabel(panel.y)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _told(x, language)))
    if panel.percent:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{100 * y:.0f} %"))
    else:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: _told(y, language)))
    axes.grid(color="#e8e0d5", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.legend(fontsize=8, frameon=False, loc="best")


def _told(number: float, language: str) -> str:
    text = f"{number:,.0f}" if abs(number) >= 100 else f"{number:.4g}"
    return text.translate(str.maketrans(",.", ".,")) if language == "pt-BR" else text
