"""The report of Moral et al.: what came out, Table IV, Figs. 1 and 2, and the rest, each with the claims made there."""

from collections.abc import Mapping

from bolicho.core.numbers import duration, say
from bolicho.lab.engine.bases import BUNDLED
from bolicho.lab.engine.claims import FAILS, HOLDS, Docket
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.signs import signs_section, signs_sentence
from bolicho.lab.engine.verdicts import above
from bolicho.lab.works.moral.judge import HALF, Court, claims, of_hands
from bolicho.lab.works.moral.lineup import FIRST_HANDS, FIVE, printed_numbers
from bolicho.lab.works.moral.signs import vital_signs
from bolicho.lab.works.moral.tables import MoralTables
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.report.document import Report, Section

PARTS = ("table4", "fig1", "fig2", "tutors", "table3", "flor", "upkeep")
"""The sections, in order."""
DIFFERS = 7


def report(design: Design, rows: Mapping[str, Rows], language: str) -> Report:
    """Make the report of the rows."""
    return _Teller(design, rows, language).report()


class _Teller:
    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.design, self.language = design, language
        self.court = Court(design, rows, language)
        self.words = self.court.words
        self.docket = Docket(claims(), self.court.judge, self.words, design.settings["base"]["source"])
        self.signs = vital_signs(self.court)
        shown = MoralTables(self.court)
        self.shows = {part: getattr(shown, part) for part in PARTS}

    def report(self) -> Report:
        words, facts = self.words, self.design.settings
        note = words("claims-note", count=len(self.docket.judged))
        judged = {part: self.docket.table(f"claims-{part}", part, note) for part in PARTS}
        sections = [
            Section(words(part), (words(f"{part}-text"),), [*self.shows[part](), *judged[part]]) for part in PARTS
        ]
        sizes = {key: say(facts[key], self.language) for key in ("trainings", "training", "tests")}
        which = words("lead-several" if facts["trainings"] > 1 else "lead-one", **sizes)
        if facts["sets"] > 1 and facts["trainings"] > 1:
            which += " " + words("lead-sets", hands=FIRST_HANDS)
        differs = [words(f"differs-{number}") for number in range(1, DIFFERS + 1)]
        return Report(
            title=words("title"),
            lead=f"{self._lead()} {which}",
            findings=self._findings(),
            sections=(signs_section(self.signs, self.language), *sections, Section(words("differs"), differs)),
            claims=self.docket.judged,
            expected=self.docket.expected,
        )

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _lead(self) -> str:
        facts = self.design.settings
        base = facts["base"]
        start = self.words(
            "start-bundled" if base["name"] == BUNDLED else "start-own",
            name=base["name"],
            cases=say(base["cases"], self.language),
        )
        return self.words("lead", start=start, preset=facts["preset"], rules=facts["options"]["preset"])

    def _findings(self) -> list[str]:
        forfeits = self.court.played.forfeits
        faults = [self.words("found-forfeits", count=say(forfeits, self.language))] if forfeits else []
        told = [self._tests(), self._best(), self._sizes(), self._flor(), self._tutor()]
        return [*told, signs_sentence(self.signs, self.language), self._counted(), *faults]

    def _tests(self) -> str:
        figures = {name: self.court.played.figure(name) for name in FIVE}
        best = max(figures, key=lambda name: figures[name].mean or 0)
        sure = {word: [self.court.name(name) for name, figure in figures.items() if above(figure, HALF) == word]
                for word in (HOLDS, FAILS)}  # fmt: skip
        return self.words(
            "found-tests",
            best=self.court.name(best),
            rate=self.court.said(figures[best]),
            won=", ".join(sure[HOLDS]) or self.words("nobody"),
            lost=", ".join(sure[FAILS]) or self.words("nobody"),
        )

    def _best(self) -> str:
        rivals = [name for name in ("bot0", *FIVE) if name != "bot3"]
        figures = {name: self.court.played.figure("bot3", name) for name in rivals}
        told = ", ".join(f"{self.court.name(name)} {self.court.said(figure)}" for name, figure in figures.items())
        return self.words("found-best", told=told)

    def _sizes(self) -> str:
        told = {}
        for name in ("bot1", "bot5"):
            sizes = [self.court.sizes(name, mode) for mode in MODES]
            told[name] = " / ".join(say(round(sum(found) / len(found)), self.language) for found in sizes)
        seconds = [one["seconds"] for name in FIVE for one in self.court.trained(name)]
        time = duration(sum(seconds) / len(seconds), self.language)
        return self.words(
            "found-sizes", **told, time=time, matches=say(self.design.settings["training"], self.language)
        )

    def _flor(self) -> str:
        told = {how: of_hands(self.court, how) for how in ("fair", "guided")}
        return self.words("found-flor", **told, paper=printed_numbers()["flor"]["contra-flor"])

    def _tutor(self) -> str:
        figures = {key: self.court.said(self.court.played.figure(name)) for key, name in TUTORED.items()}
        return self.words("found-tutor", **figures)

    def _counted(self) -> str:
        return self.words("found-verdicts", all=len(self.docket.judged), **self.docket.counts)


TUTORED = {"bot5": "bot5", "salt": "bot5-salt", "cbr": "bot5-cbr", "sound": "sound"}
"""Who is named in the sentence about tutors."""
