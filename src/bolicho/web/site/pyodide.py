"""Pyodide, the Python of browsers: one version of its npm package, checked by its hash, fetched once a machine."""

import base64
import hashlib
import json
import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonObject

VERSION = "0.29.5"
"""The last one whose parts are plain scripts: modules would not load from a memory stick."""
SHA512 = "TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="
"""As the npm registry has it (``npm view pyodide@VERSION dist.integrity``)."""
FILE = f"pyodide-{VERSION}.tgz"
SCRIPTS = ("pyodide.js", "pyodide.asm.js")
PARTS = (*SCRIPTS, "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
SECONDS = 600
BY_HAND = f"Or fetch {FILE} elsewhere (npm pack pyodide@{VERSION}) and give it: --pyodide {FILE}"


def pyodide(given: Path | None = None, cache: Path | None = None) -> dict[str, bytes]:
    """Return the files of Pyodide that a page needs: from a file that is there, or from npm, kept in a cache."""
    if given is not None:
        if not given.is_file():
            raise BadInput(f"--pyodide {given}: there is no such file; expected {FILE}, as npm pack writes it")
        return _unpacked(given, given.read_bytes())
    kept = (cache or Path.home() / ".cache" / "bolicho") / FILE
    if not kept.is_file() or not _right(kept.read_bytes()):
        _fetch(kept)
    return _unpacked(kept, kept.read_bytes())


def lock_of(files: dict[str, bytes]) -> JsonObject:
    """Return the list of packages that Pyodide asks for, without any: ours come in the folder."""
    return {"info": json.loads(files[LOCK])["info"], "packages": {}}


def _right(data: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(data).digest()).decode() == SHA512


def _fetch(kept: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise BadInput(f"Pyodide comes from the npm registry, and npm is not installed here. {BY_HAND}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", f"pyodide@{VERSION}", "--pack-destination", str(kept.parent)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=kept.parent)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"npm could not fetch Pyodide {VERSION}: {one_line(error)}. {BY_HAND}") from None
    if done.returncode or not kept.is_file():
        said = [line for line in done.stderr.splitlines() if "npm error" in line or "npm ERR!" in line]
        why = "; ".join(said[:2]) or f"npm ended with code {done.returncode}"
        raise BadInput(f"npm could not fetch Pyodide {VERSION}: {why}. {BY_HAND}")


def _unpacked(path: Path, data: bytes) -> dict[str, bytes]:
    if not _right(data):
        raise BadInput(f"{path}: not the file that the npm registry has as pyodide {VERSION} (its SHA-512 differs)")
    with tarfile.open(fileobj=BytesIO(data)) as package:
        return {name: _member(package, f"package/{name}") for name in (*PARTS, LOCK)}


def _member(package: tarfile.TarFile, name: str) -> bytes:
    found = package.extractfile(name)
    assert found is not None  # the hash says which file this is
    return found.read()
