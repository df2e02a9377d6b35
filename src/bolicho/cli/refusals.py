"""What the house refuses, said in the reader's language.

The code raises its errors in English. ``refusals.toml`` has them as sentences with gaps, in both languages; one that is
not there is said in English.
"""

import re
from functools import cache

from bolicho.core.words import Words

GAP = re.compile(r"\{(\w+)\}")
SAID_TOO = frozenset({"said", "kind", "what"})
"""The gaps in which a sentence or a thing stands that is translated too; names and values never are."""


def refusal(message: str, language: str) -> str:
    """Say a refusal in a language.

    >>> refusal("unknown game 'truko' (did you mean 'truco'?); known: truco, rikken", "pt-BR")
    "não conheço o jogo 'truko' (seria 'truco'?); há: truco, rikken"
    >>> refusal("the moon is full", "pt-BR")
    'the moon is full'
    """
    if language == "en":
        return message
    theirs = Words("bolicho.cli", language, "refusals.toml")
    for key, shape in _shapes():
        found = shape.fullmatch(message)
        if found is not None:
            gaps = found.groupdict()
            told = {name: refusal(gap, language) if name in SAID_TOO else gap for name, gap in gaps.items()}
            return theirs(key, **told)
    return message


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    english = Words("bolicho.cli", "en", "refusals.toml").texts
    return tuple((key, re.compile(_shape(text))) for key, text in english.items())


def _shape(text: str) -> str:
    """Return the expression that a sentence with gaps stands for; the parts between the gaps are taken as they are."""
    between = GAP.split(text)
    return "".join(f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(between))
