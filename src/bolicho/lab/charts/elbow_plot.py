"""Elbow plots: the sum of squares within clusters against k, the chosen k, and the ratios that led to it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bolicho.core.numbers import brief, say
from bolicho.core.words import Words
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.clustering.elbow import elbow
from bolicho.learn.cases.truco.telling import title as scenario_title
from bolicho.report.document import Plot
from bolicho.report.sheet import COLOURS, INK, MARK, SOFT, rule, svg, tell, write_drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ACROSS = 4
"""Plots in a row of the grid."""
CURVE = COLOURS[1]


def elbow_plot(clustering: Clustering, title: str, path: Path, language: str = "en") -> None:
    """Write the elbow plot of a clustering as PNG, SVG or PDF."""
    write_drawing(path, path.stem, lambda paper: _two_panels(paper, clustering, title, language), (6.4, 5.2))


def elbow_grid(clusterings: Mapping[str, Clustering], path: Path, language: str = "en") -> None:
    """Write the elbow plots of all scenarios on one sheet."""
    write_drawing(path, path.stem, lambda paper: _grid(paper, clusterings, language), _size(clusterings))


def elbow_grid_figure(name: str, clusterings: Mapping[str, Clustering], language: str) -> Plot:
    """Return the elbow plots of all scenarios as one drawing for a page, with its numbers."""
    said = Words("bolicho.lab.charts", language, "elbow_plot.toml")
    drawn = svg(name, lambda paper: _grid(paper, clusterings, language), _size(clusterings))
    return Plot(name, said("grid"), drawn, said("note-grid"), numbers(clusterings))


def numbers(clusterings: Mapping[str, Clustering]) -> str:
    """Return what is drawn as CSV, one line for each k tried; blank where there is no number."""
    lines = ["scenario,k,wcss,normalised,ratio,silhouette,chosen"]
    for name, clustering in clusterings.items():
        found = elbow(clustering.wcss)
        for k, (wcss, share) in enumerate(zip(clustering.wcss, found.wcss, strict=True), 1):
            rest = (share, _at(found.ratios, k - 2), _at(clustering.silhouettes, k - 2))
            told = ",".join("" if number is None else f"{number:.6g}" for number in (wcss, *rest))
            lines.append(f"{name},{k},{told},{int(k == clustering.k)}")
    return "\n".join(lines) + "\n"


def _two_panels(sheet: Any, clustering: Clustering, title: str, language: str) -> None:
    said = Words("bolicho.lab.charts", language, "elbow_plot.toml")
    above, below = sheet.subplots(2, 1, sharex=True, height_ratios=(3, 1.2))
    _curve(above, clustering, said)
    above.set_title(title, loc="left", color=INK)
    above.set_title(said("cases", cases=say(clustering.cases, language)), loc="right", color=SOFT, fontsize=9)
    above.set_ylabel(said("wcss"))
    if clustering.silhouettes:
        scores: Any = clustering.silhouettes
        below.set_ylabel(said("silhouette"), fontsize=9)
    else:
        scores = elbow(clustering.wcss).ratios
        below.set_ylabel(said("ratio"), fontsize=9)
    points = [(k, score) for k, score in enumerate(scores, 2) if score is not None]
    below.plot(*zip(*points, strict=True) if points else ([], []), color=SOFT, marker="s", markersize=4, linewidth=1.2)
    below.axvline(clustering.k, color=MARK, linewidth=1.2, linestyle="--")
    below.margins(y=0.12)
    below.set_xlabel(said("k"))
    _dress(below, len(clustering.wcss), language)


def _grid(sheet: Any, clusterings: Mapping[str, Clustering], language: str) -> None:
    said = Words("bolicho.lab.charts", language, "elbow_plot.toml")
    places = sheet.subplots(-(-len(clusterings) // ACROSS), ACROSS, squeeze=False).flat
    for axes, (name, clustering) in zip(places, clusterings.items(), strict=False):
        _curve(axes, clustering, said)
        axes.set_title(scenario_title(name, language), loc="left", color=INK, fontsize=8.5)
    for axes in list(places)[len(clusterings) :]:
        axes.set_visible(False)
    sheet.supxlabel(said("k"), fontsize=10, color=INK)
    sheet.supylabel(said("wcss"), fontsize=10, color=INK)


def _curve(axes: "Axes", clustering: Clustering, said: Words) -> None:
    curve = elbow(clustering.wcss).wcss
    axes.plot(range(1, len(curve) + 1), curve, color=CURVE, marker="o", markersize=4, linewidth=1.4, clip_on=False)
    axes.axvline(clustering.k, color=MARK, linewidth=1.2, linestyle="--")
    axes.plot([clustering.k], [curve[clustering.k - 1]], "o", color=MARK, markersize=8, clip_on=False)
    late = clustering.k > 0.6 * len(curve)
    axes.annotate(
        said(f"chosen-{clustering.rule}", k=clustering.k),
        (clustering.k, 0.97),
        xycoords=("data", "axes fraction"),
        xytext=(-6 if late else 6, 0),
        textcoords="offset points",
        ha="right" if late else "left",
        va="top",
        color=MARK,
        weight="bold",
    )
    axes.set_ylim(0, 1.04)
    _dress(axes, len(curve), said.language)


def _dress(axes: "Axes", largest: int, language: str) -> None:
    tell(axes.yaxis, lambda y: brief(y, 2, language))
    axes.set_xticks(range(1, largest + 1))
    axes.set_xlim(0.6, largest + 0.4)
    rule(axes)


def _size(clusterings: Mapping[str, Clustering]) -> tuple[float, float]:
    return 14.0, 0.6 + 2.6 * -(-len(clusterings) // ACROSS)


def _at(values: Any, place: int) -> float | None:
    return values[place] if 0 <= place < len(values) else None
