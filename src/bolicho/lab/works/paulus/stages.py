"""The tables and plots of the three stages of tests between agents, ours beside what the paper printed."""

from collections.abc import Sequence
from dataclasses import replace

from bolicho.core.numbers import Figure, Value
from bolicho.core.words import Words
from bolicho.lab.works.paulus.lineup import FURTHER, HOWS, MORE, printed_numbers
from bolicho.lab.works.paulus.measures import ITS_OWN, Pick, StageMatches
from bolicho.report.document import Plot, Table
from bolicho.report.dots import Dots, dots

Shows = Sequence[Table | Plot]
ANY = ""
"""A threshold that is said later."""


class Stages:
    """What the matches say."""

    def __init__(self, played: StageMatches, words: Words) -> None:
        self.played, self.words = played, words
        self.sets: dict[str, list[str]] = printed_numbers()["sets"]

    def main(self) -> Shows:
        """Two steps against the conventional model."""
        two, one = frozenset(self.sets["two-step"]), frozenset(self.sets["conventional"])
        twice = frozenset(self.sets["same-twice"])
        rows: list[list[Value]] = [
            [self.words("row-stage1"), *self._both(Pick("stage1", ANY, two, one))],
            [self.words("row-same"), *self._both(Pick("stage1", ANY, twice, ITS_OWN))],
        ]
        for single, double in zip(self.sets["conventional"], self.sets["same-twice"], strict=True):
            pair = (frozenset((double,)), frozenset((single,)))
            name = self.words("twice", first=double, second=single)
            rows.append([name, *self._both(Pick("stage1", ANY, *pair))])
        rows.append([self.words("row-stage3"), *self._both(Pick("stage3", ANY, two, one))])
        columns = self._columns("row", "won-fixed", "won-adaptive")
        return [Table("main", self.words("main-table"), columns, rows, self.words("main-note"))]

    def first(self) -> Shows:
        """All twenty against all."""
        return [self._plot("stage1"), self._standings("stage1"), self._habits("stage1")]

    def second(self) -> Shows:
        """The learned base against the initial one."""
        worse = printed_numbers()["stage2"]["worse"]
        rows: list[list[Value]] = []
        for policy in self.sets["ten"]:
            who = frozenset((policy,))
            figures = self._both(Pick("stage2", ANY, who, None, "learned"))
            rows.append([policy, *figures, self.words("worsened" if policy in worse else "improved")])
        paper = printed_numbers()["stage2"]
        printed = Figure(paper["wins"] / paper["total"], n=paper["total"])
        rows.append([self.words("total"), *self._both(Pick("stage2", ANY, None, None, "learned")), printed])
        columns = self._columns("policy", "won-fixed", "won-adaptive", "paper-says")
        return [Table("stage2", self.words("stage2-table"), columns, rows)]

    def third(self) -> Shows:
        """The ten on the learned base."""
        return [
            self._plot("stage3"),
            self._standings("stage3"),
            self._margins(),
            self._four_plot(),
            self._four(),
            self._habits("stage3"),
            *self._further(),
        ]

    def _further(self) -> Shows:
        """What the matches for single claims say beside the stage; nothing where there are none."""
        picks = {
            "stage1": Pick("stage1", "fixed"),
            "stage2": Pick("stage2", "adaptive", side="learned"),
            "stage3": Pick("stage3", "adaptive", against=frozenset(("NPS",))),
        }
        rows: list[list[Value]] = []
        for stage, pick in picks.items():
            if (f"{stage}{MORE}", pick.how) in self.played.meetings:
                mine = replace(pick, who=frozenset((FURTHER[stage],)))
                figures = [self.played.figure("wins", replace(mine, more=more)) for more in (False, True)]
                rows.append([self.words(f"further-{stage}"), *figures])
        columns = self._columns("further", "in-stage", "of-its-own")
        return (
            [Table("further", self.words("further-table"), columns, rows, self.words("further-note"))] if rows else []
        )

    def _both(self, pick: Pick) -> list[Figure]:
        return [self.played.figure("wins", replace(pick, how=how)) for how in HOWS]

    def _columns(self, *keys: str) -> list[str]:
        return [self.words(f"column-{key}") for key in keys]

    def _standings(self, stage: str) -> Table:
        fixed, adaptive = (self.played.standings(stage, how) for how in HOWS)
        above: list[str] = printed_numbers()[stage]["above"]
        leading = fixed if stage == "stage1" else adaptive  # in the order of the threshold that the paper used
        rows: list[list[Value]] = []
        for policy in leading:
            place = str(above.index(policy) + 1) if policy in above else self.words("below-half")
            model = self.words("conventional" if policy in self.sets["conventional"] else "two-step")
            rows.append([policy, model, fixed[policy], adaptive[policy], place])
        columns = self._columns("policy", "model", "won-fixed", "won-adaptive", "place")
        return Table(stage, self.words(f"{stage}-table"), columns, rows)

    def _plot(self, stage: str) -> Plot:
        tables = {how: self.played.standings(stage, how) for how in HOWS}
        names = list(tables["fixed" if stage == "stage1" else "adaptive"])
        series = [(how, self.words(how), [tables[how][name] for name in names]) for how in HOWS]
        panel = Dots("", names, series)
        return dots(f"{stage}-wins", self.words(f"{stage}-plot"), [panel], self.words("axis-won"), across=1)

    def _margins(self) -> Table:
        printed: dict[str, list[float]] = printed_numbers()["stage3"]["margins"]
        rows: list[list[Value]] = []
        for policy, (ahead, behind) in printed.items():
            pick = Pick("stage3", "adaptive", frozenset((policy,)))
            ours = [self.played.figure(measure, pick) for measure in ("ahead", "behind")]
            theirs = [Figure(number, percent=False, digits=2) for number in (ahead, behind)]
            rows.append([policy, ours[0], theirs[0], ours[1], theirs[1]])
        columns = self._columns("policy", "ahead", "ahead-paper", "behind", "behind-paper")
        return Table("margins", self.words("margins-table"), columns, rows, self.words("margins-note"))

    def _against(self, policy: str, rival: str) -> Figure:
        return self.played.figure("wins", Pick("stage3", "adaptive", frozenset((policy,)), frozenset((rival,))))

    def _four(self) -> Table:
        four = self.sets["four"]
        rows: list[list[Value]] = [
            [rival, *(None if rival == policy else self._against(policy, rival) for policy in four)]
            for rival in self.sets["ten"]
        ]
        columns = [self.words("column-rival"), *four]
        return Table("four", self.words("four-table"), columns, rows, self.words("four-note"))

    def _four_plot(self) -> Plot:
        panels = []
        for policy in self.sets["four"]:
            rivals = [rival for rival in self.sets["ten"] if rival != policy]
            figures = [self._against(policy, rival) for rival in rivals]
            panels.append(Dots(policy, rivals, [(policy, policy, figures)]))
        return dots("four-wins", self.words("four-plot"), panels, self.words("axis-won"))

    def _habits(self, stage: str) -> Table:
        measures = ("calls", "refusals", "threshold", "unanswered")
        rows: list[list[Value]] = []
        for policy in self.played.standings(stage, "adaptive"):
            pick = Pick(stage, "adaptive", frozenset((policy,)))
            found = [self.played.figure(measure, pick) for measure in measures]
            rows.append([policy, *(figure if figure.percent else figure.mean for figure in found)])
        columns = self._columns("policy", *measures)
        return Table(
            f"{stage}-habits", self.words("habits-table"), columns, rows, self.words("habits-note"), brief=True
        )
