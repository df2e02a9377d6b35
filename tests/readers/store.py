"""The store: an SQLite file whose cells are damaged, and whose bytes are."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.readers.mutations import BYTES, RAW, TEXT, values
from tests.readers.reader import Files, Reader, files_of
from tests.store.some_records import a_record


def _store() -> Files:
    from bolicho.store import Store

    def write(folder: Path) -> None:
        with Store.open(str(folder / "s.db")) as store:
            first, *_ = store.save([a_record(n, seed=n) for n in range(3)])
            store.add_base("b", "truco", "f-1", "synthetic", ["x", "y"])
            store.add_cases("b", [[1, 2], [3, None], [5, 6]], "web:1")
            store.set_clusterings("b", {"s": {"k": 2, "list": [1, 2]}}, 3)
            run = store.begin_run("imitation", {"name": "b", "n": 1}, 5, {"bolicho": "1"})
            store.add_rows(run, [{"key": 1, "won": 2}, {"key": ["a", 2], "won": 0}])
            store.finish_run(run, 2.5)
            store.new_job("arena", "t", {"game": "truco"}, total=3)
            store.put_table("t1", record=first, data={"seats": [1, {"x": None}]}, over=False)
            store.seat_person(first, 0, name="ana", language="pt-BR", code_hash="a" * 64, consented=True)
        with closing(sqlite3.connect(folder / "s.db")) as raw:
            raw.execute("PRAGMA journal_mode = DELETE")  # a database in memory, which damages it, has no other

    return {name: data for name, data in files_of(write).items() if name == "s.db"}


CELLS = (None, -1, 0, 2**62, -(2**63), 1.5, float("inf"), b"\xff\xfe", "", "x", b"[1", "\0", "[]")
"""What a cell of SQLite may hold, whatever its column is said to be."""


def cells(data: bytes, rng: Random) -> bytes:
    """Change cells of a database, the file itself stays whole: JSON in them, or anything in their place."""
    raw = sqlite3.connect(":memory:")
    raw.deserialize(data)
    raw.execute("PRAGMA ignore_check_constraints = ON")
    raw.text_factory = bytes
    places = [
        (table.decode(), row, column.decode())
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (row,) in raw.execute(f"SELECT rowid FROM '{table.decode()}'").fetchall()
        for (_, column, *_) in raw.execute(f"PRAGMA table_info('{table.decode()}')").fetchall()
    ]
    for _ in range(rng.choice((1, 1, 2))):
        table, row, column = rng.choice(places)
        asked = raw.execute(f"SELECT \"{column}\" FROM '{table}' WHERE rowid = ?", (row,)).fetchone()
        new: Any = rng.choice(CELLS)
        if asked and isinstance(asked[0], bytes) and rng.random() < 0.8:
            new = _changed(asked[0], rng)
            new = new if rng.random() < 0.1 else new.decode(errors="surrogateescape")
        try:
            raw.execute(f"UPDATE '{table}' SET \"{column}\" = ? WHERE rowid = ?", (new, row))
        except (sqlite3.Error, UnicodeEncodeError, OverflowError):
            continue  # two of one key, or no text at all
    raw.commit()
    return raw.serialize()


def _changed(text: bytes, rng: Random) -> bytes:
    try:
        return values(text, rng) if rng.random() < 0.7 else rng.choice(RAW).encode()
    except (ValueError, RecursionError):  # no JSON, or none any more
        return rng.choice(TEXT)(text, rng)


@cache
def _one_engine() -> None:
    """The next store of the same place takes over what SQLAlchemy made of each statement: that takes longest of all."""
    from bolicho.store import database

    database._engine = cache(database._engine)


def _read_store(folder: Path) -> None:
    from bolicho.core.errors import BolichoError
    from bolicho.store import Store
    from bolicho.store.changes import BaseChange

    _one_engine()
    with Store.open(str(folder / "s.db")) as store:
        asked: list[Callable[[], Any]] = [
            lambda: [store.load(id) for id, _ in store.records()],
            lambda: list(store.summaries()),
            lambda: [(list(store.cases(base.name)), list(store.case_origins(base.name))) for base in store.bases()],
            lambda: store.clusterings("b"),
            lambda: store.add_cases("b", [[1, 2]]),
            lambda: store.change_cases({"b": BaseChange(rows=[[1, 2]])}, 1, {"key": 1}),
            lambda: [(list(store.rows(run.id)), store.keys(run.id)) for run in store.runs()],
            lambda: store.find_run("imitation", {"name": "b", "n": 1}, 5, {"bolicho": "1"}),
            lambda: store.jobs(),
            lambda: [store.table(id) for id in store.tables(None)],
            lambda: list(store.people_matches()),
            lambda: store.sittings_of("a" * 64),
            lambda: store.withdraw("a" * 64),
        ]
        wrong: BolichoError | None = None
        for ask in asked:  # one that is refused does not hide the others
            try:
                ask()
            except BolichoError as error:
                wrong = error
        if wrong is not None:
            raise wrong


READERS = {
    "store": Reader(_store, {"s.db": (*[cells] * 10, *BYTES)}, _read_store),
}
