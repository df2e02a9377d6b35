"""Prices told: each habit by its name, the dearest with what to do instead; a section of the report, and sentences."""

from collections.abc import Sequence

from bolicho.core.numbers import Figure, Value, say, small
from bolicho.core.words import Words
from bolicho.lab.studies.profiles.habits import ANSWER_LATE, CARD, SIZE, TRUCO, TRUCO_ANSWER, TRUCO_LATE
from bolicho.lab.studies.profiles.prices import Priced, PriceList, figure_of
from bolicho.report.document import Section, Table

WHOLE = ("player", "hands", "chance", "points")
EACH = ("habit", "done", "expected", "chance", "points", "costs")
SHOWN = 12
"""Habits in a table, the dearest first."""


def words_in(language: str) -> Words:
    """Return the texts about habits."""
    return Words("bolicho.lab.studies.profiles", language, "habits.toml")


def name(one: Priced, words: Words) -> str:
    """Say what a habit is: where, and what is done there."""
    return f"{_where(one, words)}: {words(f'did-{one.habit.question}-{one.habit.choice}')}"


def advice(one: Priced, words: Words) -> str:
    """Say in a sentence what was done, how often, and what to do instead."""
    facts: dict[str, str | int] = {"name": name(one, words), "done": one.done, "of": one.of}
    if one.habit.question in (CARD, SIZE) or one.instead is None:
        return words(f"advice-{one.habit.question}", **facts)
    own = one.instead_done / one.of
    facts["expected"] = say(Figure(one.instead_expected), words.language)
    facts["instead"] = words(f"instead-{one.habit.question}-{one.instead}")
    return words("advice" if one.instead_expected > own else "advice-hands", **facts)


def section(lists: Sequence[tuple[str, PriceList]], language: str) -> Section:
    """Return a section of a report: what decisions lose, and the dearest habits of each player."""
    words = words_in(language)
    whole: list[list[Value]] = [
        [player, found.hands, figure_of(found.whole.chance), figure_of(found.whole.points, points=True)]
        for player, found in lists
        if found.whole is not None
    ]
    shows = [Table("prices", words("table-whole"), _heads(WHOLE, words), whole, words("note"))]
    for player, found in lists:
        rows = [_row(one, words) for one in found.habits[:SHOWN]]
        shows.append(Table(f"prices-{player}", words("table-habits", player=player), _heads(EACH, words), rows))
    return Section(words("title"), (words("text"),), tuple(shows))


def _heads(keys: Sequence[str], words: Words) -> list[str]:
    return [words(f"head-{key}") for key in keys]


def _row(one: Priced, words: Words) -> list[Value]:
    done = Figure(one.done / one.of if one.of else None, n=one.of)
    expected = Figure(None if one.habit.question in (CARD, SIZE) else one.expected)
    return [name(one, words), done, expected, figure_of(one.chance), figure_of(one.points, points=True), one.costs]


def findings(lists: Sequence[tuple[str, PriceList]], language: str) -> list[str]:
    """Return the dearest habits of each player, in sentences."""
    words, told = words_in(language), []
    for player, found in lists:
        dearest = found.dearest()
        if not dearest:
            told.append(words("none", player=player, hands=found.hands))
        for one in dearest:
            told.append(words("costs", player=player, advice=advice(one, words), price=priced(one, words)))
    return told


def priced(one: Priced, words: Words) -> str:
    """Say what a habit costs a hand, with its interval."""
    chance, points = figure_of(one.chance), figure_of(one.points, points=True)
    return words("price", chance=_told(chance, words.language), points=_told(points, words.language))


def _told(figure: Figure, language: str) -> str:
    return f"{say(figure, language).lstrip('+')} ({small(figure, language)})"


def _where(one: Priced, words: Words) -> str:
    question, about = one.habit.question, one.habit.about
    if question in (TRUCO, TRUCO_LATE, ANSWER_LATE):
        first, _, second = about.partition("-")
        return f"{words(f'about-{first}')}, {words(f'about-{second}')}"
    if question == TRUCO_ANSWER:
        return f"{words('about-round-1')}, {words(f'about-{about}')}"
    return words(f"about-{about}")
