"""Explanations of agents made readable: a sentence where the agent brought one, else its facts, shortly written.

``Decision.why`` is data: ``{"rule": name, "facts": {...}, "words": package}``. The package holds a ``words.toml`` with
one sentence a rule, and ``{names}`` of facts in it; ``RULE-figures`` may have the figures that stand behind it.
"""

import json
import sys
from collections.abc import Callable

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import local
from bolicho.core.words import Words, printable

NOT_FACTS = ("rule", "words", "facts")
Named = Callable[[str], str]
"""What a table calls a move or a card; whatever is neither stays as it is."""


def sentence(why: JsonMapping, language: str, named: Named = str) -> str | None:
    """Say why in the agent's own words, None when it has none for this rule."""
    return _said(why, "", language, named)


def figures(why: JsonMapping, language: str, named: Named = str) -> str | None:
    """Say the figures behind the sentence, None where an agent has none."""
    return _said(why, "-figures", language, named)


def _said(why: JsonMapping, part: str, language: str, named: Named) -> str | None:
    package, rule = why.get("words"), why.get("rule")
    if not isinstance(package, str) or not isinstance(rule, str) or not _trusted(package):
        return None
    try:
        readable = {name: _readable(value, language, named) for name, value in facts(why).items()}
        return printable(Words(package, language)(rule + part, **readable))
    except (ImportError, OSError, LookupError, ValueError, TypeError, AttributeError):
        return None  # no such words, or facts that do not fit them: the table tells it


def _readable(value: object, language: str, named: Named) -> object:
    if isinstance(value, int | float):
        return value  # a text says how many digits it wants
    return number(value, language, named)


def facts(why: JsonMapping) -> JsonObject:
    """Return what an explanation stands on."""
    given = why.get("facts")
    loose = {name: value for name, value in why.items() if name not in NOT_FACTS}
    return {**(given if isinstance(given, dict) else {}), **loose}


def number(value: object, language: str, named: Named = str) -> str:
    """Write a fact shortly: numbers with three digits, moves by their names, the rest as it is.

    >>> number(0.81234, "en"), number(29, "en"), number(["7e", "6e"], "en")
    ('0.812', '29', '7e 6e')
    >>> number({"quero": 0.77721, "nao-quero": 0.755}, "pt-BR")
    'quero 0,777; nao-quero 0,755'
    """
    comma = language == "pt-BR"
    if isinstance(value, float):
        return local(f"{value:.3g}", language)
    if isinstance(value, list | tuple) and all(map(_plain, value)):
        return (" " if named is str else ", ").join(number(item, language, named) for item in value)
    if isinstance(value, dict) and all(map(_plain, value.values())):
        listed = (f"{printable(named(name))} {number(item, language)}" for name, item in value.items())
        return ("; " if comma else ", ").join(listed)
    if isinstance(value, str):
        return printable(named(value))
    return printable(json.dumps(value, ensure_ascii=False, default=str))


def _plain(value: object) -> bool:
    return isinstance(value, str | int | float)


def _trusted(package: str) -> bool:
    # a record may come from anywhere: its text must not make us import what nobody asked for
    return package.startswith("bolicho.") or package in sys.modules
