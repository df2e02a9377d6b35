"""A database with transactions: what every part of the store stands on.

SQLite is set up so that several processes may use one file: a write-ahead log, so that readers and the writer do not
wait for each other; a writer that takes the lock when it begins, and waits for its turn; foreign keys that are kept.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, Pool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bolicho.core.errors import BadInput
from bolicho.core.extras import missed
from bolicho.store.where import hidden, in_memory

PATIENCE = 60
"""Seconds a writer waits for its turn."""


class Database:
    """One database, and transactions on it; whatever goes wrong with it is one clear line that names it."""

    def __init__(self, url: URL) -> None:
        self.url = hidden(url)
        self._pid = os.getpid()
        self._left_to_parent: list[Pool] = []
        self._in_memory = in_memory(url)
        with self._said_plainly():
            self._engine = _engine(url)
        # a server shows each statement a newer moment unless asked; SQLite does not
        self._snapshot = {"isolation_level": "REPEATABLE READ"} if url.get_backend_name() == "postgresql" else {}

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store.open({self.url!r})"

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment of the database."""
        with self._said_plainly(), self._mine().execution_options(**self._snapshot).begin() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Open a transaction that is done whole or not at all, alone from its beginning where it must be."""
        with self._said_plainly(), self._mine().execution_options(writing=True).begin() as connection:
            yield connection

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
        except DBAPIError as error:
            raise BadInput(f"store {self.url}: {_first_line(error.orig)}") from error
        except ImportError as error:
            raise BadInput(f"store {self.url}: the driver of this database is missing: {missed(error)}") from error
        except (SQLAlchemyError, OverflowError, UnicodeEncodeError) as error:
            raise BadInput(f"store {self.url}: {_first_line(error)}") from error


def _engine(url: URL) -> Engine:
    backend = url.get_backend_name()
    if backend == "postgresql":
        patience = {} if "connect_timeout" in url.query else {"connect_timeout": 10}
        return create_engine(url, connect_args=patience, pool_pre_ping=True)
    if backend != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    # a database in memory is its connection: there is one, and threads take turns
    one = {"pool_size": 1, "max_overflow": 0} if in_memory(url) else {}
    arguments = {"timeout": PATIENCE, "check_same_thread": False}
    engine = create_engine(url, poolclass=QueuePool, pool_timeout=PATIENCE, connect_args=arguments, **one)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would leave changes of tables outside
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # who withdraws is not to be found in the file either
    deadline = monotonic() + PATIENCE
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


def _first_line(error: Any) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
