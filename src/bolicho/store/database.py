"""A database with transactions: what every part of the store stands on.

SQLite is set up so that several processes may use one file: a write-ahead log, so that readers and the writer do not
wait for each other; a writer that takes the lock when it begins, and waits for its turn; foreign keys that are kept.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import local
from time import monotonic, sleep
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, Pool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.extras import missed
from bolicho.core.json_text import read_json
from bolicho.store.away import StoreAway
from bolicho.store.watch import Watch
from bolicho.store.where import hidden, in_memory

PATIENCE = 60.0
"""Seconds a writer waits for its turn at a SQLite file, unless whoever opened the store says less (`watch`)."""
CONNECTED = {
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""When a PostgreSQL server that says nothing is given up (seconds, at last milliseconds), unless the URL tells."""
AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
"""What SQLite says when it is the file or the disk, and not what was asked."""
DISK_FULL = "53100"
"""PostgreSQL's word for a full disk."""


class Database:
    """One database, and transactions on it; whatever goes wrong with it is one clear line that names it."""

    def __init__(self, url: URL) -> None:
        self.url = hidden(url)
        self._where = url
        self._pid = os.getpid()
        self._left_to_parent: list[Pool] = []
        self._in_memory = in_memory(url)
        self.file = (
            None if self._in_memory or url.get_backend_name() != "sqlite" else Path(url.database or "").resolve()
        )
        """The file of the store, whatever it was called; None in memory and on a server."""
        self._watch: Watch | None = None
        self._here = local()
        with self._said_plainly():
            self._engine = _engine(url, PATIENCE)
        # a server shows each statement a newer moment unless asked; SQLite does not
        self._snapshot = {"isolation_level": "REPEATABLE READ"} if url.get_backend_name() == "postgresql" else {}

    def close(self) -> None:
        """Let go of the database."""
        if self._watch is not None:
            self._watch.close()
        self._engine.dispose()

    def watch(self, seconds: float) -> None:
        """Take a store that has not answered for so long as away: a server that is stopped, a file that is locked."""
        if self.file is not None:
            self._engine.dispose()
            self._engine = _engine(self._where, seconds)
        elif self._engine.dialect.name == "postgresql":
            if self._watch is not None:
                self._watch.close()
            self._watch = Watch(self._engine, seconds)
            self._engine.dispose()  # what is connected already is not watched

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store.open({self.url!r})"

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment of the database."""
        if self._together is not None:
            yield self._together
            return
        with (
            self._said_plainly(),
            self._watched(),
            self._mine().execution_options(**self._snapshot).begin() as connection,
        ):
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Open a transaction that is done whole or not at all, alone from its beginning where it must be."""
        if self._together is not None:
            yield self._together
            return
        with self._said_plainly(), self._watched():
            self._still_ours()
            with self._mine().execution_options(writing=True).begin() as connection:
                yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make one transaction of everything that this thread writes in the block."""
        with self._writing() as connection:
            self._here.connection = connection
            try:
                yield
            finally:
                self._here.connection = None

    @property
    def _together(self) -> Connection | None:
        return getattr(self._here, "connection", None)

    def _still_ours(self) -> None:
        """Asked before anything is written: whoever holds a store must hold it still."""

    def _watched(self) -> AbstractContextManager[None]:
        return nullcontext() if self._watch is None else self._watch.waiting()

    def _mine(self) -> Engine:
        """Return the engine; a forked child leaves the connections it inherited to its parent, and untouched."""
        if self._pid != os.getpid() and not self._in_memory:
            self._pid = os.getpid()
            self._left_to_parent.append(self._engine.pool)  # kept, because to forget a connection is to close it
            self._engine.dispose(close=False)
        return self._engine

    def _scrub(self) -> None:
        """Let what was deleted be gone from the log of SQLite too; while somebody reads, that waits for a later one."""
        if self._mine().dialect.name == "sqlite" and not self._in_memory:
            with self._said_plainly():
                raw = self._engine.raw_connection()
                try:
                    raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
                finally:
                    raw.close()

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        try:
            yield
        except BolichoError:
            raise
        except DBAPIError as error:
            said = f"store {self.url}: {_first_line(error.orig)}"
            raise (StoreAway(said, full=_full(error)) if _away(error) else BadInput(said)) from error
        except PoolTimeout as error:
            raise StoreAway(f"store {self.url}: {_first_line(error)}") from error
        except ImportError as error:
            raise BadInput(f"store {self.url}: the driver of this database is missing: {missed(error)}") from error
        except (SQLAlchemyError, OverflowError, UnicodeEncodeError) as error:
            raise BadInput(f"store {self.url}: {_first_line(error)}") from error
        except (ValueError, TypeError) as error:  # a driver, or one of us, at a value of another kind than its column's
            raise BadInput(f"store {self.url}: holds what no store writes{_quoted(error)}") from error

    def _data(self, text: object, what: str, kind: type | None = dict) -> Any:
        """Return the JSON data of a column, an object unless said otherwise; ``what`` is what an error calls it."""
        try:
            data = read_json(text if isinstance(text, str) else b"")
        except BadInput as error:
            raise BadInput(f"store {self.url}: {what} is damaged: {error}") from None
        if kind is not None and not isinstance(data, kind):
            raise BadInput(f"store {self.url}: {what} is damaged: expected {'a list' if kind is list else 'an object'}")
        return data


def _engine(url: URL, patience: float) -> Engine:
    backend = url.get_backend_name()
    if backend == "postgresql":
        connected = {name: value for name, value in CONNECTED.items() if name not in url.query}
        return create_engine(url, connect_args=connected, pool_pre_ping=True)
    if backend != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    # a database in memory is its connection: there is one, and threads take turns
    one = {"pool_size": 1, "max_overflow": 0} if in_memory(url) else {}
    arguments = {"timeout": patience, "check_same_thread": False}
    engine = create_engine(url, poolclass=QueuePool, pool_timeout=patience, connect_args=arguments, **one)
    event.listen(engine, "connect", lambda connection, _: _set_up(connection, patience))
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: sqlite3.Connection, patience: float) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would leave changes of tables outside
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # who withdraws is not to be found in the file either
    deadline = monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:  # the only lock SQLite does not wait for by itself
            if "locked" not in str(error) or monotonic() > deadline:
                raise
            sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    # a reader that turns writer half-way may be refused at once; a writer from the beginning waits for its turn
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _first_line(error: object) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _quoted(error: Exception) -> str:
    """Return the value that Python could not read, which stands last in what it says, without Python's words."""
    value = _first_line(error).partition(": ")[2] if isinstance(error, ValueError) else ""
    return f": {value}" if value.startswith("'") else ""


def _away(error: DBAPIError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        return (getattr(error.orig, "sqlite_errorcode", 0) & 0xFF) in AWAY
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def _full(error: DBAPIError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        return (getattr(error.orig, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_FULL
    return getattr(error.orig, "sqlstate", None) == DISK_FULL
