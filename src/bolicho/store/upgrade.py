"""From nothing or any older revision to the newest, in one transaction; what is newer or not ours is refused.

A new database gets the tables as they are now; the steps from older ones stand in ``migrations/versions``. To change
a table: change ``tables.py``, write the next step there (no step is ever edited once released), and set
``tables.HEAD``; a test holds the three together.
"""

import logging
from pathlib import Path
from threading import Lock
from uuid import uuid4

from sqlalchemy import Connection, Engine, inspect, text

from bolicho.core.errors import BadInput
from bolicho.store import tables

MIGRATIONS = Path(__file__).parent / "migrations"

_one_at_a_time = Lock()  # alembic lends its steps one global context


def bring_to_head(engine: Engine, name: str) -> None:
    """Give the database the newest tables; ``name`` is what errors call it."""
    with engine.begin() as connection:
        if revision(connection) == tables.HEAD:
            return
    with _one_at_a_time, engine.execution_options(writing=True).connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:  # SQLite changes a table by making it anew, and dropping the old one must not take its children
            _foreign_keys(connection, "OFF")
        try:
            with connection.begin():
                _upgrade(connection, name)
        finally:
            if sqlite:
                _foreign_keys(connection, "ON")


def revision(connection: Connection) -> str | None:
    """Return the revision a database has, or None when it is new."""
    if not inspect(connection).has_table(tables.VERSION_TABLE):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {tables.VERSION_TABLE}"))
    return found


def _upgrade(connection: Connection, name: str) -> None:
    if connection.dialect.name == "postgresql":  # SQLite's writers are alone already
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('bolicho'))"))
    if revision(connection) is None:  # asked again: somebody may have been faster
        _refuse_others(connection, name)
        make(connection)
    else:
        step_up(connection, name)


def make(connection: Connection) -> None:
    """Give an empty database all tables, and the store a name that no other one has."""
    tables.metadata.create_all(connection, checkfirst=False)
    tables.version.create(connection)
    connection.execute(tables.version.insert().values(version_num=tables.HEAD))
    connection.execute(tables.house.insert().values(name=uuid4().hex))


def step_up(connection: Connection, name: str) -> None:
    """Bring a database to the newest revision by one step after the other."""
    from alembic import command  # a slow import, for those databases only that need it
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    found = revision(connection)
    known = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    if found is not None and found not in known:
        raise BadInput(
            f"store {name}: made by a newer Bolicho (its tables are at {found!r}, this one knows {known[0]!r})"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise BadInput(f"store {name}: cannot be upgraded, some of its rows would belong to nothing")


def _refuse_others(connection: Connection, name: str) -> None:
    """A new store begins in an empty file, or on a server beside tables of other names."""
    there = set(inspect(connection).get_table_names())
    taken = sorted(there if connection.dialect.name == "sqlite" else there & set(tables.metadata.tables))
    if taken:
        raise BadInput(f"store {name}: not a Bolicho store, it holds somebody's tables ({', '.join(taken[:3])})")


def _foreign_keys(connection: Connection, state: str) -> None:
    raw = connection.connection.dbapi_connection
    assert raw is not None
    raw.cursor().execute(f"PRAGMA foreign_keys = {state}")
