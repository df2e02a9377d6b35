"""The analysis of a study: how agents did against people, what people thought, and whether the order mattered.

The person is the unit of every interval: matches of one person go alike. Matches with hints, and those that an agent
finished, are left out; what was answered after them counts.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from bolicho.arena.results.intervals import Board, ratio, share
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, Value, say
from bolicho.core.words import Words
from bolicho.lab.studies.people.protocol import Protocol
from bolicho.lab.studies.people.rows import QUESTIONS, StudyRow, agents_in
from bolicho.report.document import Report, Section, Table
from bolicho.report.web import bars
from bolicho.report.worded_tables import worded

LEAST = 10
"""Fewer people than this tell nothing, whatever their interval (the same as in ``lab/works/paulus``)."""
MARKS = (1, 2, 3, 4, 5)
Measure = Callable[[StudyRow], float | None]
"""What a match says of something; None where it says nothing."""


def won(row: StudyRow) -> float | None:
    """Whether the agent won, of matches that count."""
    return None if not row.counts or row.agent_won is None else float(row.agent_won)


def ahead(row: StudyRow) -> float | None:
    """By how much it won."""
    return row.difference if won(row) == 1 else None


def behind(row: StudyRow) -> float | None:
    """By how much it lost."""
    return row.difference if won(row) == 0 else None


def mark(question: str) -> Measure:
    """Return what was answered to a question."""

    def said(row: StudyRow) -> float | None:
        given: int | None = getattr(row, question)
        return given

    return said


def figure(rows: Iterable[StudyRow], measure: Measure, *, rate: bool = False, signed: bool = False) -> Figure:
    """Return a measure with its interval over people; ``n`` is how many people it stands on."""
    sums: dict[str, list[float]] = {}
    for row in rows:
        if (value := measure(row)) is not None:
            told = sums.setdefault(row.participant, [0.0, 0.0])
            told[0] += 1
            told[1] += value
    boards = [Board(*told) for told in sums.values()]
    return Figure.of((share if rate else ratio)(boards), len(boards), percent=rate, signed=signed, digits=2)


def short(agents: Sequence[str]) -> dict[str, str]:
    """Call agents by what stands before their settings, where that tells them apart.

    >>> short(["cbr:NPS,preset=paper", "cbr:PVS,preset=paper"])["cbr:NPS,preset=paper"]
    'cbr:NPS'
    >>> short(["mc:5,x=1", "mc:5,x=2"])["mc:5,x=1"]
    'mc:5,x=1'
    """
    cut = {agent: agent.partition(",")[0] for agent in agents}
    return cut if len(set(cut.values())) == len(cut) else {agent: agent for agent in agents}


def pair(rows: Sequence[StudyRow], one: str, other: str, measure: Measure) -> Figure:
    """Return by how much one agent has more of a measure than another, over the people who met both."""
    means: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row.agent in (one, other) and (value := measure(row)) is not None:
            means.setdefault(row.participant, {}).setdefault(row.agent, []).append(value)
    both = [told for told in means.values() if len(told) == 2]
    boards = [Board(1, _mean(told[one]) - _mean(told[other])) for told in both]
    return Figure.of(ratio(boards), len(boards), percent=False, digits=2)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def words_of(language: str) -> Words:
    """Return the words of the analysis."""
    return Words("bolicho.lab.studies.people", language)


class Analysis:
    """The tables of a study, made of its rows."""

    def __init__(self, plan: Protocol, rows: Sequence[StudyRow], enrolled: int, language: str) -> None:
        self.plan, self.rows, self.enrolled, self.words = plan, rows, enrolled, words_of(language)
        self.agents = agents_in(rows, plan.agents)
        self.called = short(self.agents)
        self.people = len({row.participant for row in rows})
        self.simulated = any(row.simulated for row in rows)

    def of(self, agent: str) -> list[StudyRow]:
        """Return the matches of an agent."""
        return [row for row in self.rows if row.agent == agent]

    def report(self) -> Report:
        """Return the whole page."""
        tables = [Section(self.words(name), [], [table]) for name, table in self.tables().items()]
        title = self.words("title-simulated" if self.simulated else "title", title=self._title())
        return Report(title, self._lead(), self.findings(), tables)

    def tables(self) -> dict[str, Table]:
        """Return every table by its name."""
        made = {"design": self._design(), "wins": self._wins(), "marks": self._marks(), "order": self._order()}
        return {**made, "pairs": self._pairs(), "years": self._years()}

    def findings(self) -> list[str]:
        """Say what to know before reading: who played, how many, and how little that may tell."""
        words, language = self.words, self.words.language
        told = [words("simulated")] if self.simulated else []
        left = sum(not row.counts for row in self.rows)
        whole = sum(self._steps(who) >= self.plan.steps for who in {row.participant for row in self.rows})
        facts = {"people": self.people, "planned": self.plan.people, "matches": len(self.rows), "whole": whole}
        facts |= {"enrolled": self.enrolled, "left": left}
        counted = "counted-simulated" if self.simulated else "counted"
        told.append(words(counted, **{name: say(number, language) for name, number in facts.items()}))
        few = [agent for agent in self.agents if (figure(self.of(agent), won).n or 0) < LEAST]
        if few or not self.agents:
            told.append(words("few", least=LEAST, agents=", ".join(map(self.called.__getitem__, few)) or "–"))
        return told

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "study": self.plan.name,
            "simulated": self.simulated,
            "people": self.people,
            "enrolled": self.enrolled,
            "planned": self.plan.people,
            "matches": len(self.rows),
            "findings": self.findings(),
            "tables": {name: table.to_dict() for name, table in self.tables().items()},
        }

    def _title(self) -> str:
        return self.plan.title[self.words.language]

    def _lead(self) -> str:
        facts = {"agents": len(self.plan.agents), "rivals": self.plan.rivals, "matches": self.plan.matches}
        return self.words("lead", **facts, source=self.plan.source or "–")

    def _steps(self, who: str) -> int:
        return sum(row.participant == who for row in self.rows)

    def _design(self) -> Table:
        """How often each agent was met, and as which match: in a balanced design these are nearly equal."""
        steps = range(1, self.plan.steps + 1)
        rows: list[list[Value]] = []
        for agent in self.agents:
            met = [row.step for row in self.of(agent)]
            rows.append([self.called[agent], len(met), *map(met.count, steps)])
        columns = ["agent", "met", *(f"as-{step}" for step in steps)]
        table = worded("design", columns, rows, self.words)
        titles = [*table.columns[:2], *(self.words("column-as", step=step) for step in steps)]
        return Table(table.name, table.title, titles, rows, table.note, keys=columns)

    def _wins(self) -> Table:
        rows: list[list[Value]] = [
            [
                self.called[agent],
                sum(won(row) is not None for row in self.of(agent)),
                figure(self.of(agent), won, rate=True),
                figure(self.of(agent), won).n,
                figure(self.of(agent), ahead, signed=True),
                figure(self.of(agent), behind, signed=True),
            ]
            for agent in self.agents
        ]
        keys = ("agent", "matches", "rate", "people", "ahead", "behind")
        return worded("wins", keys, rows, self.words, chart=bars("agent", "rate", percent=True, middle=0.5))

    def _marks(self) -> Table:
        rows: list[list[Value]] = []
        for agent in self.agents:
            for question in QUESTIONS:
                given = [value for row in self.of(agent) if (value := mark(question)(row)) is not None]
                counts = "/".join(str(given.count(one)) for one in MARKS)
                mean = figure(self.of(agent), mark(question))
                rows.append([f"{self.called[agent]} · {self.words(f'q-{question}')}", len(given), mean, mean.n, counts])
        keys = ("question", "answers", "mean", "people", "counts")
        return worded("marks", keys, rows, self.words)

    def _order(self) -> Table:
        """Whether people play better, or grow tired, as they go on."""
        rows: list[list[Value]] = []
        for step in range(1, self.plan.steps + 1):
            here = [row for row in self.rows if row.step == step]
            rate = figure(here, won, rate=True)
            rows.append([str(step), len(here), rate, rate.n, *(figure(here, mark(one)) for one in QUESTIONS)])
        return worded("order", ("step", "matches", "rate", "people", *QUESTIONS), rows, self.words)

    def _pairs(self) -> Table:
        rows: list[list[Value]] = []
        for one, other in combinations(self.agents, 2):
            wins = pair(self.rows, one, other, won)
            marks = [pair(self.rows, one, other, mark(question)) for question in QUESTIONS]
            rows.append([f"{self.called[one]} - {self.called[other]}", wins.n, wins, *marks])
        return worded("pairs", ("pair", "people", "rate", *QUESTIONS), rows, self.words)

    def _years(self) -> Table:
        said: dict[str, int] = {}
        for row in self.rows:
            if row.years is not None:
                said[row.participant] = row.years
        spans = ((0, 0), (1, 2), (3, 5), (6, 10), (11, None))
        rows: list[list[Value]] = []
        for low, high in spans:
            here = sum(low <= years and (high is None or years <= high) for years in said.values())
            rows.append([f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}", here])
        return worded("years", ("years", "people"), rows, self.words)
