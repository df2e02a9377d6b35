"""What a worker tells of its matches, as data: nothing that an agent has made reaches us as anything else."""

from typing import NamedTuple

from bolicho.arena.matches.rows import Row
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.parallel.wire import Unreadable


class Ready(NamedTuple):
    """The worker has built everything and waits for matches."""


class Unfit(NamedTuple):
    """Something could not be built."""

    why: str


class Failure(NamedTuple):
    """Something broke that is nobody's forfeit: a rule, a tally."""

    why: str


class Deciding(NamedTuple):
    """An agent is about to be asked, or has answered; told only where somebody must know for certain."""

    match: int
    agent: int
    """Nobody (below 0) when it has answered."""


class MatchOver(NamedTuple):
    """A match is over; its record as JSON where the plan wants it."""

    row: Row
    record: str | None


Message = Ready | Unfit | Failure | Deciding | MatchOver
LONGEST_WHY = 2000


def to_data(message: Message) -> JsonObject:
    """Return a message as plain JSON data."""
    told = message._asdict() | ({"row": message.row.to_dict()} if isinstance(message, MatchOver) else {})
    return {"say": type(message).__name__, **told}


def from_data(data: JsonObject) -> Message:
    """Read a message back; ``from_data(to_data(message)) == message``; whatever is none raises Unreadable."""
    try:
        kind = data["say"]
        if kind == "Ready":
            return Ready()
        if kind in ("Unfit", "Failure"):
            return (Unfit if kind == "Unfit" else Failure)(one_line(_text(data["why"]), LONGEST_WHY))
        if kind == "Deciding":
            return Deciding(int(data["match"]), int(data["agent"]))
        if kind == "MatchOver":
            return MatchOver(row_from(data["row"]), record_from(data["record"]))
    except (BadInput, KeyError, TypeError, ValueError, OverflowError, RecursionError):
        pass
    raise Unreadable("answered what cannot be read")


def row_from(data: object) -> Row:
    """Read a row, whose numbers must be numbers and whose words must be words."""
    row = Row.from_dict(data)
    if row.to_dict() != data or (row.forfeit is not None and not isinstance(row.forfeit.why, str)):
        raise BadInput("not a row of a match")
    return row


def record_from(text: object) -> str | None:
    """Return the one line of a record, None where there is none."""
    return None if text is None else Record.from_json(_text(text)).to_json()


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value
