"""Rows: what is kept of a match when the match itself is not; one row a match, one line of JSON a row."""

import json
from dataclasses import dataclass, field
from typing import Any

from bolicho.arena.matches.schedule import Pairing
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonMapping, JsonObject, read_json
from bolicho.core.record import Record

MOST = 10**12
"""Of any number in a row: sums of squares of such ones are numbers still."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An agent (by index) that lost a match by an illegal move, an error or its clock."""

    agent: int
    why: str


@dataclass(frozen=True, slots=True)
class Row:
    """The outcome of one match; ``scores`` and ``points`` stand in the order of ``seats``."""

    match: int
    board: int
    seats: tuple[int, ...]
    """The index of the agent in each seat."""
    scores: tuple[int, ...]
    """The score at which the match ended."""
    winner: int | None
    """The index of the agent that won; None when drawn."""
    hands: int
    """Units played to their end."""
    points: tuple[int, ...]
    """Points won in those units."""
    forfeit: Fault | None = None
    tally: JsonMapping = field(default_factory=dict)
    """Whatever the plan asked to be counted (JSON data)."""
    began: int | None = None
    """The seat that had the first move of the match (the first mão of Truco); None where nobody knows any more."""

    def net(self, agent: int) -> int:
        """Points an agent won: less those of the rival where two play, as the game scores them where more do."""
        seat = self.seats.index(agent)
        return self.points[seat] - (self.points[1 - seat] if len(self.seats) == 2 else 0)

    def won(self, agent: int) -> float:
        """1 for a win, 0 for a loss; a draw is shared by those who lead it, a half each where two play."""
        if self.winner is not None or len(self.seats) == 2:
            return 0.5 if self.winner is None else float(self.winner == agent)
        lost = None if self.forfeit is None else self.forfeit.agent
        scores = {who: score for who, score in zip(self.seats, self.scores, strict=True) if who != lost}
        lead = [who for who, score in scores.items() if score == max(scores.values())]
        return 1 / len(lead) if agent in lead else 0.0

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        data: JsonObject = {
            "match": self.match,
            "board": self.board,
            "seats": list(self.seats),
            "scores": list(self.scores),
            "winner": self.winner,
            "hands": self.hands,
            "points": list(self.points),
            "forfeit": None if self.forfeit is None else {"agent": self.forfeit.agent, "why": self.forfeit.why},
        }
        data |= {"tally": dict(self.tally)} if self.tally else {}
        return data | ({} if self.began is None else {"began": self.began})

    def to_json(self) -> str:
        """Return the row as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_dict(cls, data: Any) -> "Row":
        """Read a row back; ``Row.from_dict(row.to_dict()) == row``; one that contradicts itself is refused."""
        try:
            row = cls(
                match=_whole(data["match"]),
                board=_whole(data["board"]),
                seats=tuple(map(_whole, data["seats"])),
                scores=tuple(map(_whole, data["scores"])),
                winner=None if data["winner"] is None else _whole(data["winner"]),
                hands=_whole(data["hands"]),
                points=tuple(map(_whole, data["points"])),
                forfeit=None
                if data["forfeit"] is None
                else Fault(_whole(data["forfeit"]["agent"]), str(data["forfeit"]["why"])),
                tally=dict(data.get("tally", {})),
                began=None if data.get("began") is None else _whole(data["began"]),
            )
        except KeyError as error:
            raise BadInput(f"not a row of a match: {error} is missing") from None
        except BadInput as error:
            raise BadInput(f"not a row of a match: {error}") from None
        except (TypeError, ValueError, AttributeError):
            raise BadInput(f"not a row of a match: {_misshapen(data)}") from None
        if (wrong := row._wrong()) is not None:
            raise BadInput(f"not a row of a match: {wrong}")
        return row

    def _wrong(self) -> str | None:
        """Name what cannot be true of any match."""
        seats, there = len(self.seats), {None, *self.seats}
        held = {
            "scores": len(self.scores) == seats,
            "points": len(self.points) == seats,
            "winner": self.winner in there,
            "hands": self.hands >= 0,
            "forfeit": self.forfeit is None or self.forfeit.agent in self.seats,
            "began": self.began is None or 0 <= self.began < seats,
        }
        return next((f"its {name!r} cannot be" for name, good in held.items() if not good), None)

    @classmethod
    def from_json(cls, text: str) -> "Row":
        """Read a row from its line."""
        try:
            data = read_json(text)
        except BadInput as error:
            raise BadInput(f"not a row of a match: {error}") from None
        return cls.from_dict(data)


def _misshapen(data: Any) -> str:
    """Name what is of another kind than a row has it."""
    if not isinstance(data, dict):
        return "expected an object"
    lists = (name for name in ("seats", "scores", "points") if not isinstance(data.get(name), list))
    return next((f"its {name!r} is no list" for name in lists), "its 'forfeit' or 'tally' is no object")


def _whole(number: Any) -> int:
    if type(number) is not int or abs(number) > MOST:
        raise BadInput(f"{one_line(repr(number), 40)} is no whole number of a match")
    return number


def row_of(pairing: Pairing, record: Record, tally: JsonMapping | None = None, began: int | None = None) -> Row:
    """Take from a record what its row keeps; who began, only the rules can tell."""
    done = [unit.scores for unit in record.units if unit.over]
    lost = record.forfeit
    return Row(
        match=pairing.match,
        board=pairing.board,
        seats=pairing.seats,
        scores=record.scores,
        winner=None if record.winner is None else pairing.seats[record.winner],
        hands=len(done),
        points=tuple(map(sum, zip(*done, strict=True))) if done else (0,) * len(pairing.seats),
        forfeit=None if lost is None else Fault(pairing.seats[lost.seat], lost.why),
        tally=tally or {},
        began=began,
    )
