"""Vital signs of a reproduction: is it played as the paper's matches were, or as people play?

A stage in which a match lasts two hands says nothing of a paper whose matches had twenty, whoever wins it. So every
page shows how its matches went beside what the paper printed, or else beside the recorded people, and raises an alarm
where a sign is far off: where its whole interval lies farther from the reference than the tolerance.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bolicho.arena import Row
from bolicho.arena.results.intervals import Board, Estimate, ratio, share, within
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure, Value, number, say
from bolicho.core.words import Words
from bolicho.lab.engine.truco_habits import FALTA, FALTAS, FOLDED, HANDS, OF, PEOPLE, POINTS, TIED
from bolicho.report.document import Section, Table

NEAR, FAR, OPEN, ALONE = "near", "far", "open", "alone"
"""Within the tolerance; beyond it, an alarm; cannot be told; nothing to lay beside it."""
MARKS = {NEAR: "✓", FAR: "⚠", OPEN: "?", ALONE: "–"}
TABLE = "signs"
"""The name of the table, in every report."""
COLUMNS = ("sign", "where", "here", "reference", "source", "tolerance", "verdict")
FEW = 10
"""Matches or hands that say nothing without a spread."""
MOST_NAMED = 4
"""Alarms that the sentence on top names."""


class Reference(NamedTuple):
    """What a sign is held against."""

    value: float
    source: str
    """Key of a text: who printed or counted it."""
    tolerance: float


@dataclass(frozen=True)
class VitalSign:
    """One sign of one stage: what was seen, and beside what."""

    name: str
    where: str
    """The stage, in words."""
    seen: Figure
    reference: Reference | None = None

    @property
    def verdict(self) -> str:
        """Whether it is near, far off, open or without a reference."""
        if self.reference is None:
            return ALONE
        value, _, tolerance = self.reference
        low, high = self.seen.low, self.seen.high
        if (low is None or high is None) and (self.seen.n or 0) >= FEW:  # nothing spreads: every match said the same
            low = high = self.seen.mean
        inside = within(Estimate(self.seen.mean, low, high), value - tolerance, value + tolerance)
        return OPEN if inside is None else NEAR if inside else FAR


class MatchCounts(NamedTuple):
    """What one match of Truco says."""

    unit: int
    """Matches of one number are one observation: a board, or a deal that several rivals had."""
    hands: int
    points: float
    """Of both players together."""
    habits: JsonMapping
    """Hands in which a thing was done (`truco_habits`)."""


def row_counts(rows: Iterable[Row]) -> list[MatchCounts]:
    """Return what rows of the arena say, whose tallies have ``habits``; forfeited matches say nothing."""
    return [
        MatchCounts(row.board, row.hands, sum(row.points), row.tally["habits"]) for row in rows if row.forfeit is None
    ]


Measure = Callable[[MatchCounts], tuple[float, float]]


def _habit(name: str) -> Measure:
    of = OF.get(name)
    return lambda match: (match.habits.get(of, 0) if of else match.hands, match.habits.get(name, 0))


MEASURES: dict[str, Measure] = {
    "hands": lambda match: (1, match.hands),
    "points": lambda match: (match.hands, match.points),
    **{
        name: _habit(name)
        for name in ("truco", "truco-refused", "envido", "envido-refused", FALTA, "folded", "first-tied")
    },
}
"""Of how much in a match, and how much in all."""
AMOUNTS = ("hands", "points")
THIRD = 1 / 3
"""Amounts may be off by a third."""
USUAL: dict[str, Reference] = {
    "hands": Reference(HANDS, "people", HANDS * THIRD),
    "points": Reference(POINTS, "people", POINTS * THIRD),
    "truco": Reference(PEOPLE["truco"], "people", 0.25),
    "truco-refused": Reference(PEOPLE["truco-refused"], "people", 0.25),
    "envido": Reference(PEOPLE["envido"], "people", 0.25),
    "envido-refused": Reference(PEOPLE["envido-refused"], "people", 0.25),
    FALTA: Reference(FALTAS, "people", 0.05),
    "folded": Reference(FOLDED, "people", 0.25),
    "first-tied": Reference(TIED, "people", 0.03),
}
"""The recorded people, and how far agents may be from them before it is an alarm."""


def truco_signs(
    where: str,
    matches: Sequence[MatchCounts],
    printed: Mapping[str, Reference] | None = None,
    names: Sequence[str] = tuple(MEASURES),
) -> list[VitalSign]:
    """Return the signs of some matches; what the paper printed stands before what people did."""
    references = USUAL | dict(printed or {})
    return [VitalSign(name, where, figure(name, matches), references.get(name)) for name in names]


def figure(name: str, matches: Sequence[MatchCounts]) -> Figure:
    """Return a sign of some matches, with its interval over units."""
    sums: dict[int, Board] = {}
    for match in matches:
        (size, total), before = MEASURES[name](match), sums.get(match.unit, Board(0, 0))
        sums[match.unit] = Board(before.size + size, before.total + total)
    boards = list(sums.values())
    amount = name in AMOUNTS
    estimate = ratio(boards) if amount else share(boards)
    return Figure.of(estimate, round(sum(b.size for b in boards)), percent=not amount, signed=False, digits=1)


def a_third(value: float, source: str) -> Reference:
    """Return a printed amount that may be off by a third."""
    return Reference(value, source, value * THIRD)


def signs_section(signs: Sequence[VitalSign], language: str) -> Section:
    """Return the section of a page that shows the signs."""
    words = _words(language)
    return Section(words("title"), [words("text"), signs_sentence(signs, language)], [signs_table(signs, language)])


def signs_table(signs: Sequence[VitalSign], language: str) -> Table:
    """Return the signs as a table, the same for all renderers."""
    words = _words(language)
    rows: list[list[Value]] = []
    for sign in signs:
        told: list[Value] = [None, None, None]
        if sign.reference is not None:
            value, source, _ = sign.reference
            told = [_like(sign.seen, value), words(f"source-{source}"), _tolerance(sign, words)]
        rows.append([words(f"sign-{sign.name}"), sign.where, sign.seen, *told, _said(sign, words)])
    columns = [words(f"column-{key}") for key in COLUMNS]
    people = any(sign.reference is not None and sign.reference.source == "people" for sign in signs)
    return Table(TABLE, words("table"), columns, rows, words("note") if people else "", keys=COLUMNS)


def signs_sentence(signs: Sequence[VitalSign], language: str) -> str:
    """Say how many signs are far off, and which of them first."""
    words = _words(language)
    held = [sign for sign in signs if sign.verdict != ALONE]
    far = [sign for sign in held if sign.verdict == FAR]
    if not far:
        return words("no-alarm", all=len(held))
    named = "; ".join(_named(sign, words) for sign in far[:MOST_NAMED])
    more = words("more", count=len(far) - MOST_NAMED) if len(far) > MOST_NAMED else ""
    return words("alarm", mark=MARKS[FAR], far=len(far), all=len(held), named=named + more)


def _named(sign: VitalSign, words: Words) -> str:
    assert sign.reference is not None
    ours, theirs = (say(found, words.language) for found in (sign.seen, _like(sign.seen, sign.reference.value)))
    return words("named", sign=words(f"sign-{sign.name}"), where=sign.where, ours=ours, theirs=theirs)


def _tolerance(sign: VitalSign, words: Words) -> str:
    assert sign.reference is not None
    off = sign.reference.tolerance
    if sign.seen.percent:
        return words("points", off=number(100 * off, 0, words.language))
    return f"± {number(off, sign.seen.digits, words.language)}"


def _said(sign: VitalSign, words: Words) -> str:
    return f"{MARKS[sign.verdict]} {words(sign.verdict)}" if sign.verdict != ALONE else MARKS[ALONE]


def _like(seen: Figure, value: float) -> Figure:
    return Figure(value, percent=seen.percent, signed=seen.signed, digits=seen.digits)


def _words(language: str) -> Words:
    return Words("bolicho.lab.engine", language, "signs_words.toml")
