"""Explanations of agents made readable: a sentence where the agent brought one, else its facts, shortly written.

``Decision.why`` is data: ``{"rule": name, "facts": {...}, "words": package}``. The package holds a ``words.toml`` with
one sentence a rule, and ``{names}`` of facts in it; ``RULE-figures`` may have the figures that stand behind it, and
``RULE-hint`` what the agent says to somebody who asks for advice. Where the facts name a move that was not made
(``instead``), ``RULE-instead`` tells what that would have cost; the fact ``also`` lists sentences of the same words
that many rules share, such as what was feared. A rule whose outcomes differ so much that one sentence would not fit
them has several: the fact ``telling`` says which, ``RULE-TELLING``; such a sentence has its own
``-instead`` or none, and the figures and the hint of the rule unless it brings others.
"""

import json
import sys
from collections.abc import Callable, Mapping

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import local
from bolicho.core.words import Words, printable

NOT_FACTS = ("rule", "words", "facts")
CLEARLY = 0.05
"""A move that is worse by so much is a danger; by less it may be chance."""
NameOf = Callable[[str], str]
"""What a table calls a move or a card; whatever is neither stays as it is."""


def sentence(why: JsonMapping, language: str, named: NameOf = str) -> str | None:
    """Say why in the agent's own words, and what another move would have cost; None when it has no such words."""
    said, given = _said(why, "", language, named), facts(why)
    if said is None:
        return None
    also = given.get("also")
    shared = [{**why, "rule": one} for one in also] if isinstance(also, list) else []
    more = [_said(one, "", language, named) for one in shared]
    cost = _said(why, "-instead", language, named) if given.get("instead") else None
    return " ".join(part for part in (said, *more, cost) if part)


def worst(values: Mapping[str, float], move: str) -> JsonObject:
    """Return the facts on the worst of the other moves, where it is clearly worse than the one made.

    >>> worst({"quero": 0.6, "nao-quero": 0.25, "truco": 0.5}, "quero")
    {'instead': 'nao-quero', 'instead_value': 0.25}
    >>> worst({"quero": 0.6, "truco": 0.58}, "quero")
    {}
    """
    other = min((one for one in values if one != move), key=lambda one: values[one], default=move)
    return {"instead": other, "instead_value": values[other]} if values[move] - values[other] >= CLEARLY else {}


def figures(why: JsonMapping, language: str, named: NameOf = str) -> str | None:
    """Say the figures behind the sentence, None where an agent has none."""
    return _said(why, "-figures", language, named)


def hint(why: JsonMapping, language: str, named: NameOf = str) -> str | None:
    """Advise whoever holds the hand, in words about their own cards; None where an agent gives no advice."""
    return _said(why, "-hint", language, named)


def _said(why: JsonMapping, part: str, language: str, named: NameOf) -> str | None:
    package, rule = why.get("words"), why.get("rule")
    if not isinstance(package, str) or not isinstance(rule, str) or not _trusted(package):
        return None
    try:
        readable = {name: _readable(value, language, named) for name, value in facts(why).items()}
        words, telling = Words(package, language), facts(why).get("telling")
        key = f"{rule}-{telling}{part}"
        if key not in words and not (part == "-instead" and f"{rule}-{telling}" in words):
            key = rule + part
        return printable(words(key, **readable))
    except (ImportError, OSError, LookupError, ValueError, TypeError, AttributeError):
        return None  # no such words, or facts that do not fit them: the table tells it


def _readable(value: object, language: str, named: NameOf) -> object:
    if isinstance(value, int | float):
        return value  # a text says how many digits it wants
    return number(value, language, named)


def facts(why: JsonMapping) -> JsonObject:
    """Return what an explanation stands on."""
    given = why.get("facts")
    loose = {name: value for name, value in why.items() if name not in NOT_FACTS}
    return {**(given if isinstance(given, dict) else {}), **loose}


def number(value: object, language: str, named: NameOf = str) -> str:
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
