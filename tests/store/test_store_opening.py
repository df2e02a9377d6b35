import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError
from tests.store.some_records import a_record

from bolicho.core.errors import BadInput
from bolicho.store import Answers, Store, tables, upgrade
from bolicho.store.where import hidden, locate


def said(url: str) -> str:
    with pytest.raises(BadInput) as error:
        Store.open(url)
    message = str(error.value)
    assert "\n" not in message
    return message


def test_without_a_name_it_is_a_file_in_the_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOLICHO_STORE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Store.open().close()
    assert (tmp_path / "data/bolicho/bolicho.db").exists()
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    Store.open().close()
    assert (tmp_path / "home/.local/share/bolicho/bolicho.db").exists()


def test_the_environment_names_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "named.db"))
    with Store.open() as store:
        store.save([a_record()])
    with Store.open(f"sqlite:///{tmp_path}/named.db") as store:
        assert store.count() == 1


def test_a_strange_file_name_is_only_a_name(tmp_path: Path) -> None:
    path = tmp_path / "50% of? my#games.db"
    with Store.open(str(path)) as store:
        store.save([a_record()])
    assert path.exists()


def asked(url: str, query: str) -> list[tuple[object, ...]]:
    """What a database holds, asked past the store."""
    engine = create_engine(locate(url))
    try:
        with engine.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(query)]
    finally:
        engine.dispose()


def told(url: str, statement: str) -> None:
    """Change a database behind the back of the store."""
    engine = create_engine(locate(url))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


REVISION = "SELECT version_num FROM bolicho_version"
NAMES = "SELECT name, sql FROM sqlite_master"
LAYOUT = {
    "sqlite": "SELECT sql FROM sqlite_master",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
}


def test_a_new_database_is_made_at_head_and_opened_again(url: str, backend: str) -> None:
    with Store.open(url) as store:
        [id] = store.save([a_record()])
    with Store.open(url) as store:
        assert store.load(id) == a_record()
    assert asked(url, REVISION) == [(tables.HEAD,)]
    if backend == "sqlite":
        assert asked(url, "PRAGMA journal_mode") == [("wal",)]


def by_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """New databases come from the first step on, as they did when they were older."""
    monkeypatch.setattr(upgrade, "make", lambda connection: upgrade.step_up(connection, "then"))


@pytest.mark.parametrize("way", ["at once", "by steps"])
def test_a_new_database_has_the_tables_and_so_has_one_that_took_every_step(
    url: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "by steps":
        by_steps(monkeypatch)
    Store.open(url).close()
    with create_engine(locate(url)).connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": tables.VERSION_TABLE})
        assert compare_metadata(context, tables.metadata) == []
    assert ScriptDirectory(upgrade.MIGRATIONS).get_heads() == [tables.HEAD]
    assert len(asked(url, "SELECT name FROM bolicho_house WHERE diary IS NULL AND host IS NULL")) == 1


def test_both_ways_lead_to_the_same_layout_to_the_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, stepped = str(tmp_path / "once.db"), str(tmp_path / "steps.db")
    Store.open(at_once).close()
    by_steps(monkeypatch)
    Store.open(stepped).close()
    assert layout(at_once) == layout(stepped)


def layout(url: str) -> dict[object, str]:
    """Tables and indexes of a SQLite file by name, as SQL in one line, without the quotes that make no difference."""
    return {name: " ".join(str(sql).replace('"', "").split()) for name, sql in asked(url, NAMES)}


def next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A Bolicho whose tables went one revision further."""
    shutil.copytree(upgrade.MIGRATIONS, tmp_path / "later")
    step = f"from alembic import op\nimport sqlalchemy as sa\nrevision = 'next'\ndown_revision = {tables.HEAD!r}\n"
    (tmp_path / "later/versions/next.py").write_text(f"{step}def upgrade():\n{body}\n")
    monkeypatch.setattr(upgrade, "MIGRATIONS", tmp_path / "later")
    monkeypatch.setattr(tables, "HEAD", "next")


def test_an_older_database_is_upgraded_with_all_that_is_in_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(url) as store:
        [id] = store.save([a_record()])
    make_anew = "    with op.batch_alter_table('records', recreate='auto') as t:\n"
    add_column = "        t.add_column(sa.Column('room', sa.Text))\n        t.alter_column('version', nullable=True)"
    next_step(tmp_path, monkeypatch, make_anew + add_column)
    with Store.open(url) as store:
        assert store.load(id) == a_record()
        assert [summary.agents for summary in store.summaries()] == [("ana", "beto")]
        store.delete(id)  # foreign keys are kept again
        assert list(store.summaries(agent="ana")) == []
    assert asked(url, REVISION) == [("next",)]
    assert asked(url, "SELECT count(*) FROM seats") == [(0,)]


def test_a_database_of_before_the_cases_keeps_what_it_has_and_takes_cases(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as back_then:
        shutil.copytree(
            upgrade.MIGRATIONS, tmp_path / "then", ignore=shutil.ignore_patterns("000[2-9]*", "__pycache__")
        )
        by_steps(back_then)
        back_then.setattr(upgrade, "MIGRATIONS", tmp_path / "then")
        back_then.setattr(tables, "HEAD", "0001")
        with Store.open(url) as store:
            [id] = store.save([a_record()])
            run = store.begin_run("then", {"matches": 1}, 7)
            store.add_rows(run, [{"key": 0, "winner": "ana"}])
        assert asked(url, REVISION) == [("0001",)]
        with pytest.raises(SQLAlchemyError):
            asked(url, "SELECT * FROM bases")
    with Store.open(url) as store:
        assert store.load(id) == a_record()
        assert [summary.agents for summary in store.summaries()] == [("ana", "beto")]
        assert (store.run(run).design, list(store.rows(run))) == ({"matches": 1}, [{"key": 0, "winner": "ana"}])
        store.add_base("new", "truco", "1", "recorded", ["high"])
        store.add_cases("new", [[52]], run=run, step={"key": 1})
        assert list(store.cases("new")) == [[52]]
    assert asked(url, REVISION) == [(tables.HEAD,)]


def test_a_database_of_before_the_web_keeps_what_it_has_and_takes_people(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as back_then:
        shutil.copytree(
            upgrade.MIGRATIONS, tmp_path / "then", ignore=shutil.ignore_patterns("000[3-9]*", "__pycache__")
        )
        by_steps(back_then)
        back_then.setattr(upgrade, "MIGRATIONS", tmp_path / "then")
        back_then.setattr(tables, "HEAD", "0002")
        with Store.open(url) as store:
            [id] = store.save([a_record()])
            run = store.begin_run("then", {"matches": 1}, 7)
            store.add_rows(run, [{"key": 0, "winner": "ana"}])
            store.add_base("old", "truco", "1", "recorded", ["high"])
            store.add_cases("old", [[52], [None]], ["web:1", "record 1"])
            store.set_clusterings("old", {"envido": {"k": 2}}, cases=2)
            old = store.base("old")
        assert asked(url, REVISION) == [("0002",)]
        for missing in ("sittings", "answers", "web_tables", "jobs"):
            with pytest.raises(SQLAlchemyError):
                asked(url, f"SELECT * FROM {missing}")
    with Store.open(url) as store:
        assert (store.load(id), store.base("old")) == (a_record(), old)
        assert (list(store.cases("old")), list(store.rows(run))) == ([[52], [None]], [{"key": 0, "winner": "ana"}])
        assert (store.clusterings("old"), store.clustered_on("old")) == ({"envido": {"k": 2}}, {"envido": 2})
        sitting = store.seat_person(id, 0, name="ana", code_hash="0" * 64, language="en", consented=True)
        store.answer(sitting, Answers(1, 2, 3, 4))
        store.put_table("abc", record=id, data={}, over=True)
        assert [match.sitting for match in store.people_matches()] == [sitting]
        assert store.job(store.new_job("lab", "t", {})).state == "queued"
    assert asked(url, REVISION) == [(tables.HEAD,)]


def test_an_upgrade_that_fails_half_way_changes_nothing(
    url: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(url).close()
    before = asked(url, LAYOUT[backend])
    with monkeypatch.context() as patch:
        next_step(tmp_path, patch, "    op.add_column('records', sa.Column('x', sa.Text))\n    op.drop_table('nobody')")
        assert "nobody" in said(url)
    assert asked(url, LAYOUT[backend]) == before
    assert asked(url, REVISION) == [(tables.HEAD,)]
    Store.open(url).close()


def test_a_database_of_a_newer_bolicho_is_left_alone(url: str) -> None:
    Store.open(url).close()
    told(url, "UPDATE bolicho_version SET version_num = '9999'")
    assert ": made by a newer Bolicho" in said(url)
    assert asked(url, REVISION) == [("9999",)]


def test_on_a_server_other_tables_may_stand_beside_ours_but_not_of_the_same_name(postgres: str) -> None:
    told(postgres, "CREATE TABLE bookmarks (url TEXT)")
    told(postgres, "CREATE TABLE cases (number INTEGER)")
    assert "not a Bolicho store, it holds somebody's tables (cases)" in said(postgres)
    told(postgres, "DROP TABLE cases")
    Store.open(postgres).close()
    assert asked(postgres, "SELECT * FROM bookmarks") == []


def test_a_server_may_be_named_without_its_driver(postgres: str) -> None:
    with Store.open(postgres.replace("postgresql+psycopg:", "postgresql:")) as store:
        store.save([a_record()])
    with Store.open(postgres) as store:
        assert store.count() == 1


def test_what_is_read_in_one_go_is_of_one_moment(url: str) -> None:
    count = select(func.count()).select_from(tables.runs)
    with Store.open(url) as store, Store.open(url) as other, store._reading() as connection:
        assert connection.scalar(count) == 0
        other.begin_run("meanwhile", {})
        assert connection.scalar(count) == 0


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Querida mãe, " * 100, encoding="utf-8")
    before = path.read_bytes()
    assert said(str(path)) == f"store sqlite:///{path}: file is not a database"
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "not a Bolicho store, it holds somebody's tables (bookmarks)" in said(str(path))
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_a_place_that_cannot_be_written_is_said_plainly(tmp_path: Path) -> None:
    assert f"there is no directory {tmp_path}/no" in said(str(tmp_path / "no" / "x.db"))
    assert "is a directory" in said(str(tmp_path))
    (tmp_path / "file").touch()
    assert "there is no directory" in said(str(tmp_path / "file" / "x.db"))
    assert said("/proc/x.db").startswith("store sqlite:////proc/x.db: ")
    assert "expected a path or a URL" in said("")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_we_may_only_read_is_said_plainly(tmp_path: Path) -> None:
    path = tmp_path / "read-only.db"
    Store.open(str(path)).close()
    path.chmod(0o444)
    assert "cannot be written" in said(str(path))


def test_an_error_never_tells_a_password() -> None:
    assert said("postgresql+nodriver://ana:s3cret@host/db").startswith("store postgresql+nodriver://ana:***@host/db: ")
    assert said("postgresql://ana:s3cret@host:port/db") == "store postgresql://***@host:port/db: not a database URL"
    url = locate("postgresql://ana:s3cret@host/db?sslpassword=s3cret&application_name=x")
    assert hidden(url) == "postgresql+psycopg://ana:***@host/db?application_name=x&sslpassword=***"


def test_a_server_without_its_driver_or_out_of_reach_is_one_line() -> None:
    message = said("postgresql+psycopg://ana:s3cret@127.0.0.1:1/db")
    assert message.startswith("store postgresql+psycopg://ana:***@127.0.0.1:1/db: ")
    assert "s3cret" not in message


def test_opening_prints_and_logs_nothing(
    url: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        Store.open(url).close()
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_heavy_libraries_are_imported_only_where_they_are_used(tmp_path: Path) -> None:
    path = str(tmp_path / "x.db")
    Store.open(path).close()
    script = (
        "import sys, bolicho, bolicho.play; assert 'sqlalchemy' not in sys.modules\n"
        f"from bolicho.store import Store; Store.open({path!r}); assert 'alembic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
