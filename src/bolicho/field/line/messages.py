"""The messages of the line, as data: what we say and what a program may answer (docs/field/line.md).

>>> read(b'{"type": "move", "move": "7e"}', "move")
{'type': 'move', 'move': '7e'}
>>> read(b"quero", "move")
Traceback (most recent call last):
ValueError: said 'quero', which is no JSON object: Expecting value at column 1 of 5
"""

import json
from collections.abc import Sequence

from bolicho.core.contract import Decision, Game, View
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonMapping, JsonObject, read_json
from bolicho.games.face import Face

PROTOCOL = 1
SEED_BITS = 53
"""Every language can hold such a whole number, also those that have floating point only."""

LARGEST = 1e300

Message = JsonObject


def hello() -> Message:
    """Return our greeting; the program says who it is."""
    from bolicho import __version__

    return {"type": "hello", "protocol": PROTOCOL, "host": f"bolicho {__version__}"}


def match(game: Game, seat: int, seconds: float | None) -> Message:
    """Return what is told before the first decision of a match."""
    rules = {"game": game.name, "version": game.version, "options": dict(game.options)}
    return {"type": "match", **rules, "seats": game.seats, "seat": seat, "seconds": seconds}


def choose(face: Face, view: View, seed: int) -> Message:
    """Return the question: all that the seat may know, the legal moves, and where chance comes from."""
    return {"type": "choose", "state": face.plain(view), "moves": list(view.moves), "seed": seed}


def saw(face: Face, view: View) -> Message:
    """Return the seat's last view of a finished unit; nothing is answered."""
    return {"type": "unit", "state": face.plain(view)}


def result(scores: Sequence[int], winner: int | None) -> Message:
    """Return how the match ended; nothing is answered."""
    return {"type": "result", "scores": list(scores), "winner": winner}


QUIT: Message = {"type": "quit"}


def line_of(message: JsonMapping) -> bytes:
    """Write a message as one line, without its end; any language reads plain ASCII."""
    return json.dumps(message, allow_nan=False, separators=(",", ":")).encode()


def read(line: bytes, wanted: str) -> Message:
    """Read an answer of the type that is wanted; the error says what was said instead."""
    message = parsed(line)
    if message.get("type") == "error":
        raise ValueError(f"gave up: {one_line(message.get('message', 'no reason told'))}")
    if message.get("type") != wanted:
        raise ValueError(f"said {_shown(line)} where a message of type {wanted!r} was expected")
    return message


def parsed(line: bytes) -> Message:
    """Read a line as a message of any type."""
    try:
        message = read_json(line)
    except BadInput as error:
        raise ValueError(f"said {_shown(line)}, which is no JSON object: {error}") from None
    if not isinstance(message, dict):
        raise ValueError(f"said {_shown(line)}, which is no JSON object")
    return message


def _shown(line: bytes) -> str:
    return repr(one_line(line.decode(errors="replace"), 80))


def introduced(message: Message) -> tuple[str, str, tuple[str, ...] | None]:
    """Return the name and the author that a program gave, and the games it plays (None: any)."""
    if message.get("protocol") != PROTOCOL:
        raise ValueError(f"speaks protocol {one_line(message.get('protocol'), 20)}, this house speaks {PROTOCOL}")
    name, author, games = message.get("name", ""), message.get("author", ""), message.get("games")
    if not isinstance(name, str) or not isinstance(author, str):
        raise ValueError("said hello with a name or an author that is no text")
    if games is not None and not (isinstance(games, list) and all(isinstance(game, str) for game in games)):
        raise ValueError("said hello with games that are neither null nor a list of names")
    return one_line(name, 60), one_line(author, 60), None if games is None else tuple(games)


def decided(message: Message, moves: Sequence[str]) -> Decision:
    """Return the decision in an answer; what is optional in it is checked too, so that nobody errs unseen."""
    move, value, why = message.get("move"), message.get("value"), message.get("why")
    if not isinstance(move, str):
        raise ValueError("answered without a move")
    if value is not None and not (type(value) in (int, float) and -LARGEST < value < LARGEST):
        raise ValueError("answered with a value that is no number")
    facts = {"said": why} if isinstance(why, str) else why
    if facts is not None and not isinstance(facts, dict):
        raise ValueError("answered with a why that is neither text nor an object")
    chances = message.get("probabilities")
    if chances is not None:
        facts = {**(facts or {}), "probabilities": _chances(chances, moves)}
    return Decision(move, value, {} if facts is None else {"facts": facts})


def _chances(chances: object, moves: Sequence[str]) -> dict[str, float]:
    if not isinstance(chances, dict) or not all(type(one) in (int, float) for one in chances.values()):
        raise ValueError("answered with probabilities that are no object of numbers by move")
    strange = [move for move in chances if move not in moves]
    if strange:
        raise ValueError(f"answered with the probability of {one_line(strange[0], 40)!r}, which is no legal move")
    if any(not 0 <= one <= 1 for one in chances.values()) or abs(sum(chances.values()) - 1) > 1e-3:
        raise ValueError("answered with probabilities that are not from 0 to 1 and 1 together")
    return chances
