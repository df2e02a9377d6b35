"""The report of the strength table: a table a game, and exploitability against win rate."""

from collections.abc import Mapping, Sequence

from bolicho.core.numbers import Agent, Figure, Value, say, small
from bolicho.core.words import Words
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.studies.strength.plot import against
from bolicho.lab.studies.strength.table import Exploit, Line, StrengthTable, tables_of
from bolicho.report.document import Plot, Report, Section, Table

LADDER, FULL = "s1", "full"
WON, COSTS = ("agent", "rating", "win", "points"), ("p50", "p99", "memory")


def strength_table(game: str, lines: Sequence[Line], words: Words) -> Table:
    """Make the table of a game, for a page and for a terminal."""
    known = [which for which in (FULL, LADDER) if any(which in line.exploit for line in lines)]
    rows = [[*_won(line), *(_exploit(line.exploit.get(which)) for which in known), *_costs(line)] for line in lines]
    keys = (*WON, *known, *COSTS)
    columns = [words(f"column-{key}") for key in keys]
    return Table(game, words("table", game=game), columns, rows, words("table-note"), keys=keys)


def _won(line: Line) -> list[Value]:
    return [
        Agent(line.spec),
        Figure.rating(line.rating.mean, line.rating.low, line.rating.high),
        Figure.of(line.win, line.matches),
        Figure.of(line.points, percent=False),
    ]


def _costs(line: Line) -> list[Value]:
    return [
        *(None if time is None else _amount(1000 * time, 2) for time in (line.p50, line.p99)),
        None if line.memory is None else _amount(line.memory, 0),
    ]


def _amount(value: float, digits: int) -> Figure:
    return Figure(value, percent=False, signed=False, digits=digits)


def _exploit(found: Exploit | None) -> Value:
    if found is None:
        return None
    low, high = (None, None) if found.exact else (found.low, found.high)
    return Figure(found.value, low, high, percent=False, signed=False)


def report(design: Design, rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows."""
    return _Teller(design, rows, language).report()


class _Teller:
    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.design, self.language = design, language
        self.words = Words("bolicho.lab.studies.strength", language, "words.toml")
        self.games = tables_of(design, rows)

    def report(self) -> Report:
        words = self.words
        matches = sum(found.matches for found in self.games.values())
        return Report(
            title=words("title"),
            lead=words("lead", matches=say(matches, self.language), games=len(self.games)),
            findings=self._findings(),
            sections=tuple(self._section(found) for found in self.games.values()),
        )

    def _section(self, found: StrengthTable) -> Section:
        words = self.words
        facts = {"matches": say(found.matches, self.language), "field": ", ".join(found.field)}
        exploited = any(line.exploit for line in found.lines)
        text = (words("game-text", **facts), *([words("exploit-text")] if exploited else []))
        return Section(found.game, text, (strength_table(found.game, found.lines, words), *self._plots(found)))

    def _plots(self, found: StrengthTable) -> list[Plot]:
        names = self.words("axis-win"), self.words("axis-exploit")
        return [
            against(f"exploitability-{which}", self.words(f"plot-{which}"), found.lines, which, names, self.language,
                    self.words("plot-note"))
            for which in (LADDER, FULL)
            if any(which in line.exploit for line in found.lines)
        ]  # fmt: skip

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _findings(self) -> list[str]:
        told = []
        for found in self.games.values():
            best = found.lines[0]
            rate = Figure.of(best.win, best.matches)
            told.append(
                self.words(
                    "found-best",
                    game=found.game,
                    name=best.spec,
                    rate=f"{say(rate, self.language)} ({small(rate, self.language)})",
                )
            )
            for which in (LADDER, FULL):
                known = [line for line in found.lines if which in line.exploit]
                if known:
                    hard = min(known, key=lambda line: line.exploit[which].high)
                    top = max(known, key=lambda line: line.win.mean or 0.0)
                    told.append(
                        self.words(
                            f"found-{which}",
                            name=hard.spec,
                            value=self._points(hard.exploit[which]),
                            top=top.spec,
                            beaten=self._points(top.exploit[which]),
                        )
                    )
            lost = sum(line.forfeits for line in found.lines)
            told += [self.words("found-forfeits", game=found.game, count=lost)] if lost else []
        return told

    def _points(self, found: Exploit) -> str:
        figure = _exploit(found)
        beside = small(figure, self.language)
        return f"{say(figure, self.language)}{f' ({beside})' if beside else ''}"
