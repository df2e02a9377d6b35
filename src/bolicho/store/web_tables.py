"""The tables of a web server, so that people find theirs again when it was stopped.

Single moves are in the server's diary (`web/tables/diary.py`); now and then ``keep_hand`` writes a record.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, and_, delete, insert, or_, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.record import Record
from bolicho.store.records import PAGE, Records, columns_of, seats_of
from bolicho.store.runs import as_json
from bolicho.store.tables import records, seats, web_tables


@dataclass(frozen=True)
class KeptTable:
    """A web table as it was left."""

    id: str
    record: int | None
    """The match that is played at it, if one has begun (and was not deleted)."""
    data: JsonObject
    """What the server wants to know again: seats, hashes of tokens, options."""
    created: datetime
    touched: datetime
    """When it was last saved or played at, in UTC."""
    over: bool


class WebTables(Records):
    """The web tables of a store."""

    def put_table(self, id: str, *, record: int | None, data: JsonMapping, over: bool) -> None:
        """Keep a table, in the place of what was known of it."""
        if not id:
            raise BadInput("web table: expected an id, found ''")
        now = datetime.now(UTC)
        values = {"record": record, "data": as_json(data, "data"), "touched": now, "over": over}
        with self._writing() as connection:
            if record is not None and connection.scalar(select(records.c.id).where(records.c.id == record)) is None:
                raise BadInput(f"store {self.url}: no record {record}")
            if not connection.execute(update(web_tables).where(web_tables.c.id == id).values(values)).rowcount:
                connection.execute(insert(web_tables).values(id=id, created=now, **values))

    def table(self, id: str) -> KeptTable:
        """Return a table by its id."""
        with self._reading() as connection:
            row = connection.execute(select(web_tables).where(web_tables.c.id == id)).first()
        if row is None:
            raise self._no_table(id)
        return self._kept(row)

    def tables(self, over: bool | None = False) -> Iterator[KeptTable]:
        """Give the tables that are still played at (or those that are over, or with None all), oldest first."""
        query = select(web_tables).order_by(web_tables.c.created, web_tables.c.id).limit(PAGE)
        if over is not None:
            query = query.where(web_tables.c.over == over)
        behind: list[Any] = []
        while True:
            with self._reading() as connection:
                page = list(connection.execute(query.where(*behind)))
            yield from map(self._kept, page)
            if len(page) < PAGE:
                return
            created, id = page[-1].created, page[-1].id
            same = and_(web_tables.c.created == created, web_tables.c.id > id)
            behind = [or_(web_tables.c.created > created, same)]

    def drop_table(self, id: str) -> None:
        """Forget a table; its record stays."""
        with self._writing() as connection:
            if not connection.execute(delete(web_tables).where(web_tables.c.id == id)).rowcount:
                raise self._no_table(id)

    def keep_hand(self, table_id: str, record_id: int, record: Record) -> None:
        """Save how the match of a table went on, and that somebody was there.

        Does what ``replace`` does, but does not read what was played before, and takes the table's word that the
        options are those of its match.
        """
        columns, sitting = columns_of(record), seats_of(record)
        agents = [(seat["seat"], seat["agent"]) for seat in sitting]
        with self._writing() as connection:
            asked = (records.c.finished, *(records.c[name] for name in SAME))
            known = connection.execute(select(*asked).where(records.c.id == record_id).with_for_update()).first()
            if known is None:
                raise BadInput(f"store {self.url}: no record {record_id}")
            if known.finished:
                raise BadInput(f"store {self.url}: record {record_id} is finished and stays as it is")
            there = connection.execute(select(seats).where(seats.c.record == record_id).order_by(seats.c.seat)).all()
            before = (*(known._mapping[name] for name in SAME), [(row.seat, row.agent) for row in there])
            if before != (*(columns[name] for name in SAME), agents):
                raise BadInput(f"store {self.url}: record {record_id} is of another match")
            its = (web_tables.c.id == table_id) & (web_tables.c.record == record_id)
            if not connection.execute(update(web_tables).where(its).values(touched=datetime.now(UTC))).rowcount:
                raise BadInput(f"store {self.url}: no web table {table_id!r} with record {record_id}")
            news = {name: value for name, value in columns.items() if name not in SAME}
            connection.execute(update(records).where(records.c.id == record_id).values(news))
            for row, seat in zip(there, sitting, strict=True):
                if row.score != seat["score"]:
                    here = (seats.c.record == record_id) & (seats.c.seat == row.seat)
                    connection.execute(update(seats).where(here).values(score=seat["score"]))

    def _kept(self, row: Row[Any]) -> KeptTable:
        data = self._data(row.data, f"web table {row.id!r}")
        return KeptTable(str(row.id), row.record, data, row.created, row.touched, row.over)

    def _no_table(self, id: str) -> BadInput:
        return BadInput(f"store {self.url}: no web table {id!r}")


SAME = ("game", "version", "seed", "match")
"""Columns of a record that stay as they are while it is played."""
