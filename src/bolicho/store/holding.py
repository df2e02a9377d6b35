"""One server a store: held by a lock in the store itself, which dies with its holder.

Beside a SQLite file ``x.db`` that is a lock on ``x.db-lock``, by whatever path or symbolic link the file was opened (a
hard link is another file name, with another lock); on a PostgreSQL server an advisory lock of the database and schema,
on a connection of its own. When that connection falls, the lock is taken again before anything else is written.
"""

import os
import sys
from contextlib import suppress
from threading import Lock
from typing import Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from bolicho.core.errors import BadInput
from bolicho.store.away import StoreAway
from bolicho.store.database import Database

TAKE = text("SELECT pg_try_advisory_lock(hashtext('bolicho-serve'), hashtext(coalesce(current_schema(), '')))")
NOTICED = {"tcp_keepalives_idle": 15, "tcp_keepalives_interval": 5, "tcp_keepalives_count": 3}
"""A holder whose machine lost its power lets go after half a minute, not after the two hours that are usual."""


class AlreadyHeld(Exception):
    """Another one holds it."""


class _Holding(Protocol):
    def check(self) -> None:
        """See that it is held still, or hold it again; AlreadyHeld if another one has come."""

    def let_go(self) -> None:
        """Hold it no more."""


class Holding(Database):
    """A store that one server may have for itself."""

    _held: _Holding | None = None

    def hold(self) -> None:
        """Take the store for this server until it is closed; refused while another server has it."""
        backend = self._engine.dialect.name
        if self.file is not None:
            held: _Holding = _FileLock(f"{self.file}-lock")
        elif backend == "postgresql":
            held = _ServerLock(self._engine)
        else:  # in memory, and ours alone; or a server whose locks we do not know
            return
        try:
            with self._said_plainly(), self._watched():
                held.check()
        except AlreadyHeld:
            raise BadInput(f"store {self.url}: another server of this store is running") from None
        except StoreAway as error:
            raise BadInput(str(error)) from None
        self._held = held

    def close(self) -> None:
        """Let go of the store."""
        if self._held is not None:
            self._held.let_go()
            self._held = None
        super().close()

    def _still_ours(self) -> None:
        if self._held is not None:
            try:
                self._held.check()
            except AlreadyHeld:
                raise StoreAway(f"store {self.url}: another server of this store is running") from None


class _FileLock:
    def __init__(self, path: str) -> None:
        self.path = path
        self._file: int | None = None

    def check(self) -> None:
        if self._file is not None:
            return
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise BadInput(f"{self.path}: cannot be written: {error.strerror}") from None
        try:
            locked(file)
        except OSError:
            os.close(file)
            raise AlreadyHeld from None
        self._file = file

    def let_go(self) -> None:
        if self._file is not None:
            os.close(self._file)  # the file stays: to remove it would let two of them hold a file of that name


def locked(file: int) -> None:
    """Lock an open file for us alone, until it is closed or we are gone; OSError if another one has."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class _ServerLock:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._line: Connection | None = None
        self._turn = Lock()

    def check(self) -> None:
        with self._turn:
            if self._line is not None:
                try:
                    self._line.exec_driver_sql("SELECT 1")
                except SQLAlchemyError:
                    self._drop()
                else:
                    return
            line = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            line.detach()  # not of the pool: closing it is what lets go
            try:
                for name, value in NOTICED.items():
                    line.exec_driver_sql(f"SET {name} = {value}")
                if not line.scalar(TAKE):
                    raise AlreadyHeld
            except BaseException:
                line.close()
                raise
            self._line = line

    def let_go(self) -> None:
        with self._turn:
            self._drop()

    def _drop(self) -> None:
        if self._line is not None:
            with suppress(SQLAlchemyError):
                self._line.close()
            self._line = None
