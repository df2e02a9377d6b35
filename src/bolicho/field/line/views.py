"""A view read back from the JSON that a program gets: for agents of ours at the other end of a line.

A view is a tree of named tuples, and its type hints say what each part is; only a board's view is written in another
way, and is played again from its start. ``view_of(game, plain(view)) == view``.
"""

from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from bolicho.core.chance import stream
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.games.boards import BoardGame


def view_of(game: Game, state: Any) -> Any:
    """Return the view that was written out as ``state``."""
    try:
        return _board(game, state) if isinstance(game, BoardGame) else _read(_kind(type(game), game), state)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise BadInput(f"state: no view of {game.name} ({error})") from None


def _board(game: BoardGame, state: Any) -> Any:
    first = game.parse_deal(str(state["start"]))
    position = game.start(first)
    for move in state["history"]:
        position = position.play(move)
    return position.view(state["seat"])


@cache
def _kind(_: type[Game], game: Game) -> Any:
    """The type of a game's views: there is no other way to ask for it than to deal."""
    return type(game.start(game.deal(stream(0)), **game.opening(stream(0))).view(0))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, data: Any) -> Any:
    """Return JSON data as what a type hint says."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else _read(next(part for part in parts if part is not NoneType), data)
    if origin is tuple:
        each = parts[:1] * len(data) if len(parts) == 2 and parts[1] is Ellipsis else parts
        return tuple(_read(part, one) for part, one in zip(each, data, strict=True))
    if hasattr(kind, "_fields"):
        hints = _hints(kind)
        return kind(**{name: _read(hints[name], data[name]) for name in kind._fields})
    return data
