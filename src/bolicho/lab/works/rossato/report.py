"""The report of Rossato: what came out, what is worked out, three rounds of tests, the logs; each with its claims."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bolicho.core.numbers import duration, say
from bolicho.lab.engine.claims import WORDS, Docket
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.signs import signs_section, signs_sentence
from bolicho.lab.works.rossato.areas import areas
from bolicho.lab.works.rossato.court import Court, claims, printed_numbers
from bolicho.lab.works.rossato.judge import judge
from bolicho.lab.works.rossato.maps import RossatoMaps
from bolicho.lab.works.rossato.signs import vital_signs
from bolicho.lab.works.rossato.tables import Tables
from bolicho.report.document import Plot, Report, Section, Table

Shows = Sequence[Table | Plot]
DIFFERS = 8
"""Paragraphs on what differs from the paper."""


def report(design: Design, rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows."""
    return _Teller(design, rows, language).report()


class _Teller:
    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.design, self.rows, self.language = design, rows, language
        self.court = Court(design, rows, language)
        self.words = self.court.words
        self.docket = Docket(claims(), partial(judge, self.court), self.words, design.settings["base"]["source"])
        self.signs = vital_signs(self.court)
        tables, shown = Tables(self.court), RossatoMaps(self.court)
        self.sections: dict[str, Callable[[], Shows]] = {
            "trained": lambda: [*tables.trained(), *self._claims("trained"), *shown.trained()],
            "initial": lambda: [tables.initial(), *self._claims("initial")],
            "log": lambda: [*tables.log(), *self._claims("log")],
            "self": lambda: [tables.selfplay(), *self._claims("self"), shown.changed(), *shown.selfplay()],
            "example": lambda: [tables.example(), *self._claims("example"), *areas(self.court)],
            "golden": lambda: [tables.corners(), tables.strengths(), *self._claims("golden"), *shown.begun()],
            "switches": list,
        }
        """The sections in order, and what each shows."""

    def report(self) -> Report:
        words = self.words
        sections = [Section(words(part), self._text(part), show()) for part, show in self.sections.items()]
        differs = [words(f"differs-{n}") for n in range(1, DIFFERS + 1)]
        return Report(
            title=words("title"),
            lead=self._lead(),
            findings=self._findings(),
            sections=(signs_section(self.signs, self.language), *sections, Section(words("differs"), differs)),
            claims=self.docket.judged,
            expected=self.docket.expected,
        )

    def _lead(self) -> str:
        facts, base = self.design.settings, self.design.settings["base"]
        sizes = {
            name: self.words(
                "runs", runs=say(facts[name]["runs"], self.language), matches=say(facts[name]["matches"], self.language)
            )
            if facts[name]["runs"] > 1
            else say(facts[name]["matches"], self.language)
            for name in ("self", "trained", "initial")
        }
        source = base["source"] if base["source"] in ("synthetic", "recorded") else "other"
        learned = self.rows["learned"][0]["cases"]
        told = {
            "cases": say(base["cases"], self.language),
            "learned": say(learned, self.language),
            "name": base["name"],
        }
        what = self.words("lead", **{f"{name}_": size for name, size in sizes.items()})
        return f"{what} {self.words(f'lead-{source}', **told)}"

    def _text(self, part: str) -> list[str]:
        text = [self.words(f"{part}-text")]
        if part == "example":
            text.append(self.words("example-fig"))
        if part == "self":
            page = self.rows["page"][0]
            text.append(self.words("page-text", file=page["file"], snapshots=page["snapshots"] + 1))
        return text

    def _claims(self, part: str) -> list[Table]:
        return self.docket.table(f"claims-{part}", part, self.words("claims-note"))

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _findings(self) -> list[str]:
        signs = signs_sentence(self.signs, self.language)
        told = [self._rounds(), self._position(), self._matrices(), self._style(), self._cost()]
        return [*told, signs, self._counted()]

    def _rounds(self) -> str:
        paper, played = printed_numbers(), self.court.played
        ours = {
            name: self.court.said(played.figure("wins", name, self.court.rivals)) for name in ("trained", "initial")
        }
        theirs = sum(paper["trained"]["wins"]) / len(paper["trained"]["wins"])
        return self.words(
            "found-rounds",
            **ours,
            theirs=self.court.percent(theirs),
            theirs_initial=self.court.percent(paper["initial"]["total"]),
        )

    def _position(self) -> str:
        words = [self.docket.verdicts[name].word for name in ("pe-1", "pe-2", "pe-3", "mao-4")]
        gap = self.court.played.gap(
            ("wins-pe", "trained", self.court.rivals), ("wins-mao", "trained", self.court.rivals)
        )
        counts = {word: words.count(word) for word in WORDS}
        return self.words("found-position", gap=self.court.points(gap), **counts)

    def _matrices(self) -> str:
        facts = self.court.last()["facts"]
        changed = {name: self.court.percent(facts[name]["changed"]) for name in ("truco", "envido", "flor")}
        return self.words("found-matrices", **changed, matches=say(self.court.last()["matches"], self.language))

    def _style(self) -> str:
        figure = self.court.played.figure
        names = {"called": "truco-called", "asked": "truco-asked", "accepted": "truco-accepted"}
        told = {key: say(figure(name, "trained", self.court.rivals), self.language) for key, name in names.items()}
        return self.words("found-style", **told)

    def _cost(self) -> str:
        paper, seconds = printed_numbers()["self"], self.court.played.seconds("self")
        time = duration(paper["matches"] * seconds, self.language)
        return self.words("found-cost", time=time, hours=paper["hours"], one=self.court.number(1000 * seconds, 0))

    def _counted(self) -> str:
        return self.words("found-verdicts", all=len(self.docket.judged), **self.docket.counts)
