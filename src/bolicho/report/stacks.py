"""Counts laid end to end, one bar a row: what a whole is made of."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bolicho.report.csv_text import csv_text
from bolicho.report.document import Plot
from bolicho.report.sheet import COLOURS, RULE, alone, legend_above, rule, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

SHADES = (COLOURS[0], COLOURS[1], RULE)
INKS = ("white", "white", "#26211c")
LEAST = 3
"""A part of fewer is too narrow for its number."""


class Part(NamedTuple):
    """One shade: its name, and its count in every row."""

    name: str
    counts: Sequence[int]


def stacks(name: str, title: str, labels: Sequence[str], parts: Sequence[Part], axis: str) -> Plot:
    """Draw up to three parts of each row, each with its number."""

    def draw(axes: "Axes") -> None:
        before = [0] * len(labels)
        for part, shade, ink in zip(parts, SHADES, INKS, strict=False):
            axes.barh(range(len(labels)), part.counts, left=before, color=shade, height=0.62, label=part.name)
            for row, count in enumerate(part.counts):
                if count >= LEAST:
                    axes.text(before[row] + count / 2, row, str(count), ha="center", va="center", color=ink)
            before = [so_far + count for so_far, count in zip(before, part.counts, strict=True)]
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel(axis)
        rule(axes, "x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)

    def paint(sheet: "Sheet") -> None:
        alone(draw)(sheet)
        legend_above(sheet, sheet.axes[0])

    rows = [(label, *(part.counts[row] for part in parts)) for row, label in enumerate(labels)]
    numbers = csv_text(("row", *(part.name for part in parts)), rows)
    return Plot(name, title, svg(name, paint, (7.6, 1.3 + 0.5 * len(labels))), csv=numbers)
