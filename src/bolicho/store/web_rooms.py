"""The rooms of a web server: a class or a club that plays together, until the room is closed."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, insert, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.store.database import Database
from bolicho.store.runs import as_json
from bolicho.store.tables import records, web_rooms, web_tables


@dataclass(frozen=True)
class KeptRoom:
    """A room as it was left."""

    id: str
    data: JsonObject
    """Who is in it (names, hashes of tokens) and what they play."""
    touched: datetime
    """When somebody was there, in UTC."""


class WebRooms(Database):
    """The rooms of a store."""

    def put_room(self, id: str, data: JsonMapping, touched: datetime | None = None) -> None:
        """Keep a room, in the place of what was known of it."""
        if not id:
            raise BadInput("room: expected a code, found ''")
        now = touched or datetime.now(UTC)
        values = {"data": as_json(data, "data"), "touched": now}
        with self._writing() as connection:
            if not connection.execute(update(web_rooms).where(web_rooms.c.id == id).values(values)).rowcount:
                connection.execute(insert(web_rooms).values(id=id, created=now, **values))

    def rooms(self) -> list[str]:
        """Return the codes of all rooms, oldest first: so a damaged room hides no other."""
        with self._reading() as connection:
            found = connection.execute(select(web_rooms.c.id).order_by(web_rooms.c.created, web_rooms.c.id))
            return [str(id) for (id,) in found]

    def room(self, id: str) -> KeptRoom:
        """Return a room."""
        with self._reading() as connection:
            row = connection.execute(select(web_rooms).where(web_rooms.c.id == id)).first()
        if row is None:
            raise BadInput(f"store {self.url}: no room {id!r}")
        return KeptRoom(id, self._data(row.data, f"room {id!r}"), row.touched)

    def close_room(
        self, id: str, *, tables: Collection[str], matches: Collection[int], kept: JsonMapping | None = None
    ) -> None:
        """Forget a room with its tables and these records; ``kept`` is what stays of it.

        All of it in one transaction, or nothing.
        """
        with self._writing() as connection:
            for table in tables:
                connection.execute(delete(web_tables).where(web_tables.c.id == table))
            for record in matches:
                connection.execute(delete(records).where(records.c.id == record))
            if kept is None:
                connection.execute(delete(web_rooms).where(web_rooms.c.id == id))
            else:
                values = {"data": as_json(kept, "data"), "touched": datetime.now(UTC)}
                connection.execute(update(web_rooms).where(web_rooms.c.id == id).values(values))
        self._scrub()
