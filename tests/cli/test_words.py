"""The texts: the same in both languages, and one for everything that can happen."""

import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import bolicho.cli
from bolicho.cli.table.drawings.truco_keys import LETTERS
from bolicho.core.words import LANGUAGES, Words
from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.options import VALUES
from bolicho.games.truco.state import ORDER

SILENT = {"rule-envido-on", "rule-fold_bonus-none", "rule-deck-full", "rule-silent_flor-answers"}
"""Options so usual that nothing is said of them."""


CLI = Path(bolicho.cli.__file__).parent
FILES = [("bolicho.games.truco", "words.toml")] + sorted(
    (".".join(("bolicho.cli", *file.relative_to(CLI).parts[:-1])), file.name)
    for file in CLI.rglob("*.toml")
    if "templates" not in file.parts
)


@pytest.mark.parametrize(("package", "file"), FILES, ids=["/".join(one) for one in FILES])
def test_both_languages_say_the_same_things(package: str, file: str) -> None:
    tables: dict[str, Any] = tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    assert set(tables) == set(LANGUAGES)
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key for key in set(ours) ^ set(theirs) if not key.startswith("gloss-")} == set()
    for key in set(ours) & set(theirs):
        assert placeholders(ours[key]) == placeholders(theirs[key]), key


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_truco_has_a_word(language: str) -> None:
    words = Words("bolicho.games.truco", language)
    assert set(LETTERS) == set(ORDER)
    assert all(f"say-{move}" in words and f"move-{move}" in words for move in ORDER)
    rules = {f"rule-{option}-{value}" for option, values in VALUES.items() for value in values}
    assert {key for key in rules if key not in words} == SILENT
    for mode, hows in {
        "flor": ("accepted", "refused", "folded", "alone"),
        "envido": ("accepted", "folded"),
        "truco": ("won", "folded"),
    }.items():
        assert all(f"pay-{mode}-{how}" in words for how in hows)
    assert all(f"the-{call}" in words for call in (*TRUCO_CALLS, *ENVIDO_CALLS, *FLOR_CALLS)), "what may be refused"
