"""The record of a match: enough to replay it bit for bit. One record is one line of JSON.

A record holds text only (deals and moves in the game's notation), so it can be read, stored and sent without the
rules; ``bolicho.play.replay`` puts the rules back.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bolicho.core.chance import OPEN, checked_salt
from bolicho.core.contract import DRAWN_BY
from bolicho.core.errors import BadInput
from bolicho.core.files import plain_file
from bolicho.core.json_text import JsonMapping, JsonObject, read_json

LONGEST = 64 * 10**6
"""Bytes of a record at most; one with every explanation in it is far below."""
FORMAT = 1
"""Version of the JSON layout, apart from the version of a game's rules."""


@dataclass(frozen=True)
class Unit:
    """One hand (or one board game): where it began, what was done, what it paid."""

    deal: str
    context: JsonMapping
    moves: tuple[str, ...]
    scores: tuple[int, ...]
    over: bool = True
    decisions: tuple[JsonMapping | None, ...] = ()
    """Value and why of each move, where somebody kept them; empty or as long as ``moves``."""


@dataclass(frozen=True)
class Forfeit:
    """A seat that lost the match by an illegal move, an error or its clock."""

    seat: int
    why: str


def winner_of(scores: Sequence[int], forfeit: Forfeit | None = None) -> int | None:
    """Return the seat that has won a finished match: the best score, but never who forfeited; None when shared.

    >>> winner_of((3, 24)), winner_of((3, 3)), winner_of((0, 9), Forfeit(1, "slept"))
    (1, None, 0)
    """
    seats = [seat for seat in range(len(scores)) if forfeit is None or seat != forfeit.seat]
    best = [seat for seat in seats if scores[seat] == max(scores[other] for other in seats)]
    return best[0] if len(best) == 1 else None


@dataclass(frozen=True)
class Record:
    """A whole match, or as much of one as was played."""

    game: str
    version: str
    options: JsonMapping
    agents: tuple[str, ...]
    seed: int | None
    """None when the chance did not come from a seed (cards typed in, an imported match)."""
    match: int
    units: tuple[Unit, ...]
    scores: tuple[int, ...]
    winner: int | None = None
    """The seat that won; None when drawn or unfinished."""
    finished: bool = True
    forfeit: Forfeit | None = None
    notes: JsonMapping = field(default_factory=dict)
    """Whatever else is worth keeping: who the people were, when, board of a duplicate pair."""
    salt: str = OPEN
    """What keyed the chance beside the seed (`core.chance`); empty when the seed says all."""

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "bolicho": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "agents": list(self.agents),
            "seed": self.seed,
            **({"salt": self.salt} if self.salt else {}),
            "match": self.match,
            "units": [_unit_dict(unit) for unit in self.units],
            "scores": list(self.scores),
            "winner": self.winner,
            "finished": self.finished,
            "forfeit": None if self.forfeit is None else {"seat": self.forfeit.seat, "why": self.forfeit.why},
            "notes": dict(self.notes),
        }

    def _repr_html_(self) -> str:
        return DRAWN_BY["record"](self)

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Read a record back; ``Record.from_json(r.to_json()) == r``."""
        try:
            data = read_json(text)
        except BadInput as error:
            raise BadInput(f"not a record: {error}") from None
        return cls.from_dict(data)

    @classmethod
    def from_dict(cls, data: Any) -> "Record":
        """Check plain JSON data and make a record of it; the error names the field that is wrong."""
        top = _Fields(data, "record")
        if top.number("bolicho") != FORMAT:
            raise BadInput(f"record.bolicho: format {data['bolicho']} is not {FORMAT}, the one this version reads")
        agents = tuple(top.texts("agents"))
        seats = len(agents)
        units = tuple(_unit(entry, f"record.units[{i}]", seats) for i, entry in enumerate(top.items("units")))
        record = cls(
            game=top.text("game"),
            version=top.text("version"),
            options=top.mapping("options"),
            agents=agents,
            seed=top.number("seed", optional=True),
            match=top.number("match") or 0,
            units=units,
            scores=top.scores("scores", seats),
            winner=top.seat("winner", seats, optional=True),
            finished=top.flag("finished"),
            forfeit=_forfeit(top, seats),
            notes=top.mapping("notes"),
            salt=checked_salt(top.text("salt")) if "salt" in top.data else OPEN,
        )
        if any(not unit.over for unit in units[:-1]):
            raise BadInput("record.units: only the last unit may be unfinished")
        return record


def read_records(path: Path | str) -> Iterator[Record]:
    """Read a file of JSON lines; an error names the file and the line."""
    found = False
    try:
        # only a line feed ends a record: names may hold other line separators
        with plain_file(Path(path)).open("rb") as lines:
            for number, line in enumerate(iter(lambda: lines.readline(LONGEST + 1), b""), 1):
                if len(line) > LONGEST:
                    raise BadInput(f"{path} line {number}: longer than {LONGEST // 10**6} MB, which no record is")
                if line.strip():
                    found = True
                    yield _numbered(path, number, line)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    if not found:
        raise BadInput(f"{path}: no record in it")


def _numbered(path: Path | str, number: int, line: bytes) -> Record:
    try:
        return Record.from_json(line.decode())
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} line {number}: not UTF-8 text at byte {error.start + 1} of the line") from None
    except BadInput as error:
        raise BadInput(f"{path} line {number}: {error}") from None


def write_records(path: Path | str, records: Iterable[Record]) -> None:
    """Write a file of JSON lines whole or not at all."""
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            out.writelines(record.to_json() + "\n" for record in records)
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
    except UnicodeEncodeError as error:
        raise BadInput(f"{path}: cannot be written: {error.reason}") from None
    finally:
        part.unlink(missing_ok=True)


def _unit_dict(unit: Unit) -> JsonObject:
    data: JsonObject = {
        "deal": unit.deal,
        "context": dict(unit.context),
        "moves": list(unit.moves),
        "scores": list(unit.scores),
        "over": unit.over,
    }
    if unit.decisions:
        data["decisions"] = [None if d is None else dict(d) for d in unit.decisions]
    return data


def _unit(data: object, where: str, seats: int) -> Unit:
    fields = _Fields(data, where)
    moves = tuple(fields.texts("moves"))
    decisions = tuple(fields.items("decisions")) if "decisions" in fields.data else ()
    if decisions and len(decisions) != len(moves):
        raise BadInput(f"{where}.decisions: {len(decisions)} for {len(moves)} moves")
    for i, entry in enumerate(decisions):
        if not isinstance(entry, dict | None):
            raise BadInput(f"{where}.decisions[{i}]: expected an object or null, found {_kind(entry)}")
    return Unit(
        deal=fields.text("deal"),
        context=fields.mapping("context"),
        moves=moves,
        scores=fields.scores("scores", seats),
        over=fields.flag("over"),
        decisions=decisions,
    )


def _forfeit(top: "_Fields", seats: int) -> Forfeit | None:
    if top.get("forfeit") is None:
        return None
    fields = _Fields(top.get("forfeit"), "record.forfeit")
    return Forfeit(fields.seat("seat", seats) or 0, fields.text("why"))


class _Fields:
    """The fields of a JSON object, each checked when taken."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise BadInput(f"{where}: expected an object, found {_kind(data)}")
        self.data = data
        self.where = where

    def get(self, name: str) -> Any:
        if name not in self.data:
            raise BadInput(f"{self.where}.{name}: missing")
        return self.data[name]

    def _take(self, name: str, kind: type, words: str) -> Any:
        value = self.get(name)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadInput(f"{self.where}.{name}: expected {words}, found {_kind(value)}")
        return value

    def text(self, name: str) -> str:
        value: str = self._take(name, str, "text")
        return value

    def flag(self, name: str) -> bool:
        value: bool = self._take(name, bool, "true or false")
        return value

    def mapping(self, name: str) -> JsonObject:
        value: JsonObject = self._take(name, dict, "an object")
        return value

    def items(self, name: str) -> list[Any]:
        value: list[Any] = self._take(name, list, "a list")
        return value

    def number(self, name: str, *, optional: bool = False) -> int | None:
        if optional and self.get(name) is None:
            return None
        value: int = self._take(name, int, "a whole number")
        return value

    def texts(self, name: str) -> list[str]:
        for i, value in enumerate(self.items(name)):
            if not isinstance(value, str):
                raise BadInput(f"{self.where}.{name}[{i}]: expected text, found {_kind(value)}")
        return self.items(name)

    def seat(self, name: str, seats: int, *, optional: bool = False) -> int | None:
        value = self.number(name, optional=optional)
        if value is not None and not 0 <= value < seats:
            raise BadInput(f"{self.where}.{name}: seat {value} of {seats}")
        return value

    def scores(self, name: str, seats: int) -> tuple[int, ...]:
        values = self.items(name)
        if len(values) != seats or not all(type(v) is int for v in values):
            raise BadInput(f"{self.where}.{name}: expected {seats} whole numbers, found {values!r}")
        return tuple(values)


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true/false", int: "a number", float: "a number"}
    return "nothing" if value is None else names.get(type(value), type(value).__name__)
