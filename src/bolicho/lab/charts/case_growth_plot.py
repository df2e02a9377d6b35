"""The drawing of a case learner's training: how many cases each of its three bases had, match by match."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from bolicho.core.files import write_whole
from bolicho.core.words import Words
from bolicho.lab.charts.growth_plot import NOTHING
from bolicho.report.numbers import say
from bolicho.report.plots import INK, MARK, SOFT, STYLE

SHADES = {"envido": (MARK, "-"), "flor": ("#c8553d", "-."), "truco": (INK, "--")}
"""Colour and line of each base: told apart in print without colours too."""


def draw(told: Mapping[str, Any], path: Path, words: Words) -> None:
    """Draw what a training told (`case_growth.told`) to a file; `growth_plot.check` says whether that can be."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    points = told["growth"]
    x = [point["match"] for point in points]
    with rc_context(STYLE | {"svg.hashsalt": "growth"}):
        sheet = Figure(figsize=(9.6, 4.8), layout="constrained")
        axes = sheet.subplots()
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
            axis.set_major_formatter(FuncFormatter(lambda number, _: say(round(number), words.language)))
        axes.grid(color="#e8e0d5", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.legend(fontsize=8, frameon=False, loc="upper left")
        out = BytesIO()
        sheet.savefig(out, format=path.suffix[1:], dpi=150, metadata=NOTHING.get(path.suffix))
    write_whole(path, out.getvalue())
