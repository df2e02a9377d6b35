"""Which code made some rows: rows of different making are never put together."""

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

RULED = ("core", "games", "learn", "agents", "play", "train", "parallel", "arena")
"""The floors whose code decides how a match goes and what its row is."""
LOOKED_AT = (".py", ".toml", ".csv", ".npz")
"""Code, and the data that players are made of."""


def row_versions(others: Iterable[Path] = ()) -> dict[str, str]:
    """Return what must be the same for rows to be put together; ``others`` are further files that decide them."""
    from bolicho import __version__

    versions = {"bolicho": __version__, "code": code(RULED)}
    files = sorted(others)
    return versions | ({"files": _digest((path.name, path) for path in files)} if files else {})


@cache
def code(floors: tuple[str, ...], apart: str = "") -> str:
    """Return a short digest of the code and data of some floors; of the floor ``apart`` only of its Python."""
    root = Path(__file__).parents[1]
    return _digest(
        (path.relative_to(root).as_posix(), path)
        for floor in floors
        for path in sorted((root / floor).rglob("*"))
        if path.suffix in LOOKED_AT[: 1 if floor == apart else None]
    )


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    found = blake2b(digest_size=6)
    for name, path in files:
        found.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()
