"""Views of any game written out as plain JSON data, field by field; `Face.plain` adds what a game says besides."""

from typing import Any

from bolicho.core.json_text import JsonObject


def plain(view: Any) -> JsonObject:
    """Write a named tuple out field by field; of any other view what the contract says that it has."""
    if hasattr(view, "_fields"):
        return {name: as_json(value) for name, value in zip(view._fields, view, strict=True)}
    return {"seat": view.seat, "to_move": view.to_move, "moves": list(view.moves)}


BARE = {str, int, float, bool, type(None)}


def as_json(value: object) -> Any:
    """Return a value as JSON has it: named tuples are objects, what JSON does not know is text."""
    if type(value) in BARE:
        return value
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return {name: as_json(part) for name, part in zip(value._fields, value, strict=True)}
        return [part if type(part) in BARE else as_json(part) for part in value]
    if isinstance(value, list | frozenset):
        return [as_json(part) for part in value]
    if isinstance(value, dict):
        return {str(name): as_json(part) for name, part in value.items()}
    return value if isinstance(value, str | int | float) else str(value)
