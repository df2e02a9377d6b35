"""The cases that an agent in doubt has found, for whoever is asked: the paper's Table III for any decision."""

from collections.abc import Sequence

from rich.console import RenderableType

from bolicho.cli.commands.cases.shared import words_of
from bolicho.core.json_text import JsonMapping
from bolicho.core.why import number
from bolicho.core.words import Words, printable
from bolicho.report.document import Table
from bolicho.report.terminal import grid

ENDS = (("case", "similarity"), ("action", "won", "points"))
"""The columns at both ends; those between are what cases were compared by."""
BESIDE = 3
"""What a column takes beside its text: a blank on each side and the line to the next."""


def cases_table(cases: Sequence[JsonMapping], question: str, words: Words, width: int) -> RenderableType:
    """Draw cases, the most similar first; of what they were compared by, as many attributes as there is room for."""
    ends = [[_column(name, [_told(name, case, words) for case in cases], words) for name in names] for names in ENDS]
    room = width - 1 - sum(_width(column) for end in ends for column in end)
    compared: list[list[str]] = []
    for name in cases[0]["attributes"]:
        column = _column(name, [_attribute(case["attributes"][name]) for case in cases], words)
        room -= _width(column)
        compared += [column] if room >= 0 else []
    kind = words_of(words.language)(f"kind-{question}") if question else "?"
    heads, *rows = zip(*ends[0], *compared, *ends[1], strict=True)
    return grid(Table("cases", words("cases", question=kind), heads, rows), words.language)


def _column(name: str, cells: list[str], words: Words) -> list[str]:
    key = f"column-{name}"
    return [words(key) if key in words else printable(name), *cells]


def _width(column: Sequence[str]) -> int:
    return max(map(len, column)) + BESIDE


def _told(name: str, case: JsonMapping, words: Words) -> str:
    if name == "case":
        return str(case["case"])
    if name == "similarity":
        return number(round(100 * float(case["similarity"]), 1), words.language)
    if name == "won":
        return words("won" if case["won"] else "lost")
    if name == "points":
        return f"{case['points']:+d}"
    key = f"action-{case['action']}"
    return words(key) if key in words else printable(case["action"])


def _attribute(value: object) -> str:
    return "–" if value is None else printable(value)
