"""The drawing of a training: how many cases the base had, and how many clusters each scenario, match by match."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bolicho.core.json_text import JsonMapping
from bolicho.core.words import Words
from bolicho.report.sheet import MARK, SOFT, heading, rule, tell_counts, write_drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet


def draw(told: JsonMapping, path: Path, words: Words) -> None:
    """Draw what a training told (`growth.imitation_facts`) to a file."""

    def paint(sheet: "Sheet") -> None:
        cases, k = sheet.subplots(2, 1, sharex=True, height_ratios=(2, 3))
        _growth(cases, told["growth"], words)
        _clusters(k, told, words)

    write_drawing(path, "growth", paint, (9.6, 7.2))


def _growth(axes: "Axes", points: Sequence[Mapping[str, int]], words: Words) -> None:
    x = [point["match"] for point in points]
    axes.plot(x, [point["cases"] for point in points], color=MARK, linewidth=1.6, label=words("plot-cases"))
    every = [points[0]["cases"] + point["hands"] for point in points]
    axes.plot(x, every, color=SOFT, linewidth=1.2, linestyle="--", label=words("plot-every-hand"))
    heading(axes, words("plot-growth"))
    tell_counts(axes.yaxis, words.language)
    axes.set_ylim(bottom=0)
    rule(axes)
    axes.legend(fontsize=8, frameon=False, loc="lower right")


def _clusters(axes: "Axes", told: JsonMapping, words: Words) -> None:
    """One band a scenario, darker for more clusters; the number stands at both ends."""
    from matplotlib import colormaps

    names, end = list(told["clusters"]), max(1, told["matches"])
    most = max([10, *(change["k"] for change in told["cluster_changes"])])
    for place, name in enumerate(names):
        mine = [(change["match"], change["k"]) for change in told["cluster_changes"] if change["scenario"] == name]
        ends = [*(match for match, _ in mine[1:]), end]
        spans = [(match, after - match) for (match, _), after in zip(mine, ends, strict=True)]
        shades = [colormaps["YlGnBu"](0.1 + 0.8 * k / most) for _, k in mine]
        axes.broken_barh(spans, (place - 0.4, 0.8), facecolors=shades, linewidth=0)
        for x, side, k in ((mine[0][0], "right", mine[0][1]), (end, "left", mine[-1][1])):
            axes.annotate(str(k), (x, place), xytext=(-4 if side == "right" else 4, 0), ha=side, va="center",
                          textcoords="offset points", fontsize=8, annotation_clip=False)  # fmt: skip
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.tick_params(axis="y", length=0, pad=14)
    axes.invert_yaxis()
    axes.set_xlim(0, end)
    axes.spines["left"].set_visible(False)
    heading(axes, words("plot-clusters"))
    axes.set_xlabel(words("plot-matches"))
    tell_counts(axes.xaxis, words.language)
