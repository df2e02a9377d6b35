"""One server a store: the lock is in the store itself, dies with its holder, and is taken again when the line fell."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from tests.store.server import new_database
from tests.store.some_records import a_record

from bolicho.core.errors import BadInput
from bolicho.store import Store, StoreAway, database
from bolicho.store.where import locate

HOLDER = """
import sys, time
from bolicho.store import Store
store = Store.open(sys.argv[1]); store.hold(); print("held", flush=True); time.sleep(600)
"""


def held(url: str) -> Store:
    store = Store.open(url)
    try:
        store.hold()
    except BaseException:
        store.close()
        raise
    return store


def test_a_store_has_one_holder_whoever_else_uses_it(url: str) -> None:
    with held(url), Store.open(url) as other:
        other.save([a_record()])
        with pytest.raises(BadInput, match="another server of this store is running") as refused:
            held(url)
        assert "\n" not in str(refused.value)
    held(url).close()


def test_a_holder_that_is_killed_lets_go(url: str) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, url], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(BadInput, match="another server"):
        held(url)
    holder.kill()
    holder.wait()
    holder.stdout.close()
    for _ in range(100):  # a server of databases hears of it a moment later
        try:
            held(url).close()
        except BadInput:
            time.sleep(0.1)
        else:
            return
    held(url).close()


def test_a_file_is_held_by_all_its_names(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "store.db")
    with held(str(tmp_path / "store.db")):
        with pytest.raises(BadInput, match="another server"):
            held(str(tmp_path / "elsewhere" / "link.db"))
        held(str(tmp_path / "other.db")).close()


def test_databases_and_schemas_of_one_server_are_held_apart(postgres: str, postgres_server: str) -> None:
    told(postgres, "CREATE SCHEMA another")
    schema = locate(postgres).update_query_dict({"options": "-csearch_path=another"})
    with new_database(postgres_server) as second, held(postgres) as one, held(second) as two:
        with held(schema.render_as_string(hide_password=False)) as three:
            assert len({one.identity, two.identity, three.identity}) == 3
        with pytest.raises(BadInput, match="another server"):
            held(postgres)


def told(url: str, statement: str) -> None:
    engine = create_engine(locate(url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


FALL = """SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


def test_a_lock_whose_line_fell_is_taken_again_before_anything_is_written(postgres: str) -> None:
    with held(postgres) as store:
        told(postgres, FALL)
        store.save([a_record()])
        with pytest.raises(BadInput, match="another server"):
            held(postgres)


def test_who_lost_a_store_to_another_server_writes_nothing_more(postgres: str) -> None:
    with held(postgres) as store:
        told(postgres, FALL)
        with held(postgres):
            with pytest.raises(StoreAway, match="another server of this store is running"):
                store.save([a_record()])
            assert store.count() == 0
        store.save([a_record()])
        assert store.count() == 1


# ── which store it is ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_store_is_told_from_every_other_one(url: str) -> None:
    with Store.open(url) as store, Store.open(url) as again, Store.open(":memory:") as other:
        assert store.identity == again.identity
        assert store.identity != other.identity


def test_a_copy_on_a_server_is_another_store(postgres: str) -> None:
    with Store.open(postgres) as store:
        name = store.identity
    admin = locate(postgres).set(database="postgres").render_as_string(hide_password=False)
    source = locate(postgres).database
    told(admin, f"CREATE DATABASE {source}_copy TEMPLATE {source}")
    try:
        copy = locate(postgres).set(database=f"{source}_copy").render_as_string(hide_password=False)
        with Store.open(copy) as store:
            assert store.identity != name
    finally:
        told(admin, f"DROP DATABASE {source}_copy WITH (FORCE)")


def test_the_diary_of_a_file_is_beside_it_wherever_else_files_are_kept(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")
    for name in ("store.db", "link.db"):
        with Store.open(str(tmp_path / name)) as store:
            assert store.diary(tmp_path / "elsewhere" / "moves") == tmp_path / "store.db-moves"


def test_a_server_remembers_where_its_diary_is_until_all_of_it_is_kept(postgres: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with Store.open(postgres) as store:
        assert store.diary(first) == first
        first.touch()
        assert store.diary(second) == first
        first.unlink()
        with pytest.raises(BadInput, match=f"its last moves are in {first} on .*, which is not here"):
            store.diary(second)
        store.diary_is_empty()
        assert store.diary(second) == second


# ── a store that is away ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_full_disk_is_told_from_bad_input_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "store.db")) as store:
        with closing(store._engine.raw_connection()) as raw:
            pages = raw.cursor().execute("PRAGMA page_count").fetchone()[0]
            raw.cursor().execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreAway, match="full") as error:
            store.save([a_record()] * 200)
        assert error.value.full
        assert store.count() == 0


def test_a_locked_file_is_away_and_not_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0)
    url = str(tmp_path / "store.db")
    with Store.open(url) as store, Store.open(url) as other, other._writing():
        with pytest.raises(StoreAway, match="locked") as error:
            store.save([a_record()])
        assert not error.value.full


def test_what_is_written_together_is_written_whole_or_not_at_all(store: Store) -> None:
    def save() -> None:
        with store.together():
            (number,) = store.save([a_record()])
            store.put_table("abc", record=number, data={}, over=False)
            assert store.table("abc").record == number
            store.drop_table("nobody")

    with pytest.raises(BadInput, match="no web table 'nobody'"):
        save()
    assert (store.count(), store.tables(None)) == (0, {})
    with store.together():
        store.save([a_record()])
    assert store.count() == 1


def stopped(server: str) -> list[int]:
    """Stop every process of a server of the tests: its connections stay open, and nobody answers."""
    data = Path(str(locate(server).query["host"])) / "data"
    first = int((data / "postmaster.pid").read_text().splitlines()[0])
    listed = Path(f"/proc/{first}/task/{first}/children")
    if not listed.exists():
        pytest.skip("looks for processes in /proc")
    found = [first, *map(int, listed.read_text().split())]
    for pid in found:
        os.kill(pid, signal.SIGSTOP)
    return found


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda store: store.count(), StoreAway),
        (lambda store: store.save([a_record()]), StoreAway),
        (lambda store: store.hold(), BadInput),
    ],
    ids=["read", "write", "hold"],
)
def test_a_server_that_is_deaf_is_away(
    postgres: str,
    postgres_server: str,
    asked: Callable[[Store], object],
    error: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(database.CONNECTED, "connect_timeout", 2)  # psycopg waits for no less
    with Store.open(postgres) as store:
        store.watch(2)
        assert store.count() == 0
        pids = stopped(postgres_server)
        try:
            with pytest.raises(error, match="store postgresql"):
                asked(store)
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):  # one may go as soon as the first wakes up
                    os.kill(pid, signal.SIGCONT)
        store.watch(30)
        assert store.count() == 0  # nothing was written when it woke up
        store.save([a_record()])
        assert store.count() == 1
