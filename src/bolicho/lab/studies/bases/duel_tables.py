"""The tables of a duel, made of what its command tells as JSON: terminal and web show these very tables."""

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, Value
from bolicho.core.words import Words
from bolicho.lab.studies.bases.side import SIDES
from bolicho.report.document import Table
from bolicho.report.web import lines
from bolicho.report.worded_tables import worded


def words_of(language: str) -> Words:
    """Return the words that these tables are made with."""
    return Words("bolicho.lab.studies.bases", language, "duel.toml")


def course(found: JsonObject, words: Words) -> list[Table]:
    """How a duel went: by set, and match by match."""
    keys = ("set", "matches", *SIDES)
    sets = [[one[key] for key in keys] for one in found["sets"]]
    curve: list[list[Value]] = [
        [one["match"], one["wins"], Figure(one["rate"], one["low"], one["high"])] for one in found["curve"]
    ]
    chart = lines("match", "rate", interval=True, percent=True, middle=0.5)
    return [
        worded("sets", keys, sets, words),
        worded("duel-curve", ("match", "wins", "rate"), curve, words, chart=chart),
    ]


def growth(found: JsonObject, words: Words) -> list[Table]:
    """How the bases of the sides that learn grew; nothing where none does."""
    if not found["growth"]:
        return []
    sides = [side for side in SIDES if side in found["growth"][0]]
    rows = [[one["match"], *(one[side] for side in sides), one["changes"]] for one in found["growth"]]
    cases = [f"cases_{side}" for side in sides]
    chart = lines("match", *cases, zero=False)
    return [worded("duel-growth", ("match", *cases, "changes"), rows, words, chart=chart)]
