"""Plots as SVG: the same text for the same numbers, so a report can be compared byte by byte."""

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from bolicho.core.extras import need
from bolicho.report.document import Figure, Plot
from bolicho.report.numbers import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT, MARK = "#26211c", "#6d6259", "#1f6f5c"
FONT, ELSE = "DejaVu Sans", "Verdana, sans-serif"
"""What plots are measured in (Matplotlib brings it), and what a reader without it sees."""
STYLE: dict[Any, Any] = {
    "font.family": FONT,
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "svg.fonttype": "none",
}


def bars(
    name: str, title: str, *, labels: Sequence[str], values: Sequence[Figure], language: str, axis: str, note: str = ""
) -> Plot:
    """Draw amounts as bars from zero, each with its 95 % interval and its number."""

    def draw(axes: "Axes") -> None:
        from matplotlib.ticker import FuncFormatter

        places = range(len(labels))
        means = [value.mean or 0.0 for value in values]
        ends = [(mean, value.low, value.high) for mean, value in zip(means, values, strict=True)]
        reach = [
            [0.0 if low is None else mean - low for mean, low, _ in ends],
            [0.0 if high is None else high - mean for mean, _, high in ends],
        ]
        colours = [MARK if mean >= 0 else "#a6611a" for mean in means]
        axes.barh(places, means, color=colours, height=0.62, xerr=reach, error_kw={"ecolor": INK, "capsize": 3})
        axes.set_yticks(places, labels)
        axes.invert_yaxis()
        axes.axvline(0, color=SOFT, linewidth=1)
        for place, (mean, low, high), value in zip(places, ends, values, strict=True):
            edge, side = (mean if high is None else high, 1) if mean >= 0 else (mean if low is None else low, -1)
            axes.annotate(
                say(value, language),
                (edge, place),
                xytext=(6 * side, 0),
                textcoords="offset points",
                va="center",
                ha="left" if side > 0 else "right",
            )
        axes.margins(x=0.18)
        percent = values[0].percent if values else False
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _tick(x, language, percent)))
        axes.grid(axis="x", color="#e8e0d5", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(axis)

    return Plot(name, title, _svg(name, draw, (7.6, 0.9 + 0.5 * len(labels))), note)


def _tick(number: float, language: str, percent: bool) -> str:
    text = f"{100 * number:.0f} %" if percent else f"{number:+.4g}".replace("-", "−") if abs(number) > 1e-9 else "0"
    return text.replace(".", ",") if language == "pt-BR" else text


def _svg(name: str, draw: Any, size: tuple[float, float]) -> str:
    need("matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Sheet

    with rc_context(STYLE | {"svg.hashsalt": name}):
        sheet = Sheet(figsize=size, layout="constrained")
        draw(sheet.add_subplot())
        out = StringIO()
        sheet.savefig(
            out, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")), transparent=True
        )
    drawn = out.getvalue().replace(f"'{FONT}'", f"'{FONT}', {ELSE}")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"
