"""A view read back from the JSON that a program gets: for agents of ours at the other end of a line.

A view is a tree of named tuples, and its type hints say what each part is; one that is written in another way, a
board's, is read by the face of its game. ``view_of(game, face_of(game).plain(view)) == view``.
"""

from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from bolicho.core.chance import stream
from bolicho.core.contract import Game, View
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonObject
from bolicho.games.face import face_of


def view_of(game: Game, state: Any) -> Any:
    """Return the view that was written out as ``state``; one that the rules cannot lead to is refused."""
    view = _written(game, state)
    if not _is_sound(game, view):
        raise BadInput(f"state: no view of {game.name} that its rules lead to")
    return view


def _written(game: Game, state: Any) -> Any:
    if not isinstance(state, dict):
        raise BadInput(f"state: no view of {game.name}: expected an object")
    if type(state.get("seat")) is not int or not 0 <= state["seat"] < game.seats:
        raise BadInput(f"state: no view of {game.name}: seat: expected a number from 0 to {game.seats - 1}")
    written = face_of(game).read(state)
    if written is not None:
        return written
    return _read(_kind(type(game), game), state, "state", game.name)


def _is_sound(game: Game, view: View) -> bool:
    """Whether the rules can lead to a view: a world that its seat could be in looks just so from there."""
    if getattr(view, "rules", None) != getattr(game, "rules", None):
        return False
    try:
        return bool(game.worlds(view, stream(0)).view(view.seat) == view)
    except NotImplementedError:  # a guest's rules that know no worlds: nobody can tell
        return True
    except Exception:  # rules may fail in any way at what never happens
        return False


@cache
def _kind(_: type[Game], game: Game) -> Any:
    """The type of a game's views: there is no other way to ask for it than to deal."""
    return type(game.start(game.deal(stream(0)), **game.opening(stream(0))).view(0))


@cache
def _hints(kind: Any) -> JsonObject:
    return get_type_hints(kind)


def _read(kind: Any, data: Any, where: str, game: str) -> Any:
    """Return JSON data as what a type hint says; what is something else is named by its place."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else _read(next(p for p in parts if p is not NoneType), data, where, game)
    wanted = list if origin is tuple else dict if hasattr(kind, "_fields") else kind
    if isinstance(wanted, type) and type(data) is not wanted and not (wanted is float and type(data) is int):
        expected = _WORDS.get(wanted, wanted.__name__)
        raise BadInput(f"state: no view of {game}: {where}: expected {expected}, found {one_line(repr(data), 40)}")
    if origin is tuple:
        each = parts[:1] * len(data) if len(parts) == 2 and parts[1] is Ellipsis else parts
        if len(each) != len(data):
            raise BadInput(f"state: no view of {game}: {where}: expected {len(each)} of them, found {len(data)}")
        pairs = enumerate(zip(each, data, strict=True))
        return tuple(_read(part, one, f"{where}[{place}]", game) for place, (part, one) in pairs)
    if wanted is dict and origin is None and hasattr(kind, "_fields"):
        missing = next((name for name in kind._fields if name not in data), None)
        if missing is not None:
            raise BadInput(f"state: no view of {game}: {where}.{missing}: missing")
        hints = _hints(kind)
        return kind(**{name: _read(hints[name], data[name], f"{where}.{name}", game) for name in kind._fields})
    return data


_WORDS = {list: "a list", dict: "an object", str: "a text", int: "a whole number", bool: "true or false"}
