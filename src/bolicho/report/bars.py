"""Bars side by side in groups, ours with their intervals and other people's beside them; and the numbers as CSV."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure, local, percent
from bolicho.report.csv_text import csv_text, short
from bolicho.report.document import Plot
from bolicho.report.sheet import INK, MARK, SOFT, heading, legend_above, panels, rule, svg, tell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

COLOURS = {"ours": MARK, "ours-too": "#8fc3b3", "rosa2008": "#a6611a", "vorsteveld2007": "#dfc27d"}
HATCH = {"rosa2008": "//", "vorsteveld2007": ".."}
"""Signs for those who do not see colours."""


@dataclass(frozen=True)
class Bars:
    """One colour: its key, its name, and a figure (or nothing) for every group."""

    key: str
    name: str
    figures: Sequence[Figure | None]


@dataclass(frozen=True)
class Groups:
    """One pair of axes."""

    title: str
    labels: Sequence[str]
    bars: Sequence[Bars]
    x: str = ""
    y: str = ""
    percent: bool = False


def bar_groups(name: str, title: str, groups: Sequence[Groups], language: str, note: str = "", across: int = 1) -> Plot:
    """Draw panels, so many side by side."""
    down = -(-len(groups) // across)

    def paint(sheet: "Sheet") -> None:
        places = panels(sheet, len(groups), across)
        for place, group in zip(places, groups, strict=True):
            _draw(place, group, language)
        legend_above(sheet, places[0])

    return Plot(name, title, svg(name, paint, (9.2, 0.5 + 3.1 * down)), note, numbers(groups))


def numbers(panels: Sequence[Groups]) -> str:
    """Return what is drawn as CSV: one line a bar."""
    rows = [
        (panel.title, " ".join(label.split()), bars.key, *map(short, (figure.mean, figure.low, figure.high)))
        for panel in panels
        for bars in panel.bars
        for label, figure in zip(panel.labels, bars.figures, strict=True)
        if figure is not None and figure.mean is not None
    ]
    return csv_text(("panel", "group", "bar", "mean", "low", "high"), rows)


def _draw(axes: "Axes", panel: Groups, language: str) -> None:
    width = 0.84 / len(panel.bars)
    for number, bars in enumerate(panel.bars):
        found = [
            (place, figure)
            for place, figure in enumerate(bars.figures)
            if figure is not None and figure.mean is not None
        ]
        places = [place + (number - (len(panel.bars) - 1) / 2) * width for place, _ in found]
        means = [figure.mean or 0.0 for _, figure in found]
        axes.bar(
            places,
            means,
            width=0.94 * width,
            color=COLOURS[bars.key],
            hatch=HATCH.get(bars.key, ""),
            edgecolor="white" if bars.key in HATCH else COLOURS[bars.key],
            linewidth=0,
            label=bars.name,
        )
        for place, (_, figure) in zip(places, found, strict=True):
            if figure.low is not None and figure.high is not None:
                axes.vlines(place, figure.low, figure.high, color=INK, linewidth=1.1)
    axes.set_xticks(range(len(panel.labels)), panel.labels, fontsize=8.5)
    axes.set_xlim(-0.6, len(panel.labels) - 0.4)
    if panel.percent:
        axes.set_ylim(0, 1)
    tell(axes.yaxis, lambda y: percent(y, language, 0) if panel.percent else local(f"{y:g}", language))
    heading(axes, panel.title)
    axes.set_xlabel(panel.x, color=SOFT, fontsize=9)
    axes.set_ylabel(panel.y, color=SOFT, fontsize=9)
    rule(axes, "y")
    axes.tick_params(axis="x", length=0)
