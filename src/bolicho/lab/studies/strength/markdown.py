"""The shipped strength table as Markdown, and put into a page between its two marks.

``python -m bolicho.lab.studies.strength.markdown docs/strength.md`` writes the page anew from ``shipped.toml``.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.numbers import say
from bolicho.core.words import Words
from bolicho.lab.studies.strength.report import strength_table
from bolicho.lab.studies.strength.shipped_table import Game, shipped
from bolicho.report.markdown import table_text

BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
LANGUAGE = "en"
"""The docs have one table; the page of the house speaks both languages."""


def markdown(games: Mapping[str, Game]) -> str:
    """Return a table a game, less the columns of which nobody knows anything."""
    return "\n\n".join(_game(name, told) for name, told in games.items())


def _game(name: str, told: Game) -> str:
    words = Words("bolicho.lab.studies.strength", LANGUAGE, "words.toml")
    made = strength_table(name, [one.line(spec) for spec, one in told.agents.items()], words).known()
    about = f"{say(told.matches, LANGUAGE)} matches, {told.date}: `{told.command}`. Field: {', '.join(told.field)}."
    return f"### {name}\n\n{about}\n\n{table_text(replace(made, title='', note=''), LANGUAGE)}"


def renewed(page: str) -> str:
    """Return a page with the shipped tables between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise BadInput(f"no {BEGIN} and {END} in the page")
    return f"{before}{BEGIN}\n\n{markdown(shipped())}\n\n{END}{after}"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    write_whole(file, renewed(file.read_text(encoding="utf-8")))
