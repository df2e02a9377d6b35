"""Decisions explained: every one of a unit told, with what a page draws it with."""

from collections.abc import Mapping, Sequence
from typing import Any

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.face import Face
from bolicho.web.tables.plainly import why_in_words


def decisions_told(
    decisions: Sequence[JsonMapping | None], plies: Sequence[Any], names: Sequence[str], agents: Sequence[str],
    face: Face,
) -> list[JsonObject]:  # fmt: skip
    """Tell every decision that a unit kept.

    ``plies`` are (seat, move, text, view): who moved, what, how it sounded, and what that seat saw before it.
    """
    told = []
    for number, (kept, (seat, move, text, view)) in enumerate(zip(decisions, plies, strict=False), 1):
        why = (kept or {}).get("why")
        if not isinstance(why, Mapping) or not why:
            continue
        entry = {"ply": number, "seat": seat, "name": names[seat], "move": move, "text": text}
        entry |= {"value": _finite((kept or {}).get("value")), "why": dict(why)}
        entry["sentence"] = why_in_words(why, face)
        told.append(entry | {"picture": picture(why, view, agents[seat])})
    return told


def picture(why: JsonMapping, view: Any, agent: str) -> JsonObject | None:
    """Return what a drawing needs beside the facts that the player brought; None for most."""
    facts = why.get("facts")
    if why.get("words") != "bolicho.agents.markov" or not isinstance(facts, Mapping):
        return None
    from bolicho.web.tables.matrix_picture import matrix_picture

    return matrix_picture(facts, view, agent)


def drawn_with(why: JsonMapping, view: Any, agent: str, face: Face) -> JsonObject:
    """Return what a table's page draws an explanation with; ``view`` is what the seat saw before it moved."""
    state = face.state(view) if face.open else None
    return {"picture": picture(why, view, agent), "state": state}


def _finite(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
