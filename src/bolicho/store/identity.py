"""Which store this is, and where the moves are written that it does not have yet."""

import socket
from functools import cached_property
from pathlib import Path

from sqlalchemy import select, text, update

from bolicho.core.errors import BadInput
from bolicho.store.holding import Holding
from bolicho.store.tables import house

DATABASE = text("SELECT oid FROM pg_database WHERE datname = current_database()")


class Identity(Holding):
    """A store that can be told from every other one."""

    @cached_property
    def identity(self) -> str:
        """A name that no other store has; on a server a copy within it has another one."""
        with self._reading() as connection:
            name: str = connection.execute(select(house.c.name)).scalar_one()
            if connection.dialect.name == "postgresql":
                name = f"{name}-{connection.scalar(DATABASE)}"
        return name

    def diary(self, usual: Path) -> Path:
        """Return the file of moves that are not in the store yet: beside a SQLite file; for a server it is ``usual``.

        A server remembers where the file is as long as there are moves in it. When it is not there (the server was
        last used from another machine) the store is refused, for those moves would be lost.
        """
        if self.file is not None:
            return Path(f"{self.file}-moves")
        with self._writing() as connection:
            known = connection.execute(select(house.c.diary, house.c.host).with_for_update()).one()
            if known.diary is None:
                here = {"diary": str(usual.absolute()), "host": socket.gethostname()}
                connection.execute(update(house).values(here))
                return usual
        if not Path(known.diary).exists():
            raise BadInput(
                f"store {self.url}: its last moves are in {known.diary} on {known.host}, which is not here; "
                "bring that file, or make an empty one there if it is lost"
            )
        return Path(known.diary)

    def diary_is_empty(self) -> None:
        """Say that the store has all moves: the next server may write its own ones wherever it likes."""
        with self._writing() as connection:
            connection.execute(update(house).values(diary=None, host=None))

    def probe(self) -> None:
        """See that something can be written."""
        with self._writing() as connection:
            connection.execute(update(house).values(name=house.c.name))
