"""The drawing of a training: how many cases the base had, and how many clusters each scenario, match by match."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.core.files import write_whole
from bolicho.core.words import Words
from bolicho.report.numbers import say
from bolicho.report.plots import INK, MARK, SOFT, STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png", ".pdf")
NOTHING: dict[str, Any] = {".svg": dict.fromkeys(("Creator", "Date", "Format", "Type")), ".png": {"Software": None}}
"""What a file would say of its making: left out, so that the same numbers give the same file."""


def check(path: Path) -> None:
    """Refuse a file that could not be drawn or written, before anything is played."""
    if path.suffix not in KINDS:
        raise BadInput(f"{path}: a plot is a file ending in {', '.join(KINDS)}")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: cannot be written")
    need("matplotlib")


def draw(told: Mapping[str, Any], path: Path, words: Words) -> None:
    """Draw what a training told (`growth.told`) to a file."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE | {"svg.hashsalt": "growth"}):
        sheet = Figure(figsize=(9.6, 7.2), layout="constrained")
        cases, k = sheet.subplots(2, 1, sharex=True, height_ratios=(2, 3))
        _growth(cases, told["growth"], words)
        _clusters(k, told, words)
        out = BytesIO()
        sheet.savefig(out, format=path.suffix[1:], dpi=150, metadata=NOTHING.get(path.suffix))
    write_whole(path, out.getvalue())


def _growth(axes: "Axes", points: Sequence[Mapping[str, int]], words: Words) -> None:
    from matplotlib.ticker import FuncFormatter

    x = [point["match"] for point in points]
    axes.plot(x, [point["cases"] for point in points], color=MARK, linewidth=1.6, label=words("plot-cases"))
    every = [points[0]["cases"] + point["hands"] for point in points]
    axes.plot(x, every, color=SOFT, linewidth=1.2, linestyle="--", label=words("plot-every-hand"))
    axes.set_title(words("plot-growth"), fontsize=10, loc="left", color=INK)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: say(round(y), words.language)))
    axes.set_ylim(bottom=0)
    axes.grid(color="#e8e0d5", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.legend(fontsize=8, frameon=False, loc="lower right")


def _clusters(axes: "Axes", told: Mapping[str, Any], words: Words) -> None:
    """One band a scenario, darker for more clusters; the number stands at both ends."""
    from matplotlib import colormaps
    from matplotlib.ticker import FuncFormatter

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
    axes.set_title(words("plot-clusters"), fontsize=10, loc="left", color=INK)
    axes.set_xlabel(words("plot-matches"))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: say(round(x), words.language)))
