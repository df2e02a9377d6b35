"""Sentences of agents as a table hears them: codes of cards, of actions and of rules become words of the game.

Agents write their reasons with the codes they think in ("6c", "nao-quero", "high"); a terminal shows them so, and a
person at a page reads names.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from bolicho.core.why import sentence
from bolicho.core.words import Words

CARD = re.compile(r"(?<![\w-])\(?(?:1[0-2]|[1-7])[oceb]\)?(?![\w-])")
REMEMBERING = ("bolicho.agents.cbr", "bolicho.agents.bots")
"""Agents whose sentences name actions of cases, and rules that mended them."""


def told_why(why: Mapping[str, Any], game: str, language: str) -> str | None:
    """Say why in the agent's own words, with cards and actions by their names."""
    text = sentence(why, language)
    if text is None or game != "truco":
        return text
    if why.get("words") in REMEMBERING:
        names = _names(language)
        text = _known(language).sub(lambda found: names[found[0]], text)
    return CARD.sub(lambda found: _card(found[0], language), text)


@cache
def _names(language: str) -> dict[str, str]:
    pages: dict[str, Any] = Words("bolicho.web", language, "words/replay.toml").texts
    return {**pages["why"]["action"], **pages["why"]["rule"]}


@cache
def _known(language: str) -> re.Pattern[str]:
    longest = sorted(_names(language), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")


@cache
def _card(text: str, language: str) -> str:
    from bolicho.games.truco.talk import card

    inner = text.strip("()")
    name = card(inner, Words("bolicho.games.truco", language))
    return text.replace(inner, name)
