"""People who take part in a study: their place in its design, and the matches they played in it.

A participant is known by the hash of one code, which all sittings of the study share: it takes everything back at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, insert, select

from bolicho.core.errors import BadInput
from bolicho.store.people import People, PersonMatch, answers_of, check_hash, seated
from bolicho.store.tables import participants, records, sittings, web_tables

STUDY = "study"
"""The note of a match of a study: the study's name, whose match it is, which of theirs, and against whom."""


@dataclass(frozen=True)
class Participant:
    """Somebody who agreed to take part."""

    study: str
    place: int
    """Which row of the design, from 0."""
    design: str
    """The fingerprint of the design that they came into."""
    language: str
    consented: datetime
    simulated: bool
    """Whether it is an agent, at a rehearsal."""


@dataclass(frozen=True)
class StudyMatch:
    """A match of a participant, finished or not."""

    participant: Participant
    step: int
    finished: bool
    match: PersonMatch
    table: str | None
    """Where it is, or was, played on the web."""


class Participants(People):
    """The participants of a store."""

    def enrol(self, study: str, code_hash: str, design: str, language: str, *, simulated: bool = False) -> Participant:
        """Give somebody who agreed the lowest free place of a study: one that was withdrawn is filled again.

        People and agents never stand in one study, nor those of two designs.
        """
        check_hash(code_hash)
        with self._writing() as connection:
            known = [_participant(row) for row in connection.execute(_of(study))]
            for one in known:
                if one.design != design:
                    raise BadInput(f"study {study!r} in {self.url} was begun with another design; give it another name")
                if one.simulated != simulated:
                    whose = "a rehearsal by agents" if one.simulated else "people"
                    raise BadInput(f"study {study!r} in {self.url} has {whose} in it; use another store")
            taken = {one.place for one in known}
            place = next(number for number in range(len(taken) + 1) if number not in taken)
            values = {"study": study, "place": place, "design": design, "code": code_hash, "language": language}
            now = datetime.now(UTC)
            connection.execute(insert(participants).values(**values, consented=now, simulated=simulated))
        return Participant(study, place, design, language, now, simulated)

    def participant(self, study: str, code_hash: str) -> Participant | None:
        """Return who has this code in a study."""
        check_hash(code_hash)
        with self._reading() as connection:
            row = connection.execute(_of(study).where(participants.c.code == code_hash)).first()
        return None if row is None else _participant(row)

    def participants(self, study: str) -> list[Participant]:
        """Return everybody in a study, by place."""
        with self._reading() as connection:
            return [_participant(row) for row in connection.execute(_of(study))]

    def study_matches(self, study: str, *, place: int | None = None) -> Iterator[StudyMatch]:
        """Give the matches of a study, or of one of its participants, in the order of places and steps."""
        query = seated(records.c.payload, records.c.finished, web_tables.c.id.label("table"))
        query = query.outerjoin(web_tables, web_tables.c.record == records.c.id).order_by(sittings.c.record)
        for one in self.participants(study):
            if place is not None and one.place != place:
                continue
            with self._reading() as connection:
                theirs = select(participants.c.code).where(
                    participants.c.study == study, participants.c.place == one.place
                )
                rows = list(connection.execute(query.where(sittings.c.code == theirs.scalar_subquery())))
            for row in rows:
                record = self._read(row.record, row.payload)
                note = record.notes.get(STUDY)
                if isinstance(note, dict) and note.get("name") == study:
                    match = PersonMatch(row.record, record, row.seat, row.name, row.hinted, answers_of(row), row.id)
                    yield StudyMatch(one, int(note["step"]), bool(row.finished), match, row.table)


def _of(study: str) -> Any:
    return select(participants).where(participants.c.study == study).order_by(participants.c.place)


def _participant(row: Row[Any]) -> Participant:
    return Participant(row.study, row.place, row.design, row.language, row.consented, row.simulated)
