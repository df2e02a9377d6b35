"""Bars from zero with their intervals: amounts side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolicho.core.numbers import Figure, local, percent, say
from bolicho.report.document import Plot
from bolicho.report.sheet import COLOURS, INK, MARK, SOFT, alone, rule, svg, tell

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def bars(
    name: str, title: str, *, labels: Sequence[str], values: Sequence[Figure], language: str, axis: str, note: str = ""
) -> Plot:
    """Draw amounts as bars from zero, each with its 95 % interval and its number."""

    def draw(axes: "Axes") -> None:
        places = range(len(labels))
        means = [value.mean or 0.0 for value in values]
        ends = [(mean, value.low, value.high) for mean, value in zip(means, values, strict=True)]
        reach = [
            [0.0 if low is None else mean - low for mean, low, _ in ends],
            [0.0 if high is None else high - mean for mean, _, high in ends],
        ]
        colours = [MARK if mean >= 0 else COLOURS[1] for mean in means]
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
        shares = values[0].percent if values else False
        tell(axes.xaxis, lambda x: tick(x, language, shares))
        rule(axes, "x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(axis)

    return Plot(name, title, svg(name, alone(draw), (7.6, 0.9 + 0.5 * len(labels))), note)


def tick(amount: float, language: str, share: bool) -> str:
    """Return a number of an axis: a share in per cent, an amount with its sign."""
    if share:
        return percent(amount, language, 0)
    return local(f"{amount:+.4g}", language) if abs(amount) > 1e-9 else "0"
