"""What a thinker tells the house, as data: whatever an agent answers is text and numbers before we look at it."""

import json
from math import isfinite
from typing import NamedTuple

from bolicho.core.errors import one_line
from bolicho.core.json_text import JsonObject
from bolicho.parallel.wire import Unreadable

WHY_BYTES = 64 * 1024
"""The longest explanation that is passed on."""
MOVE_SIGNS = 200
"""No move of a game is written with more."""
LONGEST = 4 * WHY_BYTES
"""Bytes of a whole message at most."""
LONGEST_WHY = 2000
"""Signs of what is told of a failure."""


class AgentReady(NamedTuple):
    """The agent is there and begins to think; whether it is its first decision in this process."""

    first: bool


class Needs(NamedTuple):
    """The thinker does not have this seat's memory: send the last views too."""


class AgentAnswer(NamedTuple):
    """What the agent decided; ``why`` is plain JSON data."""

    move: str
    value: float | None
    why: JsonObject


class AgentFailure(NamedTuple):
    """The agent could not be built, raised, or answered what is no decision."""

    why: str
    """In its own words, which may tell its cards: not for whoever plays against it."""
    kind: str = "raised"
    """``raised``, ``illegal``, ``late`` or ``crashed``."""


Message = AgentReady | Needs | AgentAnswer | AgentFailure


def to_data(message: Message) -> JsonObject:
    """Return a message as plain JSON data."""
    return {"say": type(message).__name__, **message._asdict()}


def from_data(data: JsonObject) -> Message:
    """Read a message back; ``from_data(to_data(message)) == message``; whatever is none raises Unreadable."""
    match data:
        case {"say": "AgentReady", "first": bool(first)}:
            return AgentReady(first)
        case {"say": "Needs"}:
            return Needs()
        case {"say": "AgentAnswer", "move": str(move), "value": value, "why": dict(why)}:
            number = value is None or (isinstance(value, float) and isfinite(value))
            if number and len(move) <= MOVE_SIGNS and _bearable(why):
                return AgentAnswer(move, value, why)
        case {"say": "AgentFailure", "why": str(why), "kind": "raised"}:
            return AgentFailure(one_line(why, LONGEST_WHY))
    raise Unreadable("answered what cannot be read")


def _bearable(why: JsonObject) -> bool:
    try:
        return len(json.dumps(why, allow_nan=False)) <= WHY_BYTES
    except (ValueError, RecursionError):
        return False
