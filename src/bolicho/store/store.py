"""The store: records, people, web tables and rooms, runs, case bases and jobs in one database."""

from typing import Self

from bolicho.core.errors import BadInput
from bolicho.store.away import StoreAway
from bolicho.store.changes import Changes
from bolicho.store.clusterings import Clusterings
from bolicho.store.identity import Identity
from bolicho.store.jobs import Jobs
from bolicho.store.participants import Participants
from bolicho.store.upgrade import bring_to_head
from bolicho.store.web_rooms import WebRooms
from bolicho.store.web_tables import WebTables
from bolicho.store.where import locate


class Store(Participants, WebTables, WebRooms, Changes, Clusterings, Jobs, Identity):
    """One database with all that Bolicho keeps; usable as a context manager, from several threads and processes."""

    @classmethod
    def open(cls, url: str | None = None) -> Self:
        """Open a store, making or upgrading it where needed.

        ``url`` is a path, ``:memory:`` or a SQLAlchemy URL; without one the environment variable BOLICHO_STORE names
        it, else it is ``bolicho/bolicho.db`` in the user's data directory.
        """
        store = cls(locate(url))
        try:
            store._upgrade()
        except StoreAway as error:  # who names a store that is not there hears of it at once
            store.close()
            raise BadInput(str(error)) from error
        except BaseException:
            store.close()
            raise
        return store

    def _upgrade(self) -> None:
        with self._said_plainly():
            bring_to_head(self._engine, self.url)
