"""Sentences of agents as a table hears them: codes of cards, of actions and of rules become words of the game.

Agents write their reasons with the codes they think in ("6c", "nao-quero", "high"); a terminal shows them so, and a
person at a page reads names.
"""

import re
from functools import cache

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.why import sentence
from bolicho.core.words import Words
from bolicho.games.face import Face
from bolicho.learn.cases.craft import CRAFTS

REMEMBERING = ("bolicho.agents.cbr", "bolicho.agents.bots")
"""Agents whose sentences name actions of cases, and rules that mended them."""


def why_in_words(why: JsonMapping, face: Face) -> str | None:
    """Say why in the agent's own words, with cards and actions by their names."""
    text = sentence(why, face.language, face.name_of)
    if text is None:
        return None
    if why.get("words") in REMEMBERING and face.game.name in CRAFTS.house:
        names = _names(face.language)
        text = _known(face.language).sub(lambda found: names[found[0]], text)
    text = face.plainly(text)
    return text[:1].upper() + text[1:]  # it may begin with a card


@cache
def _names(language: str) -> dict[str, str]:
    pages: JsonObject = Words("bolicho.web", language, "words/replay.toml").texts
    return {**pages["why"]["action"], **pages["why"]["rule"]}


@cache
def _known(language: str) -> re.Pattern[str]:
    longest = sorted(_names(language), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")
