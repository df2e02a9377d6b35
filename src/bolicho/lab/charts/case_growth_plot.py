"""The drawing of a case learner's training: how many cases each of its three bases had, match by match."""

from pathlib import Path
from typing import TYPE_CHECKING

from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import say
from bolicho.core.words import Words
from bolicho.report.sheet import INK, MARK, SOFT, alone, rule, tell_counts, write_drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHADES = {"envido": (MARK, "-"), "flor": ("#c8553d", "-."), "truco": (INK, "--")}
"""Colour and line of each base: told apart in print without colours too."""


def draw(told: JsonMapping, path: Path, words: Words) -> None:
    """Draw what came of a training (`case_training_facts`) to a file; `sheet.check_file` says whether that can be."""
    points = told["growth"]
    x = [point["match"] for point in points]

    def paint(axes: "Axes") -> None:
        for mode in told["bases"]:
            colour, line = SHADES[mode]
            y = [point[mode] for point in points]
            axes.plot(x, y, color=colour, linestyle=line, linewidth=1.6, label=mode)
            axes.annotate(say(y[-1], words.language), (x[-1], y[-1]), xytext=(4, 0), va="center", fontsize=8,
                          textcoords="offset points", annotation_clip=False)  # fmt: skip
        axes.axhline(points[0]["truco"], color=SOFT, linewidth=1)
        axes.set_title(words("cases-plot", agent=told["agent"], rival=told["against"]), fontsize=10, loc="left")
        axes.set_xlabel(words("plot-matches"))
        axes.set_xlim(0, max(1, x[-1]))
        axes.set_ylim(bottom=0)
        for axis in (axes.xaxis, axes.yaxis):
            tell_counts(axis, words.language)
        rule(axes)
        axes.legend(fontsize=8, frameon=False, loc="upper left")

    write_drawing(path, "growth", alone(paint), (9.6, 4.8))
