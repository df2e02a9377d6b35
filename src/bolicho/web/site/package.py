"""Our Python for the browser: rules, scripted players and tables, of the source tree as it is, as one archive."""

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import typing_extensions

from bolicho.games.truco.cards import DECKS
from bolicho.games.truco.odds import READY, strangers

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "games", "agents", "learn", "play", "parallel", "web/server", "web/lobby", "web/tables", "web/words")
"""Folders that go along; what of them needs a library is never imported there."""
SINGLE = ("__init__.py", "web/__init__.py", "web/words.toml", "web/site/__init__.py", "web/site/browser.py")
KINDS = (".py", ".toml")
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""Of every file: the same sources make the same archive."""


def archive() -> bytes:
    """Return the archive; its bytes hang on its contents alone."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as out:
        for name, data in sorted(files().items()):
            out.writestr(ZipInfo(name, FIRST_DAY), data)
    return written.getvalue()


def files() -> dict[str, bytes]:
    """Return every file of the archive."""
    paths = [ROOT / name for name in SINGLE]
    for room in ROOMS:
        paths += [path for path in (ROOT / room).rglob("*") if path.suffix in KINDS and path.is_file()]
    found = {f"bolicho/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in paths}
    found["numpy/__init__.py"] = Path(__file__).with_name("arrays.py").read_bytes()
    found["numpy/typing.py"] = b"NDArray = list\n"
    found["typing_extensions.py"] = Path(typing_extensions.__file__).read_bytes()
    found[f"bolicho/{READY.relative_to(ROOT).as_posix()}"] = _tables()
    return found


def _tables() -> bytes:
    """Truco's chances against strangers, which arrays of plain Python would work on for a minute."""
    return json.dumps({deck: [table.tolist() for table in strangers(deck)] for deck in DECKS}).encode()
