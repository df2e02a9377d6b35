"""Texts of the house, by file and language."""

import tomllib
from functools import lru_cache
from pathlib import Path

from bolicho.core.json_text import JsonObject

HERE = Path(__file__).parents[1]


def load_texts(file: str, language: str) -> dict[str, str]:
    """Return the texts of one file; a table inside a language gives keys with a dot: ``lobby.title``."""
    path = HERE / file
    return _flat(_tables(path, path.stat().st_mtime_ns).get(language, {})) if path.exists() else {}


@lru_cache(32)
def _tables(path: Path, changed: int) -> JsonObject:  # noqa: ARG001  (a file that changed is read again)
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _flat(table: JsonObject, before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= _flat(value, f"{before}{key}.") if isinstance(value, dict) else {f"{before}{key}": str(value)}
    return found
