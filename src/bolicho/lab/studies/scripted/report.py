"""The report of all against all: who wins, against whom, and how each plays beside people."""

from collections.abc import Mapping, Sequence

from bolicho.arena import Row, Standing, standings
from bolicho.arena.results.intervals import ABOVE, share, side
from bolicho.arena.results.standings import boards
from bolicho.core.numbers import Figure, Value, say, small
from bolicho.core.words import Words
from bolicho.lab.engine.claims import Claim, Docket, Verdict, claims_of
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import read_rows
from bolicho.lab.engine.truco_habits import OF, PEOPLE
from bolicho.lab.engine.verdicts import above
from bolicho.lab.tournament.plots import cross_plot
from bolicho.report.document import Plot, Report, Section, Table
from bolicho.report.plots import bars

BEST = "sound"
"""Who is meant to be the best."""
SHOWN = (*PEOPLE, "folded", "first-tied")


def report(design: Design, rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows."""
    return _Teller(design, read_rows(list(rows.values())), language).report()


class _Teller:
    """The rows as players, best first, and the words to tell of them."""

    def __init__(self, design: Design, rows: Sequence[Row], language: str) -> None:
        self.design, self.language = design, language
        self.words = Words("bolicho.report", language)
        self.players: list[str] = design.settings["players"]
        self.rows = [row for row in rows if len(set(row.seats)) > 1]
        self.mirror = [row for row in rows if len(set(row.seats)) == 1]
        self.table = sorted(standings(self.rows, len(self.players)), key=lambda s: -(s.win_rate.mean or 0))
        self.order = [standing.agent for standing in self.table]
        self.names = [self.players[agent] for agent in self.order]
        self.pairs = {(a, b): self._pair(a, b) for a in self.order for b in self.order if a != b}
        self.habits = {agent: self._habits(agent) for agent in self.order}
        claims = claims_of("bolicho.lab.studies.scripted")
        asked = [claim for claim in claims if {BEST, claim["rival"]} <= set(self.players)]
        self.docket = Docket(asked, self._judge, self.words)

    def report(self) -> Report:
        words, facts = self.words, self.design.settings
        asked = self.docket.table("asked", title="asked-table")
        return Report(
            title=words("scripted-title"),
            lead=words(
                "scripted-lead", matches=say(facts["matches"], self.language), target=facts["options"]["target"]
            ),
            findings=self._findings(),
            sections=(
                Section(words("who-wins"), (words("who-wins-text"),), (self._standings(), self._bars())),
                Section(words("cross"), (words("cross-text"),), (self._map(), self._cross())),
                Section(words("habits"), (words("habits-text"),), (self._habit_table(),)),
                *([Section(words("asked"), (words("asked-text"),), asked)] if asked else []),
                *([Section(words("forfeits"), (), (self._forfeits(),))] if self._faults() else []),
            ),
            claims=self.docket.judged,
        )

    def _pair(self, first: int, second: int) -> Figure:
        rows = [row for row in self.rows if set(row.seats) == {first, second}]
        return Figure.of(share(boards((row.board, 1, row.won(first)) for row in rows)), len(rows))

    def _habits(self, agent: int) -> dict[str, Figure]:
        rows = [row for row in self.mirror if agent in row.seats]
        found = {}
        for habit in SHOWN:
            of = OF.get(habit, "hands")
            entries = [(row.board, row.tally.get(of, 0), row.tally.get(habit, 0)) for row in rows]
            found[habit] = Figure.of(share(boards(entries)), sum(size for _, size, _ in entries))
        return found

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _findings(self) -> list[str]:
        first = self.table[0]
        points = Figure.of(first.points_per_hand, percent=False)
        told = [
            self.words(
                "found-best",
                name=self.names[0],
                rate=self._interval(Figure.of(first.win_rate)),
                points=self._interval(points),
            ),
            self.words("found-order", names=", ".join(self.names)),
        ]
        if BEST in self.players:
            told.append(self._beaten())
        told.append(self._nearest())
        faults = len(self._faults())
        told.append(
            self.words("found-forfeits", count=say(faults, self.language)) if faults else self.words("found-clean")
        )
        return told

    def _beaten(self) -> str:
        best = self.players.index(BEST)
        open_ = [self.players[b] for b in self.order if b != best and side(self.pairs[best, b], 0.5) != ABOVE]
        if open_:
            return self.words("found-open", name=BEST, names=", ".join(open_))
        return self.words("found-beats-all", name=BEST)

    def _nearest(self) -> str:
        def distance(agent: int) -> float:
            gaps = [abs((self.habits[agent][habit].mean or 0) - there) for habit, there in PEOPLE.items()]
            return sum(gaps) / len(gaps)

        agent = min(self.order, key=distance)
        gap = say(Figure(distance(agent)), self.language).removesuffix(" %")
        return self.words("found-nearest", name=self.players[agent], gap=gap)

    def _interval(self, figure: Figure) -> str:
        return f"{say(figure, self.language)} ({small(figure, self.language)})"

    # ── tables and plots ──────────────────────────────────────────────────────────────────────────────────────────

    def _standings(self) -> Table:
        keys = ("player", "win-rate", "points", "wins", "draws", "forfeits", "matches", "hands")
        return Table(
            "standings",
            self.words("standings"),
            [self.words(f"column-{key}") for key in keys],
            [self._standing(standing) for standing in self.table],
            self.words("intervals-note"),
        )

    def _standing(self, standing: Standing) -> list[Value]:
        rate, points = Figure.of(standing.win_rate), Figure.of(standing.points_per_hand, percent=False)
        counts = (standing.wins, standing.draws, standing.forfeits, standing.matches, standing.hands)
        return [self.players[standing.agent], rate, points, *counts]

    def _bars(self) -> Plot:
        values = [Figure.of(standing.points_per_hand, percent=False) for standing in self.table]
        return bars(
            "points",
            self.words("points-plot"),
            labels=self.names,
            values=values,
            language=self.language,
            axis=self.words("points-axis"),
        )

    def _cross(self) -> Table:
        rows = [[self.players[a], *(self.pairs.get((a, b)) for b in self.order)] for a in self.order]
        columns = [self.words("column-player"), *self.names]
        return Table("cross", self.words("cross-table"), columns, rows, self.words("cross-note"))

    def _map(self) -> Plot:
        return cross_plot(
            "cross-map",
            self.words("cross-plot"),
            labels=self.names,
            cells=[[self.pairs.get((a, b)) for b in self.order] for a in self.order],
            language=self.language,
            down=self.words("cross-down"),
            across=self.words("cross-across"),
        )

    def _habit_table(self) -> Table:
        rows: list[list[Value]] = []
        for habit in SHOWN:
            people = PEOPLE.get(habit)
            beside = (
                Figure(people)
                if people is not None
                else self.words("first-tied-people")
                if habit == "first-tied"
                else None
            )
            rows.append([self.words(f"habit-{habit}"), *(self.habits[agent][habit] for agent in self.order), beside])
        columns = [self.words("column-habit"), *self.names, self.words("column-people")]
        return Table("habits", self.words("habits-table"), columns, rows, self.words("habits-note"), brief=True)

    def _judge(self, claim: Claim) -> Verdict:
        figure = self.pairs[self.players.index(BEST), self.players.index(claim["rival"])]
        return Verdict(above(figure, claim["least"]), self._interval(figure))

    def _faults(self) -> list[Row]:
        return [row for row in (*self.rows, *self.mirror) if row.forfeit is not None]

    def _forfeits(self) -> Table:
        rows: list[list[Value]] = [
            [str(row.match), self.players[row.forfeit.agent], row.forfeit.why]
            for row in self._faults()[:50]
            if row.forfeit is not None
        ]
        columns = [self.words(f"column-{key}") for key in ("match", "player", "why")]
        return Table("forfeits", self.words("forfeits"), columns, rows)
