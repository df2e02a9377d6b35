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
from sqlalchemy import create_engine
from tests.store.some_records import a_record

from bolicho.core.errors import BadInput
from bolicho.store import Store, tables, upgrade
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


def test_a_new_database_is_made_at_head_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with Store.open(str(path)) as store:
        [id] = store.save([a_record()])
    with Store.open(str(path)) as store:
        assert store.load(id) == a_record()
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT version_num FROM bolicho_version").fetchall() == [(tables.HEAD,)]
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_migrations_lead_to_the_tables(tmp_path: Path) -> None:
    Store.open(str(tmp_path / "new.db")).close()
    with create_engine(f"sqlite:///{tmp_path}/new.db").connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": tables.VERSION_TABLE})
        assert compare_metadata(context, tables.metadata) == []
    assert ScriptDirectory(upgrade.MIGRATIONS).get_heads() == [tables.HEAD]


def next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A Bolicho whose tables went one revision further."""
    shutil.copytree(upgrade.MIGRATIONS, tmp_path / "later")
    step = f"from alembic import op\nimport sqlalchemy as sa\nrevision = 'next'\ndown_revision = {tables.HEAD!r}\n"
    (tmp_path / "later/versions/next.py").write_text(f"{step}def upgrade():\n{body}\n")
    monkeypatch.setattr(upgrade, "MIGRATIONS", tmp_path / "later")
    monkeypatch.setattr(tables, "HEAD", "next")


def test_an_older_database_is_upgraded_with_all_that_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "old.db")
    with Store.open(path) as store:
        [id] = store.save([a_record()])
    make_anew = "    with op.batch_alter_table('records', recreate='always') as t:\n"
    next_step(tmp_path, monkeypatch, f"{make_anew}        t.add_column(sa.Column('room', sa.Text))")
    with Store.open(path) as store:
        assert store.load(id) == a_record()
        assert [summary.agents for summary in store.summaries()] == [("ana", "beto")]
        store.delete(id)  # foreign keys are kept again
        assert list(store.summaries(agent="ana")) == []
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT version_num FROM bolicho_version").fetchall() == [("next",)]
        assert raw.execute("SELECT count(*) FROM seats").fetchone() == (0,)


def test_an_upgrade_that_fails_half_way_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "old.db")
    Store.open(path).close()
    with sqlite3.connect(path) as raw:
        before = raw.execute("SELECT sql FROM sqlite_master").fetchall()
    head = tables.HEAD
    with monkeypatch.context() as patch:
        next_step(tmp_path, patch, "    op.add_column('records', sa.Column('x', sa.Text))\n    op.drop_table('nobody')")
        assert "no such table: nobody" in said(path)
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT sql FROM sqlite_master").fetchall() == before
        assert raw.execute("SELECT version_num FROM bolicho_version").fetchall() == [(head,)]
    Store.open(path).close()


def test_a_database_of_a_newer_bolicho_is_left_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "newer.db")
    Store.open(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE bolicho_version SET version_num = '9999'")
    assert said(path).startswith(f"store sqlite:///{path}: made by a newer Bolicho")


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
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        Store.open(str(tmp_path / "quiet.db")).close()
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
