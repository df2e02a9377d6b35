"""Sentences of agents as a table hears them: codes of cards, of actions and of rules become words of the game.

Agents write their reasons with the codes they think in ("6c", "nao-quero", "high"); a terminal shows them so, and a
person at a page reads names.
"""

from functools import cache

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.why import NameOf, facts, hint, sentence
from bolicho.core.words import Words
from bolicho.games.face import Face
from bolicho.web.lobby.names import agent_name

REMEMBERING = ("bolicho.agents.cbr", "bolicho.agents.bots")
"""Agents whose sentences name actions of cases, and rules that mended them."""
TUTOR = "tutor"
"""Who decided, where another agent was asked; a person goes by their own name."""


def why_in_words(why: JsonMapping, face: Face) -> str | None:
    """Say why in the agent's own words, with cards and actions by their names."""
    return _plainly(sentence(why, face.language, _names(why, face)), face)


def advice_in_words(why: JsonMapping, face: Face) -> str | None:
    """Say to the person who holds the hand what speaks for a move."""
    return _plainly(hint(why, face.language, _names(why, face)), face)


def _plainly(text: str | None, face: Face) -> str | None:
    if text is None:
        return None
    text = face.plainly(text)
    return text[:1].upper() + text[1:]  # it may begin with a card


def _names(why: JsonMapping, face: Face) -> NameOf:
    """Return what a sentence calls a card, a move, or an action of a case."""
    if why.get("words") not in REMEMBERING or not _has_cases(face.game.name):
        return face.name_of
    known, given = _actions(face.language), facts(why)
    tutor = str(given.get("tutor", "")) if given.get("by") == TUTOR else ""
    actions = known | ({tutor: agent_name(tutor, face.language)} if tutor else {})
    return lambda token: actions.get(token) or face.name_of(token)


def _has_cases(game: str) -> bool:
    from bolicho.learn.cases.craft import CRAFTS  # numpy, which a browser has not: nobody there remembers cases

    return game in CRAFTS.house


@cache
def _actions(language: str) -> dict[str, str]:
    pages: JsonObject = Words("bolicho.web", language, "words/replay.toml").texts
    return {**pages["why"]["action"], **pages["why"]["doing"], **pages["why"]["rule"]}
