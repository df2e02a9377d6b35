"""The other tables and plots of Paulus: the similarity example, elbows, clusters and the training."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Figure, Value, duration, number, say
from bolicho.core.words import Words
from bolicho.lab.charts.elbow_plot import elbow_grid_figure
from bolicho.lab.engine.bases import elapsed
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.truco.portraits import Portrait
from bolicho.learn.cases.truco.telling import sentence, title
from bolicho.report.curves import Line, Panel, curves
from bolicho.report.document import Plot, Table

Shows = Sequence[Table | Plot]
POINTS = 200
"""Of the curve of the training at most."""


class PaulusTables:
    """What is told of bases and of the paper's own numbers."""

    def __init__(self, design: Design, rows: Mapping[str, Rows], words: Words) -> None:
        self.design, self.rows, self.words, self.language = design, rows, words, words.language
        self.told: dict[str, JsonObject] = {name: rows[name][0] for name in ("base", "learned")}
        self.steps = [step for key in rows if key.startswith("learn/") for step in rows[key]]

    def similarity(self) -> Shows:
        """Table 5."""
        printed, found = printed_numbers()["similarity"], self.rows["similarity"][0]
        cards = Words("bolicho.learn.cases.truco", self.language)
        rows: list[list[Value]] = []
        for n, name in enumerate(printed["attributes"]):
            label = "mão" if name == "mano" else cards(f"card-{name}")
            ours, theirs = (number(numbers[n], 4, self.language) for numbers in (found["parts"], printed["parts"]))
            rows.append([label, printed["query"][n], printed["case"][n], ours, theirs])
        ours, theirs = number(found["value"], 7, self.language), number(printed["printed"], 6, self.language)
        rows.append([self.words("whole"), None, None, ours, theirs])
        columns = self._columns("attribute", "query", "case", "ours", "printed")
        return [Table("similarity", self.words("similarity-table"), columns, rows)]

    def elbows(self) -> Shows:
        """Sixteen elbow plots of each base, and the k beside the paper's."""
        shows: list[Table | Plot] = []
        for base in ("base", "learned"):
            clusterings = {name: Clustering.from_json(data) for name, data in self.told[base]["clusterings"].items()}
            plot = elbow_grid_figure(f"elbows-{base}", clusterings, self.language)
            shows.append(replace(plot, title=self.words(f"elbows-{base}")))
        rows: list[list[Value]] = [
            [title(one["name"], self.language), *(self._k(base, one["name"]) for base in ("base", "learned")), one["k"]]
            for one in printed_numbers()["scenario"]
        ]
        columns = self._columns("scenario", "k-base", "k-learned", "k-paper")
        return [*shows, Table("k", self.words("k-table"), columns, rows)]

    def clusters(self) -> Shows:
        """How the cases fall into groups, beside Appendix B and Table 12; and our groups in words."""
        return [self._groups(), self._table12(), self._portraits()]

    def learning(self) -> Shows:
        """The training."""
        played = [step for step in self.steps if isinstance(step["key"], int)]
        removed = sum(step.get("removed", 0) for step in self.steps)
        hands, kept = (sum(step[key] for step in played) for key in ("hands", "kept"))
        changes = sum(len(step["k"]) for step in self.steps if step["key"] != "start")
        facts: dict[str, Value] = {
            "steps": len(played),
            "hands": hands,
            "kept": kept,
            "removed": removed,
            "cases": self.told["learned"]["cases"],
            "changes": changes,
            "time": duration(elapsed(self.steps), self.language),
        }
        paper = printed_numbers()["learning"]
        beside: dict[str, Value] = {"steps": paper["matches"], "cases": paper["end"]}
        rows: list[list[Value]] = [
            [self.words(f"learning-{key}"), fact, beside.get(key)] for key, fact in facts.items()
        ]
        columns = self._columns("measure", "ours", "paper")
        return [self._growth(played), Table("learning", self.words("learning-table"), columns, rows)]

    # ── pieces ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _growth(self, played: Sequence[JsonMapping]) -> Plot:
        start = self.told["base"]["cases"]
        x, cases, hands, seen = [0], [start], [start], 0
        every = max(1, len(played) // POINTS)
        for match, step in enumerate(played, 1):
            seen += step["hands"]
            if match % every == 0 or match == len(played):
                x.append(match)
                cases.append(step["cases"])
                hands.append(start + seen)
        lines = [
            Line("cases", self.words("line-cases"), x, cases),
            Line("hands", self.words("line-hands"), x, hands, dashed=True),
        ]
        panel = Panel("", self.words("axis-matches"), self.words("axis-cases"), lines, bottom=0)
        return curves("growth", self.words("growth-plot"), [panel], self.language)

    def _groups(self) -> Table:
        rows: list[list[Value]] = []
        for one in printed_numbers()["scenario"]:
            sizes = [portrait["cases"] for portrait in self.told["learned"]["portraits"][one["name"]]]
            ours, theirs = (self._shares(groups) for groups in (sizes, one["groups"]))
            rows.append([title(one["name"], self.language), ours, theirs, sum(sizes), one["cases"]])
        columns = self._columns("scenario", "groups", "groups-paper", "cases", "cases-paper")
        return Table("groups", self.words("groups-table"), columns, rows)

    def _table12(self) -> Table:
        rows: list[list[Value]] = [
            [str(n), Figure(group["share"]) if "mended" not in group else self._slip(group), group[self.language]]
            for n, group in enumerate(printed_numbers()["table12"], 1)
        ]
        columns = self._columns("group", "share", "portrait")
        return Table("table12", self.words("table12"), columns, rows, self.words("table12-note"))

    def _slip(self, group: JsonMapping) -> str:
        printed = number(100 * group["share"], 2, self.language)
        return f"{printed} % ({say(Figure(group['mended']), self.language)})"

    def _portraits(self) -> Table:
        rows: list[list[Value]] = []
        for name, drawn in self.told["learned"]["portraits"].items():
            for data in drawn:
                portrait = Portrait(**data)
                label = f"{title(name, self.language)} · {portrait.label + 1}"
                rows.append([label, Figure(portrait.share, n=portrait.cases), sentence(portrait, self.language)])
        columns = self._columns("group", "share", "portrait")
        return Table("portraits", self.words("portraits-table"), columns, rows, self.words("portraits-note"))

    def _shares(self, sizes: Sequence[int]) -> str:
        """Say shares in whole per cent, largest first."""
        total = sum(sizes)
        return " · ".join(self._percent(size / total) for size in sorted(sizes, reverse=True))

    def _percent(self, share: float) -> str:
        return number(100 * share, 0 if share >= 0.01 else 1, self.language)

    def _k(self, base: str, name: str) -> int:
        return int(self.told[base]["clusterings"][name]["k"])

    def _columns(self, *keys: str) -> list[str]:
        return [self.words(f"column-{key}") for key in keys]
