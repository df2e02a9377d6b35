"""The report of the switches: what each brings, how the combinations did while choosing, and the final judgement."""

from collections.abc import Mapping, Sequence
from typing import Any

from bolicho.arena import Row
from bolicho.arena.results.intervals import ABOVE, BELOW, OPEN, ratio, share, side
from bolicho.arena.results.standings import boards
from bolicho.core.numbers import Figure, Value, say, small
from bolicho.core.words import Words
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import read_rows
from bolicho.lab.studies.markov_switches.experiment import BEST, CHOOSING, JUDGING, PLAIN, UNTRAINED
from bolicho.learn.markov.gates import GATES, SIDES
from bolicho.report.document import Plot, Report, Section, Table
from bolicho.report.plots import bars

HELPS, HURTS = "helps", "hurts"
SHORT = 1_000
"""Below so many matches a table says that they are too few to settle anything."""


def report(design: Design, rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows."""
    return _Teller(design, rows, language).report()


def verdict(figure: Figure, even: float) -> str:
    """Whether a whole interval lies above what changes nothing, below it, or neither.

    >>> [verdict(Figure(0.5, low, high), 0.5) for low, high in ((0.51, 0.6), (0.4, 0.49), (0.49, 0.51))]
    ['helps', 'hurts', 'open']
    """
    return {ABOVE: HELPS, BELOW: HURTS}.get(side(figure, even), OPEN)


class _Teller:
    """The rows as matches between players, by stage, and the words to tell of them."""

    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.design, self.rows, self.language = design, rows, language
        self.words = Words("bolicho.lab.studies.markov_switches", language, "words.toml")
        self.facts = design.settings
        self.agents: list[str] = self.facts["agents"]
        self.rivals: list[str] = list(self.facts["rivals"])
        self.played: dict[tuple[str, str, str], list[Row]] = {}
        for key, found in rows.items():
            stage, _, rest = key.partition("/")
            if stage != "train":
                one, other = rest.rpartition("/")[0].split(" ")
                self.played.setdefault((stage, one, other), []).extend(read_rows([found]))
        self.brought = {name: self.rate("judge", name, PLAIN) for name in self.facts["switches"]}
        self.chosen = max(self.facts["combinations"], key=self.score)

    def report(self) -> Report:
        words = self.words
        return Report(
            title=words("title"),
            lead=words(
                "lead",
                train=self.count("train"),
                choose=self.count("choose"),
                judge=self.count("judge"),
                training=self.design.seed,
                choosing=self.design.seed + CHOOSING,
                judging=self.design.seed + JUDGING,
            ),
            findings=self._findings(),
            sections=(
                Section(words("switches"), (words("switches-text"),), (self._switches(), self._bars())),
                Section(words("rivals"), (words("rivals-text"),), (self._rivals(), self._gaps())),
                Section(words("choosing"), (words("choosing-text"),), (self._choosing(),)),
                Section(words("final"), (words("final-text"),), (self._final(),)),
                Section(words("gates"), (words("gates-text"),), (self._gates(),)),
            ),
        )

    # ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────

    def rate(self, stage: str, one: str, other: str) -> Figure:
        """Return how often one won against another."""
        mine, found = self.agents.index(one), self.played[stage, one, other]
        return Figure.of(share(boards((row.board, 1, row.won(mine)) for row in found)), len(found))

    def gap(self, one: str, other: str, rival: str) -> Figure:
        """Return by how much one wins more often against a rival than another does, on the same deals."""
        entries = []
        for name, size, sign in ((one, 1, 1), (other, 0, -1)):
            place = self.agents.index(name)
            entries += [(row.board, size, sign * row.won(place)) for row in self.played["judge", name, rival]]
        mean, low, high = (None if value is None else 100 * value for value in ratio(boards(entries)))
        return Figure(mean, low, high, len(self.played["judge", one, rival]), percent=False, digits=1)

    def score(self, name: str) -> float:
        """Return what is chosen by: the mean of the win rates against the plain player and the first two rivals."""
        rates = [self.rate("choose", name, rival).mean or 0.0 for rival in (PLAIN, *self.rivals[:2])]
        return sum(rates) / len(rates)

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _findings(self) -> list[str]:
        words = {name: verdict(figure, 0.5) for name, figure in self.brought.items()}
        told = []
        for word in (HELPS, HURTS, OPEN):
            names = sorted((name for name in words if words[name] == word), key=lambda n: -(self.brought[n].mean or 0))
            if names:
                said = ", ".join(f"{name} ({self._interval(self.brought[name])})" for name in names)
                told.append(self.words(f"found-{word}", names=said))
        told.append(self.words("found-training", rate=self._interval(self.rate("judge", UNTRAINED, PLAIN))))
        told.append(
            self.words(
                "found-best",
                plain=self._interval(self.rate("judge", BEST, UNTRAINED)),
                trained=self._interval(self.rate("judge", BEST, PLAIN)),
                rivals=", ".join(f"{rival} {self._interval(self.rate('judge', BEST, rival))}" for rival in self.rivals),
            )
        )
        told.append(
            self.words("found-chosen", name=self.chosen, score=say(Figure(self.score(self.chosen)), self.language))
        )
        if self.facts["judge"] < SHORT:
            told.append(self.words("found-short", matches=self.count("judge")))
        return told

    def count(self, stage: str) -> str:
        return say(int(self.facts[stage]), self.language)

    def _interval(self, figure: Figure) -> str:
        return f"{say(figure, self.language)} ({small(figure, self.language)})"

    # ── tables and plots ──────────────────────────────────────────────────────────────────────────────────────────

    def _table(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Value]], *, note: str = "") -> Table:
        return Table(name, self.words(f"{name}-table"), list(columns), rows, self.words(note or f"{name}-note"))

    def _columns(self, *keys: str) -> list[str]:
        return [self.words(f"column-{key}") for key in keys]

    def _switches(self) -> Table:
        rows: list[list[Value]] = [
            [name, self._settings(name), figure, self.words(verdict(figure, 0.5))]
            for name, figure in sorted(self.brought.items(), key=lambda entry: -(entry[1].mean or 0))
        ]
        untrained = self.rate("judge", UNTRAINED, PLAIN)
        rows.append([UNTRAINED, self.words("untrained"), untrained, self.words(verdict(untrained, 0.5))])
        return self._table("switches", self._columns("player", "with", "plain", "verdict"), rows)

    def _bars(self) -> Plot:
        names = sorted(self.brought, key=lambda name: -(self.brought[name].mean or 0))
        return bars(
            "brought",
            self.words("brought-plot"),
            labels=names,
            values=[self.brought[name] for name in names],
            language=self.language,
            axis=self.words("brought-axis"),
        )

    def _rivals(self) -> Table:
        names = (UNTRAINED, PLAIN, *self.brought, BEST)
        rows = [[name, *(self.rate("judge", name, rival) for rival in self.rivals)] for name in names]
        return self._table("rivals", [*self._columns("player"), *self.rivals], rows)

    def _gaps(self) -> Table:
        rows: list[list[Value]] = []
        for name in (UNTRAINED, *self.brought, BEST):
            row: list[Value] = [name]
            for rival in self.rivals:
                figure = self.gap(name, PLAIN, rival)
                row += [figure, self.words(verdict(figure, 0.0))]
            rows.append(row)
        columns = [title for rival in self.rivals for title in (rival, self.words("column-verdict"))]
        return self._table("gaps", [*self._columns("player"), *columns], rows)

    def _choosing(self) -> Table:
        names = sorted(self.facts["combinations"], key=lambda name: -self.score(name))
        rivals = (PLAIN, *self.rivals[:2])
        rows: list[list[Value]] = [
            [
                name,
                self._settings(name),
                self._training(name),
                *(self.rate("choose", name, rival) for rival in rivals),
                Figure(self.score(name)),
            ]
            for name in names
        ]
        return self._table(
            "choosing", [*self._columns("player", "with", "training"), *rivals, *self._columns("score")], rows
        )

    def _final(self) -> Table:
        rivals = (UNTRAINED, PLAIN, *self.rivals)
        rows: list[list[Value]] = [[rival, self.rate("judge", BEST, rival)] for rival in rivals]
        return self._table("final", self._columns("rival", "wins"), rows)

    def _gates(self) -> Table:
        names = [name for name, player in self.facts["players"].items() if player["with"].get("gates") == "adaptive"]
        rows: list[list[Value]] = []
        for key in (f"{whose}:{call}" for call in GATES for whose in SIDES):
            whose, _, call = key.partition(":")
            logs = [self.rows[f"train/{name}"][0]["gates"][key] for name in names]
            rows.append([self.words(f"gate-{whose}", call=call), GATES[call], *(self._gate(log) for log in logs)])
        return self._table("gates", [*self._columns("gate", "paper"), *names], rows)

    def _gate(self, log: Sequence[Any]) -> str:
        least, won, lost = log
        return self.words("gate-log", least=say(float(least), self.language), won=won, lost=lost)

    def _settings(self, name: str) -> str:
        return ", ".join(f"{key}={value}" for key, value in self.facts["players"][name]["with"].items())

    def _training(self, name: str) -> str:
        row, against = self.rows[f"train/{name}"][0], self.facts["players"][name].get("against")
        rival = against or self.words("itself")
        return self.words("trained", matches=say(row["matches"], self.language), rival=rival)
