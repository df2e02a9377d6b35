"""The report of Lobo Brain: the paper's Fig. 7 as measured here, beside what the paper says of it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import exp, log

import numpy as np

from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure, Value, say
from bolicho.lab.engine.claims import Docket
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.signs import Reference, VitalSign, signs_section, signs_sentence
from bolicho.lab.works.lobobrain.judge import claims, judge
from bolicho.lab.works.lobobrain.measures import SAFE, SEATS, BoardMeasures
from bolicho.report.curves import Line, Panel, curves
from bolicho.report.document import Plot, Report, Section, Table


def report(design: Design, rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows."""
    return _Teller(design, rows, language).report()


class _Teller(BoardMeasures):
    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        super().__init__(design, rows, language)
        self.docket = Docket(claims(), partial(judge, self), self.words)

    def report(self) -> Report:
        words, facts = self.words, self.facts
        sizes = {key: say(facts[key], self.language) for key in ("runs", "episodes", "games", "positions")}
        return Report(
            title=words("title"),
            lead=words("lead", game=facts["game"], **sizes),
            findings=self._findings(),
            sections=(
                signs_section(self.signs(), self.language),
                Section(words("wins"), (words("wins-text"),), (self._win_plot(), self._learned(), self._searched())),
                Section(words("time"), (words("time-text"),), (self._time_plot(), self._times(), self._lookups())),
                Section(words("memory"), (words("memory-text"),), (self._memory(),)),
                Section(words("boards"), (words("boards-text"),), (self._elsewhere(),)),
                Section(words("beside"), (words("beside-text"),), self.docket.table("beside", title="beside-table")),
                Section(words("differs"), tuple(words(f"differs-{n}") for n in range(1, 6))),
            ),
            claims=self.docket.judged,
            expected=self.docket.expected,
        )

    def signs(self) -> list[VitalSign]:
        """Whether games come to an end: one that nobody wins for ever would say nothing of either agent."""
        beside = Reference(1.0, "lobobrain-fig7", 0.2)
        return [
            VitalSign("decided", self.words("signs-minimax", depth=depth), decided(told.values()), beside)
            for depth, told in self.games.items()
        ]

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _findings(self) -> list[str]:
        words, number = self.words, self.number
        first, second = (self.rate([run[seat] for run in self.finished]) for seat in SEATS)
        kept, optimal = (self.mean([run[key] for run in self.finished]) for key in ("kept", "optimal"))
        last = self.search[-1]
        told = [
            words(
                "found-learning",
                trained=self.interval(self.rate([row["trained"] for row in self.curve[-1]])),
                first=self.interval(first),
                second=self.interval(second),
            ),
            words("found-right", kept=self.interval(kept), share=say(Figure(optimal.mean), self.language)),
            words("found-safe" if not self.lost else "found-unsafe", depth=SAFE, lost=self.lost),
        ]
        speed = {plain: timed[-1]["rounds"] / timed[-1]["seconds"] for plain, timed in self.training.items() if timed}
        told.append(
            words(
                "found-linear",
                fit=number(self.straight[True], 4),
                plain=say(round(speed[True]), self.language),
            )
        )
        if False in speed:
            told.append(words("found-kernel", speed=number(speed[False]), times=number(speed[False] / speed[True])))
        told.append(
            words(
                "found-exponential",
                times=number(self.growth["seconds"].mean or 1.0),
                power=number(self.power().mean or 0.0, 2),
                tree=number(self.growth["tree"].mean or 1.0),
            )
        )
        told.append(signs_sentence(self.signs(), self.language))
        told.append(words("found-verdicts", all=len(self.docket.judged), **self.docket.counts))
        memory = {"depth": last["depth"], "tree": say(round(last["tree"]), self.language)}
        told.append(words("found-memory", entries=say(self.lookup[-1]["moves"], self.language), **memory))
        return told

    # ── tables and plots ──────────────────────────────────────────────────────────────────────────────────────────

    def _win_plot(self) -> Plot:
        words = self.words
        some = (
            self.curve[len(self.curve) // 10 - 1 :: max(1, len(self.curve) // 10)]
            if len(self.curve) > 10
            else self.curve
        )
        left = [self._curve("trained", self.curve), *(self._curve(seat, some) for seat in SEATS)]
        right = [
            _line(
                f"minimax {seat}",
                words(f"line-{seat}"),
                self.depths,
                [self.games[d][seat]["figure"] for d in self.depths],
            )
            for seat in SEATS
        ]
        panels = (
            Panel("Q-learning", words("axis-episodes"), words("axis-won"), left, percent=True),
            Panel("MiniMax", words("axis-depth"), words("axis-won"), right, percent=True),
        )
        return curves("win-rate", words("win-plot"), panels, self.language, words("win-note"))

    def _curve(self, key: str, points: Sequence[Rows]) -> Line:
        rates = [self.rate([row[key] for row in runs]) for runs in points]
        return _line(f"qlearning {key}", self.words(f"line-{key}"), [runs[0]["episodes"] for runs in points], rates)

    def _time_plot(self) -> Plot:
        words = self.words
        timed = self.training[True]
        rounds, seconds = [row["rounds"] for row in timed], [row["seconds"] for row in timed]
        slope = seconds[-1] / rounds[-1]
        left = [
            Line("training seconds", words("line-training"), rounds, seconds),
            Line("training fit seconds", words("line-straight"), rounds, [slope * r for r in rounds], dashed=True),
        ]
        textbook = [1000 * row["seconds"] for row in self.search]
        fit = _fitted(self.depths, textbook)
        flat = 1000 * self.lookup[-1]["seconds"]
        right = [
            Line("alpha-beta ms", words("line-textbook"), self.depths, textbook),
            Line(
                "minimax agent ms", words("line-agent"), self.depths, [1000 * r["agent_seconds"] for r in self.search]
            ),
            Line("q-table ms", words("line-lookup"), self.depths, [flat] * len(self.depths)),
            Line(
                "alpha-beta fit ms",
                words("line-fit", times=self.number(self.growth["seconds"].mean or 1.0)),
                self.depths,
                fit,
                dashed=True,
            ),
        ]
        panels = (
            Panel(words("panel-training"), words("axis-episodes"), words("axis-seconds"), left, bottom=0),
            Panel(words("panel-move"), words("axis-depth"), words("axis-milliseconds"), right, log=True),
        )
        return curves("running-time", words("time-plot"), panels, self.language, words("time-note"))

    def _learned(self) -> Table:
        words = self.words
        step = max(1, len(self.curve) // 10)
        chosen = [0, *range(step - 1, len(self.curve), step)] if len(self.curve) > 10 else range(len(self.curve))
        rows: list[list[Value]] = [
            [
                say(self.curve[n][0]["episodes"], self.language),
                *(self.rate([r[key] for r in self.curve[n]]) for key in ("trained", *SEATS)),
            ]
            for n in chosen
        ]
        columns = [words("axis-episodes"), *(words(f"line-{key}") for key in ("trained", *SEATS))]
        return Table("learning", words("learning-table"), columns, rows, words("learning-note"))

    def _searched(self) -> Table:
        words = self.words
        rows: list[list[Value]] = []
        for depth, seats in self.games.items():
            rates = [seats[seat]["figure"] for seat in SEATS]
            rows.append([str(depth), *rates, *(seats[s]["drawn"] for s in SEATS), *(seats[s]["lost"] for s in SEATS)])
        keys = ("axis-depth", "line-first", "line-second", "drawn-first", "drawn-second", "lost-first", "lost-second")
        return Table("minimax", words("minimax-table"), [words(key) for key in keys], rows, words("minimax-note"))

    def _times(self) -> Table:
        words = self.words
        rows: list[list[Value]] = [
            [
                str(row["depth"]),
                *(self.number(1000 * row[key]) for key in ("seconds", "agent_seconds")),
                round(row["nodes"]),
            ]
            for row in self.search
        ]
        keys = ("axis-depth", "line-textbook", "line-agent", "column-nodes")
        return Table("search-time", words("search-table"), [words(key) for key in keys], rows, words("search-note"))

    def _lookups(self) -> Table:
        words, rows = self.words, []
        for row in self.lookup:
            cells: list[Value] = [say(row["rounds"], self.language)]
            for plain in (True, False):
                timed = next((t["seconds"] for t in self.training[plain] if t["rounds"] == row["rounds"]), None)
                cells.append(None if timed is None else self.number(timed))
            rows.append([*cells, self.number(1e6 * row["seconds"]), row["entries"]])
        keys = ("axis-episodes", "column-plain", "column-kernel", "column-lookup", "column-entries")
        return Table("learning-time", words("lookup-table"), [words(key) for key in keys], rows)

    def _elsewhere(self) -> Table:
        words = self.words
        rows: list[list[Value]] = [
            [board.name, board.positions, board.moves, str(board.depth), board.learned, board.searched, board.direct]
            for board in self.boards
        ]
        keys = ("board", "positions", "moves", "plies", "learned", "searched", "direct")
        return Table(
            "boards", words("boards-table"), [words(f"column-{key}") for key in keys], rows, words("boards-note")
        )

    def _memory(self) -> Table:
        words, table = self.words, self.lookup[-1]
        rows: list[list[Value]] = [
            [
                words("memory-minimax", depth=row["depth"]),
                round(row["tree"]),
                round(row["nodes"]),
                row["table_entries"],
                row["table_bytes"],
            ]
            for row in self.search
        ]
        rows.append([words("memory-table"), table["moves"], table["entries"], table["moves"], table["bytes"]])
        keys = ("column-player", "column-tree", "column-visited", "column-kept", "column-bytes")
        bytes_ = {"bytes": say(table["bytes"], self.language), "moves": say(table["moves"], self.language)}
        return Table(
            "memory", words("memory-title"), [words(key) for key in keys], rows, words("memory-note", **bytes_)
        )


def _line(key: str, name: str, x: Sequence[float], figures: Sequence[Figure]) -> Line:
    means = [figure.mean or 0.0 for figure in figures]
    low = [mean if figure.low is None else figure.low for mean, figure in zip(means, figures, strict=True)]
    high = [mean if figure.high is None else figure.high for mean, figure in zip(means, figures, strict=True)]
    return Line(key, name, x, means, low, high)


def _fitted(depths: Sequence[int], amounts: Sequence[float]) -> list[float]:
    if len(depths) < 2:
        return list(amounts)
    slope, level = np.polyfit(depths, [log(amount) for amount in amounts], 1)
    return [exp(float(level + slope * depth)) for depth in depths]


def decided(told: Iterable[JsonMapping]) -> Figure:
    """Return the share of games that somebody won, of those of both seats.

    >>> decided([{"figure": Figure(0.9, n=50), "lost": 5, "drawn": 0}, {"figure": Figure(0.8, n=50), "drawn": 10}]).mean
    0.9
    """
    games, drawn = (sum(counts) for counts in zip(*((one["figure"].n, one["drawn"]) for one in told), strict=True))
    rate = 1 - drawn / games
    return Figure(rate, *wilson(rate, games), games)
