"""The drawing of the strength table: what an agent can be beaten by, against what it wins."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolicho.core.numbers import brief
from bolicho.lab.studies.strength.table import Line
from bolicho.report.csv_text import csv_text
from bolicho.report.document import Plot
from bolicho.report.plots import tick
from bolicho.report.sheet import INK, MARK, SOFT, alone, heading, rule, svg, tell

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
        tell(axes.xaxis, lambda x: tick(x, language, True))
        tell(axes.yaxis, lambda y: brief(y, 2, language))
        rule(axes)
        axes.margins(x=0.12)
        heading(axes, title)
        axes.set_xlabel(axes_names[0])
        axes.set_ylabel(axes_names[1])

    return Plot(name, title, svg(name, alone(draw), (8.2, 5.6)), note, _csv(shown, which))


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


def _csv(lines: Sequence[Line], which: str) -> str:
    head = ("agent", "win", "win_low", "win_high", "matches", "exploitability", "low", "high", "exact")
    return csv_text(head, [(line.spec, *line.win, line.matches, *line.exploit[which]) for line in lines])
