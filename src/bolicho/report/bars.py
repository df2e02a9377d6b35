"""Bars side by side in groups, ours with their intervals and other people's beside them; and the numbers as CSV."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from bolicho.report.document import Figure, Plot
from bolicho.report.plots import INK, MARK, SOFT, _svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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


def bar_groups(name: str, title: str, panels: Sequence[Groups], language: str, note: str = "", across: int = 1) -> Plot:
    """Draw panels, so many side by side."""
    down = -(-len(panels) // across)

    def draw(axes: "Axes") -> None:
        sheet: Any = axes.figure
        axes.remove()
        places = sheet.subplots(down, across, squeeze=False).ravel()
        for place, panel in zip(places, panels, strict=False):
            _draw(place, panel, language)
        for place in places[len(panels) :]:
            place.remove()
        handles, names = places[0].get_legend_handles_labels()
        sheet.legend(handles, names, loc="outside upper center", ncols=len(names), fontsize=8.5, frameon=False)

    return Plot(name, title, _svg(name, draw, (9.2, 0.5 + 3.1 * down)), note, numbers(panels))


def numbers(panels: Sequence[Groups]) -> str:
    """Return what is drawn as CSV: one line a bar."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("panel", "group", "bar", "mean", "low", "high"))
    for panel in panels:
        for bars in panel.bars:
            for label, figure in zip(panel.labels, bars.figures, strict=True):
                if figure is not None and figure.mean is not None:
                    ends = ["" if end is None else f"{end:.6g}" for end in (figure.mean, figure.low, figure.high)]
                    writer.writerow([panel.title, " ".join(label.split()), bars.key, *ends])
    return out.getvalue()


def _draw(axes: "Axes", panel: Groups, language: str) -> None:
    from matplotlib.ticker import FuncFormatter

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
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: _told(y, panel.percent, language)))
    axes.set_title(panel.title, fontsize=10, loc="left", color=INK)
    axes.set_xlabel(panel.x, color=SOFT, fontsize=9)
    axes.set_ylabel(panel.y, color=SOFT, fontsize=9)
    axes.grid(axis="y", color="#e8e0d5", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0)


def _told(number: float, percent: bool, language: str) -> str:
    text = f"{100 * number:.0f} %" if percent else f"{number:g}"
    return text.replace(".", ",") if language == "pt-BR" else text
