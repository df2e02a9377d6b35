"""The report of Paulus: what came out, the stages of tests, bases and clusters, each with the claims made there."""

from collections.abc import Mapping

from bolicho.arena.results.intervals import ABOVE, side
from bolicho.core.numbers import say
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Docket, Verdict
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.signs import signs_section, signs_sentence
from bolicho.lab.works.paulus.judge import Court, claims
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.lab.works.paulus.measures import Pick, StageMatches
from bolicho.lab.works.paulus.people import People
from bolicho.lab.works.paulus.people_tables import PeopleTables
from bolicho.lab.works.paulus.signs import vital_signs
from bolicho.lab.works.paulus.stages import Stages
from bolicho.lab.works.paulus.tables import PaulusTables
from bolicho.report.document import Plot, Report, Section, Table

PARTS = ("main", "stage1", "stage2", "stage3", "people", "similarity", "elbows", "clusters", "learning")
"""The sections, in order."""


def report(design: Design, rows: Mapping[str, Rows], language: str, people: People | None = None) -> Report:
    """Make the report of the rows, and of the people who played, if there are any."""
    return _Teller(design, rows, language, people or People()).report()


class _Teller:
    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str, people: People) -> None:
        self.design, self.language = design, language
        self.played = StageMatches(design, rows)
        self.court = Court(design, rows, self.played, language, people)
        self.words = self.court.words
        self.docket = Docket(claims(), self.court.judge, self.words, design.settings["base"]["source"])
        stages, shown = Stages(self.played, self.words), PaulusTables(design, rows, self.words)
        self.people = PeopleTables(people, self.words)
        self.signs = vital_signs(self.played, shown.steps, self.words)
        self.shows = {
            "main": stages.main,
            "stage1": stages.first,
            "stage2": stages.second,
            "stage3": stages.third,
            "people": self.people.tables,
            "similarity": shown.similarity,
            "elbows": shown.elbows,
            "clusters": shown.clusters,
            "learning": shown.learning,
        }

    def report(self) -> Report:
        words = self.words
        sections = [self._section(part) for part in PARTS]
        settings = self.design.settings
        read = {"reading": settings["reading"], "rules": settings["training"]["preset"]}
        differs = [words(f"differs-{n}", **(read if n == 2 else {})) for n in range(1, 7)]
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
        source = base["source"]
        which = self.words(
            f"lead-{source if source in ('synthetic', 'recorded') else 'other'}",
            name=base["name"],
            cases=say(base["cases"], self.language),
            **({} if source in ("synthetic", "recorded") else {"source": source}),
        )
        matches = {name: say(count, self.language) for name, count in facts["matches"].items()}
        sizes = {stage: matches[stage] for stage in ("stage1", "stage2", "stage3")}
        training = say(facts["training"]["matches"], self.language)
        lead = f"{which} {self.words('lead-what', **sizes, training=training)}"
        fewer = {stage: matches[f"{stage}/fixed"] for stage in sizes if f"{stage}/fixed" in matches}
        return f"{lead} {self.words('lead-fewer', **fewer)}" if fewer else lead

    def _section(self, part: str) -> Section:
        facts = {"growth": self.design.settings["training"]["recluster"]} if part == "learning" else {}
        shows: list[Table | Plot] = list(self.shows[part]())
        note = self.words("claims-note", count=len(self.docket.judged))
        table = self.docket.table(f"claims-{part}", part, note)
        text = self.people.text() if part == "people" else [self.words(f"{part}-text", **facts)]
        return Section(self.words(part), text, [*shows, *table])

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _findings(self) -> list[str]:
        signs = signs_sentence(self.signs, self.language)
        return [self._main(), self._first(), self._learned(), self._third(), signs, self._counted()]

    def _counted(self) -> str:
        return self.words("found-verdicts", all=len(self.docket.judged), **self.docket.counts)

    def _main(self) -> str:
        picks = {how: Pick.of({"stage": "1", "how": how, "who": "two-step", "against": "conventional"}) for how in HOWS}
        shares = {how: self.court.said(self.played.figure("wins", pick)) for how, pick in picks.items()}
        gap = self.played.gap("wins", picks["fixed"], picks["adaptive"])
        verdict = both(*(self.docket.verdicts[name] for name in ("two-step-low", "two-step-high")))
        told = self.words("found-low", **shares, gap=self.court.points(gap))
        return f"{told} {self.words(f'found-low-{verdict}')}"

    def _first(self) -> str:
        table = self.played.standings("stage1", "fixed")
        best = next(iter(table))
        return self.words(
            "found-first",
            first=best,
            rate=self.court.said(table[best]),
            place=list(table).index("PVCNPS") + 1,
            theirs=self.court.said(table["PVCNPS"]),
            rho=self.court.said(self.played.agreement("stage1", "fixed", printed_numbers()["stage1"]["above"])),
        )

    def _learned(self) -> str:
        pick = Pick("stage2", "adaptive", side="learned")
        cases = say(self.court.told["learned"]["cases"], self.language)
        return self.words("found-learned", cases=cases, rate=self.court.said(self.played.figure("wins", pick)))

    def _third(self) -> str:
        table = self.played.standings("stage3", "adaptive")
        best = next(iter(table))
        sure = [name for name, figure in table.items() if side(figure, 0.5) == ABOVE]
        rate = self.court.said(table[best])
        return self.words("found-third", first=best, rate=rate, names=", ".join(sure) or "–")


HOWS = ("fixed", "adaptive")


def both(first: Verdict, second: Verdict) -> str:
    """Judge two claims together.

    >>> both(Verdict("holds", ""), Verdict("open", "")), both(Verdict("fails", ""), Verdict("open", ""))
    ('open', 'fails')
    """
    found = {first.word, second.word}
    return FAILS if FAILS in found else OPEN if OPEN in found else HOLDS
