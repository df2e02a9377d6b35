"""Texts for people, in pt-BR and English, kept in TOML files beside the room that speaks them.

A file has one table a language; a text may hold ``{names}`` that are filled in when it is said.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bolicho.core.errors import BadInput

LANGUAGES = ("pt-BR", "en")


class Words:
    """The texts of one room in one language."""

    def __init__(self, package: str, language: str, file: str = "words.toml") -> None:
        if language not in LANGUAGES:
            raise BadInput(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
        self.language = language
        self.texts = _load(package, file)[language]

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def __call__(self, key: str, **facts: Any) -> str:
        """Say a text, filling in its facts."""
        text = self.texts[key]
        return text.format(**facts) if facts else text


def printable(text: object) -> str:
    """Return a text without anything that could steer a terminal; names and reasons come from outside.

    >>> printable("so\\x1b[2Jund")
    'so?[2Jund'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in str(text))


@cache
def _load(package: str, file: str) -> dict[str, dict[str, str]]:
    tables: dict[str, dict[str, str]] = tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    return tables
