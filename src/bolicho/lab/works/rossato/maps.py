"""The heat maps of Rossato's page: Figs. 5.5 to 5.16, losses, and what changed between the first and last snapshot."""

from collections.abc import Sequence

from bolicho.core.numbers import say
from bolicho.lab.charts.heatmap import MATRICES, picture
from bolicho.lab.charts.heatmap_plot import Axis, axis_of, heat_maps, panel_title
from bolicho.lab.charts.heatmap_plot import Panel as Map
from bolicho.lab.works.rossato.court import Court
from bolicho.report.curves import Line, Panel, curves
from bolicho.report.document import Plot

LETTERS = "abcd"
FIGURES = {
    "self": {"envido": "5.7", "flor": "5.8", "truco": "5.9", "cards": "5.10", "levels": "5.11"},
    "trained": {"envido": "5.12", "flor": "5.13", "truco": "5.14", "cards": "5.15", "levels": "5.16"},
}
"""Which figure of the paper shows which matrix."""
MODULES = ("truco", "envido", "flor", "cards")


class RossatoMaps:
    """Heat maps and the curve of what was changed."""

    def __init__(self, court: Court) -> None:
        self.court, self.words, self.language = court, court.words, court.language

    def begun(self) -> list[Plot]:
        """Figs. 5.5 and 5.6: the initial matrices."""
        plots = []
        for name, one in self.court.begun.items():
            figure = "5.5" if name in ("truco", "envido", "flor") else "5.6"
            title = self._title("initial-map", name, figure)
            plots.append(self._maps(f"initial-{name}", title, name, [Map("", picture(one))]))
        return plots

    def selfplay(self) -> list[Plot]:
        """Figs. 5.7 to 5.11, snapshots side by side; then losses, and what changed since the first snapshot."""
        court, plots = self.court, []
        rows, last = court.shown(), court.last()
        for name, figure in FIGURES["self"].items():
            panels = [
                Map(f"({letter}) {panel_title(row['matches'], self.language)}", court.read(row["pictures"][name], name))
                for letter, row in zip(LETTERS, rows, strict=False)
            ]
            title = self._title("self-map", name, figure)
            plots.append(self._maps(f"self-{name}", title, name, panels))
        for name in MATRICES:
            panels = [Map(self.words("change"), court.read(last["change"][name], name))]
            both = name in last["losses"]
            if both:
                panels.insert(0, Map(self.words("losses"), court.read(last["losses"][name], name)))
            told = {"since": say(rows[0]["matches"], self.language), "matches": say(last["matches"], self.language)}
            title = self.words("last-map" if both else "last-map-levels", matrix=self.words(name), **told)
            plots.append(self._maps(f"last-{name}", title, name, panels))
        return plots

    def trained(self) -> list[Plot]:
        """Figs. 5.12 to 5.16: the last matrices against each rival."""
        plots = []
        for name, figure in FIGURES["trained"].items():
            pairs = zip(LETTERS, self.court.rivals, self.court.maps(name), strict=True)
            panels = [Map(f"({letter}) {rival}", shown) for letter, rival, shown in pairs]
            title = self._title("trained-map", name, figure)
            plots.append(self._maps(f"trained-{name}", title, name, panels))
        return plots

    def changed(self) -> Plot:
        """How many squares of each matrix have changed, snapshot by snapshot."""
        rows = self.court.snapshots()
        x = [row["matches"] for row in rows]
        lines = [Line(name, self.words(name), x, [row["facts"][name]["changed"] for row in rows]) for name in MODULES]
        panel = Panel("", self.words("axis-matches"), self.words("axis-changed"), lines, percent=True, bottom=0)
        return curves("changed", self.words("changed-plot"), [panel], self.language)

    def _title(self, key: str, matrix: str, figure: str) -> str:
        what = self.words("seen" if matrix == "levels" else "wins")
        return self.words(key, matrix=self.words(matrix), what=what, figure=figure)

    def _maps(self, name: str, title: str, matrix: str, panels: Sequence[Map]) -> Plot:
        axis: Axis = axis_of(matrix, self.language)
        return heat_maps(name, title, panels, axis, self.language)
