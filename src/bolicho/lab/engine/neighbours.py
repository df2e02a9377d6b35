"""Runs in directories beside one or around it, made by the same code with the same seed: one may serve another."""

from collections.abc import Iterator
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.journal import DESIGN
from bolicho.core.json_text import JsonObject, read_json

SAME = ("seed", "versions")
"""What must be equal for the works of two runs to be the same ones; what was worked out says the rest itself."""


def alike(folder: Path) -> Iterator[Path]:
    """Give the directories around and beside one whose runs have its seed and were made by the same code."""
    mine = _design(folder)
    if mine is None:
        return
    for other in (folder.parent, *sorted(folder.parent.iterdir())):
        found = _design(other) if other != folder else None
        if found is not None and all(key in mine and found.get(key) == mine[key] for key in SAME):
            yield other


def _design(folder: Path) -> JsonObject | None:
    try:
        found = read_json((folder / DESIGN).read_bytes())
    except (OSError, BadInput, ValueError):
        return None
    return found if isinstance(found, dict) else None
