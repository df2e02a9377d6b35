"""Profiles told: the map, tables with people in the last row, and sentences; sections that any report may include."""

from collections.abc import Sequence

from bolicho.core.numbers import Figure, Value, say, small
from bolicho.core.words import Words
from bolicho.lab.studies.profiles import advice
from bolicho.lab.studies.profiles.map import profile_map
from bolicho.lab.studies.profiles.measures import ANSWERS, AXES, BLUFFS, CALLS, CARDS, FOLDS, PARTS
from bolicho.lab.studies.profiles.prices import PriceList
from bolicho.lab.studies.profiles.profile import PEOPLE, RECORDED, Profile
from bolicho.lab.studies.profiles.weak_hands import threshold
from bolicho.report.document import Report, Section, Table

BY_SITUATION = ("aggression", "boldness", "envido-bluff", "truco-bluff", "folded")
"""The measures that are shown for every part of the hands; the CSV has all."""
ALIKE = (*CALLS, "envido-refused", "truco-refused", *CARDS)
"""By what a player is likened to people."""


def report(
    title: str, lead: str, profiles: Sequence[Profile], language: str, prices: Sequence[tuple[str, PriceList]] = ()
) -> Report:
    """Make a report of profiles alone, and of what habits cost where that was measured."""
    told = [*advice.findings(prices, language), *findings(profiles, language)]
    priced = (advice.section(prices, language),) if prices else ()
    return Report(title, lead, told, (*priced, *sections(profiles, language)))


def sections(profiles: Sequence[Profile], language: str) -> tuple[Section, ...]:
    """Return the sections: the map, calls and bluffs, answers, folds and first cards, by situation."""
    return _Teller(profiles, language).sections()


def findings(profiles: Sequence[Profile], language: str) -> list[str]:
    """Return what comes out, in sentences."""
    return _Teller(profiles, language).findings()


class _Teller:
    def __init__(self, profiles: Sequence[Profile], language: str) -> None:
        self.profiles, self.language = profiles, language
        self.words = Words("bolicho.lab.studies.profiles", language, "words.toml")
        self.people = next((profile for profile in profiles if profile.source == PEOPLE), None)
        self.players = [profile for profile in profiles if profile.source != PEOPLE]

    def sections(self) -> tuple[Section, ...]:
        words = self.words
        drawn = profile_map(self.profiles, self.language)
        lines = {
            name: say(Figure(threshold(mano=mano)), self.language) for name, mano in (("mano", True), ("pe", False))
        }
        answers = [self._table(ladder, [m for m in ANSWERS if m.startswith(ladder)]) for ladder in ("envido", "truco")]
        if any(profile["flor-refused"].of for profile in self.profiles):
            answers.append(self._table("flor", [measure for measure in ANSWERS if measure.startswith("flor")]))
        situations = [self._situations(measure) for measure in BY_SITUATION]
        return (
            Section(words("map"), (words("map-text"),), (*([drawn] if drawn else []), self._table("map", list(AXES)))),
            Section(words("calls"), (words("calls-text"),), (self._table("calls", list(CALLS)),)),
            Section(words("bluffs"), (words("bluffs-text", **lines),), (self._table("bluffs", list(BLUFFS)),)),
            Section(words("answers"), (words("answers-text"),), tuple(answers)),
            Section(words("cards"), (words("cards-text"),), (self._table("cards", [*FOLDS, *CARDS]),)),
            Section(words("situations"), (words("situations-text"),), tuple(situations)),
        )

    def _table(self, name: str, measures: Sequence[str]) -> Table:
        rows: list[list[Value]] = [
            [self._name(profile), *(profile[measure].figure for measure in measures)] for profile in self.profiles
        ]
        if name == "map":
            for row, profile in zip(rows, self.profiles, strict=True):
                row += [profile.hands, profile.matches]
        columns = [self.words("player"), *(self.words(f"measure-{measure}") for measure in measures)]
        columns += [self.words("hands"), self.words("matches")] if name == "map" else []
        return Table(
            f"profiles-{name}", self.words(f"table-{name}"), columns, rows, self._note() if name == "map" else ""
        )

    def _situations(self, measure: str) -> Table:
        rows: list[list[Value]] = [
            [self._name(profile), *(profile.rates[part][measure].figure for part in PARTS)] for profile in self.profiles
        ]
        columns = [self.words("player"), *(self.words(f"part-{part}") for part in PARTS)]
        title = self.words("table-situation", measure=self.words(f"measure-{measure}"))
        return Table(f"profiles-by-{measure}", title, columns, rows)

    def _note(self) -> str:
        notes = [self.words("note")]
        notes += [self.words("note-people", hands=say(self.people.hands, self.language))] if self.people else []
        notes += [self.words("note-cases")] if any(p.source == RECORDED for p in self.profiles) else []
        return " ".join(notes)

    def _name(self, profile: Profile) -> str:
        return self.words("people") if profile.source == PEOPLE else profile.name

    # ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────

    def findings(self) -> list[str]:
        told = []
        for measure in ("aggression", "boldness", "envido-bluff", "truco-bluff"):
            found = sorted(
                (profile for profile in self.players if profile[measure].of), key=lambda p: -(p[measure].share or 0)
            )
            if len(found) > 1:
                facts = {"most": found[0].name, "least": found[-1].name}
                rates = {"high": self._rate(found[0], measure), "low": self._rate(found[-1], measure)}
                told.append(self.words(f"found-{measure}", **facts, **rates))
            elif found:
                told.append(self.words(f"found-one-{measure}", name=found[0].name, rate=self._rate(found[0], measure)))
        if self.people is not None:
            people = {measure: self._rate(self.people, measure) for measure in AXES}
            told.append(self.words("found-people", **people))
            told += self._nearest(self.people)
        return told

    def _nearest(self, people: Profile) -> list[str]:
        far = {profile.name: _distance(profile, people) for profile in self.players}
        known = {name: gap for name, gap in far.items() if gap is not None}
        if len(known) < 2:
            return []
        name = min(known, key=lambda one: (known[one], one))
        gap = say(Figure(known[name]), self.language).removesuffix(" %")
        return [self.words("found-nearest", name=name, gap=gap)]

    def _rate(self, profile: Profile, measure: str) -> str:
        figure = profile[measure].figure
        return f"{say(figure, self.language)} ({small(figure, self.language)})"


def _distance(profile: Profile, people: Profile) -> float | None:
    """Return how far a player is from people: the mean gap of the measures that both have; None if it lacks some."""
    pairs = [(profile[measure].share, people[measure].share) for measure in ALIKE]
    gaps = [abs(ours - theirs) for ours, theirs in pairs if ours is not None and theirs is not None]
    return sum(gaps) / len(gaps) if len(gaps) == len(ALIKE) else None
