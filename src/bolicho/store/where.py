"""Where a store lives: a SQLite file by default, any SQLAlchemy URL for a server; passwords are never said."""

import os
import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bolicho.core.errors import BadInput

VARIABLE = "BOLICHO_STORE"
"""The environment variable that names the store when nobody else does."""
SERVER = re.compile(r' (?:at|on socket) "[^"]*"(?: \([^)]*\))?(?:, port \d+)?')
"""How the driver of PostgreSQL says which server it speaks of."""


def locate(text: str | None = None) -> URL:
    """Return the URL of a store given as a URL, a path, ``:memory:``, or nothing at all."""
    text = os.environ.get(VARIABLE) or _default() if text is None else text
    if not text.strip() or "\0" in text:
        raise BadInput(f"store: expected a path or a URL, found {text!r}")
    if "://" in text:
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):  # a port that is no number is a ValueError
            raise BadInput(f"store {hidden(text)}: not a database URL") from None
        if url.drivername in ("postgres", "postgresql"):  # the driver of our extra, whatever SQLAlchemy's default is
            url = url.set(drivername="postgresql+psycopg")
    else:
        url = URL.create("sqlite", database=text if text == ":memory:" else str(Path(text).expanduser()))
    if url.get_backend_name() == "sqlite" and not in_memory(url):
        _check_file(url)
    return url


def absolute(text: str | None = None) -> str:
    """Return a store as every folder finds it: a file has its whole path; anything else stays as it is.

    >>> absolute("/srv/b/../one.db"), absolute("sqlite:////srv/one.db"), absolute(":memory:")
    ('/srv/b/../one.db', 'sqlite:////srv/one.db', ':memory:')
    """
    text = os.environ.get(VARIABLE) or _default() if text is None else text
    if text == ":memory:" or not text.strip():
        return text
    if "://" not in text:
        return str(Path(text).expanduser().absolute())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # `locate` says so
        return text
    if url.get_backend_name() != "sqlite" or in_memory(url) or Path(url.database or "").is_absolute():
        return text
    return url.set(database=str(Path(url.database or "").absolute())).render_as_string(hide_password=False)


def in_memory(url: URL) -> bool:
    """Whether the store is a SQLite database that lives as long as its connection."""
    return url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")


def hidden(url: URL | str) -> str:
    """Return a URL as it may be shown: with its password hidden, even one among its options or in a broken URL."""
    text = url.render_as_string(hide_password=True) if isinstance(url, URL) else re.sub("//.*@", "//***@", url)
    return re.sub(r"(?i)([?&][^=&]*pass[^=&]*=)[^&]*", r"\1***", text)


def unplaced(text: str, store: str) -> str:
    """Return what was said about a store without where it is: its URL, its file, its folder, its server, who it knows.

    Anything else that is said stays as it is: a stranger whose words come back changed could find out what they hit.

    >>> unplaced("store sqlite:////srv/one.db: there is no directory /srv", "sqlite:////srv/one.db")
    'the store: there is no directory ...'
    >>> unplaced("game '/srv/one.db': files may not be named here", "sqlite:////srv/one.db")
    "game '/srv/one.db': files may not be named here"
    >>> ana = "postgresql+psycopg://ana:***@db/b"
    >>> unplaced(f'store {ana}: connection to server at "::1", port 5432 failed: no role "ana"', ana)
    'the store: connection to server failed: no role "..."'
    """
    before, about, said = text.partition(f"store {store}")
    if not about:
        return text
    url = make_url(store)
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        places = {str(one): "..." for one in (path, path.parent) if path.is_absolute() and one != one.parent}
    else:
        said = SERVER.sub("", said)
        places = {f'"{name}"': '"..."' for name in (url.host, url.username, url.database) if name}
    for place, shown in places.items():
        said = said.replace(place, shown)
    return f"{before}the store{said}"


def _default() -> str:
    home = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not home.is_absolute():  # the XDG specification says to ignore a relative one, and unset is the empty one
        home = Path.home() / ".local" / "share"
    path = home / "bolicho" / "bolicho.db"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"store {path}: {error.strerror}; name another place with {VARIABLE}") from None
    return str(path)


def _check_file(url: URL) -> None:
    """Say plainly what SQLite would only call unable to open."""
    path = Path(url.database or "")
    try:
        if path.is_dir():
            raise BadInput(f"store {hidden(url)}: {path} is a directory")
        if not path.parent.is_dir():
            raise BadInput(f"store {hidden(url)}: there is no directory {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise BadInput(f"store {hidden(url)}: {path} cannot be written")
    except OSError as error:  # a name too long, a directory we may not look into
        raise BadInput(f"store {hidden(url)}: {error.strerror}") from None
