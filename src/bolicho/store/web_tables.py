"""The tables of a web server, so that people find theirs again when it was stopped.

Single moves are in the server's diary (`web/tables/diary.py`); now and then ``keep_hand`` writes a record.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.record import Record
from bolicho.store.records import Records, columns_of, seats_of
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

    def tables(self, over: bool | None = False, since: datetime | None = None) -> dict[str, int | None]:
        """Return the tables that are still played at (or those that are over, or with None all), oldest first.

        By their ids, with the number of their records: so a damaged table hides no other. ``since`` asks for those that
        were touched from a moment on.
        """
        query = select(web_tables.c.id, web_tables.c.record).order_by(web_tables.c.created, web_tables.c.id)
        if over is not None:
            query = query.where(web_tables.c.over == over)
        if since is not None:
            query = query.where(web_tables.c.touched >= since)
        with self._reading() as connection:
            return {str(id): record for id, record in connection.execute(query)}

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
