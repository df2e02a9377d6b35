"""Write the folder: pages, one script of modules, Pyodide and our Python in scripts of bearable length, and the rest.

Every file hangs on the sources and on the version of Pyodide alone, and is written whole or not at all; so whoever is
stopped calls it again, and only what is wanting is written.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bolicho import __version__
from bolicho.core.errors import BadInput
from bolicho.core.files import make_folder, write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.words import LANGUAGES
from bolicho.web.server.static_files import HERE as STATIC
from bolicho.web.server.texts import load_texts
from bolicho.web.site.modules import modules, script, source
from bolicho.web.site.package import archive
from bolicho.web.site.pages import pages
from bolicho.web.site.pyodide import PARTS, VERSION, lock_of, pyodide

MARK = "site.json"
"""The list of what we wrote: so nothing of anybody else is overwritten or taken away."""
LENGTH = 2**19
"""Signs of one part of the engine: a line that breaks costs little, and the bar moves."""
OWN = Path(__file__).parent / "files"
"""Files that are copied as they are."""
Progress = Callable[[str], object]


class Site(NamedTuple):
    """What was written."""

    folder: Path
    files: int
    size: int
    """Bytes of the whole folder."""
    fresh: int
    """Files that were not there, or were others."""


def build(folder: Path, given: Path | None = None, progress: Progress = lambda _: None) -> Site:
    """Write the site; ``given`` is Pyodide's npm package where it is on this machine already."""
    before = _mine(folder)
    progress("pyodide")
    engine = pyodide(given)
    make_folder(folder)
    progress("pages")
    files = contents(engine)
    progress("files")
    listed = json.dumps({"bolicho": __version__, "pyodide": VERSION, "files": sorted(files)}, indent=1)
    _write(folder / MARK, json.dumps({"files": sorted({*before, *files})}).encode())
    fresh = sum(_write(folder / name, data) for name, data in files.items())
    for name in set(before) - set(files):
        (folder / name).unlink(missing_ok=True)
        _empty((folder / name).parent, folder)
    _write(folder / MARK, listed.encode())
    return Site(folder, len(files) + 1, sum(map(len, files.values())) + len(listed), fresh)


def contents(engine: dict[str, bytes]) -> dict[str, bytes]:
    """Return every file of the folder by its name; those that name others come last."""
    parts: list[str] = []
    files: dict[str, bytes] = {}
    known: list[tuple[str, int, int]] = []
    for name, data in {**{one: engine[one] for one in PARTS}, "bolicho.zip": archive()}.items():
        text = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
        chunks = [text[at : at + LENGTH] for at in range(0, len(text), LENGTH)]
        known.append((name, len(parts), len(parts) + len(chunks)))
        parts += chunks
    where = f"engine-{_hash(''.join(parts))}"
    for number, text in enumerate(parts):
        files[f"{where}/{number:02}.js"] = f'bolicho.part({number},"{text}")'.encode()
    told: JsonObject = {"folder": where, "parts": len(parts), "files": known}
    whole = script(modules(), told, lock_of(engine))
    one = f"bolicho-{_hash(whole)}.js"
    files[one] = whole.encode()
    for path in sorted((STATIC / "css").iterdir()):
        files[f"css/{path.name}"] = path.read_bytes()
    for path in sorted(OWN.iterdir()):
        name = path.name.removesuffix(".in")  # a script for others is no module of ours
        files[f"css/{name}" if path.suffix == ".css" else name] = path.read_bytes()
    files["icon.svg"] = (STATIC / "icon.svg").read_bytes()
    files["theme.js"] = (STATIC / "js" / "basics" / "theme.js").read_bytes()
    files["manifest.webmanifest"] = _manifest()
    files |= {name: html.encode() for name, html in pages(one).items()}
    cached = [name for name in files if not name.endswith((".py", ".txt"))]
    version = _hash("".join(f"{name} {hashlib.sha256(files[name]).hexdigest()}" for name in sorted(cached)))
    worker = f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(['./', *cached])};\n{source('sw.js')}"
    return {**files, "sw.js": worker.encode()}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _manifest() -> bytes:
    about = load_texts("words/site.toml", LANGUAGES[0])
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    told = {
        "name": "Bolicho",
        "short_name": "Bolicho",
        "description": about["site.lead"],
        "lang": LANGUAGES[0],
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#38210f",
        "theme_color": "#38210f",
        "icons": [icon],
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _mine(folder: Path) -> list[str]:
    """Return what we wrote here before; a folder of somebody else is refused."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: is a file; expected a folder")
    if not folder.exists() or not any(folder.iterdir()):
        return []
    try:
        listed = list(read_json((folder / MARK).read_bytes())["files"])
    except (OSError, BadInput, KeyError, TypeError):
        raise BadInput(f"{folder}: is not empty, and not a site of Bolicho; give another folder") from None
    root = folder.resolve()
    inside = (name for name in listed if isinstance(name, str) and root in (root / name).resolve().parents)
    return [name for name in inside if (folder / name).is_file()]


def _write(path: Path, data: bytes) -> bool:
    """Write a file whole or not at all; tell whether it was another one before."""
    if path.is_file() and path.read_bytes() == data:
        return False
    make_folder(path.parent)
    write_whole(path, data)
    return True


def _empty(inner: Path, folder: Path) -> None:
    if inner != folder and not any(inner.iterdir()):
        inner.rmdir()
