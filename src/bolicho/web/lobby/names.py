"""What agents are called, and who they are to people."""

import logging
from functools import lru_cache

from bolicho.agents import AGENTS
from bolicho.agents.characters import Character, character_of
from bolicho.core.errors import BolichoError
from bolicho.core.offers import offered
from bolicho.web.server.texts import load_texts

WORDS = "words/house.toml"
LONGEST = 120
"""Letters of a name in which a known agent is looked for."""
LOG = logging.getLogger("bolicho.web")


def agent_name(spec: str, language: str) -> str:
    """Return what an agent is called at a table: ``sound`` is Ponderado; settings of its own stay in its name.

    >>> agent_name("sound", "pt-BR"), agent_name("minimax:2", "en"), agent_name("bot3:mine,k=5", "en")
    ('Ponderado', 'MiniMax, 2 plies', 'Bot 3 (mine,k=5)')
    """
    texts = load_texts(WORDS, language)
    spec = AGENTS.current(spec)
    name, _, settings = spec.partition(":")
    if f"agent.{spec}" in texts:
        return texts[f"agent.{spec}"]
    if spec in offered():
        return settings  # the name that the owner gave it
    called = texts.get(f"agent.{name}", name)
    return f"{called} ({settings})" if settings else called


def face_facts(spec: str | None) -> dict[str, str | int | bool] | None:
    """Return what an agent's face is drawn from, if anybody said."""
    character = known_character(spec[:LONGEST], "en") if spec else None
    return dict(character.face) if character else None


@lru_cache(1000)
def known_character(spec: str, language: str) -> Character | None:
    """Return who an agent is to people; a guest whose file cannot be read is somebody without a story."""
    try:
        return character_of.__wrapped__(spec, language)  # its cache would keep whatever name a record has
    except BolichoError as error:
        LOG.warning("%s", error)
        return None
