"""The report of a tournament: standings, ratings, who beats whom, how sure that is, what goes round, who forfeited."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bolicho.arena.results.comparison import Comparison
from bolicho.arena.results.summary import Result, Results
from bolicho.arena.results.worth import Gain, Worth
from bolicho.core.numbers import Chance, Figure, Value, say, small
from bolicho.core.words import Words
from bolicho.games.face import face_named
from bolicho.lab.tournament import tables
from bolicho.lab.tournament.plots import cross_plot, rating_plot
from bolicho.report.document import Plot, Report, Section, Table
from bolicho.report.worded_tables import worded

MANY = 45
"""Pairs that a table still shows all of; the files beside the page have the others."""
ROUNDS = 20
"""Triples shown."""
A_SCREEN = 5
"""Forfeits and triples that a terminal shows."""


@dataclass(frozen=True)
class Circumstances:
    """What a tournament was, besides its rows."""

    game: str
    seed: int
    format: str = "round-robin"
    error: float | None = None
    """Pairs were played only until they were decided, with this chance of an error each."""


def arena_report(results: Results, what: Circumstances, language: str, sections: Sequence[Section] = ()) -> Report:
    """Make the report of a tournament; ``sections`` are others' (profiles, say), told before the forfeits."""
    return _Teller(results, what, language).report(sections)


def arena_summary(results: Results, what: Circumstances, lead: str, language: str) -> Report:
    """Make what fits a screen of the same: findings, standings and points; triples and forfeits where there are any."""
    return _Teller(results, what, language).summary(lead)


class _Teller:
    """Results, and the words to tell of them."""

    def __init__(self, results: Results, what: Circumstances, language: str) -> None:
        self.results, self.what, self.language = results, what, language
        self.words = Words("bolicho.lab.tournament", language, "words.toml")
        self.found = results.to_dict()
        self.order = [results.agents[agent] for agent in results.order]
        self.names = [result.name for result in self.order]

    def report(self, others: Sequence[Section]) -> Report:
        words, results, ranks = self.words, self.results, self.found["standings"]
        shown: dict[str, Sequence[Table | Plot]] = {
            "standings": (tables.standings(ranks, words), self._ratings(), tables.margins(ranks, words)),
            "begin": (self._begin(),),
            "cross": (self._map(), tables.cross(self.found, words)),
            "better": (self._better(),),
            "triples": (tables.triples(self.found["triples"], words, ROUNDS),) if results.triples else (),
            **({} if results.duplicate is None else {"duplicate": (self._duplicate(results.duplicate),)}),
        }
        sections = [Section(words(key), self._text(key), shows) for key, shows in shown.items()]
        faults = (tables.forfeits(self.found["forfeits"], words),) if results.forfeits else ()
        sections += [*others, Section(words("forfeits"), self._text("forfeits"), faults)]
        return Report(
            title=words("title", game=self.what.game),
            lead=words(
                "lead-learning" if self.what.format == "learning" else "lead",
                agents=say(len(results.names), self.language),
                matches=say(results.matches, self.language),
                boards=say(results.boards, self.language),
                format=words(f"format-{self.what.format}"),
            ),
            findings=self._findings(),
            sections=sections,
        )

    def summary(self, lead: str) -> Report:
        words, ranks = self.words, self.found["standings"]
        standings = tables.standings(ranks, words)
        margins = tables.margins(ranks, words).only("agent", "margin_won", "margin_lost").means()
        points = standings.only("agent", "points_per_hand").beside(margins)
        points = points.beside(self._begin().means()) if self.results.seats == 2 else points
        shows = [
            replace(standings.only("agent", "matches", "wins", "win_rate", "rating", "forfeits"), title=""),
            replace(points, title=""),
            *([tables.triples(self.found["triples"], words, A_SCREEN)] if self.results.triples else []),
            *([tables.forfeits(self.found["forfeits"], words, A_SCREEN)] if self.results.forfeits else []),
        ]
        return Report(words("title", game=self.what.game), lead, self._findings(), [Section("", shows=shows)])

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _text(self, key: str) -> list[str]:
        words, results = self.words, self.results
        told = [words(f"{key}-text", gap=say(Figure(0.909), self.language))]
        if key == "begin":
            told = [words("begin-text" if results.began_known else "begin-unknown")]
        elif key == "triples" and not results.triples:
            told.append(words("triples-none"))
        elif key == "forfeits" and not results.forfeits:
            told = [words("forfeits-none")]
        elif key == "better" and self.what.error is not None:
            told.append(words("stopped", error=say(Figure(self.what.error), self.language)))
        return told

    def _findings(self) -> list[str]:
        words, results = self.words, self.results
        if not results.matches:
            return [words("found-nothing")]
        best = self.order[0]
        rating, rate = self._rating(best), Figure.of(best.total.win_rate)
        told = [words("found-best", name=best.name, rating=self._full(rating), rate=self._full(rate))]
        if len(self.order) > 1:
            told.append(self._first_two(results.pair(self.order[0].agent, self.order[1].agent)))
        met = [pair for pair in results.pairs if pair.matches]
        settled = sum(pair.settled for pair in met)
        told.append(words("found-settled", settled=say(settled, self.language), pairs=say(len(met), self.language)))
        sure = sum(three.sure for three in results.triples)
        if sure:
            told.append(words("found-triples", count=say(sure, self.language)))
        elif results.triples:
            told.append(words("found-doubtful", count=say(len(results.triples), self.language)))
        else:
            told.append(words("found-straight"))
        told += self._worth()
        lost = len(results.forfeits)
        return [*told, words("found-forfeits", count=say(lost, self.language)) if lost else words("forfeits-none")]

    def _first_two(self, pair: Comparison) -> str:
        first, second = self.results.names[pair.first], self.results.names[pair.second]
        if pair.probability is None:
            return self.words("found-apart", first=first, second=second)
        key = "found-two" if pair.matches else "found-rated"
        told = self.words(key, first=first, second=second, chance=say(Chance(pair.probability), self.language))
        if pair.further == 0:
            return f"{told} {self.words('found-enough')}"
        if pair.further is None:
            return told
        return f"{told} {self.words('found-further', matches=say(pair.further, self.language))}"

    def _worth(self) -> list[str]:
        """Say what duplicate play was worth in points, where that can be told."""
        found = self.results.duplicate
        if found is None:
            return []
        if found.points.times.mean is None:
            return [self.words("found-duplicate-all")]
        times = Figure.of(found.points.times, percent=False, signed=False, digits=1)
        return [self.words("found-duplicate", times=self._full(times))]

    def _full(self, figure: Figure) -> str:
        beside = small(figure, self.language)
        return say(figure, self.language) + (f" ({beside})" if beside else "")

    # ── tables and plots ──────────────────────────────────────────────────────────────────────────────────────────

    def _rating(self, result: Result) -> Figure:
        rating = result.rating
        return Figure.rating(rating.mean, rating.low, rating.high)

    def _ratings(self) -> Plot:
        return rating_plot(
            "ratings",
            self.words("ratings-plot"),
            labels=self.names,
            values=[self._rating(result) for result in self.order],
            axis=self.words("ratings-axis"),
            language=self.language,
            note=self.words("ratings-note"),
        )

    def _begin(self) -> Table:
        mano = face_named(self.what.game).mano and self.results.began_known
        return tables.begin(self.found["standings"], self.words, mao=mano)

    def _map(self) -> Plot:
        cells = tables.pair_figures(self.found)
        return cross_plot(
            "cross-map",
            self.words("cross-plot"),
            labels=self.names,
            cells=[[cells.get((a, b)) for b in self.names] for a in self.names],
            language=self.language,
            down=self.words("cross-down"),
            across=self.words("cross-across"),
        )

    def _better(self) -> Table:
        pairs = zip(self.results.pairs, self.found["pairs"], strict=True)
        known = [(pair, told) for pair, told in pairs if pair.probability is not None]
        shown = [told for _, told in known]
        if len(known) > MANY:  # then those that are not settled tell most, and neighbours
            place = {agent: number for number, agent in enumerate(self.results.order)}
            near = [told for one, told in known if abs(place[one.first] - place[one.second]) == 1 or not one.settled]
            shown = near[:MANY]
        counts = {"shown": say(len(shown), self.language), "all": say(len(known), self.language)}
        return tables.better(shown, self.words, f" {self.words('better-left', **counts)}" * (len(shown) < len(known)))

    def _duplicate(self, worth: Worth) -> Table:
        def row(name: str, gain: Gain, digits: int) -> list[Value]:
            both = (gain.alone, gain.shared)
            spreads = [Figure(spread, percent=False, signed=False, digits=digits) for spread in both]
            times = Figure.of(gain.times, percent=False, signed=False, digits=2)
            return [self.words(f"duplicate-{name}"), *spreads, "∞" if times.mean is None else times]

        keys = ("measure", "spread_alone", "spread_shared", "times")
        note = self.words("duplicate-note", boards=say(worth.boards, self.language))
        rows = [row("points", worth.points, 1), row("wins", worth.wins, 3)]
        return worded("duplicate", keys, rows, self.words, note=note)
