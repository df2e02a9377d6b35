"""The drawing of the strength table: what an agent can be beaten by, against what it wins."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from bolicho.lab.studies.strength.table import Line
from bolicho.report.document import Plot
from bolicho.report.plots import INK, MARK, SOFT, _svg, _tick

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NEAR = 0.028
"""Names nearer to each other than this part of the height are moved apart."""


def against(
    name: str, title: str, lines: Sequence[Line], which: str, axes_names: tuple[str, str], language: str, note: str
) -> Plot:
    """Draw each agent as a point with both intervals: across what it wins, down what it can be beaten by."""
    shown = [line for line in lines if which in line.exploit and line.win.mean is not None]

    def draw(axes: "Axes") -> None:
        from matplotlib.ticker import FuncFormatter

        for line in shown:
            found, (x, left, right) = line.exploit[which], line.win
            assert x is not None
            across = [[x - (x if left is None else left)], [(x if right is None else right) - x]]
            down = [[max(0.0, found.value - found.low)], [max(0.0, found.high - found.value)]]
            axes.errorbar([x], [found.value], yerr=down, xerr=across, fmt="o", color=MARK, ecolor=SOFT, markersize=4,
                          elinewidth=0.8)  # fmt: skip
        axes.set_ylim(bottom=min(0.0, *(line.exploit[which].low for line in shown)))
        for line, height in zip(shown, _apart(shown, which, axes.get_ylim()), strict=True):
            axes.annotate(line.spec, (line.win.mean or 0.0, height), xytext=(5, 0), textcoords="offset points",
                          fontsize=7, color=INK, va="center")  # fmt: skip
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _tick(x, language, True)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: _number(y, language)))
        axes.grid(color="#e8e0d5", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.margins(x=0.12)
        axes.set_title(title, fontsize=10, loc="left", color=INK)
        axes.set_xlabel(axes_names[0])
        axes.set_ylabel(axes_names[1])

    return Plot(name, title, _svg(name, draw, (8.2, 5.6)), note, _csv(shown, which))


def _apart(lines: Sequence[Line], which: str, ends: tuple[float, float]) -> list[float]:
    """Return heights of the names, no two of points that stand close together on one another."""
    step = NEAR * (ends[1] - ends[0])
    heights = [line.exploit[which].value for line in lines]
    order = sorted(range(len(lines)), key=lambda n: heights[n])
    for place, n in enumerate(order):
        for other in order[:place]:
            close = abs((lines[n].win.mean or 0) - (lines[other].win.mean or 0)) < 0.12
            if close and heights[n] - heights[other] < step:
                heights[n] = heights[other] + step
    return heights


def _number(number: float, language: str) -> str:
    text = f"{number:.2g}"
    return text.replace(".", ",") if language == "pt-BR" else text


def _csv(lines: Sequence[Line], which: str) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["agent", "win", "win_low", "win_high", "matches", "exploitability", "low", "high", "exact"])
    for line in lines:
        writer.writerow([line.spec, *line.win, line.matches, *line.exploit[which]])
    return out.getvalue()
