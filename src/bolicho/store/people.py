"""People who played: who sat where, what they answered, and how all of it goes when they ask.

A person is known by the SHA-256 of a code that only they have. A case that was made of a sitting has the origin
``web:<sitting>`` or ``web:<sitting>/...``: by that it is found again when the person withdraws.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import read_json
from bolicho.core.record import Record
from bolicho.store.bases import changed
from bolicho.store.cases import Cases
from bolicho.store.records import PAGE, Records
from bolicho.store.tables import (
    QUESTIONS,
    answers,
    bases,
    cases,
    clusterings,
    participants,
    records,
    seats,
    sittings,
    web_tables,
)

ORIGIN = re.compile(r"web:([1-9][0-9]{0,18})(?:/.*)?", re.DOTALL)
"""What the origin of a case says that was made of a sitting."""
SIMULATED = "simulated"
"""The note of a match of a rehearsal, in which no person played."""
BEGUN = "begun"
"""The note of a record that goes on from another one (`play/onward.py`), with deals and moves of that one in it."""


@dataclass(frozen=True)
class Answers:
    """What a person thought of the agent, each from 1 to 5, and how long they have played."""

    competence: int
    coherence: int
    predictability: int
    fun: int
    years: int | None = None
    comment: str = ""


@dataclass(frozen=True)
class PersonMatch:
    """A finished match of a person."""

    record_id: int
    record: Record
    seat: int
    name: str
    hinted: bool
    """Whether the person asked for a hint."""
    answers: Answers | None
    sitting: int


@dataclass(frozen=True)
class Sitting:
    """A person at a seat of a match."""

    id: int
    record_id: int
    seat: int
    name: str
    language: str
    consented: datetime | None
    """When the person agreed that the match be used, in UTC; None who did not."""
    hinted: bool
    created: datetime
    answers: Answers | None


class Withdrawal(NamedTuple):
    """How much is gone."""

    records: int
    cases: int
    answers: int
    participants: int = 0
    """Places in studies."""


class People(Records, Cases):
    """The people of a store."""

    def seat_person(
        self, record_id: int, seat: int, *, name: str, code_hash: str, language: str, consented: bool
    ) -> int:
        """Say who sits at a seat of a match, and return the number of the sitting."""
        check_hash(code_hash)
        now = datetime.now(UTC)
        values = {"name": name, "language": language, "code": code_hash, "consented": now if consented else None}
        with self._writing() as connection:
            query = select(records.c.id).where(records.c.id == record_id).with_for_update()
            if connection.scalar(query) is None:
                raise BadInput(f"store {self.url}: no record {record_id}")
            chair = (seats.c.record == record_id) & (seats.c.seat == seat)
            if connection.scalar(select(seats.c.seat).where(chair)) is None:
                raise BadInput(f"store {self.url}: record {record_id} has no seat {seat}")
            taken = (sittings.c.record == record_id) & (sittings.c.seat == seat)
            if connection.scalar(select(sittings.c.id).where(taken)) is not None:
                raise BadInput(f"store {self.url}: somebody sits at seat {seat} of record {record_id} already")
            new = insert(sittings).values(record=record_id, seat=seat, hinted=False, created=now, **values)
            return int(connection.scalar(new.returning(sittings.c.id)) or 0)

    def mark_hinted(self, sitting: int) -> None:
        """Remember that a person asked for a hint."""
        with self._writing() as connection:
            if not connection.execute(update(sittings).where(sittings.c.id == sitting).values(hinted=True)).rowcount:
                raise self._nobody(sitting)

    def answer(self, sitting: int, given: Answers) -> None:
        """Keep what a person answered; once."""
        _check_answers(given)
        with self._writing() as connection:
            here = select(sittings.c.id).where(sittings.c.id == sitting).with_for_update()
            if connection.scalar(here) is None:
                raise self._nobody(sitting)
            if connection.scalar(select(answers.c.sitting).where(answers.c.sitting == sitting)) is not None:
                raise BadInput(f"store {self.url}: sitting {sitting}: already answered")
            said = {**{name: getattr(given, name) for name in ANSWERED}, "created": datetime.now(UTC)}
            connection.execute(insert(answers).values(sitting=sitting, **said))

    def people_matches(self, *, game: str | None = None, consented_only: bool = True) -> Iterator[PersonMatch]:
        """Give the finished matches of people, oldest first, one for each person who sat at it.

        What is saved from now on is not given; of those who did not consent nothing is, unless asked for. Matches of a
        rehearsal are no matches of people.
        """
        query = seated(records.c.payload).where(records.c.finished)
        if game is not None:
            query = query.where(records.c.game == game)
        if consented_only:
            query = query.where(sittings.c.consented.is_not(None))
        with self._reading() as connection:
            last = connection.scalar(select(func.max(sittings.c.id))) or 0
        query = query.where(sittings.c.id <= last).order_by(sittings.c.record, sittings.c.seat).limit(PAGE)
        record, seat = 0, -1
        while True:
            same = and_(sittings.c.record == record, sittings.c.seat > seat)
            with self._reading() as connection:
                page = list(connection.execute(query.where(or_(sittings.c.record > record, same))))
            for row in page:
                match = self._read(row.record, row.payload)
                if match.notes.get(SIMULATED):  # agents who stood in for people at a rehearsal
                    continue
                yield PersonMatch(row.record, match, row.seat, row.name, row.hinted, answers_of(row), row.id)
            if len(page) < PAGE:
                return
            record, seat = page[-1].record, page[-1].seat

    def finished_sittings(self, *, record_id: int | None = None) -> list[Sitting]:
        """Return who sat at finished matches (or at one of them), oldest first; of those too who did not consent."""
        query = seated().where(records.c.finished).order_by(sittings.c.id)
        if record_id is not None:
            query = query.where(sittings.c.record == record_id)
        with self._reading() as connection:
            return [_sitting(row) for row in connection.execute(query)]

    def sittings_of(self, code_hash: str) -> list[Sitting]:
        """Return all sittings of one code, oldest first."""
        check_hash(code_hash)
        query = seated().where(sittings.c.code == code_hash).order_by(sittings.c.id)
        with self._reading() as connection:
            return [_sitting(row) for row in connection.execute(query)]

    def matches_of(self, code_hash: str) -> set[int]:
        """Return the records that go when a code is withdrawn: its own, and those that were played on from them."""
        check_hash(code_hash)
        with self._reading() as connection:
            return _matches(connection, code_hash)

    def withdraw(self, code_hash: str) -> Withdrawal:
        """Forget everything of one code: sittings, answers, records, a place in a study, and its cases in all bases.

        A match that two people played goes for both of them, with the cases of both: each case of a hand tells of
        both players; and so does a match that somebody played on from it, for its moves are in that one. Clusterings
        of a base that loses cases go too, for they were computed on them; and so do the web tables of these records,
        whose data has names. All of it in one transaction, or nothing.
        """
        check_hash(code_hash)
        with self._writing() as connection:
            gone = sorted(_matches(connection, code_hash))
            for some in _pages(gone):
                connection.execute(select(records.c.id).where(records.c.id.in_(some)).with_for_update())
            left = set(_in_pages(connection, sittings.c.id, sittings.c.record, gone))
            answered = sum(1 for _ in _in_pages(connection, answers.c.sitting, answers.c.sitting, sorted(left)))
            removed = self._forget_cases(connection, left) if left else 0
            for some in _pages(gone):
                connection.execute(delete(web_tables).where(web_tables.c.record.in_(some)))
                connection.execute(delete(records).where(records.c.id.in_(some)))  # takes sittings and answers along
            places = connection.execute(delete(participants).where(participants.c.code == code_hash)).rowcount
        self._scrub()
        return Withdrawal(len(gone), removed, answered, places)

    def _forget_cases(self, connection: Connection, left: Collection[int]) -> int:
        """Remove the cases of these sittings from every base."""
        total = 0
        # in the order in which change_cases holds them, so that the two cannot wait for each other
        for name in sorted(connection.scalars(select(bases.c.name))):
            held = connection.execute(select(bases).where(bases.c.name == name).with_for_update()).first()
            if held is None:  # dropped in the meantime
                continue
            # a range of texts would be found faster, but a server sorts texts by the customs of a country
            web = (cases.c.base == held.id) & (func.substr(cases.c.origin, 1, 4) == "web:")
            found = connection.execute(select(cases.c.position, cases.c.origin).where(web))
            theirs = sorted(position for position, origin in found if _sitting_of(origin) in left)
            if theirs:
                self._take(connection, held, theirs)
                connection.execute(delete(clusterings).where(clusterings.c.base == held.id))
                changed(connection, held)
                total += len(theirs)
        return total

    def _nobody(self, sitting: int) -> BadInput:
        return BadInput(f"store {self.url}: no sitting {sitting}")


ANSWERED = (*QUESTIONS, "years", "comment")


def seated(*more: Any) -> Any:
    """Return the query of sittings with their answers."""
    told = (answers.c[name] for name in ANSWERED)
    query = select(sittings, *told, *more).join(records, records.c.id == sittings.c.record)
    return query.outerjoin(answers, answers.c.sitting == sittings.c.id)


def answers_of(row: Row[Any]) -> Answers | None:
    """Read the answers of a row, if there are any."""
    return None if row.competence is None else Answers(**{name: row._mapping[name] for name in ANSWERED})


def _sitting(row: Row[Any]) -> Sitting:
    who = (row.id, row.record, row.seat, row.name, row.language)
    return Sitting(*who, row.consented, row.hinted, row.created, answers_of(row))


def _sitting_of(origin: str) -> int | None:
    found = ORIGIN.fullmatch(origin)
    return None if found is None else int(found[1])


def _matches(connection: Connection, code_hash: str) -> set[int]:
    found = set(connection.scalars(select(sittings.c.record).where(sittings.c.code == code_hash)))
    if found:
        copies = select(records.c.id, records.c.payload).where(records.c.payload.contains(f'"{BEGUN}"'))
        came = {row.id: _came_from(row.payload) for row in connection.execute(copies)}
        while more := {id for id, source in came.items() if source in found} - found:
            found |= more
    return found


def _came_from(payload: str) -> int | None:
    """Return the record that a match was played on from."""
    try:
        part: Any = read_json(payload)
    except BadInput:  # a record that cannot be read came from nowhere
        return None
    for key in ("notes", BEGUN, "of", "record"):
        part = part.get(key) if isinstance(part, dict) else None
    return part if isinstance(part, int) else None


def _pages(ids: list[int]) -> Iterator[list[int]]:
    for first in range(0, len(ids), PAGE):
        yield ids[first : first + PAGE]


def _in_pages(connection: Connection, column: Any, key: Any, ids: list[int]) -> Iterator[int]:
    for some in _pages(ids):
        yield from connection.scalars(select(column).where(key.in_(some)))


def check_hash(code_hash: str) -> None:
    """Refuse what is no hash of a code."""
    if not re.fullmatch("[0-9a-f]{64}", code_hash):  # not repeated: it may be the code itself
        raise BadInput("code_hash: expected the SHA-256 of a code, 64 hexadecimal digits")


def _check_answers(given: Answers) -> None:
    for name in QUESTIONS:
        value = getattr(given, name)
        if type(value) is not int or not 1 <= value <= 5:
            raise BadInput(f"answers.{name}: {value!r} is not within 1..5")
    if given.years is not None and (type(given.years) is not int or not 0 <= given.years < 2**31):
        raise BadInput(f"answers.years: {given.years!r} is not a number of years, 0 or more")
