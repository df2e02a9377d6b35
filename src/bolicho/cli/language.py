"""Which language to speak: the one asked for, else the one of the terminal."""

import os
from collections.abc import Mapping

import typer

from bolicho.core.errors import UnknownName
from bolicho.core.words import LANGUAGES, home_language

LANGUAGE: str | None = typer.Option(
    None, "--language", metavar="pt-BR|en", help="Language of the texts; by default that of LANG."
)
"""The option that every command with texts has."""


def speak(choice: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the language chosen, or that of LC_ALL, LC_MESSAGES or LANG: pt-BR for any Portuguese, else English.

    >>> speak("pt"), speak(None, {"LANG": "pt_PT.UTF-8"}), speak(None, {"LANG": "de_DE"})
    ('pt-BR', 'pt-BR', 'en')
    """
    if choice is None:
        return home_language(environment)
    short = {"pt": "pt-BR", "pt-br": "pt-BR", "en": "en"}.get(choice.lower().replace("_", "-"))
    if short is None:
        raise UnknownName("language", choice, LANGUAGES)
    return short
