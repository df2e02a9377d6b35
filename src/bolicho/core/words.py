"""Texts for people, in pt-BR and English, kept in TOML files beside the floor that speaks them.

A file has one table a language; a text may hold ``{names}`` that are filled in when it is said. What differs between
one and several is told both ways: ``{n:one move|{n} moves}``.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any
from unicodedata import combining, normalize

from bolicho.core.errors import BadInput
from bolicho.core.numbers import local

LANGUAGES = ("pt-BR", "en")
FORMATS = re.compile(r"\{\w+:")


def home_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of LC_ALL, LC_MESSAGES or LANG: pt-BR for any Portuguese, else English.

    >>> home_language({"LANG": "pt_PT.UTF-8"}), home_language({"LANG": "de_DE"})
    ('pt-BR', 'en')
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "pt-BR" if locale.lower().startswith("pt") else "en"


class Words:
    """The texts of one package in one language."""

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
        return filled(text, facts, self.language) if facts else text


def filled(text: str, facts: Mapping[str, object], language: str) -> str:
    """Fill facts into a text; a number with a format is said with the signs of the language.

    >>> filled("{share:.0%} of {hands}: {value:+.2f}", {"share": 0.75, "hands": 1200, "value": -0.5}, "pt-BR")
    '75 % of 1200: −0,50'
    >>> [filled("{n:one move|{n} moves} ahead", {"n": n}, "en") for n in (1, 2)]
    ['one move ahead', '2 moves ahead']
    """
    exact = FORMATS.search(text) or any(isinstance(fact, float) for fact in facts.values())
    return _Filling(language).vformat(text, (), facts) if exact else text.format(**facts)


class _Filling(Formatter):
    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:  # what is said of one, and of any other number
            one, several = format_spec.split("|")
            return one if value == 1 else several
        if isinstance(value, float) and not format_spec:
            return local(f"{value:.3g}", self.language)
        said = str(super().format_field(value, format_spec))
        return local(said, self.language).replace("%", " %") if format_spec and isinstance(value, int | float) else said


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


def without_accents(text: str) -> str:
    """Return a text as it is looked for: no matter which letters are large or have accents.

    >>> without_accents(" Memória (PVS) ") == without_accents("MEMORIA (pvs)")
    True
    """
    letters = normalize("NFKD", text.casefold())
    return "".join(sign for sign in letters if not combining(sign)).strip()
